import { describe, expect, it } from 'vitest'
import { decisionsOf, tricksOf } from './tricks'

const play = (seat: number, trick: number, card: string) => ({ key: 'play', seat, trick, action: card, values: { card } })
const taken = (seat: number, trick: number) => ({ key: 'trick', seat, trick })

describe('the tricks of a replay', () => {
  const steps = [
    { happened: [] },
    { happened: [{ key: 'bet', seat: 0, action: '3' }] },
    { happened: [play(0, 1, 'R1')] },
    { happened: [play(1, 1, 'R2'), { key: 'monster_plays', values: { card: 'R6' } }, taken(1, 1)] },
    { happened: [{ key: 'exchange', seat: 1, trick: 2, action: 'B2>B7', values: { give: 'B2', take: 'B7' } }] },
    { happened: [{ key: 'play', seat: 1, trick: 2, action: '3+3', values: { cards: '3,3' } }] },
    { happened: [] },
  ]

  it('have their cards, who took them, and the step at which they are complete', () => {
    const found = tricksOf(steps)
    expect(found.map(({ number, at }) => [number, at])).toEqual([[1, 3], [2, 5]])
    expect(found[0]?.cards).toEqual([{ seat: 0, text: 'R1' }, { seat: 1, text: 'R2' }, { seat: -1, text: 'R6' }])
    expect(found.map(({ taken }) => taken?.seat)).toEqual([1, undefined])
    expect(found[1]?.cards.map(({ text }) => text)).toEqual(['3', '3'])
  })

  it('are none where none are played: then every decision is listed', () => {
    const lays = [{ happened: [] }, { happened: [{ key: 'lay', seat: 0, action: 'G5>A' }] }, { happened: [{ key: 'over' }] }]
    expect(tricksOf(lays)).toEqual([])
    expect(decisionsOf(lays).map(({ at }) => at)).toEqual([1])
  })
})
