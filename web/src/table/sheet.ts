/** Points deal by deal, and places. */
import type { Line } from '../wire/wire.gen'

export interface Row {
  deal: number
  /** By seat: what the deal brought, and the total after it. */
  points: readonly number[]
  totals: readonly number[]
  lines: readonly Line[]
}

/** The deals in which points were made, in order. */
export function sheet(lines: readonly Line[], seats: number): Row[] {
  const deals = [...new Set(lines.map(({ deal = 0 }) => deal))].sort((a, b) => a - b)
  let totals: readonly number[] = Array.from({ length: seats }, () => 0)
  return deals.map((deal) => {
    const made = lines.filter((line) => (line.deal ?? 0) === deal)
    const points = totals.map((_, seat) => made.reduce((sum, line) => sum + (line.seat === seat ? line.points : 0), 0))
    totals = totals.map((total, seat) => total + (points[seat] ?? 0))
    return { deal, points, totals, lines: made }
  })
}

/** The place of each: whoever has as many shares it. */
export const places = (totals: readonly number[]): number[] => totals.map((own) => 1 + totals.filter((other) => other > own).length)
