/** What only this board says; everything else comes from the game's own words. */
import { makeSay, type Lang } from '../../words/i18n.svelte'

const en = {
  out: 'out of this round',
  discard: 'Discard it',
  order: 'plays as number {n}',
  pockets: 'Tricks: {n} of 2',
  tied: 'tied',
  result: 'The round before',
  asked: 'is asked',
}

export type Word = keyof typeof en

const fr: Record<Word, string> = {
  out: 'hors de cette manche',
  discard: 'L’écarter',
  order: 'joue en position {n}',
  pockets: 'Plis : {n} sur 2',
  tied: 'à égalité',
  result: 'La manche précédente',
  asked: 'doit répondre',
}

const de: Record<Word, string> = {
  out: 'aus dieser Runde',
  discard: 'Ablegen',
  order: 'spielt als Nummer {n}',
  pockets: 'Stiche: {n} von 2',
  tied: 'gleichauf',
  result: 'Die Runde davor',
  asked: 'wird gefragt',
}

export const WORDS: Record<Lang, Record<Word, string>> = { en, fr, de }

export const say = makeSay(WORDS)
