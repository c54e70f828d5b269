import { describe, expect, it } from 'vitest'
import { clockText, duration, unitOf } from './durations'

const HOUR = 3_600_000

describe('durations', () => {
  it('are said in all units that are needed', () => {
    expect(duration(90)).toBe('1 minute, 30 seconds')
    expect(duration(259_200)).toBe('3 days')
    expect(duration(0)).toBe('0 seconds')
  })

  it('a clock of three days begins at three days', () => {
    expect(clockText(72 * HOUR)).toBe('3d')
    expect(clockText(72 * HOUR - 1)).toBe('3d')
    expect(clockText(71 * HOUR)).toBe('2d 23h')
    expect(clockText(24 * HOUR)).toBe('1d')
    expect(clockText(23 * HOUR)).toBe('23h')
    expect(clockText(HOUR + 60_000)).toBe('1h 1m')
    expect(clockText(299_000)).toBe('4:59')
    expect(clockText(-5)).toBe('0:00')
  })

  it('are chosen in the largest unit that fits', () => {
    expect(unitOf(90, ['second', 'minute'])).toBe('second')
    expect(unitOf(120, ['second', 'minute'])).toBe('minute')
    expect(unitOf(0, ['second', 'minute'])).toBe('second')
  })
})
