import { afterEach, describe, expect, it, vi } from 'vitest'
import { settings } from '../settings.svelte'
import { notify } from './notice'
import { sound, soundOf } from './sound'

describe('what is heard', () => {
  it('is the one thing that matters most', () => {
    expect(soundOf(['play'], false, false)).toBe('card')
    expect(soundOf(['play', 'trick'], false, false)).toBe('trick')
    expect(soundOf(['play', 'trick'], false, true)).toBe('turn')
    expect(soundOf(['play', 'trick'], true, true)).toBe('deal')
    expect(soundOf([], false, false)).toBeNull()
  })
})

/** As much of an audio context as the sounds need. */
class Context {
  static made = 0
  state = 'running'
  currentTime = 0
  destination = {}
  constructor() {
    Context.made++
  }
  resume = () => Promise.resolve()
}
const started = vi.fn()
class Node {
  gain = { setValueAtTime: vi.fn(), linearRampToValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() }
  frequency = { exponentialRampToValueAtTime: vi.fn() }
  start = started
  stop = vi.fn()
  connect = (next: unknown) => next
}

describe('sounds', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
    settings.set({ sound: true })
  })

  it('wait for a touch, and can be switched off', () => {
    vi.stubGlobal('AudioContext', Context)
    vi.stubGlobal('OscillatorNode', Node)
    vi.stubGlobal('GainNode', Node)
    const sleep = sound.wake()
    sound.play('card')
    expect([Context.made, started.mock.calls.length]).toEqual([0, 0])
    dispatchEvent(new Event('pointerdown'))
    sound.play('card')
    sound.play('turn')
    expect([Context.made, started.mock.calls.length]).toEqual([1, 3])
    settings.set({ sound: false })
    sound.play('card')
    expect(started).toHaveBeenCalledTimes(3)
    sleep()
  })
})

describe('a notice', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('is shown only while the page is hidden, and taken back', () => {
    const shown: string[] = []
    const closed = vi.fn()
    class Notice {
      static permission = 'granted'
      close = closed
      constructor(title: string) {
        shown.push(title)
      }
    }
    vi.stubGlobal('Notification', Notice)
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(false)
    notify('Your turn', '')()
    expect(shown).toEqual([])
    hidden.mockReturnValue(true)
    notify('Your turn', '')()
    expect(shown).toEqual(['Your turn'])
    expect(closed).toHaveBeenCalledOnce()
    hidden.mockRestore()
  })
})
