/** What a person has chosen for this browser. */
import { about } from './boards/about'
import type { Sort } from './table/sorting'

/** `auto`: as the game was drawn to be seen, otherwise as the device. */
export type Theme = 'auto' | 'light' | 'dark'
export type Speed = 'off' | 'quick' | 'usual' | 'slow'
export const THEMES: readonly Theme[] = ['auto', 'light', 'dark']
export const SPEEDS: readonly Speed[] = ['off', 'quick', 'usual', 'slow']
/** How long a complete trick lies there. */
export type Trick = 'short' | 'normal' | 'tapped'
export const TRICKS: readonly Trick[] = ['short', 'normal', 'tapped']
/** After how many seconds the next deal begins by itself; 0: never. */
export const READING: readonly number[] = [0, 10, 20, 40]

interface Kept {
  theme: Theme
  speed: Speed
  trick: Trick
  reading: number
  confirm: boolean
  /** How your hand is sorted. */
  sort: Sort
  mute: boolean
  /** How well bots play, as chosen last. */
  level: string
  /** Whether newcomers are told what a decision is about. */
  tips: boolean
  sound: boolean
  /** Between 0 and 1. */
  volume: number
  /** Whether the device says whose turn it is while the page is hidden. */
  notify: boolean
  /** Whether the people one has played with see that one is here. */
  shown: boolean
}

const KEPT = 'atout.settings'
const USUAL: Kept = {
  theme: 'auto',
  speed: 'usual',
  trick: 'normal',
  reading: 0,
  confirm: false,
  sort: 'suit',
  mute: false,
  level: 'casual',
  tips: true,
  sound: true,
  volume: 0.3,
  notify: false,
  shown: true,
}
class Settings {
  private kept = $state<Kept>({ ...USUAL, ...(JSON.parse(localStorage.getItem(KEPT) ?? '{}') as Partial<Kept>) })
  private game = ''

  constructor() {
    this.apply()
  }

  get theme(): Theme {
    return this.kept.theme
  }
  get speed(): Speed {
    return this.kept.speed
  }
  get trick(): Trick {
    return this.kept.trick
  }
  get reading(): number {
    return this.kept.reading
  }
  /** Whether a card waits for a second tap before it is played. */
  get confirm(): boolean {
    return this.kept.confirm
  }
  get sort(): Sort {
    return this.kept.sort
  }
  /** Whether what others say stays unseen. */
  get mute(): boolean {
    return this.kept.mute
  }
  get level(): string {
    return this.kept.level
  }
  get tips(): boolean {
    return this.kept.tips
  }
  get sound(): boolean {
    return this.kept.sound
  }
  get volume(): number {
    return this.kept.volume
  }
  get notify(): boolean {
    return this.kept.notify
  }
  get shown(): boolean {
    return this.kept.shown
  }

  set(change: Partial<Kept>): void {
    Object.assign(this.kept, change)
    localStorage.setItem(KEPT, JSON.stringify(this.kept))
    this.apply()
  }

  /** Be at the table of a game, until what is returned is called. */
  dressFor(game: string): () => void {
    this.game = game
    this.apply()
    document.documentElement.dataset.game = game
    return () => {
      this.game = ''
      this.apply()
      delete document.documentElement.dataset.game
    }
  }

  private apply(): void {
    const { dataset } = document.documentElement
    const { theme, speed } = this.kept
    const worn = theme === 'auto' && about(this.game)?.night ? 'dark' : theme
    put(dataset, 'theme', worn === 'auto' ? '' : worn)
    put(dataset, 'speed', speed === 'usual' ? '' : speed)
  }
}

function put(dataset: DOMStringMap, name: string, value: string): void {
  if (value) dataset[name] = value
  else delete dataset[name]
}

export const settings = new Settings()
