/** What the display of Njet! says, in the shapes that this board draws. */
import type { BoardTable, Placed, SeatInfo } from '../../table/board'
import { say } from './words'

export const ROWS = ['row_start', 'row_cards', 'row_trump', 'row_super', 'row_points'] as const

/** The character of a seat, 1 to 5. */
export function characterOf(table: BoardTable, seat: number): number {
  return Number(table.fact('character', seat)?.slice(1)) || 0
}

export type Team = 'A' | 'B'

export function teamOf(table: BoardTable, seat: number): Team | null {
  const team = table.fact('team', seat)
  return team === null ? null : team === '1' ? 'A' : 'B'
}

export function rowName(table: BoardTable, row: string): string {
  return row === 'row_points' ? say('row_points') : table.words.name(row)
}

const isWord = (text: string): text is keyof typeof say.tables.en => text in say.tables.en

/** A space as short as a small board wants it: a player for a character, a few letters for the cards. */
export function spaceName(table: BoardTable, space: string): string {
  if (space.startsWith('start-c')) return starter(table, space)?.label ?? table.words.name('nobody')
  return isWord(space) ? say(space) : table.words.thing(space)
}

/** Who starts if this space stays open. */
function starter(table: BoardTable, space: string): SeatInfo | undefined {
  const character = space.startsWith('start-c') ? Number(space.slice(-1)) : 0
  return table.seats.find((seat) => characterOf(table, seat.number) === character)
}

/** Everybody has the same colour on the board as at the seat and in the score sheet. */
export const starterColour = (table: BoardTable, space: string): string | undefined => starter(table, space)?.colour

/** What covering a space means, as a sentence. */
export function meaning(table: BoardTable, space: Placed): string {
  const name = starter(table, space.card.text)?.name
  if (name !== undefined) return `${say('not_start', { name })}.`
  const label = table.choices.find((choice) => choice.action === space.card.action)?.label ?? ''
  return label && `${label}.`
}

export const isOpen = ({ card }: Placed): boolean => card.mark === 'open'

/** How many tokens are still to come: every row keeps one space. */
export function tokensLeft(table: BoardTable): number {
  return ROWS.reduce((sum, row) => sum + Math.max(0, table.zone(row).filter(isOpen).length - 1), 0)
}

/** The spaces that stayed open, one of each row. */
export function decidedSpaces(table: BoardTable): { row: string; space: string }[] {
  return ROWS.flatMap((row) => {
    const [space] = table.zone(row).filter(isOpen)
    if (!space) return []
    const applied = row === 'row_cards' ? table.fact('cards_before') : null // an option may change what it means
    return [{ row, space: applied ?? space.card.text }]
  })
}

/**
 * Cards that cannot be laid, though it looks as if they could be named last: what lies behind all that can be named
 * first. Where no 0 may be laid, a 0 among them is barred for what it is, unless there is nothing else.
 */
export function outOf(hand: readonly Placed[], before: string): Placed[] {
  if (!before.endsWith('no-0')) return []
  const ends = hand.slice(hand.findLastIndex(({ card }) => card.action) + 1)
  const zeros = ends.filter(({ card }) => card.text.endsWith('0'))
  return zeros.length < ends.length ? zeros : []
}

export interface Group {
  name: 'supertrump' | 'trump' | 'plain'
  colour: string
  cards: Placed[]
}

/** The hand: supertrumps, trumps, then the colours, each in the order in which the cards are held. */
export function groupCards(cards: readonly Placed[]): Group[] {
  const groups = new Map<string, Group>()
  for (const placed of cards) {
    const { mark, text } = placed.card
    const name = mark === 'supertrump' || mark === 'trump' ? mark : 'plain'
    const colour = name === 'plain' ? text.charAt(0) : ''
    const group = groups.get(name + colour) ?? { name, colour, cards: [] }
    group.cards.push(placed)
    groups.set(name + colour, group)
  }
  const order = ['supertrump', 'trump', 'plain']
  return [...groups.values()].toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name))
}

/** A split of the table that may be chosen: who is on the smaller side, the one with the Monster first. */
export interface Split {
  action: string
  side: readonly number[]
}

export function splits(table: BoardTable): Split[] {
  return table.choices.map(({ action }) => ({
    action,
    side: [...(action.split(':')[1] ?? '')].map((letter) => letter.charCodeAt(0) - 65),
  }))
}

/** Send somebody to the other side. Who must be on a side stays; where it gets too full, the first one gives way. */
export function moveSeat(splits: readonly Split[], side: readonly number[], seat: number): number[] {
  const fixed = (who: number) => splits.every((split) => split.side.includes(who))
  if (side.includes(seat)) return fixed(seat) ? [...side] : side.filter((who) => who !== seat)
  const most = Math.max(...splits.map((split) => split.side.length))
  const next = [...side, seat]
  const leaves = next.length > most ? next.find((who) => !fixed(who) && who !== seat) : undefined
  return next.filter((who) => who !== leaves)
}

/** The choice that says exactly this, or the same people in another order. */
export function splitOf(splits: readonly Split[], side: readonly number[]): Split | undefined {
  return (
    splits.find((split) => split.side.join() === side.join()) ??
    splits.find((split) => split.side.length === side.length && split.side.every((who) => side.includes(who)))
  )
}
