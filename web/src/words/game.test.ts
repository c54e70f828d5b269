import { describe, expect, it } from 'vitest'
import { GameWords } from './game.svelte'

const words = new GameWords('toy', 'en', {
  title: 'Toy',
  colours: { R: 'red', B: 'blue' },
  names: { hand: 'Hand', up: 'Higher wins' },
  contracts: { last: 'the last trick' },
  events: { play: '{seat} plays {card}.', chosen: '{seat}: “{contract}”.', pair: '{seat} plays {cards}.' },
  news: { lay: '{seat} lays {card} before {owner}.' },
  score: { lost: 'Bids 2-3, × -5 = {points} [TOY-4]' },
  prompts: { follow: 'Led: {colour}.', team: 'With {one}?' },
})
const NAMES = ['Ada', 'Bo']

describe('GameWords', () => {
  it('names cards', () => {
    expect(words.card('R4')).toBe('red 4')
    expect(words.card('R?')).toBe('red, value hidden')
    expect(words.card('13')).toBe('13')
    expect(words.card('last')).toBe('the last trick')
  })

  it('fills values as the server means them', () => {
    expect(words.sentence('events', { key: 'play', values: { card: 'B7' } }, NAMES, { seat: 'Ada' })).toBe(
      'Ada plays blue 7.',
    )
    expect(words.sentence('prompts', { key: 'follow', values: { colour: 'R' } }, NAMES)).toBe('Led: red.')
    expect(words.sentence('prompts', { key: 'team', values: { one: '@1' } }, NAMES)).toBe('With Bo?')
    expect(words.sentence('events', { key: 'chosen', values: { contract: 'contracts:last' } }, NAMES, { seat: 'Bo' })).toBe(
      'Bo: “the last trick”.',
    )
    expect(words.sentence('events', { key: 'pair', values: { cards: '3,3' } }, NAMES, { seat: 'Bo' })).toBe(
      'Bo plays 3, 3.',
    )
    expect(words.event({ key: 'lay', values: { card: 'R2', letter: 'B' } }, NAMES, 'Ada')).toBe('Ada lays red 2 before Bo.')
    expect(words.sentence('events', { key: 'nothing' }, NAMES)).toBeNull()
  })

  it('writes a minus sign before numbers below zero', () => {
    expect(words.sentence('score', { key: 'lost', values: { points: '-40' } })).toBe('Bids 2-3, × −5 = −40 [TOY-4]')
  })

  it('says facts', () => {
    expect(words.fact('direction', 'up')).toBe('Higher wins')
    expect(words.fact('led', 'R')).toBe('red')
    expect(words.fact('letter', 'B')).toBe('B')
    expect(words.fact('passes_to', 'B', NAMES)).toBe('Bo')
  })
})
