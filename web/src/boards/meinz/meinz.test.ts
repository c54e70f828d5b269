import { describe, expect, it } from 'vitest'
import { parse, texts } from '../../cards/parse'
import type { BoardTable, Placed, SeatInfo } from '../../table/board'
import { MONSTER, orderOf, pairs, placeOf, places, results } from './meinz'

const FACTS: Record<string, string> = {
  'right_of_monster 1': '',
  'round_total 0': '30',
  'round_points 0': '0',
  'round_total 1': '30',
  'round_points 1': '0',
  'round_total 2': '58',
  'round_points 2': '3',
  'monster_round_total -1': '20',
  'monster_round_points -1': '2',
}
const laid = (text: string, seat: number, mark = ''): Placed => ({ key: text, card: { text, seat, mark }, zone: 'trick', seat: -1, index: 0 })
const around = [0, 1, 2].map((number) => ({ number, name: `P${number}` }) as SeatInfo)
const table = {
  around,
  display: { phase: 'cry', turn: 0 },
  words: { name: (key: string) => key },
  choices: ['keep', 'R2>R8'].map((action) => ({ action, label: '', cards: [] })),
  fact: (name: string, seat = -1) => FACTS[`${name} ${seat}`] ?? null,
  zone: (name: string) => (name === 'trick' ? [laid('R2', -1, 'monster'), laid('R5', 2)] : []),
} as unknown as BoardTable

describe('four places', () => {
  it('seat the Monster to the left of its neighbour', () => {
    expect(places(table).map(({ number }) => number)).toEqual([0, 1, MONSTER, 2])
  })

  it('play in order from the one who led', () => {
    const all = places(table)
    expect(all.map((place) => orderOf(table, all, place))).toEqual([3, 4, 1, 2])
  })

  it('know whose a card is', () => {
    expect([laid('R1', -1, 'monster_winning'), laid('R1', 2), laid('R1', -1, 'given')].map(placeOf)).toEqual([MONSTER, 2, null])
  })
})

it('lines totals up from low to high, ties marked', () => {
  expect(results(table).map(({ total, points, tied }) => [total, points, tied])).toEqual([
    [20, 2, false],
    [30, 0, true],
    [30, 0, true],
    [58, 3, false],
  ])
})

it('finds the pairs that may be exchanged', () => {
  expect(pairs(table)).toEqual([{ action: 'R2>R8', give: 'R2', take: 'R8' }])
})

it('knows its pack', () => {
  expect(texts('meinz')).toHaveLength(36)
  expect(parse('meinz', 'R0')).toEqual({})
})
