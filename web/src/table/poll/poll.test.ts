import { describe, expect, test } from 'vitest'
import type { Wish } from '../../wire/socket'
import type { Display } from '../../wire/wire.gen'
import { inLocalTime, Poll } from './poll'

function poll(change: Partial<Display>): { poll: Poll; asked: Wish[] } {
  const asked: Wish[] = []
  const display = { polled: [], until: 0, answered: false, hushed: false, ...change } as unknown as Display
  return { poll: new Poll({ display, you: 1, chairs: [], ask: (wish) => asked.push(wish) }), asked }
}

describe('a poll', () => {
  test('says who is asked, until when, and what you did', () => {
    const found = poll({ polled: [1, 3], until: 5000, answered: true }).poll
    expect([0, 1, 2, 3].map((seat) => found.asks(seat))).toEqual([false, true, false, true])
    expect([found.until, found.answered, found.silent]).toEqual([5000, true, false])
  })

  test('that is over has no end', () => {
    expect(poll({ until: 5000 }).poll.until).toBe(0)
  })

  test('lets you say nothing in a trick, and think better of it', () => {
    const { poll: found, asked } = poll({ polled: [1] })
    found.staySilent(true)
    found.staySilent(false)
    expect(asked).toEqual([
      { type: 'hush', on: true },
      { type: 'hush', on: false },
    ])
  })

  test('ends by the clock of this device', () => {
    const shown = { until: 9000 } as Display
    const left = inLocalTime(shown, 5000).until - Date.now()
    expect(Math.abs(left - 4000)).toBeLessThan(500)
    expect(inLocalTime({ until: 0 } as Display, 5000).until).toBe(0)
  })
})
