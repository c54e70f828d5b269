import type { Wish } from '../wire/socket'
import type { Card, Chair, Display, Fact, Phrase, Refused, Zone } from '../wire/wire.gen'
import type { GameWords } from '../words/game.svelte'
import { capital, speech, t } from '../words/i18n.svelte'
import { settings } from '../settings.svelte'
import type { BoardTable, Choice, Placed, SeatInfo } from './board'
import { labelled, seatColour } from './people'
import { Poll } from './poll/poll'

/** Where a board's model gets everything from: a live table, a replay or a lesson. */
export interface Source {
  readonly game: string
  readonly display: Display
  readonly words: GameWords
  readonly you: number
  /** The seat of whoever looks, where that is not the one they look from: in a replay. */
  readonly own?: number
  readonly names: readonly string[]
  readonly chairs: readonly Chair[]
  /** Local time at which the clocks of the chairs were right. */
  readonly clockAt: number
  readonly busy: boolean
  readonly refusal: Refused | null
  /** Who has played which card of the trick because no other was allowed: `seat/card`. */
  readonly forced?: ReadonlySet<string>
  /** How a deal ended, while that is shown: nobody is asked anything. */
  readonly ending?: unknown
  /** What is asked, where that is not the game's own question. */
  readonly question?: string | undefined
  /** Nothing tells which cards may be played. */
  readonly plain?: boolean
  send(actions: readonly string[]): Promise<boolean>
  ask(wish: Wish): unknown
}

export class BoardModel implements BoardTable {
  private keys = $state.raw<readonly string[]>([])
  /** The position in which the cards were selected: in another one they are not. */
  private keysFor = $state.raw('')

  readonly poll: Poll

  constructor(private readonly source: Source) {
    this.poll = new Poll(source)
  }

  get game() {
    return this.source.game
  }
  get display() {
    return this.source.display
  }
  get words() {
    return this.source.words
  }
  get you() {
    return this.source.you
  }
  get names() {
    return this.source.names
  }
  get refusal() {
    return this.source.refusal
  }

  readonly seats: readonly SeatInfo[] = $derived.by(() => {
    const { display, chairs, names, you, own = you, clockAt } = this.source
    return names.map((name, number) => {
      const chair = chairs[number] ?? {}
      return {
        number,
        name,
        label: labelled(name, number === own),
        level: chair.level ?? '',
        you: number === you,
        colour: seatColour(number),
        acting: display.owing.includes(number),
        here: Boolean(chair.here || chair.level),
        standIn: chair.stand_in ?? '',
        score: display.scores[number] ?? 0,
        clock: chair.clock ?? -1,
        clockAt,
        clockRuns: chair.running ?? false,
      }
    })
  })

  readonly around: readonly SeatInfo[] = $derived.by(() => {
    const first = Math.max(0, this.you)
    return this.seats.map((_, step) => this.seats[(first + step) % this.seats.length]).filter((seat) => seat !== undefined)
  })

  /** A bot plays for you: you are asked nothing. */
  readonly replaced: boolean = $derived.by(() => this.you >= 0 && Boolean(this.source.chairs[this.you]?.stand_in))
  readonly choosing: boolean = $derived.by(() => this.display.legal.length > 0 && this.you >= 0 && !this.source.busy && !this.replaced)
  readonly several: boolean = $derived(this.display.several && this.display.legal.length > 0)

  readonly prompt: string = $derived.by(() => {
    const { display, words, names } = this
    if (this.source.ending) return ''
    if (this.source.question !== undefined) return this.source.question
    if (this.replaced) return t('prompt.stand_in')
    if (this.poll.answered) return t('prompt.answered')
    if (display.legal.length && this.you >= 0)
      return words.prompt({ key: display.prompt, values: display.values }, names) ?? t('prompt.choose')
    const owing = display.owing.map((seat) => names[seat] ?? '')
    if (!owing.length) return words.find('phases', display.phase) ?? ''
    return owing.length === 1
      ? words.sentence('prompts', { key: 'wait' }, names, { seat: owing[0] ?? '' }) ?? t('prompt.wait', { name: owing[0] ?? '' })
      : t('prompt.wait', { name: speech.list(owing) })
  })

  private readonly placed: readonly Placed[] = $derived(
    this.display.zones.flatMap((zone, at, zones) =>
      zone.cards.map((card, index) => ({
        key: `${zone.name}/${zone.seat ?? -1}/${twins(zones.slice(0, at), zone)}/${index}/${card.text}`,
        card,
        zone: zone.name,
        seat: zone.seat ?? -1,
        index,
      })),
    ),
  )

  private readonly texts: ReadonlySet<string> = $derived(new Set(this.placed.map(({ card }) => card.text)))

  readonly choices: readonly Choice[] = $derived(
    this.display.legal.map((action, at) => {
      const phrase: Phrase = this.display.actions[at] ?? {}
      const label = this.words.action(phrase, this.names) ?? action
      const parts = Object.values(phrase.values ?? {}).flatMap((value) => value.split(/[ ,]+/))
      return { action, label: capital(label), cards: parts.filter((part) => this.texts.has(part)) }
    }),
  )

  /** Actions that pressing a card does: nothing else is about that card. */
  private readonly direct: ReadonlySet<string> = $derived.by(() => {
    const actions = new Set(this.placed.map(({ card }) => card.action).filter((action) => action !== undefined))
    if (this.several) return actions
    const about = new Map<string, Set<string>>()
    for (const choice of this.choices)
      for (const card of choice.cards) about.set(card, (about.get(card) ?? new Set()).add(choice.action))
    const crowded = (choice: Choice) => choice.cards.some((card) => [...(about.get(card) ?? [])].some((a) => !actions.has(a)))
    return new Set(this.choices.filter((choice) => actions.has(choice.action) && !crowded(choice)).map((c) => c.action))
  })

  /** Cards whose choices want buttons: selecting one narrows them down. */
  private readonly narrowing: ReadonlySet<string> = $derived(
    new Set(this.choices.filter((choice) => !this.direct.has(choice.action)).flatMap((choice) => choice.cards)),
  )

  readonly selected: readonly Placed[] = $derived(
    this.keysFor === this.moment ? this.placed.filter((placed) => this.keys.includes(placed.key)) : [],
  )

  readonly confirming: boolean = $derived(
    this.choosing && this.selected.length > 0 && (this.several || this.selected.every(({ card }) => this.direct.has(card.action ?? ''))),
  )

  readonly offered: readonly Choice[] = $derived.by(() => {
    if (!this.choosing) return []
    const loose = this.choices.filter((choice) => !this.direct.has(choice.action))
    if (this.several) return loose
    const wanted = this.selected.map(({ card }) => card.text)
    return wanted.length
      ? loose.filter((choice) => choice.cards.length === 0 || includesAll(choice.cards, wanted))
      : loose.filter((choice) => choice.cards.length === 0 || loose.length <= 4)
  })

  private readonly lively: ReadonlySet<string> = $derived(
    new Set(this.placed.filter((placed) => this.isPlayable(placed)).map((placed) => `${placed.zone}/${placed.seat}`)),
  )

  /** Some own card can be played; a contract that can be chosen does not make the hand idle. */
  private readonly mayPlayCard: boolean = $derived(
    this.placed.some((placed) => placed.seat === this.you && this.words.isCard(placed.card.text) && this.isPlayable(placed)),
  )

  /** What has to stay the same for a selection to make sense. */
  private get moment(): string {
    const { phase, legal, seat } = this.display
    return `${seat} ${phase} ${legal.join(' ')}`
  }

  zone(name: string, seat?: number): readonly Placed[] {
    return this.placed.filter((placed) => placed.zone === name && (seat === undefined || placed.seat === seat))
  }

  zones(name?: string): readonly Zone[] {
    return name === undefined ? this.display.zones : this.display.zones.filter((zone) => zone.name === name)
  }

  fact(name: string, seat = -1): string | null {
    return this.display.facts.find((fact) => fact.name === name && (fact.seat ?? -1) === seat)?.value ?? null
  }

  facts(name?: string): readonly Fact[] {
    return name === undefined ? this.display.facts : this.display.facts.filter((fact) => fact.name === name)
  }

  cardName({ card }: Placed): string {
    const who = card.seat === undefined || card.seat < 0 ? '' : this.names[card.seat]
    const why = card.mark?.endsWith('winning') ? this.words.won(this.display.won, this.names) : ''
    const forced = this.source.forced?.has(`${card.seat ?? -1}/${card.text}`) ? t('mark.forced') : ''
    return [this.words.card(card.text), card.mark ? this.words.name(card.mark) : '', why, forced, who].filter(Boolean).join(', ')
  }

  flag({ card }: Placed): string {
    const { mark = '', seat = -1, text } = card
    const forced = this.source.forced?.has(`${seat}/${text}`) ? t('mark.forced') : ''
    if (!mark.endsWith('winning')) return mark && mark !== 'monster' ? this.words.name(mark) : forced
    return this.words.won(this.display.won, this.names) || this.words.name('winning')
  }

  isSelected(placed: Placed): boolean {
    return this.selected.some(({ key }) => key === placed.key)
  }

  select(placed: Placed, on: boolean): void {
    const others = this.selected.map(({ key }) => key).filter((key) => key !== placed.key)
    this.keys = on ? [...others, placed.key] : others
    this.keysFor = this.moment
  }

  unselect(): void {
    this.keys = []
  }

  isPlayable(placed: Placed): boolean {
    const { card } = placed
    if (!this.choosing) return false
    if (this.several) return Boolean(card.action) || this.mayEnd(placed)
    return Boolean(card.action) || (this.narrowing.has(card.text) && this.mayJoin(card))
  }

  isIdle(placed: Placed): boolean {
    if (this.source.plain || this.isPlayable(placed)) return false
    // A hand may lie in several zones.
    const held = placed.seat === this.you && placed.card.barred !== undefined
    return held ? this.mayPlayCard : this.lively.has(`${placed.zone}/${placed.seat}`)
  }

  isRefused({ card }: Placed): boolean {
    return Boolean(this.refusal?.action) && this.refusal?.action === (card.barred ?? card.action)
  }

  press(placed: Placed): void {
    const { card } = placed
    const on = !this.isSelected(placed)
    if (this.choosing && this.several && (card.action || this.mayEnd(placed))) this.select(placed, on)
    else if (this.choosing && this.narrowing.has(card.text) && (!on || this.mayJoin(card))) this.select(placed, on)
    else if (this.choosing && this.narrowing.has(card.text)) this.selectOnly(placed)
    else if (this.choosing && card.action) {
      if (settings.confirm && on) this.selectOnly(placed)
      else void this.choose([card.action])
    } else if (card.barred && this.you >= 0 && !this.source.busy && !this.replaced) void this.choose([card.barred])
  }

  async choose(actions: readonly string[]): Promise<boolean> {
    const accepted = await this.source.send(actions)
    this.unselect()
    return accepted
  }

  confirm(): Promise<boolean> {
    const actions = this.selected.map(({ card }) => card.action ?? card.barred ?? '')
    return this.choose(actions.filter(Boolean))
  }

  private selectOnly(placed: Placed): void {
    this.keys = [placed.key]
    this.keysFor = this.moment
  }

  /**
   * Whether a card may be the last one of several. They are named in the order in which they lie, so none of the last
   * cards can be named first; but a card that lies before one that can be is barred for another reason.
   */
  private mayEnd({ card, zone, seat, index }: Placed): boolean {
    const named = this.zone(zone, seat).filter((other) => other.card.action)
    return card.barred !== undefined && named.length > 0 && named.every((other) => other.index < index)
  }

  /** Whether some choice is about a card together with those that are selected. */
  private mayJoin(card: Card): boolean {
    const wanted = [...this.selected.map((placed) => placed.card.text), card.text]
    return this.choices.some((choice) => !this.direct.has(choice.action) && includesAll(choice.cards, wanted))
  }
}

export function includesAll(cards: readonly string[], wanted: readonly string[]): boolean {
  const left = [...cards]
  return wanted.every((text) => {
    const at = left.indexOf(text)
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
}

/** How many zones of the same name and seat there are: columns that lie open, for example. */
function twins(zones: readonly Zone[], zone: Zone): number {
  return zones.filter((other) => other.name === zone.name && other.seat === zone.seat).length
}
