import { describe, expect, it } from 'vitest'
import type { Placed } from './board'
import { isSortable, sortCards } from './sorting'

const hand = (...texts: string[]): Placed[] =>
  texts.map((text, index) => {
    const [name = '', mark] = text.split('/')
    return { key: text, card: { text: name, ...(mark ? { mark } : {}) }, zone: 'hand', seat: 0, index }
  })
const texts = (cards: readonly Placed[]) => cards.map(({ card }) => card.text).join(' ')

describe('a hand', () => {
  it('lies by suit: what is marked is a suit of its own, and the first', () => {
    expect(texts(sortCards(hand('R1', 'B2', 'R3/trump', 'R4', 'B5/trump'), 'suit'))).toBe('R3 B5 R1 R4 B2')
  })

  it('lies by value, equal ones in the order of the display', () => {
    expect(texts(sortCards(hand('R9', 'R10', 'B2', 'Y9', 'B0'), 'value'))).toBe('B0 B2 R9 Y9 R10')
  })

  it('stays as it is where values are hidden or there are no suits', () => {
    for (const cards of [hand('R?', 'B?'), hand('3', '12', '5'), hand('R1')]) {
      expect(isSortable(cards)).toBe(false)
      expect(sortCards(cards, 'value')).toEqual(cards)
    }
  })
})
