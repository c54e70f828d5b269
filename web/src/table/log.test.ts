import { describe, expect, it } from 'vitest'
import type { Passage } from '../wire/wire.gen'
import { joined, log, missed } from './log'

const card = (deal: number, trick: number, text: string, by = 'player') => ({ key: 'play', seat: 0, action: text, deal, trick, by })
const taken = (deal: number, trick: number) => ({ key: 'trick', seat: 1, deal, trick, why: { key: 'highest' } })
const passages: Passage[] = [
  { seq: 1, at: 10, happened: [{ key: 'bet', seat: 0, action: '3', deal: 1 }] },
  { seq: 2, at: 20, happened: [card(1, 1, 'R1'), taken(1, 1)] },
  { seq: 3, at: 30, happened: [card(1, 2, 'R2'), taken(1, 2)] },
  { seq: 4, at: 40, happened: [card(1, 3, 'R3', 'stand_in')] },
]
const cards = (entries: ReturnType<typeof log>) => entries.flatMap((entry) => ('happened' in entry && entry.happened.trick ? [entry.happened.action ?? 'taken'] : []))

describe('the log', () => {
  it('has deals and tricks as headings, and what was said where it was said', () => {
    const heard = { type: 'heard' as const, number: 1, at: 25, name: 'Bo', seat: 1, phrase: 'wow' }
    const kinds = log(passages, [heard], { lookup: 'all', fading: [] }).map((entry) => Object.keys(entry)[1])
    expect(kinds).toEqual(['deal', 'happened', 'trick', 'happened', 'happened', 'heard', 'trick', 'happened', 'happened', 'trick', 'happened'])
  })

  it('lists the cards of tricks only as long as they may be looked up', () => {
    expect(cards(log(passages, [], { lookup: 'all', fading: [] }))).toEqual(['R1', 'taken', 'R2', 'taken', 'R3'])
    expect(cards(log(passages, [], { lookup: 'last', fading: [] }))).toEqual(['taken', 'R2', 'taken', 'R3'])
    expect(cards(log(passages, [], { lookup: 'trick', fading: [] }))).toEqual(['taken', 'taken', 'R3'])
    expect(cards(log(passages.slice(0, 3), [], { lookup: 'trick', fading: [] }))).toEqual(['taken', 'R2', 'taken'])
  })

  it('does not say why a trick was taken whose cards are to be remembered', () => {
    const told = log(passages, [], { lookup: 'trick', fading: [] }).flatMap((entry) => ('happened' in entry ? [entry.happened.why?.key] : []))
    expect(told.filter(Boolean)).toEqual([])
  })

  it('lists what is left to memory only until the next decision', () => {
    const keys = (told: Passage[]) => log(told, [], { lookup: 'all', fading: ['pick', 'announced'] }).flatMap((entry) => ('happened' in entry ? [entry.happened.key] : []))
    const pick = (action: string) => ({ key: 'pick', seat: 0, action })
    const draft: Passage[] = [
      { seq: 1, at: 1, happened: [{ key: 'take', seat: 0, action: 'x' }] },
      { seq: 2, at: 2, happened: [pick('R1'), pick('R2'), { key: 'announced', seat: 1 }] },
    ]
    expect(keys(draft)).toEqual(['take', 'pick', 'announced'])
    expect(keys([...draft, { seq: 3, at: 3, happened: [pick('R3')] }])).toEqual(['take', 'pick'])
  })

  it('joins what comes live to what is known, and counts what was missed', () => {
    expect(joined(passages.slice(0, 3), passages.slice(1)).map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
    expect(missed(passages, 1, 0)).toEqual({ moves: 3, own: 1 })
  })
})
