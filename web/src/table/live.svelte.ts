/** One table as the server tells it. */
import { server } from '../server.svelte'
import { pledge, receipt, reveal, Unfair, type Receipt, type Why } from '../wire/fairness'
import { Refusal, socketAddress, TableSocket, type Standing, type Wish } from '../wire/socket'
import { SPECTATOR, type Accepted, type AnyMessage, type Card, type Display, type Happened, type Heard, type Hinted, type Line, type Refused, type Table, type Zone } from '../wire/wire.gen'
import { gameWords, type GameWords } from '../words/game.svelte'
import { speech, t } from '../words/i18n.svelte'
import * as storedLog from './storedLog'
import { BoardModel, type Source } from './model.svelte'
import { seatNames } from './people'
import { inLocalTime } from './poll/poll'

/** Something that happened or was said, in the order in which we heard of it; or what lay there when we came. */
export type Entry = { id: number; happened: Happened } | { id: number; heard: Heard } | { id: number; found: readonly Zone[] }

/** The last change of the position: what happened in it, and whether points were made. */
export interface Pulse {
  happened: readonly Happened[]
  scored: boolean
}

const KEPT_ENTRIES = 200

export class LiveTable implements Source {
  table = $state.raw<Table | null>(null)
  entries = $state.raw<readonly Entry[]>([])
  standing = $state<Standing>('connecting')
  ended = $state('')
  refusal = $state.raw<Refused | null>(null)
  /** Something that went wrong with the table itself, in words. */
  notice = $state('')
  pulse = $state.raw<Pulse>({ happened: [], scored: false })
  /** What a good player would do now: being thought about, or found. */
  hint = $state.raw<Hinted | 'thinking' | null>(null)
  /** The points that were made last, until somebody has seen them. */
  fresh = $state.raw<readonly Line[]>([])
  waiting = $state(0)
  clockAt = $state(Date.now())
  /** What this browser wrote down before it revealed its part in the shuffle. */
  receipt = $state.raw<Receipt | null>(null)
  /** Why it reveals nothing. */
  unfair = $state<Why | ''>('')
  /** Be ready as soon as the table has come: nobody else has to agree. */
  quick = false

  private readonly socket: TableSocket
  private count: number
  private spoken: number
  private status = ''
  private revealing = ''

  constructor(
    readonly match: string,
    invite = '',
  ) {
    this.entries = storedLog.read(match)
    this.count = this.entries.at(-1)?.id ?? 0
    this.spoken = Math.max(0, ...this.entries.map((entry) => ('heard' in entry ? (entry.heard.number ?? 0) : 0)))
    this.socket = new TableSocket(socketAddress(match), invite, {
      message: (message) => this.onMessage(message),
      standing: (standing, why) => {
        if (standing === 'open' && this.standing === 'lost') void server.refresh()
        this.standing = standing
        this.ended = why
      },
    })
  }

  close(): void {
    this.socket.close()
  }

  readonly board = new BoardModel(this)

  get game(): string {
    return this.table?.game ?? ''
  }
  get words(): GameWords {
    return this.loadedWords as GameWords
  }
  readonly loadedWords: GameWords | null = $derived(this.table ? gameWords(this.table.game) : null)
  get display(): Display {
    return this.table?.display as Display
  }
  get you(): number {
    return this.table?.you ?? SPECTATOR
  }
  get chairs() {
    return this.table?.chairs ?? []
  }
  readonly names: readonly string[] = $derived(seatNames(this.table?.chairs ?? []))
  get busy(): boolean {
    return this.waiting > 0
  }
  readonly running: boolean = $derived(['playing', 'paused'].includes(this.table?.status ?? ''))
  readonly over: boolean = $derived(['over', 'abandoned'].includes(this.table?.status ?? ''))

  // What a person does

  async send(actions: readonly string[]): Promise<boolean> {
    this.refusal = null
    this.fresh = []
    this.waiting++
    try {
      await this.socket.request({ type: 'play', actions: [...actions], seq: this.table?.seq ?? 0 })
      return true
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.refusal = error.refused
      return false
    } finally {
      this.waiting--
    }
  }

  /** Whether everybody else is a bot: then there are hints. */
  readonly alone: boolean = $derived(
    this.table !== null && this.table.you >= 0 && this.table.chairs.every((chair, seat) => chair.level || seat === this.table?.you),
  )

  /** Ask what a good player would do; while it is shown, put it away. */
  async askForHint(): Promise<void> {
    const shown = this.hint !== null
    this.hint = null
    if (shown || !this.table?.display?.legal.length) return
    this.hint = 'thinking'
    if (!(await this.ask({ type: 'hint' }))) this.hint = null
  }

  /** Ask for something; a refusal is shown as a notice. */
  async ask(wish: Wish): Promise<Accepted | null> {
    this.notice = ''
    try {
      return await this.socket.request(wish)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.notice = this.refusalText(error.refused)
      return null
    }
  }

  async ready(on: boolean): Promise<void> {
    const table = this.table
    if (!table || table.you < 0) return
    this.unfair = ''
    const commitment = on ? await this.unlessUnfair(pledge(this.match, table)) : ''
    if (commitment !== null) await this.ask({ type: 'ready', commitment })
  }

  /** What the client's part in the shuffle comes to; null where it must not be played, and the page says why. */
  private async unlessUnfair<T>(part: Promise<T>): Promise<T | null> {
    try {
      return await part
    } catch (error) {
      if (!(error instanceof Unfair)) throw error
      this.unfair = error.why
      return null
    }
  }

  /** A refusal in words: of the game where it has a clause, ours otherwise. */
  refusalText(refused: Refused): string {
    return this.loadedWords?.refusal(refused.why) ?? speech.find(`refused.${refused.why}`, 'refused.other')
  }

  // What the server says

  private onMessage(message: Exclude<AnyMessage, Accepted | Refused>): void {
    switch (message.type) {
      case 'table':
        this.whole(message)
        break
      case 'changed': {
        if (!this.table) break
        const chairs = this.table.chairs.map((chair, seat) => ({
          ...chair,
          clock: message.clocks[seat] ?? -1,
          running: message.running[seat] ?? false,
        }))
        const lines = message.lines ?? this.table.lines
        this.clockAt = Date.now()
        this.refusal = null
        this.hint = null
        if (lines.length > this.table.lines.length) this.fresh = lines.slice(this.table.lines.length)
        this.table = { ...this.table, seq: message.seq, at: message.at, display: inLocalTime(message.display, message.at), chairs, lines }
        this.note(message.happened)
        this.pulse = { happened: message.happened, scored: lines.length > 0 && message.lines !== null }
        break
      }
      case 'heard':
        this.hear([message])
        break
      case 'hinted':
        if (this.hint) this.hint = message
        break
      case 'presence':
        if (!this.table) break
        this.table = {
          ...this.table,
          watchers: message.watchers,
          chairs: this.table.chairs.map((chair, seat) => ({ ...chair, here: message.here[seat] ?? false })),
        }
    }
  }

  private whole(table: Table): void {
    const first = this.table === null
    this.clockAt = Date.now()
    this.hint = null
    this.table = { ...table, display: table.display && inLocalTime(table.display, table.at) }
    if (first && table.display && this.running && !this.entries.some((entry) => 'happened' in entry)) this.arrive(table.display)
    this.note(table.happened)
    this.hear(table.words)
    if (table.status === 'sealed') void this.answerSeal(table)
    else this.revealing = ''
    if (table.status !== this.status) void this.look(first && this.quick)
    this.status = table.status
  }

  /** Look for a receipt; where there is none, nothing has been tried yet, and who is in a hurry is ready at once. */
  private async look(quick: boolean): Promise<void> {
    this.receipt = await receipt(this.match).catch(() => null)
    if (quick && !this.receipt && this.table?.status === 'open') await this.ready(true)
  }

  /** The start is sealed: keep the receipt and reveal, once for every list of commitments that we are shown. */
  private async answerSeal(table: Table): Promise<void> {
    const shown = JSON.stringify([table.you, table.fairness.digest, table.fairness.commitments])
    if (table.you < 0 || this.revealing === shown || table.chairs[table.you]?.revealed) return
    this.revealing = shown
    const bytes = await this.unlessUnfair(reveal(this.match, table))
    if (bytes === null) return
    this.receipt = await receipt(this.match)
    try {
      await this.socket.request({ type: 'reveal', bytes })
    } catch (error) {
      // Another tab was faster, or the time is up: the table that follows says how things stand.
      if (!(error instanceof Refusal) || error.refused.code !== 'stale') throw error
    }
  }

  /** Who comes late has missed what happened; what lies on the table tells of it. */
  private arrive({ zones }: Display): void {
    const tricks = zones.filter(({ name, cards }) => /^(last_)?trick$/.test(name) && cards.length > 0)
    this.add([{ id: ++this.count, found: tricks.toSorted((a, b) => a.name.localeCompare(b.name)) }])
  }

  private note(happened: readonly Happened[]): void {
    this.add(happened.map((one) => ({ id: ++this.count, happened: one })))
  }

  private hear(words: readonly Heard[]): void {
    const fresh = words.filter((heard) => heard.number > this.spoken)
    this.spoken = Math.max(this.spoken, ...fresh.map((heard) => heard.number))
    this.add(fresh.map((heard) => ({ id: ++this.count, heard })))
  }

  private add(entries: readonly Entry[]): void {
    if (!entries.length) return
    this.entries = [...this.entries, ...entries].slice(-KEPT_ENTRIES)
    storedLog.write(this.match, this.entries)
  }
}

/** What somebody found who came late, in words. */
export function foundText(words: GameWords, zones: readonly Zone[], names: readonly string[]): string {
  const card = ({ text, seat = -1 }: Card) => [names[seat], words.card(text)].filter(Boolean).join(' ')
  return [t('log.later'), ...zones.map(({ name, cards }) => `${words.name(name)}: ${cards.map(card).join(', ')}.`)].join(' ')
}

/** Something that happened, in words; null if the game has none for it. */
export function describeHappened(words: GameWords, happened: Happened, names: readonly string[]): string | null {
  const said = plainText(words, happened, names)
  return said && happened.by === 'hurried' ? `${said} ${t('log.hurried')}` : said
}

function plainText(words: GameWords, happened: Happened, names: readonly string[]): string | null {
  const seat = names[happened.seat ?? -1] ?? ''
  if (happened.key === 'has_chosen') return t('log.has_chosen', { name: seat })
  const [card] = /[A-Z]\d+$/.exec(happened.action ?? '') ?? []
  return words.event({ ...happened, values: { ...(card ? { card } : {}), ...happened.values } }, names, seat)
}
