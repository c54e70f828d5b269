/** What a review tells, made ready to be drawn. */
import type { Decision, Mark, Moment, Origin, SlotBelief } from '../wire/wire.gen'

/** Marks of decisions that cost points, the worst last. */
export const COSTLY: readonly Mark[] = ['doubtful', 'mistake', 'blunder']
/** So many have a number, in the list and on the curve. */
export const NUMBERED = 3
/** A deal of a game with a smaller spread is told with one digit after the point. */
const WHOLE_SPREAD = 5
/** By so much somebody's chance has to change at once to be called a turning point. */
const TURN = 0.15

export const digitsFor = (spread: number): number => (spread < WHOLE_SPREAD ? 1 : 0)
export const costOf = (decision: Decision): number => (COSTLY.includes(decision.mark) ? decision.loss : 0)

/** What the seat's own cards could have been, where it does not see them itself. */
export const ownSlots = ({ belief, seat }: Decision): SlotBelief[] => belief?.slots.filter((slot) => slot.seat === seat) ?? []

/** Those that cost points, the costliest first. */
export function costliest(decisions: readonly Decision[]): Decision[] {
  return decisions.filter(({ mark }) => COSTLY.includes(mark)).toSorted((one, other) => other.loss - one.loss || one.step - other.step)
}

/** Parts rounded so that they still add up to the sum: those with the largest rest are the first to be raised. */
export function roundParts(parts: readonly number[], sum: number, digits = 0): number[] {
  const scale = 10 ** digits
  const low = parts.map((part) => Math.floor(part * scale))
  let missing = Math.round(sum * scale) - low.reduce((total, part) => total + part, 0)
  const order = parts.map((part, at) => ({ at, rest: part * scale - (low[at] ?? 0) })).toSorted((one, other) => other.rest - one.rest || one.at - other.at)
  for (let turn = 0; missing !== 0 && order.length; turn++) {
    const way = Math.sign(missing)
    const at = (way > 0 ? order[turn % order.length] : order.at(-1 - (turn % order.length)))?.at ?? 0
    low[at] = (low[at] ?? 0) + way
    missing -= way
  }
  return low.map((part) => part / scale)
}

/** A bar of the waterfall: from where to where it reaches. */
export interface Bar {
  key: 'luck' | 'decisions' | 'gifts' | 'chance' | 'points'
  value: number
  from: number
  to: number
}

/** Where points came from, bar after bar, and at last the points themselves. */
export function waterfall({ luck, decisions, gifts, chance, points }: Origin, digits = 0): Bar[] {
  const keys = ['luck', 'decisions', 'gifts', 'chance'] as const
  const values = roundParts([luck, decisions, gifts, chance], points, digits)
  let height = 0
  const bars = keys.map((key, at): Bar => {
    const from = height
    height = Number((height + (values[at] ?? 0)).toFixed(digits))
    return { key, value: values[at] ?? 0, from, to: height }
  })
  return [...bars, { key: 'points', value: height, from: 0, to: height }]
}

/** The curve as far as it is known: until all is done, from the decisions that are ready. */
export function curveOf(decisions: readonly Decision[], done: readonly Moment[] | null): readonly Moment[] {
  if (done) return done
  return decisions.map(({ step, deal, after }) => ({ step: step + 1, deal, chances: after, own: true }))
}

/** A moment at which the chance of somebody else, or luck, turned the match. */
export interface Turn {
  at: number
  seat: number
  before: number
  after: number
}

/** The greatest jump of somebody else's chance between two moments, if there is one worth telling. */
export function turningPoint(curve: readonly Moment[], own: number): Turn | null {
  let found: Turn | null = null
  for (let at = 1; at < curve.length; at++) {
    const [last, now] = [curve[at - 1]?.chances ?? [], curve[at]?.chances ?? []]
    now.forEach((after, seat) => {
      const before = last[seat] ?? 0
      if (seat !== own && after - before > Math.max(TURN, found ? found.after - found.before : 0)) found = { at, seat, before, after }
    })
  }
  return found
}

/** The moment of the curve that a decision led to. */
export function momentOf(curve: readonly Moment[], decision: Decision): number {
  const found = curve.findIndex(({ step }) => step > decision.step)
  return found < 0 ? curve.length - 1 : found
}

/** The decision after (1) or before (-1) another in the match; at the ends, the same. */
export function neighbour(decisions: readonly Decision[], step: number, way: -1 | 1): Decision | undefined {
  const at = decisions.findIndex((decision) => decision.step === step)
  return decisions[Math.max(0, Math.min(decisions.length - 1, at + way))]
}

/** The next one in the list of the costliest, and after the last the first. */
export function nextMistake(list: readonly Decision[], step: number): Decision | undefined {
  return list[(list.findIndex((decision) => decision.step === step) + 1) % list.length]
}

/** Chances in percent that add up to 100. */
export const percents = (chances: readonly number[]): number[] => roundParts(chances, chances.reduce((sum, chance) => sum + chance, 0), 2).map((share) => Math.round(100 * share))
