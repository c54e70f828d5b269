import { describe, expect, it } from 'vitest'
import type { Decision, Mark, Moment } from '../wire/wire.gen'
import { costliest, costOf, curveOf, digitsFor, momentOf, neighbour, nextMistake, percents, roundParts, turningPoint, waterfall } from './review'

function decide(step: number, mark: Mark, loss: number, after: number[] = [0.5, 0.5]): Decision {
  const rest = { deal: 1, seat: 0, phase: 'tricks', chosen: 'a', best: 'b', rival: 'b', points: 0, low: 0, high: 0, chance: 0, chance_loss: 0 }
  return { ...rest, step, mark, loss, before: after, after, above_advice: 0, worlds: 9, exact: false, alternatives: [], belief: null, why: null }
}
const moment = (step: number, chances: number[]): Moment => ({ step, deal: 1, chances, own: true })
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)

describe('rounding', () => {
  it.each([
    [[30.6, -23.4, 18.4, 9.4], 35],
    [[0.5, 0.5, 0.5, 0.5], 2],
    [[-0.4, -0.4, -0.4, -0.8], -2],
    [[7.448, -5.904, 11.75, -5.295], 8],
  ])('%j adds up to %i', (parts, points) => {
    const rounded = roundParts(parts, points)
    expect(sum(rounded)).toBe(points)
    rounded.forEach((part, at) => expect(Math.abs(part - (parts[at] ?? 0))).toBeLessThanOrEqual(1))
    expect(rounded.every(Number.isInteger)).toBe(true)
  })
  it('keeps one digit where points are few', () => {
    expect(digitsFor(1.2)).toBe(1)
    expect(digitsFor(15)).toBe(0)
    expect(Number(sum(roundParts([0.44, 0.44, 0.12, 0], 1, 1)).toFixed(1))).toBe(1)
  })
  it('makes chances of a hundred percent', () => {
    expect(percents([1 / 3, 1 / 3, 1 / 3])).toEqual([34, 33, 33])
    expect(sum(percents([0.505, 0.255, 0.145, 0.095]))).toBe(100)
  })
})

it('draws bars that hang together', () => {
  const bars = waterfall({ deal: 0, points: 35, luck: 30.6, decisions: -23.4, gifts: 18.4, chance: 9.4 })
  expect(bars.map(({ key }) => key)).toEqual(['luck', 'decisions', 'gifts', 'chance', 'points'])
  bars.slice(1, 4).forEach((bar, at) => expect(bar.from).toBe(bars[at]?.to))
  for (const { from, to, value, key } of bars) expect(to - from).toBe(key === 'points' ? 35 : value)
  expect(bars.at(-1)).toEqual({ key: 'points', value: 35, from: 0, to: 35 })
})

describe('selection', () => {
  const all = [decide(3, 'doubtful', 2), decide(7, 'toss-up', 9), decide(9, 'blunder', 8), decide(12, 'best', -1), decide(15, 'mistake', 4)]
  const list = costliest(all)
  it('lists what cost points, the costliest first', () => {
    expect(list.map(({ step }) => step)).toEqual([9, 15, 3])
    expect(all.map(costOf)).toEqual([2, 0, 8, 0, 4])
  })
  it('goes from mistake to mistake, and round', () => {
    expect(nextMistake(list, 9)?.step).toBe(15)
    expect(nextMistake(list, 3)?.step).toBe(9)
    expect(nextMistake(list, 7)?.step).toBe(9)
    expect(nextMistake([], 3)).toBeUndefined()
  })
  it('goes along the match, and no further', () => {
    expect(neighbour(all, 7, 1)?.step).toBe(9)
    expect(neighbour(all, 7, -1)?.step).toBe(3)
    expect(neighbour(all, 3, -1)?.step).toBe(3)
    expect(neighbour(all, 15, 1)?.step).toBe(15)
  })
})

describe('the curve', () => {
  const curve = [moment(0, [0.5, 0.5]), moment(4, [0.4, 0.6]), moment(10, [0.1, 0.9]), moment(20, [0, 1])]
  it('is made of the decisions until all is done', () => {
    expect(curveOf([decide(3, 'good', 1, [0.3, 0.7])], null)).toEqual([moment(4, [0.3, 0.7])])
    expect(curveOf([], curve)).toBe(curve)
  })
  it('has the moment to which a decision led', () => {
    expect(momentOf(curve, decide(3, 'good', 1))).toBe(1)
    expect(momentOf(curve, decide(9, 'good', 1))).toBe(2)
    expect(momentOf(curve, decide(99, 'good', 1))).toBe(3)
  })
  it('turns where the chance of somebody else leaps', () => {
    expect(turningPoint(curve, 0)).toMatchObject({ at: 2, seat: 1 })
    expect(turningPoint(curve, 1)).toBeNull()
    expect(turningPoint(curve.slice(0, 2), 0)).toBeNull()
  })
})
