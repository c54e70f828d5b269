import { CLOSE, INVITE, PROTOCOL, type Accepted, type AnyMessage, type AnyRequest, type Refused } from './wire.gen'

/** How a connection stands. `lost`: we try again by ourselves; `ended`: the server does not want us, `why` says why. */
export type Standing = 'connecting' | 'open' | 'lost' | 'ended'

/** A request as the page makes it: the socket adds the numbers. */
export type Wish = AnyRequest extends infer R ? (R extends AnyRequest ? Omit<R, 're' | 'id'> : never) : never

/** The server's no to a request. */
export class Refusal extends Error {
  constructor(readonly refused: Refused) {
    super(refused.why)
  }
}

export interface Listener {
  message(message: Exclude<AnyMessage, Accepted | Refused>): void
  standing(standing: Standing, why: string): void
}

interface Waiting {
  text: string
  done(answer: Accepted): void
  failed(refusal: Refusal): void
}

const FIRST_WAIT = 300
const LONGEST_WAIT = 10_000
/** How often we look, after how much silence we ask whether the server is there, and how long it has to answer. */
const LOOK = 1000
const SILENCE = 4000
const PATIENCE = 4000
const ENDINGS = Object.values(CLOSE).filter((ending) => ending.code !== CLOSE.AGAIN_LATER.code)

/**
 * One table over one WebSocket. A request that was not answered is sent again after reconnecting, under the same id,
 * so that nothing is carried out twice and nothing is lost. A connection that is dead without an error is noticed within
 * ten seconds: by silence, and a question that is not answered.
 */
export class TableSocket {
  private socket: WebSocket | null = null
  private readonly waiting = new Map<number, Waiting>()
  private number = 0
  private attempts = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private greeted = false
  private readonly heartbeat: ReturnType<typeof setInterval>
  private heardAt = Date.now()
  private askedAt = 0
  private closed = false

  constructor(
    private readonly address: string,
    private readonly invite: string,
    private readonly listener: Listener,
    private readonly open: (address: string, protocols: string[]) => WebSocket = (a, p) => new WebSocket(a, p),
  ) {
    this.connect()
    this.heartbeat = setInterval(this.look, LOOK)
    globalThis.addEventListener?.('online', this.hurry)
    globalThis.document?.addEventListener('visibilitychange', this.look)
  }

  request(wish: Wish): Promise<Accepted> {
    const re = ++this.number
    const text = JSON.stringify({ ...wish, re, id: crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}-${re}` })
    return new Promise((done, failed) => {
      this.waiting.set(re, { text, done, failed })
      if (this.greeted) this.socket?.send(text)
    })
  }

  close(): void {
    this.closed = true
    clearTimeout(this.timer)
    clearInterval(this.heartbeat)
    globalThis.removeEventListener?.('online', this.hurry)
    globalThis.document?.removeEventListener('visibilitychange', this.look)
    this.socket?.close()
    this.waiting.clear()
  }

  private connect(): void {
    this.greeted = false
    this.heardAt = this.askedAt = Date.now()
    const socket = this.open(this.address, this.invite ? [PROTOCOL, INVITE + this.invite] : [PROTOCOL])
    this.socket = socket
    socket.onmessage = (event) => {
      this.heardAt = Date.now()
      this.onMessage(JSON.parse(event.data as string) as AnyMessage)
    }
    socket.onclose = (event) => this.onClose(event.code)
  }

  private onMessage(message: AnyMessage): void {
    switch (message.type) {
      case 'accepted':
        this.takeRequest(message.re)?.done(message)
        break
      case 'refused':
        if (message.code === 'limited') this.retry(message)
        else this.takeRequest(message.re)?.failed(new Refusal(message))
        break
      default:
        this.listener.message(message)
        if (message.type === 'table' && !this.greeted) this.greet()
    }
  }

  /** The first table has come: everything is in order again, and what was not answered is asked again. */
  private greet(): void {
    this.greeted = true
    this.attempts = 0
    this.listener.standing('open', '')
    for (const { text } of this.waiting.values()) this.socket?.send(text)
  }

  private takeRequest(re: number): Waiting | undefined {
    const found = this.waiting.get(re)
    this.waiting.delete(re)
    return found
  }

  private retry(refused: Refused): void {
    const asked = this.waiting.get(refused.re)
    if (asked) setTimeout(() => this.greeted && this.socket?.send(asked.text), (refused.retry ?? 0) + 20)
  }

  private onClose(code: number): void {
    if (this.closed) return
    this.greeted = false
    if (this.socket) this.socket.onclose = null
    const ending = ENDINGS.find((known) => known.code === code)
    if (ending) {
      this.listener.standing('ended', ending.why)
      return
    }
    this.listener.standing('lost', '')
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.attempts++)
    this.timer = setTimeout(() => this.connect(), wait * (0.7 + 0.6 * Math.random()))
  }

  /** Ask whether the server is there when it has said nothing for a while; give up what does not answer. */
  private readonly look = (): void => {
    const { socket } = this
    if (!socket || this.closed || !socket.onclose) return
    const now = Date.now()
    const unanswered = this.askedAt >= this.heardAt
    if (unanswered && now - this.askedAt > PATIENCE) {
      socket.onmessage = socket.onclose = null
      socket.close()
      this.onClose(0)
    } else if (!unanswered && this.greeted && now - this.heardAt > SILENCE) {
      this.askedAt = now
      socket.send(JSON.stringify({ type: 'ping', re: ++this.number }))
    }
  }

  private readonly hurry = (): void => {
    if (this.socket?.readyState !== WebSocket.CLOSED) return
    clearTimeout(this.timer)
    this.connect()
  }
}

export function socketAddress(match: string): string {
  const address = new URL(`ws/${match}`, document.baseURI)
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
  address.hash = ''
  return address.href
}
