/** Who sits before this browser. A name is asked for only when one is needed. */
import { proposeName } from './art/names'
import { api, type Me } from './wire/api'

/** A name that was given and not chosen: nobody else has read it yet. */
const PROPOSED = 'atout.proposed'

class Myself {
  me = $state.raw<Me | null>(null)
  /** Set while the page asks for a name; the answer goes on with what was wanted. */
  asking = $state.raw<{ name: string; answer: (name: string | null) => void } | null>(null)

  async load(): Promise<void> {
    this.me = await api.me()
  }

  /** Return once somebody has a name, and has chosen it where others will read it; false if they would rather not. */
  async requireName(read = false): Promise<boolean> {
    const given = this.me !== null && localStorage.getItem(PROPOSED) === this.me.name
    if (this.me && !(read && given)) return true
    const name = await new Promise<string | null>((answer) => (this.asking = { name: this.me?.name ?? proposeName(), answer }))
    this.asking = null
    if (name === null) return false
    await this.rename(name)
    return true
  }

  /** Give somebody a name whom nobody else meets. */
  async propose(): Promise<void> {
    const name = proposeName()
    await this.rename(name)
    localStorage.setItem(PROPOSED, name)
  }

  async rename(name: string): Promise<void> {
    this.me = this.me ? await api.rename(name) : await api.enter(name)
    localStorage.removeItem(PROPOSED)
  }

  async take(secret: string): Promise<void> {
    this.me = await api.takeTransfer(secret)
  }

  async forget(): Promise<void> {
    await api.forget()
    this.me = null
  }
}

export const myself = new Myself()
