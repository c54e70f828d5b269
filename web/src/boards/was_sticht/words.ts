/** What only this board says: the names of the game itself come from the server. */
import { makeSay, type Lang } from '../../words/i18n.svelte'

const en = {
  circled: 'circled',
  crossed: 'crossed out',
  left: '{n} left',
  no_colour: 'no trump colour',
  no_number: 'no trump number',
  none: 'none',
  notes: 'Trump notes',
  notes_how: 'Tap once to cross out, twice to circle.',
  notes_private: 'Only you see this, and it changes nothing.',
  open: 'open',
  ready: 'has chosen',
  tricks: '{n} tricks',
  trick: '1 trick',
  trick_none: 'no trick',
  trumps_hidden: 'The first player alone knows the trumps.',
  trumps_yours: 'Only you know the trumps.',
  would_win: '{name} would win',
  your_card: 'Your card',
}
export type BoardWord = keyof typeof en

const fr: Record<BoardWord, string> = {
  circled: 'entouré',
  crossed: 'barré',
  left: '{n} de reste',
  no_colour: 'pas de couleur d’atout',
  no_number: 'pas de chiffre d’atout',
  none: 'aucun',
  notes: 'Notes sur l’atout',
  notes_how: 'Touche une fois pour barrer, deux fois pour entourer.',
  notes_private: 'Toi seul vois ceci, et cela ne change rien.',
  open: 'possible',
  ready: 'a choisi',
  tricks: '{n} plis',
  trick: '1 pli',
  trick_none: 'aucun pli',
  trumps_hidden: 'Seul le premier joueur connaît les atouts.',
  trumps_yours: 'Toi seul connais les atouts.',
  would_win: '{name} l’emporterait',
  your_card: 'Ta carte',
}

const de: Record<BoardWord, string> = {
  circled: 'eingekreist',
  crossed: 'durchgestrichen',
  left: '{n} übrig',
  no_colour: 'keine Trumpffarbe',
  no_number: 'keine Trumpfzahl',
  none: 'keine',
  notes: 'Trumpfnotizen',
  notes_how: 'Einmal tippen streicht durch, zweimal kreist ein.',
  notes_private: 'Nur du siehst das, und es ändert nichts.',
  open: 'offen',
  ready: 'hat gewählt',
  tricks: '{n} Stiche',
  trick: '1 Stich',
  trick_none: 'kein Stich',
  trumps_hidden: 'Nur der Startspieler kennt die Trümpfe.',
  trumps_yours: 'Nur du kennst die Trümpfe.',
  would_win: '{name} bekäme sie',
  your_card: 'Deine Karte',
}

export const TABLES: Record<Lang, Record<BoardWord, string>> = { en, fr, de }

export const say = makeSay(TABLES)

export const tricksWon = (n: number): string => (n === 0 ? say('trick_none') : n === 1 ? say('trick') : say('tricks', { n }))
