/** Your own hand in the order a person likes. What belongs together, the display says: a mark, or the letter of a card. */
import type { Placed } from './board'

export const SORTS = ['suit', 'value'] as const
export type Sort = (typeof SORTS)[number]

const CARD = /^[A-Z](\d+)$/
const valueOf = ({ card }: Placed): number => Number(CARD.exec(card.text)?.[1] ?? -1)

/** Whether there is more than one order: the cards are open and have both a suit and a value. */
export function isSortable(cards: readonly Placed[]): boolean {
  return cards.length > 1 && cards.every(({ card }) => CARD.test(card.text))
}

/** By value, equal ones as they lie; or by suit, marked cards as suits of their own and first. */
export function sortCards(cards: readonly Placed[], how: Sort): readonly Placed[] {
  if (!isSortable(cards)) return cards
  if (how === 'value') return cards.toSorted((a, b) => valueOf(a) - valueOf(b))
  const suits = [...new Set(cards.map(suitOf))]
  const isUnmarked = (placed: Placed) => Number(!placed.card.mark)
  return cards.toSorted((a, b) => isUnmarked(a) - isUnmarked(b) || suits.indexOf(suitOf(a)) - suits.indexOf(suitOf(b)))
}

const suitOf = ({ card }: Placed): string => card.mark || card.text.charAt(0)
