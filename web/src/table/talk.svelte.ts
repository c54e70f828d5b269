/** What is said at a table: the lines that are known, which of them are new, and what is shown at the seats for a while. */
import { settings } from '../settings.svelte'
import type { Heard } from '../wire/wire.gen'
import { speech } from '../words/i18n.svelte'

const SHOWN_MS = 6_000
const LETTER_MS = 40
const WITH_THE_TABLE = 20
/** The last line that was read, in this browser. */
const HEARD = 'atout.heard.'

/** A phrase in the reader's language, or what somebody wrote. */
export const wordsOf = ({ phrase, text }: Heard): string => (phrase ? speech.find(`phrase.${phrase}`, 'phrase.hello') : (text ?? ''))

export class TableTalk {
  lines = $state.raw<readonly Heard[]>([])
  /** Older lines can be asked for. */
  more = $state(false)
  /** The panel beside the table is open. */
  open = $state(false)
  /** What was said just now. */
  bubbles = $state.raw<readonly Heard[]>([])
  private read = $state(-1)
  readonly unread: number = $derived.by(() => (settings.mute ? 0 : this.lines.filter((line) => this.isNew(line)).length))

  constructor(
    private readonly match: string,
    private readonly isOwn: (line: Heard) => boolean,
  ) {
    const kept = localStorage.getItem(HEARD + match)
    if (kept !== null) this.read = Number(kept)
  }

  isNew(line: Heard, read = this.read): boolean {
    return line.number > read && !this.isOwn(line)
  }

  /** Up to which line everything has been read. */
  get readTo(): number {
    return this.read
  }

  /** What the table says was said last. Whoever comes for the first time has missed nothing. */
  learn(words: readonly Heard[]): void {
    if (!this.lines.length) this.more = words.length >= WITH_THE_TABLE
    this.add(words)
    if (this.read < 0) this.remember(this.last)
  }

  /** Somebody says something now. */
  hear(line: Heard): void {
    if (!this.add([line])) return
    this.bubbles = [...this.bubbles.filter(({ seat, name }) => seat !== line.seat || name !== line.name), line]
    setTimeout(() => (this.bubbles = this.bubbles.filter(({ number }) => number !== line.number)), SHOWN_MS + LETTER_MS * wordsOf(line).length)
  }

  recall(words: readonly Heard[], more: boolean): void {
    this.add(words)
    this.more = more
  }

  /** Remember that everything was read. */
  markRead(): void {
    if (this.read < this.last) this.remember(this.last)
  }

  private remember(read: number): void {
    this.read = read
    try {
      localStorage.setItem(HEARD + this.match, String(this.read))
    } catch {
      // Then it is marked again.
    }
  }

  get first(): number {
    return this.lines[0]?.number ?? 0
  }

  get last(): number {
    return this.lines.at(-1)?.number ?? 0
  }

  private add(words: readonly Heard[]): boolean {
    const known = new Set(this.lines.map(({ number }) => number))
    const fresh = words.filter(({ number }) => !known.has(number))
    if (fresh.length) this.lines = [...this.lines, ...fresh].toSorted((a, b) => a.number - b.number)
    return fresh.length > 0
  }
}
