import { afterEach, describe, expect, it } from 'vitest'
import { duration, isAnimated, milliseconds } from './motion'

const root = document.documentElement

afterEach(() => root.style.removeProperty('--d-move'))

describe('durations', () => {
  it('are read as written, and as a build shortens them', () => {
    expect(milliseconds('220ms')).toBe(220)
    expect(milliseconds(' 1ms ')).toBe(1)
    expect(milliseconds('.22s')).toBeCloseTo(220)
    expect(milliseconds('0s')).toBe(0)
    expect(milliseconds('')).toBe(0)
  })

  it('come from the style of the page', () => {
    root.style.setProperty('--d-move', '.22s')
    expect(duration('move')).toBeCloseTo(220)
    expect(isAnimated()).toBe(true)
    root.style.setProperty('--d-move', '1ms')
    expect(isAnimated()).toBe(false)
  })

  it('are next to nothing where nobody set them', () => {
    expect(duration('deal')).toBe(1)
  })
})
