/** A replay: where one is in it, and how the table looks there. */
import { router } from '../router.svelte'
import { BoardModel, type Source } from '../table/model.svelte'
import { api, Problem, type Replay } from '../wire/api'
import { SPECTATOR, type Display, type Ended, type Step, type Zone } from '../wire/wire.gen'
import { gameWords, type GameWords } from '../words/game.svelte'
import { speech } from '../words/i18n.svelte'
import { decisionsOf, tricksOf, type PastTrick } from './tricks'

const LAST = 'last'
const MOST_KEPT = 12
/** How many steps before the end of a deal the next one is fetched. */
const AHEAD = 4

/** A step of a deal, from a seat; no seat: one's own. */
interface Place {
  deal: number
  step: number | typeof LAST
  seat: number | null
}

export class ReplayModel implements Source {
  replay = $state.raw<Replay | null>(null)
  step = $state(0)
  problem = $state('')

  readonly last: number = $derived((this.replay?.steps.length ?? 1) - 1)
  readonly now: Step | undefined = $derived(this.replay?.steps[this.step])
  readonly tricks: readonly PastTrick[] = $derived(tricksOf(this.replay?.steps ?? []))
  readonly decisions = $derived(decisionsOf(this.replay?.steps ?? []))
  readonly loadedWords: GameWords | null = $derived(this.replay ? gameWords(this.replay.game) : null)
  /** The last step of the match. */
  readonly over: boolean = $derived(this.replay !== null && this.deal === this.replay.deals - 1 && this.step === this.last)
  readonly board = new BoardModel(this)
  private readonly kept = new Map<string, Promise<Replay>>()

  constructor(readonly match: string) {}

  // The table as it lay

  readonly display: Display = $derived.by(() => ({ ...mergeDisplays(this.now?.displays ?? []), legal: [], actions: [], answered: false }))
  get game(): string {
    return this.replay?.game ?? ''
  }
  get words(): GameWords {
    return this.loadedWords as GameWords
  }
  get you(): number {
    return Math.max(SPECTATOR, this.replay?.seat ?? SPECTATOR)
  }
  get own(): number {
    return this.replay?.you ?? -1
  }
  get names(): readonly string[] {
    return this.replay?.names ?? []
  }
  get chairs() {
    return this.names.map(() => ({ here: true }))
  }
  get ending(): Ended | null {
    return this.now?.ended ?? null
  }
  readonly clockAt = 0
  readonly busy = false
  readonly refusal = null
  send: Source['send'] = () => Promise.resolve(false)
  ask = () => {}

  // Where one is

  get deal(): number {
    return this.replay?.deal ?? 0
  }
  get seat(): number {
    return this.replay?.seat ?? SPECTATOR
  }

  /** Show what the address names; until it has come, what was shown before stays. */
  async show(query: URLSearchParams): Promise<void> {
    const wanted = placeIn(query)
    try {
      const found = await this.fetch(wanted)
      if (JSON.stringify(placeIn(router.place.query)) !== JSON.stringify(wanted)) return
      this.replay = found
      this.step = wanted.step === LAST ? this.last : Math.max(0, Math.min(wanted.step, this.last))
      this.problem = ''
      if (this.step > this.last - AHEAD && found.deal < found.deals - 1) void this.fetch({ ...wanted, deal: found.deal + 1 }).catch(() => {})
    } catch (error) {
      this.problem = speech.find(`refused.${error instanceof Problem ? error.why : ''}`, 'refused.other')
    }
  }

  go(to: Partial<Place>): void {
    const { deal, step, seat } = { deal: this.deal, step: this.step, seat: this.seat, ...to }
    router.replace(`#/replay/${this.match}?deal=${deal}&step=${step}&seat=${seat}`)
  }

  /** One step on, into the next deal too; false at the end of the match. */
  forward(): boolean {
    if (this.over) return false
    this.go(this.step < this.last ? { step: this.step + 1 } : { deal: this.deal + 1, step: 0 })
    return true
  }

  back(): void {
    if (this.step) this.go({ step: this.step - 1 })
    else if (this.deal) this.go({ deal: this.deal - 1, step: LAST })
  }

  /** To the trick before (-1) or the next (1), and over the ends of deals. */
  leap(way: -1 | 1): void {
    const stops = [0, ...(this.tricks.length ? this.tricks : this.decisions).map(({ at }) => at), this.last]
    const to = way > 0 ? stops.find((at) => at > this.step) : stops.findLast((at) => at < this.step)
    if (to !== undefined) this.go({ step: to })
    else if (way > 0) this.forward()
    else this.back()
  }

  protected fetch({ deal, seat }: Place): Promise<Replay> {
    const key = `${seat ?? 'own'}/${deal}`
    const known = this.kept.get(key)
    if (known) return known
    const asked = api.replay(this.match, seat, deal)
    this.kept.set(key, asked)
    asked.catch(() => this.kept.delete(key))
    for (const old of this.kept.keys()) if (this.kept.size > MOST_KEPT) this.kept.delete(old)
    return asked
  }
}

function placeIn(query: URLSearchParams): Place {
  const [step, seat] = [query.get('step'), query.get('seat')]
  return { deal: Number(query.get('deal') ?? 0), step: step === LAST ? LAST : Number(step ?? 0), seat: seat === null ? null : Number(seat) }
}

/** One display, or those of everybody put together: what lies before a seat is as those see it who see most of it. */
function mergeDisplays(displays: readonly Display[]): Display {
  const [first] = displays
  if (!first || displays.length === 1) return first as Display
  const hidden = (zones: readonly Zone[]) => zones.flatMap((zone) => zone.cards).filter(({ text }) => text.includes('?')).length
  const common = first.zones.filter((zone) => (zone.seat ?? -1) < 0)
  const own = displays.flatMap((display, seat) => {
    const names = new Set(display.zones.filter((zone) => zone.seat === seat).map((zone) => zone.name))
    return [...names].flatMap((name) =>
      [display, ...displays]
        .map(({ zones }) => zones.filter((zone) => zone.seat === seat && zone.name === name))
        .reduce((best, one) => (one.length === best.length && hidden(one) < hidden(best) ? one : best)),
    )
  })
  return { ...first, zones: [...common, ...own] }
}
