import { describe, expect, it } from 'vitest'
import { parse, texts } from '../../cards/parse'
import type { Placed } from '../../table/board'
import { arrangeCards, fitGroups, groupCards, rows } from './groups'
import { place } from '../../table/ring'
import { TABLES } from './words'

function card(text: string, mark = '', zone = 'hand'): Placed {
  return { key: `${zone}/${text}`, card: { text, mark }, zone, seat: 0, index: 0 }
}

const HAND = [card('B7', 'vice_class'), card('R1', 'double'), card('R9'), card('G2'), card('R4', '', 'bid_cards'), card('K1', 'chief_class')]

describe('the hand', () => {
  it('is ordered by effective suit, with the bid cards among the others', () => {
    expect(arrangeCards(HAND).map(({ card }) => card.text)).toEqual(['B7', 'K1', 'R1', 'R4', 'R9', 'G2'])
  })

  it('takes what is marked as a trump out of its colour', () => {
    expect(groupCards(arrangeCards(HAND)).map(({ suit, cards }) => [suit, cards.length])).toEqual([
      ['vice_class', 1],
      ['chief_class', 1],
      ['double', 1],
      ['R', 2],
      ['G', 1],
    ])
  })

  it.each([320, 340, 712, 956])('is never wider than %i px', (room) => {
    const cards = arrangeCards(Array.from({ length: 15 }, (_, k) => card(`${'RBGYK'.charAt(k % 5)}${k % 10}`)))
    for (const width of [56, 62, 108]) {
      for (const row of rows(cards, width, room)) {
        const groups = groupCards(row)
        const { step, turn } = fitGroups(groups, width, room, 20)
        const wide = (row.length - groups.length) * step + (groups.length - 1) * turn + width
        expect(wide).toBeLessThanOrEqual(room + 0.01)
      }
    }
  })
})

it('puts the one who looks below, and the next seat to the left', () => {
  expect(place(0, 4).y).toBeCloseTo(1)
  expect(place(1, 4).x).toBeCloseTo(-1)
})

it('says everything in three languages', () => {
  expect(Object.keys(TABLES.fr)).toEqual(Object.keys(TABLES.en))
  expect(Object.keys(TABLES.de)).toEqual(Object.keys(TABLES.en))
})

it('knows its pack', () => {
  expect(texts('mu')).toHaveLength(50)
  expect(parse('mu', 'K9')).toEqual({ suit: 'black', value: 9 })
})
