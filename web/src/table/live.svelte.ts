/** One table as the server tells it. */
import { myself } from '../me.svelte'
import { server } from '../server.svelte'
import { changedRows, rowsOf, setupOf } from '../setup/setup'
import { pledge, receipt, reveal, Unfair, type Receipt, type Why } from '../wire/fairness'
import { Refusal, socketAddress, TableSocket, type Standing, type Wish } from '../wire/socket'
import { SPECTATOR, type Accepted, type AnyMessage, type Changed, type Display, type Ended, type Happened, type Heard, type Hinted, type Passage, type Refused, type Table } from '../wire/wire.gen'
import { gameWords, type GameWords } from '../words/game.svelte'
import { speech, t } from '../words/i18n.svelte'
import { joined, log, missed, type Entry, type Missed } from './log'
import { BoardModel, type Source } from './model.svelte'
import { seatNames } from './people'
import { inLocalTime } from './poll/poll'
import { Stage, type News } from './stage.svelte'
import { TableTalk } from './talk.svelte'

/** The last change of the position: what happened in it, and whether points were made. */
export interface Pulse {
  happened: readonly Happened[]
  scored: boolean
}

/** The last thing that was seen of a match, in this browser. */
const SEEN = 'atout.seen.'
/** In this tab: whoever has stood up there does not sit down again by itself. */
const STOOD = 'atout.stood.'

export class LiveTable implements Source {
  table = $state.raw<Table | null>(null)
  standing = $state<Standing>('connecting')
  ended = $state('')
  refusal = $state.raw<Refused | null>(null)
  /** Something that went wrong with the table itself, in words. */
  notice = $state('')
  pulse = $state.raw<Pulse>({ happened: [], scored: false })
  /** What a good player would do now: being thought about, or found. */
  hint = $state.raw<Hinted | 'thinking' | null>(null)
  /** What has happened while nobody looked, until somebody has seen it. */
  away = $state.raw<Missed | null>(null)
  waiting = $state(0)
  clockAt = $state(Date.now())
  /** What this browser wrote down before it revealed its part in the shuffle. */
  receipt = $state.raw<Receipt | null>(null)
  /** Something that others did and that concerns us, in words. */
  news = $state('')
  /** What a bot has played for us while it stands in, in words. */
  readonly playedForYou: readonly string[] = $derived.by(() => {
    const words = this.loadedWords
    if (!words || !this.table) return []
    const before = (this.table.missed ?? []).map((one) => words.action(one, this.names) ?? '')
    const since = this.playedSince.map((one) => (describeHappened(words, one, this.names) ?? '').replace(/\.$/, ''))
    return [...before, ...since].filter(Boolean)
  })
  private playedSince = $state.raw<readonly Happened[]>([])
  /** Why it reveals nothing. */
  unfair = $state<Why | ''>('')
  /** Be ready as soon as the table has come: nobody else has to agree. */
  quick = false
  readonly talk: TableTalk
  /** What the host has changed last, before the start: keys of rows. */
  rearranged = $state.raw<readonly string[]>([])

  private readonly socket: TableSocket
  /** What happened before this page came, what since, and what was said. */
  private past = $state.raw<readonly Passage[]>([])
  private since = $state.raw<readonly Passage[]>([])
  private gap = $state.raw<{ after: number; missed: Missed } | null>(null)
  private asked = false
  private status = ''
  private revealing = ''

  constructor(
    readonly match: string,
    invite = '',
  ) {
    this.talk = new TableTalk(match, (line) => this.isOwn(line))
    this.lastSeen = Number(localStorage.getItem(SEEN + match) ?? 0)
    this.socket = new TableSocket(socketAddress(match), invite, {
      message: (message) => this.onMessage(message),
      standing: (standing, why) => {
        if (standing === 'open' && this.standing === 'lost') {
          void server.refresh()
          this.stage.forget()
          this.asked = false
        }
        this.standing = standing
        this.ended = why
      },
    })
  }

  close(): void {
    this.stage.forget()
    this.socket.close()
  }

  readonly stage: Stage = new Stage(
    () => this.match,
    (news) => this.show(news),
    (on) => void this.hold(on),
  )
  private lastSeen: number

  readonly board = new BoardModel(this)

  get game(): string {
    return this.table?.game ?? ''
  }
  get words(): GameWords {
    return this.loadedWords as GameWords
  }
  readonly loadedWords: GameWords | null = $derived(this.table ? gameWords(this.table.game) : null)
  /** What lies on the table; at the end of a deal, what lay there then. */
  get display(): Display {
    return (this.stage.ended?.display ?? this.table?.display) as Display
  }
  get ending(): Ended | null {
    return this.stage.ended
  }
  /** By seat: what everything is worth now, where points come at the end. */
  readonly worth: readonly number[] = $derived.by(() => (this.table?.display ? this.board.facts('worth_now').map(({ value }) => Number(value)) : []))
  /** Everything that has happened and was said. */
  readonly entries: readonly Entry[] = $derived.by(() => {
    const { table } = this
    const rules = { lookup: table?.lookup ?? 'all', fading: table?.fading ?? [] }
    return log(joined(this.past, this.since), this.talk.lines, rules, this.gap)
  })
  readonly forced: ReadonlySet<string> = $derived.by(() => {
    const told = joined(this.past, this.since).flatMap(({ happened }) => happened)
    const last = told.findLast(({ trick }) => trick)
    const trick = told.filter((one) => one.deal === last?.deal && one.trick === last?.trick && one.by === 'forced')
    return new Set(trick.map(({ seat = -1, values }) => `${seat}/${values?.card ?? ''}`))
  })
  /** Who is still looking at how the deal before ended; the others wait for them. */
  readonly readers: readonly number[] = $derived((this.table?.reading ?? []).filter((seat) => seat !== this.table?.you))
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
  readonly over: boolean = $derived(['over', 'abandoned'].includes(this.table?.status ?? '') && !this.stage.ended)

  // What a person does

  async send(actions: readonly string[]): Promise<boolean> {
    this.refusal = null
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

  /** Whether somebody else is here who could say or hear something. */
  readonly hasCompany: boolean = $derived.by(() => !this.alone || (this.table?.watchers ?? 0) > 0 || this.talk.lines.length > 0)

  closeTalk(): void {
    this.talk.open = false
    document.querySelector<HTMLElement>('[data-talk]')?.focus()
  }

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
      case 'changed':
        this.stage.add(message)
        break
      case 'heard':
        this.talk.hear(message)
        break
      case 'recalled':
        this.talk.recall(message.words, message.more)
        break
      case 'reading':
        if (this.table) this.table = { ...this.table, reading: message.seats }
        break
      case 'history':
        this.learn(message.passages)
        break
      case 'hinted':
        if (this.hint) this.hint = message
        break
      case 'presence':
        if (!this.table) break
        this.table = {
          ...this.table,
          watchers: message.watchers,
          watching: message.watching,
          chairs: this.table.chairs.map((chair, seat) => ({ ...chair, here: message.here[seat] ?? false })),
        }
    }
  }

  private show(news: News): void {
    if (news.type === 'table') this.whole(news)
    else this.change(news)
    const happened = news.happened.filter(({ key, by }) => key !== 'removed' || by !== 'table') // which `announce` tells
    if (happened.length) this.since = [...this.since, { seq: news.seq, at: news.at, happened }]
    if (document.visibilityState === 'visible') this.see(news.seq)
  }

  private change(message: Changed): void {
    if (!this.table) return
    const chairs = this.table.chairs.map((chair, seat) => ({
      ...chair,
      clock: message.clocks[seat] ?? -1,
      running: message.running[seat] ?? false,
    }))
    const lines = message.lines ?? this.table.lines
    this.clockAt = Date.now()
    this.refusal = null
    this.hint = null
    this.tell(message.happened)
    this.table = { ...this.table, seq: message.seq, at: message.at, take_back: message.take_back ?? false, display: inLocalTime(message.display, message.at), chairs, lines }
    this.pulse = { happened: message.happened, scored: lines.length > 0 && message.lines !== null }
  }

  /** Remember what was seen last: what comes while nobody looks is told afterwards. */
  private see(seq: number): void {
    try {
      localStorage.setItem(SEEN + this.match, String(seq))
    } catch {
      // Then it is not told.
    }
  }

  /** Everything that has happened so far: what was missed is counted. */
  private learn(passages: readonly Passage[]): void {
    const known = this.past.length ? (joined(this.past, this.since).at(-1)?.seq ?? 0) : this.lastSeen
    this.past = passages
    const found = missed(passages.filter(({ seq }) => seq <= (this.table?.seq ?? 0)), known, this.you)
    if (known > 0 && found.moves > 0) {
      this.gap = { after: known, missed: found }
      this.away = found
    }
  }

  private async hold(on: boolean): Promise<void> {
    if (!this.table || this.table.you < 0 || this.table.status !== 'playing') return
    try {
      await this.socket.request({ type: 'hold', on })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error // the match has ended meanwhile
    }
  }

  private whole(table: Table): void {
    const first = this.table === null
    const [names, host, before] = [this.names, this.table?.host ?? table.host, this.table]
    this.clockAt = Date.now()
    this.hint = null
    this.table = { ...table, display: table.display && inLocalTime(table.display, table.at) }
    this.playedSince = []
    this.announce(table.happened, names, table.host && !host)
    this.compare(before, table)
    if (first) void this.sitDown(table)
    this.talk.learn(table.words)
    if (table.display && !this.asked) {
      this.asked = true
      void this.socket.request({ type: 'history' }).catch(() => {})
    }
    if (table.status === 'sealed') void this.answerSeal(table)
    else this.revealing = ''
    if (table.status !== this.status) void this.look(first && this.quick)
    this.status = table.status
  }

  /** Tell what others did at the table: who was removed, and that one is the host now. */
  private announce(happened: readonly Happened[], names: readonly string[], host: boolean): void {
    const gone = happened.filter(({ key, by }) => by === 'table' && (key === 'removed' || key === 'stand_in_removed'))
    const others = gone.filter(({ seat }) => seat !== this.you && !this.table?.removed)
    const told = others.map(({ seat }) => t('news.removed', { name: names[seat ?? -1] ?? '' }))
    if (host) told.push(t('news.host'))
    if (told.length) this.news = told.join(' ')
  }

  /** Tell what the position does not: that time was up, and what a bot plays for us. */
  private tell(happened: readonly Happened[]): void {
    const mine = happened.filter(({ seat, action }) => seat === this.you && action)
    if (mine.some(({ by }) => by === 'window') && !this.table?.display?.hushed) this.news = t('news.window')
    if (!this.table?.chairs[this.you]?.stand_in) return
    this.playedSince = [...this.playedSince, ...mine.filter(({ by }) => by === 'stand_in' || by === 'hurried')]
  }

  /** Let the time to answer wait while something is explained for the first time. */
  explain(on: boolean): void {
    void this.socket.request({ type: 'explain', on }).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error // nothing is asked any more
    })
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

  /** Tell what the host has set up anew. */
  private compare(before: Table | null, now: Table): void {
    if (before?.status !== 'open') return
    if (now.status !== 'open') {
      if (this.rearranged.length) this.news = ''
      this.rearranged = []
      return
    }
    const rows = changedRows(rowsOf(setupOf(before), this.loadedWords), rowsOf(setupOf(now), this.loadedWords))
    if (!rows.length) return
    this.rearranged = rows.map(({ key }) => key)
    if (!now.host) this.news = t('news.set_up', { what: speech.list(rows.map(({ name }) => name)) })
  }

  /** Whoever comes to a table that has not begun sits down on a free seat, and on the next if somebody was faster. */
  private async sitDown(table: Table): Promise<void> {
    const seats = table.status === 'open' && !table.host && !sessionStorage.getItem(STOOD + this.match) ? table.free : []
    for (const seat of seats) {
      try {
        await this.socket.request({ type: 'sit', seat })
        return
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        if (error.refused.why !== 'seat-is-taken') this.notice = this.refusalText(error.refused)
        if (error.refused.why !== 'seat-is-taken') return
      }
    }
  }

  /** Give the seat up before the start, and stay to watch. */
  async standUp(): Promise<void> {
    sessionStorage.setItem(STOOD + this.match, '1')
    await this.ask({ type: 'leave' })
  }

  isOwn(line: Heard): boolean {
    return line.seat >= 0 ? line.seat === this.you : line.name === myself.me?.name
  }
}

/** Something that happened, in words; null if the game has none for it. */
export function describeHappened(words: GameWords, happened: Happened, names: readonly string[]): string | null {
  if (happened.by === 'table') return speech.find(`log.${happened.key}`, 'log.other', { name: names[happened.seat ?? -1] ?? '' })
  const said = plainText(words, happened, names)
  if (!said) return said
  const why = words.won(happened.why, names)
  const by = happened.by === 'hurried' || happened.by === 'forced' || happened.by === 'stand_in' ? t(`log.by_${happened.by}`) : ''
  if (why) return `${said.replace(/\.$/, '')}${t('log.because', { why })}`
  return by ? said.replace(/\.?$/, ` ${by}.`) : said
}

function plainText(words: GameWords, happened: Happened, names: readonly string[]): string | null {
  const seat = names[happened.seat ?? -1] ?? ''
  if (happened.key === 'has_chosen') return t('log.has_chosen', { name: seat })
  const [card] = /[A-Z]\d+$/.exec(happened.action ?? '') ?? []
  return words.event({ ...happened, values: { ...(card ? { card } : {}), ...happened.values } }, names, seat)
}
