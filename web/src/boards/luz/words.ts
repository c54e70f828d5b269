/** What the board of Luz says beyond the words of the game. */
import { makeSay } from '../../words/i18n.svelte'

export const say = makeSay({
  en: {
    low: 'low',
    high: 'high',
    highEnd: 'high end',
    yourCard: 'Your card',
    took: '{won} of {bet}',
    safe: '+ safety',
    dealOf: 'Deal {deal} of {deals}',
    trickOf: 'Trick {trick} of {tricks}',
  },
  fr: {
    low: 'bas',
    high: 'haut',
    highEnd: 'côté haut',
    yourCard: 'Ta carte',
    took: '{won} sur {bet}',
    safe: '+ sécurité',
    dealOf: 'Donne {deal} sur {deals}',
    trickOf: 'Pli {trick} sur {tricks}',
  },
  de: {
    low: 'niedrig',
    high: 'hoch',
    highEnd: 'hohes Ende',
    yourCard: 'Deine Karte',
    took: '{won} von {bet}',
    safe: '+ Sicherheit',
    dealOf: 'Runde {deal} von {deals}',
    trickOf: 'Stich {trick} von {tricks}',
  },
})
