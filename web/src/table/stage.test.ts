import { beforeEach, describe, expect, it, vi } from 'vitest'
import { settings } from '../settings.svelte'
import type { Changed, Display } from '../wire/wire.gen'
import { Stage } from './stage.svelte'

const display = (legal: string[] = []) => ({ seat: 0, legal }) as unknown as Display
const news = (seq: number, more: Partial<Changed> = {}) => ({ type: 'changed', seq, at: 0, happened: [], display: display(), clocks: [], running: [], lines: null, ended: null, ...more }) as Changed
const trick = { key: 'trick', seat: 1, deal: 1, trick: 3 }
const ended = { deal: 1, display: display(), results: [] }

function stage() {
  const [shown, held]: [number[], boolean[]] = [[], []]
  return { shown, held, stage: new Stage(() => 'm', ({ seq }) => shown.push(seq), (on) => held.push(on)) }
}

beforeEach(() => {
  vi.useFakeTimers()
  sessionStorage.clear()
  settings.set({ trick: 'normal' })
})

describe('a complete trick', () => {
  it('lies there for a while, and the next lead does not land on it', () => {
    const { shown, stage: one } = stage()
    one.add(news(1, { happened: [trick] }))
    one.add(news(2))
    expect(shown).toEqual([1])
    vi.advanceTimersByTime(2000)
    expect(shown).toEqual([1])
    vi.advanceTimersByTime(300)
    expect(shown).toEqual([1, 2])
  })

  it('does not keep whoever leads next from leading', () => {
    const { stage: one } = stage()
    one.add(news(1, { happened: [trick], display: display(['R1']) }))
    expect(one.resting).toBe(false)
  })

  it('lies there until it is tapped, if one likes, but not while your own clock runs', () => {
    settings.set({ trick: 'tapped' })
    const { shown, stage: one } = stage()
    one.add(news(1, { happened: [trick] }))
    one.add(news(2))
    vi.advanceTimersByTime(60_000)
    expect(shown).toEqual([1])
    one.goOn()
    expect(shown).toEqual([1, 2])
    one.add(news(3, { happened: [trick] }))
    one.add(news(4, { display: display(['R1']), running: [true] }))
    vi.advanceTimersByTime(2300)
    expect(shown).toEqual([1, 2, 3, 4])
  })

  it('is cleared away when there is only so much time for an answer', () => {
    settings.set({ trick: 'tapped' })
    const { shown, stage: one } = stage()
    one.add(news(1, { happened: [trick] }))
    one.add(news(2, { display: { ...display(['-']), until: 5000 } }))
    vi.advanceTimersByTime(2300)
    expect(shown).toEqual([1, 2])
  })
})

describe('the end of a deal', () => {
  it('is looked at until somebody goes on, once', () => {
    const { shown, held, stage: one } = stage()
    one.add(news(1, { happened: [trick], ended }))
    one.add(news(2))
    vi.advanceTimersByTime(600_000)
    expect([shown, held, one.ended?.deal]).toEqual([[1], [true], 1])
    one.goOn()
    expect([shown, held, one.ended]).toEqual([[1, 2], [true, false], null])
    one.add(news(3, { ended }))
    expect(one.ended).toBeNull()
  })

  it('is passed over when the match is given up', () => {
    const { shown, stage: one } = stage()
    one.add(news(1, { ended }))
    one.add({ type: 'table', seq: 2, status: 'abandoned', happened: [], display: display(), chairs: [] } as never)
    expect([shown, one.ended]).toEqual([[1, 2], null])
  })
})
