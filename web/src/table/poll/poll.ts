/** What several seats are asked at once, as far as this one is told: everything that a table knows of it. */
import type { Wish } from '../../wire/socket'
import type { Chair, Display } from '../../wire/wire.gen'

/** Where a poll gets everything from. */
interface Asked {
  readonly display: Display
  readonly you: number
  readonly chairs: readonly Chair[]
  ask(wish: Wish): unknown
}

export class Poll {
  constructor(private readonly source: Asked) {}

  /** Whether a seat is asked now. */
  asks(seat: number): boolean {
    return this.source.display.polled.includes(seat)
  }
  /** When silence is an answer, by the clock of this device; 0: nothing is asked. */
  get until(): number {
    const { polled, until } = this.source.display
    return polled.length > 0 ? until : 0
  }
  /** The time to answer stands still, because somebody reads what is asked. */
  get waits(): boolean {
    const { display, chairs, you } = this.source
    return display.polled.length > 0 && !display.until && chairs.some((chair, seat) => seat !== you && chair.name)
  }
  /** Your answer is in; it may be changed until all are counted. */
  get answered(): boolean {
    return this.source.display.answered
  }
  /** You answer nothing in this trick, whatever is asked. */
  get silent(): boolean {
    return this.source.display.hushed
  }
  staySilent(on: boolean): void {
    void this.source.ask({ type: 'hush', on })
  }
}

/** A display whose times are those of this device; `at` is the server's time now. */
export function inLocalTime(display: Display, at: number): Display {
  return display.until ? { ...display, until: display.until - at + Date.now() } : display
}
