/** The contracts as they lie on the market: each kind has its place and a number of copies. */
import type { BoardTable, Placed } from '../../table/board'

export const KINDS = [
  'no-tricks',
  'last',
  'most',
  'fewest',
  'exact-1',
  'exact-2',
  'exact-3',
  'exact-4',
  'no-red',
  'no-blue',
  'no-green',
  'no-yellow',
] as const

export interface Stall {
  kind: string
  copies: readonly Placed[]
}

export function stalls(offer: readonly Placed[]): Stall[] {
  const unknown = offer.map(({ card }) => card.text).filter((text) => !KINDS.some((kind) => kind === text))
  return [...KINDS, ...new Set(unknown)].map((kind) => ({ kind, copies: offer.filter(({ card }) => card.text === kind) }))
}

export interface Slipped {
  kind: string
  state: 'open' | 'chosen' | 'fulfilled'
}

/** The slips before a seat: one copy of the chosen kind stands out. */
export function slips(owned: readonly string[], fulfilled: readonly string[], chosen: string | null): Slipped[] {
  const at = chosen === null ? -1 : owned.indexOf(chosen)
  return [
    ...owned.map((kind, index): Slipped => ({ kind, state: index === at ? 'chosen' : 'open' })),
    ...fulfilled.map((kind): Slipped => ({ kind, state: 'fulfilled' })),
  ]
}

/** A contract binds, so it is chosen first and then confirmed: by the button, or by a second press. */
export function pickContract(table: BoardTable, placed: Placed): void {
  if (!table.isPlayable(placed)) return table.press(placed)
  if (table.isSelected(placed)) return void table.confirm()
  table.unselect()
  table.select(placed, true)
}
