/** What somebody has learnt of each game, and where they left its lesson. Kept in this browser. */
import { SvelteMap } from 'svelte/reactivity'

interface Learnt {
  /** The step that was open last. */
  at: string
  /** The steps that were solved. */
  done: readonly string[]
}

const KEPT = 'atout.lessons'
const NOTHING: Learnt = { at: '', done: [] }

class Progress {
  private readonly learnt = new SvelteMap(read())

  at(game: string): string {
    return this.of(game).at
  }

  has(game: string, step: string): boolean {
    return this.of(game).done.includes(step)
  }

  count(game: string): number {
    return this.of(game).done.length
  }

  open(game: string, step: string): void {
    this.keep(game, { ...this.of(game), at: step })
  }

  solve(game: string, step: string): void {
    const { done, ...rest } = this.of(game)
    if (!done.includes(step)) this.keep(game, { ...rest, done: [...done, step] })
  }

  private of(game: string): Learnt {
    return this.learnt.get(game) ?? NOTHING
  }

  private keep(game: string, learnt: Learnt): void {
    this.learnt.set(game, learnt)
    try {
      localStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(this.learnt)))
    } catch {
      // Then it is known as long as the page is open.
    }
  }
}

/** What was kept, as far as it can be read. */
function read(): [string, Learnt][] {
  try {
    const kept = Object.entries(JSON.parse(localStorage.getItem(KEPT) ?? '{}') as Record<string, Partial<Learnt>>)
    return kept.map(([game, { at = '', done = [] }]) => [game, { at, done: Array.isArray(done) ? done : [] }])
  } catch {
    return []
  }
}

export const progress = new Progress()
