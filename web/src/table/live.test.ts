import { describe, expect, it } from 'vitest'
import { GameWords } from '../words/game.svelte'
import { describeHappened } from './live.svelte'

const words = new GameWords('toy', 'en', {
  colours: { R: 'red', B: 'blue' },
  events: { play: '{seat} plays {card}.', trick: '{seat} takes the trick.' },
  won: { highest: '{value} is highest' },
})
const names = ['Ada', 'Bo']

describe('a move', () => {
  it('is told with a word about a bot that had no time', () => {
    const chosen = { key: 'has_chosen', seat: 1 }
    expect(describeHappened(words, { ...chosen, by: 'bot' }, names)).toBe('Bo has chosen.')
    expect(describeHappened(words, { ...chosen, by: 'hurried' }, names)).toBe('Bo has chosen (chosen quickly: the server is busy).')
    expect(describeHappened(words, { key: 'unknown', by: 'hurried' }, names)).toBeNull()
  })

  it('says that it was forced, and why a trick was taken', () => {
    expect(describeHappened(words, { key: 'play', seat: 0, values: { card: 'R4' }, by: 'forced' }, names)).toBe('Ada plays red 4 (the only card allowed).')
    expect(describeHappened(words, { key: 'trick', seat: 1, trick: 2, why: { key: 'highest', values: { value: '9' } } }, names)).toBe('Bo takes the trick: 9 is highest.')
  })

  it('may be none of the match', () => {
    expect(describeHappened(words, { key: 'took_back', seat: 0, by: 'table' }, names)).toBe('Ada took a decision back.')
  })
})
