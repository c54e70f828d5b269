import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Refusal, TableSocket, type Standing } from './socket'

class FakeSocket {
  sent: string[] = []
  readyState = 1
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  constructor(
    readonly address: string,
    readonly protocols: string[],
  ) {}
  send(text: string) {
    this.sent.push(text)
  }
  close() {
    this.readyState = 3
  }
  say(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
  drop(code = 1006) {
    this.readyState = 3
    this.onclose?.({ code })
  }
}

describe('TableSocket', () => {
  let made: FakeSocket[]
  let standings: [Standing, string][]
  let socket: TableSocket

  beforeEach(() => {
    vi.useFakeTimers()
    made = []
    standings = []
    socket = new TableSocket(
      'ws://host/ws/m',
      'secret',
      { message: () => {}, standing: (...told) => standings.push(told) },
      (address, protocols) => {
        const fake = new FakeSocket(address, protocols)
        made.push(fake)
        return fake as unknown as WebSocket
      },
    )
  })
  afterEach(() => {
    socket.close()
    vi.useRealTimers()
  })

  it('names its protocol and its invite', () => {
    expect(made[0]?.protocols).toEqual(['atout.1', 'invite.secret'])
  })

  it('asks only when the table has come, and answers by number', async () => {
    const answer = socket.request({ type: 'leave' })
    expect(made[0]?.sent).toEqual([])
    made[0]?.say({ type: 'table' })
    expect(standings).toEqual([['open', '']])
    const asked = JSON.parse(made[0]?.sent[0] ?? '') as { re: number; id: string }
    expect(asked.id).not.toBe('')
    made[0]?.say({ type: 'accepted', re: asked.re, seq: 3, link: '' })
    await expect(answer).resolves.toMatchObject({ seq: 3 })
  })

  it('hands a refusal on', async () => {
    made[0]?.say({ type: 'table' })
    const answer = socket.request({ type: 'play', actions: ['R4'] })
    made[0]?.say({ type: 'refused', re: 1, code: 'illegal', why: 'follow', clause: 'LUZ-29' })
    await expect(answer).rejects.toBeInstanceOf(Refusal)
  })

  it('connects again and sends what was not answered, under the same id', () => {
    made[0]?.say({ type: 'table' })
    void socket.request({ type: 'play', actions: ['R4'] })
    made[0]?.drop()
    expect(standings.at(-1)).toEqual(['lost', ''])
    vi.advanceTimersByTime(1000)
    expect(made).toHaveLength(2)
    expect(made[1]?.sent).toEqual([])
    made[1]?.say({ type: 'table' })
    expect(made[1]?.sent).toEqual(made[0]?.sent)
  })

  it('waits longer and longer', () => {
    for (let round = 0; round < 8; round++) {
      made.at(-1)?.drop()
      vi.advanceTimersByTime(13_000)
    }
    const before = made.length
    made.at(-1)?.drop()
    vi.advanceTimersByTime(6_000)
    expect(made).toHaveLength(before)
    vi.advanceTimersByTime(8_000)
    expect(made).toHaveLength(before + 1)
  })

  it('stays away where it is not wanted', () => {
    made[0]?.drop(4403)
    expect(standings).toEqual([['ended', 'not-invited']])
    vi.advanceTimersByTime(60_000)
    expect(made).toHaveLength(1)
  })

  it('asks again after a while when it asked too often', () => {
    made[0]?.say({ type: 'table' })
    void socket.request({ type: 'refresh' })
    made[0]?.say({ type: 'refused', re: 1, code: 'limited', why: 'too-many-requests', retry: 500 })
    expect(made[0]?.sent).toHaveLength(1)
    vi.advanceTimersByTime(600)
    expect(made[0]?.sent).toHaveLength(2)
  })
})
