/** What only this board says; everything else comes from the game's own words. */
import { makeSay } from '../../words/i18n.svelte'

export const say = makeSay({
  en: {
    out: 'out of this round',
    discard: 'Discard it',
    order: 'plays in position {n}',
    pockets: 'Tricks: {n} of 2',
    tied: 'tied',
    result: 'Previous round',
    asked: 'is asked',
  },
  fr: {
    out: 'hors de cette manche',
    discard: 'L’écarter',
    order: 'joue en position {n}',
    pockets: 'Plis : {n} sur 2',
    tied: 'à égalité',
    result: 'La manche précédente',
    asked: 'doit répondre',
  },
  de: {
    out: 'in dieser Runde nicht dabei',
    discard: 'Abwerfen',
    order: 'spielt an {n}. Stelle',
    pockets: 'Stiche: {n} von 2',
    tied: 'gleichauf',
    result: 'Die Runde davor',
    asked: 'wird gefragt',
  },
})
