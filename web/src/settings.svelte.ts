/** What a person has chosen for this browser. */

export type Theme = 'auto' | 'light' | 'dark'

interface Kept {
  theme: Theme
  confirm: boolean
  mute: boolean
}

const KEPT = 'atout.settings'
const USUAL: Kept = { theme: 'auto', confirm: false, mute: false }

class Settings {
  private kept = $state<Kept>({ ...USUAL, ...(JSON.parse(localStorage.getItem(KEPT) ?? '{}') as Partial<Kept>) })

  constructor() {
    this.dress()
  }

  get theme(): Theme {
    return this.kept.theme
  }
  /** Whether a card waits for a second tap before it is played. */
  get confirm(): boolean {
    return this.kept.confirm
  }
  /** Whether what others say stays unseen. */
  get mute(): boolean {
    return this.kept.mute
  }

  set(change: Partial<Kept>): void {
    Object.assign(this.kept, change)
    localStorage.setItem(KEPT, JSON.stringify(this.kept))
    this.dress()
  }

  private dress(): void {
    const root = document.documentElement
    if (this.kept.theme === 'auto') root.removeAttribute('data-theme')
    else root.dataset.theme = this.kept.theme
  }
}

export const settings = new Settings()
