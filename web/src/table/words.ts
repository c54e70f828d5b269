/** Sentences that are said in several places. */
import { speech, t } from '../words/i18n.svelte'
import type { Missed } from './log'

/** What happened while somebody was away. */
export function missedText({ moves, own }: Missed): string {
  const told = speech.count(moves, 'away.one', 'away.many')
  return own ? t('away.text_own', { moves: told, own }) : t('away.text', { moves: told })
}

/** A number as it is written: with a true minus. */
export const figure = (number: number): string => String(number).replace('-', '−')

/** Points that were won or lost. */
export const signed = (points: number): string => (points > 0 ? `+${points}` : figure(points))
