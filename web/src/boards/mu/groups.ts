/** The hand by effective suit: what the display marks as a trump leaves its colour. */
import type { Placed } from '../../table/board'

export interface Group {
  /** A class of trumps as the display marks it, or the letter of a colour. */
  suit: string
  cards: Placed[]
}

const ORDER = ['vice_class', 'chief_class', 'double', 'R', 'B', 'G', 'Y', 'K']

export const suitOfCard = ({ card }: Placed): string => card.mark || card.text.charAt(0)

/** Hand and bid cards as one hand, in the order of the display: trumps first, every suit from low to high. */
export function arrangeCards(cards: readonly Placed[]): Placed[] {
  const value = ({ card }: Placed) => Number(card.text.slice(1))
  return cards.toSorted((a, b) => ORDER.indexOf(suitOfCard(a)) - ORDER.indexOf(suitOfCard(b)) || value(a) - value(b))
}

export function groupCards(cards: readonly Placed[]): Group[] {
  const groups: Group[] = []
  for (const placed of cards) {
    const suit = suitOfCard(placed)
    const last = groups.at(-1)
    if (last?.suit === suit) last.cards.push(placed)
    else groups.push({ suit, cards: [placed] })
  }
  return groups
}

/** How much of a card has to be visible for it to be pressed. */
const LEAST = 26

export interface Fit {
  /** From a card to the next one of its group. */
  step: number
  /** From the last card of a group to the next group. */
  turn: number
}

/** How close the cards of a row lie, so that it fits the room: groups lie apart if that leaves the indices free. */
export function fitGroups(groups: readonly Group[], width: number, room: number, gap: number): Fit {
  const count = groups.reduce((sum, group) => sum + group.cards.length, 0)
  const inside = count - groups.length
  const apart = groups.length * width + (groups.length - 1) * gap
  const roomy = inside > 0 ? (room - apart) / inside : width
  if (apart <= room && roomy >= Math.max(LEAST, width * 0.42)) return { step: Math.min(width * 0.66, roomy), turn: width + gap }
  const between = Math.min(gap, width * 0.08)
  const step = count > 1 ? (room - width - (groups.length - 1) * between) / (count - 1) : width
  return { step: Math.min(width * 0.66, step), turn: Math.min(width * 0.66, step) + between }
}

/** Cut a hand into rows, so that enough of every card can be pressed. */
export function rows(cards: readonly Placed[], width: number, room: number): Placed[][] {
  const groups = groupCards(cards)
  if (!room || fitGroups(groups, width, room, 20).step >= LEAST || cards.length < 8) return [[...cards]]
  const half = Math.ceil(cards.length / 2)
  return [cards.slice(0, half), cards.slice(half)]
}
