/** One step of a lesson: its position, what was tried there, and how the table looks meanwhile. */
import { settings, type Speed } from '../settings.svelte'
import { BoardModel, type Source } from '../table/model.svelte'
import { isTaking } from '../table/stage.svelte'
import { api, Problem, type LessonView } from '../wire/api'
import type { Display, Ended, Refused, Step } from '../wire/wire.gen'
import { gameWords, type GameWords } from '../words/game.svelte'
import { speech, t } from '../words/i18n.svelte'

/** How long a card is looked at before the next one comes, and a trick that was taken, in milliseconds. */
const PACE: Readonly<Record<Speed, number>> = { off: 150, quick: 400, usual: 750, slow: 1200 }
const TAKEN = 2
/** What has led to a position is seen in no more than this. */
const OPENING = 2400

/** A choice that was not the right one. */
export interface Tried {
  actions: readonly string[]
  /** It was legal, but not what was asked for. */
  legal: boolean
  reason: string
  clause: string
}

export class LessonModel implements Source {
  view = $state.raw<LessonView | null>(null)
  tried = $state.raw<Tried | null>(null)
  problem = $state('')
  /** The solution was asked for. */
  shown = $state(false)
  /** What is asked, where the game's own question is stood in for. */
  task = $state('')
  private at = $state(0)
  /** A choice is on its way. */
  waiting = $state(false)
  private choices: (readonly string[])[] = []
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    readonly game: string,
    readonly step: string,
  ) {}

  readonly last: number = $derived((this.view?.steps.length ?? 1) - 1)
  readonly now: Step | undefined = $derived(this.view?.steps[this.at])
  /** Everything that has happened is on the table. */
  readonly settled: boolean = $derived(this.view !== null && this.at === this.last)
  readonly done: boolean = $derived(this.settled && this.view?.done === true)
  readonly guided: boolean = $derived(this.view?.guided ?? false)
  readonly asked: boolean = $derived(this.settled && !this.done)
  readonly loadedWords: GameWords | null = $derived.by(() => gameWords(this.game))
  readonly hint = $derived(this.asked ? (this.view?.hint ?? null) : null)
  readonly lit: readonly string[] = $derived(this.view && !this.view.done ? this.view.lit : [])
  readonly board = new BoardModel(this)

  // The table

  readonly display: Display = $derived.by(() => {
    const display = this.now?.displays[0] as Display
    if (!this.asked) return { ...display, legal: [], actions: [] }
    return this.plain ? unmarked(display, this.you, this.words) : display
  })
  get words(): GameWords {
    return this.loadedWords as GameWords
  }
  get you(): number {
    return this.view?.seat ?? 0
  }
  readonly own = -1
  readonly names: readonly string[] = $derived.by(() => this.view?.names.map((name) => name || t('learn.you')) ?? [])
  get chairs() {
    return this.names.map(() => ({ here: true }))
  }
  get question(): string | undefined {
    return this.guided ? undefined : this.view?.done ? '' : this.task
  }
  /** Nothing tells which cards may be played: that is what is asked. */
  get plain(): boolean {
    return !this.guided
  }
  get ending(): Ended | null {
    return this.now?.ended ?? null
  }
  get busy(): boolean {
    return this.waiting || !this.asked
  }
  readonly refusal: Refused | null = $derived.by(() => {
    if (!this.tried) return null
    const { actions, reason, clause } = this.tried
    return { type: 'refused', re: 0, code: 'illegal', why: reason, clause, action: actions[0] ?? '' }
  })
  readonly clockAt = 0
  ask = () => {}

  // What a person does

  async open(): Promise<void> {
    await this.request([])
  }

  async send(actions: readonly string[]): Promise<boolean> {
    if (this.busy || !actions.length) return false
    this.tried = null
    return this.request([...this.choices, actions])
  }

  /** Play what would be right, card by card. */
  async showSolution(): Promise<void> {
    this.skip()
    if (this.done || this.waiting || !this.view) return
    const { solution, hint } = this.view
    this.shown = true
    this.board.unselect()
    await this.send(hint?.actions ?? solution)
  }

  /** Go on to something else; if that cannot be, say why. */
  async leave(way: () => Promise<void>): Promise<void> {
    try {
      await way()
    } catch (error) {
      this.fail(error)
    }
  }

  /** Begin this step again. */
  async again(): Promise<void> {
    this.tried = null
    this.shown = false
    await this.request([])
  }

  /** Show at once how everything has come out. */
  skip(): void {
    clearTimeout(this.timer)
    this.at = this.last
  }

  close(): void {
    clearTimeout(this.timer)
  }

  private async request(choices: readonly (readonly string[])[]): Promise<boolean> {
    this.waiting = true
    this.problem = ''
    try {
      const view = await api.lesson(this.game, this.step, choices)
      if (view.verdict === 'wrong' || view.verdict === 'refused') {
        const actions = choices.at(-1) ?? []
        this.tried = { actions, legal: view.verdict === 'wrong', reason: view.reason, clause: view.clause }
        return false
      }
      this.choices = [...choices]
      this.view = view
      this.at = 0
      this.run()
      return true
    } catch (error) {
      this.fail(error)
      return false
    } finally {
      this.waiting = false
    }
  }

  private fail(error: unknown): void {
    this.problem = speech.find(`refused.${error instanceof Problem ? error.why : ''}`, 'refused.other')
  }

  /** Show what has happened, one thing after the other. */
  private run(): void {
    clearTimeout(this.timer)
    if (this.at >= this.last) return
    const long = this.now?.happened.some(isTaking) ? TAKEN : 1
    const pace = this.choices.length ? PACE[settings.speed] : Math.min(PACE[settings.speed], OPENING / this.last)
    const delay = this.at === 0 ? PACE.off : long * pace
    this.timer = setTimeout(() => {
      this.at++
      this.run()
    }, delay)
  }
}

/** A display in which the own cards do not say what they count as. */
function unmarked(display: Display, you: number, words: GameWords): Display {
  const zones = display.zones.map((zone) =>
    zone.seat === you && zone.cards.some(({ action, barred }) => action ?? barred)
      ? { ...zone, cards: zone.cards.map((card) => (words.isCard(card.text) ? { ...card, mark: '' } : card)) }
      : zone,
  )
  return { ...display, zones }
}
