/**
 * What is seen of what the server tells, one thing after the other: a complete trick lies there until it could be read,
 * and the end of a deal until somebody goes on. What comes meanwhile waits, so that nothing lands upon it.
 */
import { settings } from '../settings.svelte'
import type { Changed, Ended, Happened, Table } from '../wire/wire.gen'

export type News = Table | Changed

/** How long a complete trick lies there, in milliseconds. */
const REST = { short: 900, normal: 2200, tapped: 2200 } as const

const READ = 'atout.read.'

export class Stage {
  /** How a deal ended, while somebody looks at it. */
  ended = $state.raw<Ended | null>(null)
  /** A complete trick lies there. */
  resting = $state(false)
  private waiting: News[] = []
  private timer: ReturnType<typeof setTimeout> | undefined
  private since = 0
  private seen = false

  constructor(
    private readonly match: () => string,
    private readonly show: (news: News) => void,
    private readonly held: (on: boolean) => void,
  ) {}

  add(news: News): void {
    if (news.type === 'table' && !['playing', 'paused', 'over'].includes(news.status)) this.forget()
    if (this.ended || this.resting) {
      this.waiting.push(news)
      if (this.resting) this.rest()
    } else this.present(news)
  }

  /** Go on: the trick is cleared away, or the next deal begins. */
  goOn(): void {
    clearTimeout(this.timer)
    if (this.ended) {
      keep(this.match(), this.ended.deal)
      this.held(false)
    }
    this.ended = null
    this.resting = false
    while (!this.ended && !this.resting) {
      const next = this.waiting.shift()
      if (!next) break
      this.present(next)
    }
  }

  /** Show the newest at once: what was waiting has been overtaken. */
  forget(): void {
    clearTimeout(this.timer)
    this.waiting = []
    this.ended = null
    this.resting = false
  }

  private present(news: News): void {
    const first = news.type === 'table' && news.status === 'over' && !this.seen
    this.seen = true
    const { ended } = news
    if (ended && !first && kept(this.match()) !== ended.deal) {
      this.ended = ended
      if (!(news.type === 'table' && news.status === 'over')) this.held(true)
    }
    this.show(news)
    if (!this.ended && news.happened.some(isTaking) && !news.display?.legal.length) {
      this.resting = true
      this.since = Date.now()
      this.rest()
    }
  }

  /** Let a trick lie for a while; one that waits to be tapped goes too when a clock runs against whoever looks. */
  private rest(): void {
    clearTimeout(this.timer)
    const pressed = this.waiting.some((news) => news.display?.legal.length && runs(news))
    const left = this.since + REST[settings.trick] - Date.now()
    if (settings.trick !== 'tapped' || pressed) this.timer = setTimeout(() => this.goOn(), Math.max(0, left))
  }
}

/** Somebody has taken a trick: it belongs to one, and is nobody's action. */
export const isTaking = (one: Happened): boolean => Boolean(one.trick) && !one.action

function runs(news: News): boolean {
  const running = news.type === 'changed' ? news.running : news.chairs.map((chair) => chair.running ?? false)
  return (running[news.display?.seat ?? -1] ?? false) || (news.display?.until ?? 0) > 0
}

function keep(match: string, deal: number): void {
  try {
    sessionStorage.setItem(READ + match, String(deal))
  } catch {
    // It is seen again, that is all.
  }
}

function kept(match: string): number {
  return Number(sessionStorage.getItem(READ + match) ?? -1)
}
