/** What newcomers are told: in the first match of a game, once at each kind of decision. Kept in this browser. */
import { SvelteMap } from 'svelte/reactivity'

interface Learnt {
  /** The first match of the game. */
  match: string
  phases: string[]
}

const KEPT = 'atout.tips'

class Tips {
  private readonly learnt = new SvelteMap(Object.entries(JSON.parse(localStorage.getItem(KEPT) ?? '{}') as Record<string, Learnt>))

  /** Whether a kind of decision is new to the person; from now on this match is the first one. */
  isNew(game: string, match: string, phase: string): boolean {
    const known = this.learnt.get(game)
    return known === undefined || (known.match === match && !known.phases.includes(phase))
  }

  /** Whether nothing of a game has been explained yet. */
  isFirst(game: string): boolean {
    return !this.learnt.has(game)
  }

  /** It has been read. */
  learn(game: string, match: string, phase: string): void {
    const known = this.learnt.get(game) ?? { match, phases: [] }
    if (known.match !== match || known.phases.includes(phase)) return
    this.learnt.set(game, { match, phases: [...known.phases, phase] })
    localStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(this.learnt)))
  }
}

export const tips = new Tips()
