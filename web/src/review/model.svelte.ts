/** The review of a seat: what is ready of it, and which decision is looked at. */
import { repeat } from '../repeat'
import { router } from '../router.svelte'
import { api, Problem } from '../wire/api'
import type { Decision, Moment, ReviewState } from '../wire/wire.gen'
import { gameWords, type GameWords } from '../words/game.svelte'
import { speech } from '../words/i18n.svelte'
import { PositionModel } from './position.svelte'
import { costliest, curveOf, digitsFor, neighbour, nextMistake, ownSlots } from './review'

const EVERY = 1000

export class ReviewModel {
  state = $state.raw<ReviewState | null>(null)
  decisions = $state.raw<readonly Decision[]>([])
  problem = $state('')
  /** The step of the decision that is looked at; -1: the costliest. */
  wanted = $state(-1)
  /** Whether one sees where everything lay. */
  open = $state(false)
  /** Somebody tries again: what was better is not told until they have chosen. */
  trying = $state(false)
  position = $state.raw<PositionModel | null>(null)

  readonly words: GameWords | null = $derived(this.state ? gameWords(this.state.game) : null)
  readonly running: boolean = $derived(this.state?.state === 'waiting' || this.state?.state === 'running')
  readonly done: boolean = $derived(this.state?.state === 'done')
  readonly digits: number = $derived(digitsFor(this.state?.spread ?? 15))
  readonly list: readonly Decision[] = $derived(costliest(this.decisions))
  readonly curve: readonly Moment[] = $derived(curveOf(this.decisions, this.state?.review?.curve ?? null))
  readonly chosen: Decision | null = $derived(this.decisions.find(({ step }) => step === this.wanted) ?? this.list[0] ?? this.decisions[0] ?? null)
  /** One's own cards lie face down, as in Luz. */
  readonly veiled: boolean = $derived(this.decisions.some((decision) => ownSlots(decision).length))
  /** Flags and truth are shown. */
  readonly told: boolean = $derived(!this.trying || this.position?.tried !== '')
  private stop = () => {}

  constructor(readonly match: string) {}

  get seat(): number {
    return this.state?.seat ?? 0
  }
  get names(): readonly string[] {
    return this.state?.names ?? []
  }
  get own(): boolean {
    return this.state !== null && this.state.you === this.state.seat
  }

  /** Look for the review, ask for it where there is none, and follow it until it is ready. */
  async start(seat: number | null): Promise<void> {
    this.stop()
    try {
      let found = await api.review(this.match, seat ?? 0, 0, false)
      if (seat === null && found.you > 0) found = await api.review(this.match, found.you, 0, false)
      if (found.state === 'none') found = await api.askForReview(this.match, found.seat)
      this.position ??= new PositionModel(this.match, found.seat)
      this.decisions = found.decisions
      this.state = found
      this.follow()
    } catch (error) {
      this.problem = speech.find(`refused.${error instanceof Problem ? error.why : ''}`, 'refused.other')
    }
  }

  async again(): Promise<void> {
    this.state = await api.askForReview(this.match, this.seat)
    this.follow()
  }

  leave(): void {
    this.stop()
  }

  look(decision: Decision | undefined): void {
    if (!decision) return
    this.trying = false
    router.replace(`#/review/${this.match}?seat=${this.seat}&decision=${decision.step}`)
  }
  move(way: -1 | 1): void {
    if (this.chosen) this.look(neighbour(this.decisions, this.chosen.step, way))
  }
  next(): void {
    if (this.chosen) this.look(nextMistake(this.list, this.chosen.step))
  }

  tryAgain(): void {
    if (this.position) this.position.tried = ''
    this.trying = true
  }

  /** Show where everything lay, or hide it; what was hidden has to be fetched. */
  async show(open: boolean): Promise<void> {
    this.open = open
    if (!this.state || !open) return
    const found = await api.review(this.match, this.seat, 0, true)
    this.decisions = found.decisions
  }

  private follow(): void {
    this.stop()
    if (this.running) this.stop = repeat(() => this.poll(), EVERY)
    else void this.unveil()
  }

  private async poll(): Promise<void> {
    const found = await api.review(this.match, this.seat, this.decisions.length, this.open)
    this.decisions = [...this.decisions, ...found.decisions]
    this.state = found
    await this.unveil()
    if (!this.running) this.stop()
  }

  /** Only one's own cards are hidden from oneself: where the others' lay may be seen at once. */
  private async unveil(): Promise<void> {
    if (!this.open && !this.veiled && this.decisions.some(({ belief }) => belief)) await this.show(true)
  }
}
