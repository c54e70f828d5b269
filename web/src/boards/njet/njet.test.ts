import { describe, expect, it } from 'vitest'
import { parse, texts } from '../../cards/parse'
import type { BoardTable, Placed } from '../../table/board'
import { groupCards, moveSeat, outOf, splitOf, splits, type Split } from './njet'

const held = (text: string, mark = ''): Placed => ({ key: text, card: { text, mark }, zone: 'hand', seat: 0, index: 0 })

describe('the hand', () => {
  it('is held by suit: supertrumps, trumps, colours', () => {
    const cards = [held('R1'), held('K0', 'supertrump'), held('K4'), held('B2', 'trump'), held('Y7')]
    expect(groupCards(cards).map((group) => group.cards.map(({ card }) => card.text))).toEqual([['K0'], ['B2'], ['R1'], ['K4'], ['Y7']])
  })
})

describe('what may not be put away', () => {
  const named = (text: string): Placed => ({ ...held(text), card: { text, action: text } })
  const out = (cards: readonly Placed[], before = 'lay-2-no-0') => outOf(cards, before).map(({ card }) => card.text)

  it('is a 0 that looks as if it could be named last', () => {
    expect(out([held('R0'), named('R4'), named('B2'), held('B7'), held('Y0')])).toEqual(['Y0'])
    expect(out([named('R4'), held('Y0'), held('Y5')])).toEqual(['Y0'])
  })

  it('is nothing where a 0 may go, or must', () => {
    expect(out([named('R4'), held('Y0')], 'lay-2')).toEqual([])
    expect(out([named('R0'), named('R4'), held('Y0')])).toEqual([])
  })
})

describe('teams', () => {
  const offered = (...actions: string[]): Split[] =>
    splits({ choices: actions.map((action) => ({ action, label: '', cards: [] })) } as unknown as BoardTable)

  it('of four: the start player stays, a partner gives way to another', () => {
    const four = offered('team:AB', 'team:AC', 'team:AD')
    expect(moveSeat(four, [0], 2)).toEqual([0, 2])
    expect(moveSeat(four, [0, 2], 3)).toEqual([0, 3])
    expect(moveSeat(four, [0, 3], 0)).toEqual([0, 3])
    expect(splitOf(four, [0, 3])?.action).toBe('team:AD')
    expect(splitOf(four, [0])).toBeUndefined()
  })

  it('of five: the first of two holds the Monster', () => {
    const five = offered('team:BD', 'team:DB', 'team:BC', 'team:CB')
    expect(splitOf(five, [3, 1])?.action).toBe('team:DB')
    expect(splitOf(five, [1, 3])?.action).toBe('team:BD')
  })

  it('of three: one alone', () => {
    const three = offered('alone:A', 'alone:B', 'alone:C')
    expect(moveSeat(three, [1], 2)).toEqual([2])
    expect(splitOf(three, [2])?.action).toBe('alone:C')
  })
})

it('knows its pack', () => {
  expect(texts('njet')).toHaveLength(40)
  expect(parse('njet', 'K0')).toEqual({ suit: 'black', value: 0 })
  expect(parse('njet', '+')).toEqual({})
})
