import { describe, expect, it } from 'vitest'
import { GameWords } from '../words/game.svelte'
import { foundText, describeHappened } from './live.svelte'

const words = new GameWords('toy', 'en', { colours: { R: 'red', B: 'blue' }, names: { trick: 'Trick', last_trick: 'Last trick' } })

describe('who comes late', () => {
  it('is told what lies on the table', () => {
    const zones = [
      { name: 'last_trick', cards: [{ text: 'R1', seat: 1 }, { text: 'B3', seat: 0 }] },
      { name: 'trick', cards: [{ text: 'B2', seat: 0 }] },
    ]
    expect(foundText(words, zones, ['Ada', 'Bo'])).toMatch(/running.* Last trick: Bo red 1, Ada blue 3\. Trick: Ada blue 2\.$/)
  })

  it('is told that something has happened, where nothing lies there', () => {
    expect(foundText(words, [], ['Ada', 'Bo'])).toMatch(/running/)
  })
})

describe('a move', () => {
  it('is told with a word about a bot that had no time', () => {
    const chosen = { key: 'has_chosen', seat: 1 }
    expect(describeHappened(words, { ...chosen, by: 'bot' }, ['Ada', 'Bo'])).toBe('Bo has chosen.')
    expect(describeHappened(words, { ...chosen, by: 'hurried' }, ['Ada', 'Bo'])).toBe('Bo has chosen. (chosen quickly: the server is busy)')
    expect(describeHappened(words, { key: 'unknown', by: 'hurried' }, ['Ada', 'Bo'])).toBeNull()
  })
})
