import { describe, expect, it } from 'vitest'
import { parse, texts } from '../../cards/parse'
import type { Placed } from '../../table/board'
import { KINDS, slips, stalls } from './market'
import { saveNotes, readNotes, nextNote } from './notes'
import { TABLES } from './words'

const card = (text: string, index: number): Placed => ({ key: `offer/${index}`, card: { text }, zone: 'offer', seat: -1, index })

describe('the market', () => {
  it('keeps a place for every kind, also when all its copies are taken', () => {
    const found = stalls([card('last', 0), card('last', 1), card('no-red', 2)])
    expect(found).toHaveLength(KINDS.length)
    expect(found.find(({ kind }) => kind === 'last')?.copies).toHaveLength(2)
    expect(found.find(({ kind }) => kind === 'most')?.copies).toHaveLength(0)
  })

  it('also shows a kind it does not know', () => {
    expect(stalls([card('every-second', 0)]).at(-1)?.copies).toHaveLength(1)
  })
})

it('marks one copy of a chosen contract only', () => {
  expect(slips(['last', 'last', 'most'], ['no-red'], 'last').map(({ state }) => state)).toEqual(['chosen', 'open', 'open', 'fulfilled'])
})

describe('notes', () => {
  it('go from open to crossed to circled and back', () => {
    expect(nextNote('')).toBe('crossed')
    expect(nextNote(nextNote(''))).toBe('circled')
    expect(nextNote(nextNote(nextNote('')))).toBe('')
  })

  it('belong to a round', () => {
    saveNotes('1', { R: 'crossed' })
    expect(readNotes('1')).toEqual({ R: 'crossed' })
    expect(readNotes('2')).toEqual({})
  })
})

it('says everything in three languages', () => {
  expect(Object.keys(TABLES.fr)).toEqual(Object.keys(TABLES.en))
  expect(Object.keys(TABLES.de)).toEqual(Object.keys(TABLES.en))
})

it('knows its pack', () => {
  expect(texts('was_sticht')).toHaveLength(36)
  expect(parse('was_sticht', '7')).toEqual({})
})
