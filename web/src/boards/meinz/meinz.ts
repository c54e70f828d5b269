/** What the display of Meinz says, in the shapes that this board draws. */
import type { BoardTable, Placed, SeatInfo } from '../../table/board'

export const MONSTER = -1

/** One of the four places; the Monster has one of them where three play. */
export interface Place {
  /** The seat, or MONSTER. */
  number: number
  name: string
  seat: SeatInfo | null
}

/** The four places, clockwise from who looks. */
export function places(table: BoardTable): Place[] {
  return table.around.flatMap((seat) => {
    const own: Place = { number: seat.number, name: seat.name, seat }
    const beside = table.fact('right_of_monster', seat.number) !== null
    return beside ? [own, { number: MONSTER, name: table.words.name('monster'), seat: null }] : [own]
  })
}

/** A fact about a place; those about the Monster bear its name. */
export function factOf(table: BoardTable, name: string, place: Place): string | null {
  return place.seat ? table.fact(name, place.number) : table.fact(`monster_${name}`)
}

/** Who has played a card; nobody for one that was given in exchange. */
export function placeOf({ card }: Placed): number | null {
  if (card.mark?.startsWith('monster')) return MONSTER
  return (card.seat ?? -1) < 0 ? null : (card.seat ?? null)
}

export const takes = ({ card }: Placed): boolean => card.mark?.endsWith('winning') ?? false

/** As which number a place plays to this trick, from 1; nothing as long as nobody is to lead. */
export function orderOf(table: BoardTable, all: readonly Place[], place: Place): number | null {
  const [led] = table.zone('trick')
  const leader = led ? placeOf(led) : table.display.phase === 'tricks' ? table.display.turn : null
  const first = all.findIndex(({ number }) => number === leader)
  return leader === null || first < 0 ? null : ((all.indexOf(place) - first + all.length) % all.length) + 1
}

export interface Result {
  place: Place
  total: number
  points: number
  tied: boolean
}

/** How the round before ended, from the lowest total to the highest. */
export function results(table: BoardTable): Result[] {
  const found = places(table).flatMap((place) => {
    const total = factOf(table, 'round_total', place)
    return total === null ? [] : [{ place, total: Number(total), points: Number(factOf(table, 'round_points', place)) }]
  })
  return found
    .map((one) => ({ ...one, tied: found.filter((other) => other.total === one.total).length > 1 }))
    .toSorted((a, b) => a.total - b.total)
}

/** Pairs of cards that may be exchanged: one of the hand, one of the trick. */
export function pairs(table: BoardTable): { action: string; give: string; take: string }[] {
  return table.choices.flatMap(({ action }) => {
    const [give, take] = action.split('>')
    return give !== undefined && take !== undefined ? [{ action, give, take }] : []
  })
}
