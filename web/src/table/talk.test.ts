import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Heard } from '../wire/wire.gen'
import { TableTalk } from './talk.svelte'

const line = (number: number, seat = 1): Heard => ({ type: 'heard', number, at: number, name: seat === 0 ? 'Ada' : 'Bo', seat, text: `line ${number}` })
const make = () => new TableTalk('m', ({ seat }) => seat === 0)

describe('talk', () => {
  beforeEach(() => {
    localStorage.clear()
    vi.useFakeTimers()
  })

  it('marks what others have said since one looked', () => {
    const talk = make()
    talk.learn([line(1), line(2)])
    expect(talk.unread).toBe(0)
    talk.hear(line(3))
    talk.hear(line(4, 0))
    expect(talk.unread).toBe(1)
    talk.markRead()
    expect(talk.unread).toBe(0)
  })

  it('still knows after a reload what was read', () => {
    const talk = make()
    talk.learn([line(1)])
    talk.hear(line(2))
    talk.markRead()
    const again = make()
    again.learn([line(1), line(2), line(3), line(4)])
    expect(again.unread).toBe(2)
  })

  it('shows the last thing that each has said for a while', () => {
    const talk = make()
    talk.learn([line(1)])
    expect(talk.bubbles).toEqual([])
    talk.hear(line(2))
    talk.hear(line(3))
    talk.hear(line(4, 0))
    expect(talk.bubbles.map(({ number }) => number)).toEqual([3, 4])
    vi.advanceTimersByTime(10_000)
    expect(talk.bubbles).toEqual([])
  })

  it('puts older lines before the others, each once', () => {
    const talk = make()
    talk.learn([line(5), line(6)])
    talk.recall([line(3), line(4), line(5)], true)
    expect(talk.lines.map(({ number }) => number)).toEqual([3, 4, 5, 6])
    expect([talk.first, talk.more]).toEqual([3, true])
  })
})
