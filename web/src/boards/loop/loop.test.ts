import { describe, expect, it } from 'vitest'
import { parse, texts } from '../../cards/parse'
import type { Choice, Placed } from '../../table/board'
import { largerChoices, exactChoices, kindOf, selectAfterPress, readPawn } from './combos'

const hand: Placed[] = ['3', '4', '5', '5', '9'].map((text, index) => ({ key: `${index}`, card: { text }, zone: 'hand', seat: 0, index }))
const choice = (action: string): Choice => ({ action, label: action, cards: action === 'pass' ? [] : action.replace('flip+', '').split(',') })
const card = (index: number) => hand[index] as Placed
const keys = (cards: readonly Placed[]) => cards.map(({ key }) => key)

describe('pressing a card', () => {
  const follow = ['pass', '3,4,5', 'flip+9'].map(choice)
  const lead = ['3', '3,4', '3,4,5', '5', '5,5', '4,5', '4', '9'].map(choice)

  it('proposes the only combination with it', () => {
    expect(keys(selectAfterPress(follow, hand, [], card(1)))).toEqual(['0', '1', '2'])
    expect(exactChoices(follow, selectAfterPress(follow, hand, [], card(1))).map(({ action }) => action)).toEqual(['3,4,5'])
  })

  it('leaves the choice open where there are several', () => {
    expect(keys(selectAfterPress(lead, hand, [], card(0)))).toEqual(['0'])
    expect(largerChoices(lead, [card(0)]).map(({ action }) => action)).toEqual(['3,4', '3,4,5'])
  })

  it('takes the equal card that was pressed', () => {
    expect(keys(selectAfterPress(lead, hand, [card(2)], card(3)))).toEqual(['2', '3'])
    expect(keys(selectAfterPress(follow, hand, [], card(3)))).toContain('3')
  })

  it('starts again with what does not fit, and lets go of what is pressed again', () => {
    expect(keys(selectAfterPress(lead, hand, [card(0), card(1)], card(4)))).toEqual(['4'])
    expect(keys(selectAfterPress(lead, hand, [card(0), card(1)], card(1)))).toEqual(['0'])
  })
})

it('tells kinds apart', () => {
  expect(['7', '7 7', '7 8 9'].map((cards) => kindOf(cards.split(' ').map((text) => ({ text }))))).toEqual(['single', 'set', 'run'])
})

it('reads pawns', () => {
  expect(readPawn('B2:3')).toEqual({ board: 'B', column: 2, row: 3 })
})

it('knows its pack', () => {
  expect(texts('loop')).toHaveLength(13)
  expect(parse('loop', '13')).toEqual({ value: 13 })
  expect(parse('loop', 'R3')).toEqual({})
  expect(parse('loop', '14')).toEqual({})
})
