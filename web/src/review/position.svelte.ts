/** A position of a match as a seat saw it when it had to decide, on the board of the game. */
import { SvelteMap } from 'svelte/reactivity'
import { ReplayModel } from '../replay/model.svelte'
import type { Replay } from '../wire/api'
import type { Decision, Display, Phrase, Step } from '../wire/wire.gen'
import { capital } from '../words/i18n.svelte'

/** Where a decision is in the replay of its deal. */
interface Found {
  replay: Replay
  place: number
  step: Step
}

export class PositionModel extends ReplayModel {
  /** By the step of the match. */
  private readonly found = new SvelteMap<number, Found>()
  /** The own cards, turned over: by their places. */
  turned = $state.raw<ReadonlyMap<string, string>>(new Map())
  private opening = -1
  /** What a person would do here. */
  tried = $state('')

  constructor(
    match: string,
    private readonly from: number,
  ) {
    super(match)
  }

  override readonly display: Display = $derived.by(() => {
    const [shown] = this.now?.displays ?? []
    if (!shown) return shown as unknown as Display
    if (!this.turned.size) return shown
    const turn = (zone: Display['zones'][number]) => ({
      ...zone,
      cards: zone.cards.map((card, place) => ({ ...card, text: this.turned.get(`${zone.name}/${zone.seat ?? -1}/${place}`) ?? card.text })),
    })
    return { ...shown, zones: shown.zones.map(turn) }
  })

  override send = (actions: readonly string[]): Promise<boolean> => {
    this.tried = actions[0] ?? ''
    return Promise.resolve(true)
  }

  /** Load the deal of a decision. */
  async find(decision: Decision): Promise<void> {
    if (this.found.has(decision.step)) return
    const guess = decision.deal - 1
    const first = await this.fetch({ deal: Math.max(0, guess), seat: this.from, step: 0 }).catch(() => this.fetch({ deal: 0, seat: this.from, step: 0 }))
    const order = [first.deal, ...Array.from({ length: first.deals }, (_, deal) => deal).filter((deal) => deal !== first.deal)]
    for (const deal of order) {
      const replay = deal === first.deal ? first : await this.fetch({ deal, seat: this.from, step: 0 })
      const place = replay.steps.findLastIndex(({ at, displays }) => at === decision.step && displays[0]?.legal.includes(decision.chosen))
      const step = replay.steps[place]
      if (step) return void this.found.set(decision.step, { replay, place, step })
    }
  }

  has = (decision: Decision): boolean => this.found.has(decision.step)

  /** Show the position of a decision, unless another one has been asked for meanwhile. */
  async open(decision: Decision): Promise<void> {
    this.opening = decision.step
    await this.find(decision)
    const found = this.found.get(decision.step)
    if (!found || this.opening !== decision.step) return
    ;[this.replay, this.step, this.tried] = [found.replay, found.place, '']
  }

  /** An action of a decision in words, or nothing as long as its deal is not loaded. */
  say(decision: Decision, action: string): string {
    const shown = this.found.get(decision.step)?.step.displays[0]
    const phrase: Phrase | undefined = shown?.actions[shown.legal.indexOf(action)]
    return capital((phrase && this.loadedWords?.action(phrase, this.names)) ?? '')
  }

  /** The number of the trick in which a decision was taken, or 0. */
  trick(decision: Decision): number {
    const found = this.found.get(decision.step)
    return found?.replay.steps[found.place + 1]?.happened.find(({ action, trick }) => action && trick)?.trick ?? 0
  }
}
