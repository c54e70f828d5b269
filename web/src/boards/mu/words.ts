/** What only this board says: the names of the game itself come from the server. */
import { makeSay, type Lang } from '../../words/i18n.svelte'

const en = {
  add: 'Add {n}',
  again: 'Choose again',
  bid: 'Bid {n}',
  bid_tag: 'bid',
  both: 'Both trumps',
  deadlock: 'Deadlock',
  each: '+{n} each',
  full: 'You may lay {n} at most in this turn. Press a raised card to take it back.',
  held: '{n} in hand',
  leads: 'Leads',
  no_more: 'No more',
  none: 'no trick',
  one: '1 trick',
  ours: 'your partner',
  pass: 'Pass',
  pick: 'Choose',
  team: 'Team: {n} of {target} points',
  tricks: '{n} tricks',
  your_card: 'Your card',
}
export type BoardWord = keyof typeof en

const fr: Record<BoardWord, string> = {
  add: 'Ajouter {n}',
  again: 'Choisir à nouveau',
  bid: 'Enchérir à {n}',
  bid_tag: 'enchère',
  both: 'Double atout',
  deadlock: 'Éclat',
  each: '+{n} chacun',
  full: 'Tu peux en poser {n} au plus à ce tour. Touche une carte levée pour la reprendre.',
  held: '{n} en main',
  leads: 'En tête',
  no_more: 'Rien de plus',
  none: 'aucun pli',
  one: '1 pli',
  ours: 'ton partenaire',
  pass: 'Passer',
  pick: 'Choisir',
  team: 'Équipe : {n} points sur {target}',
  tricks: '{n} plis',
  your_card: 'Ta carte',
}

const de: Record<BoardWord, string> = {
  add: '{n} dazulegen',
  again: 'Neu wählen',
  bid: '{n} bieten',
  bid_tag: 'Gebot',
  both: 'Beide Trümpfe',
  deadlock: 'Eklat',
  each: 'je +{n}',
  full: 'Du darfst in diesem Zug höchstens {n} legen. Tipp eine angehobene Karte an, um sie zurückzunehmen.',
  held: '{n} auf der Hand',
  leads: 'Führt',
  no_more: 'Fertig',
  none: 'kein Stich',
  one: '1 Stich',
  ours: 'dein Partner',
  pass: 'Passen',
  pick: 'Wählen',
  team: 'Team: {n} von {target} Punkten',
  tricks: '{n} Stiche',
  your_card: 'Deine Karte',
}

export const TABLES: Record<Lang, Record<BoardWord, string>> = { en, fr, de }

export const say = makeSay(TABLES)

/** How many tricks, in words. */
export const tricksWon = (n: number): string => (n === 0 ? say('none') : n === 1 ? say('one') : say('tricks', { n }))
