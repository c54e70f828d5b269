/** Who sits before this browser. A name is asked for only when one is needed. */
import { api, type Me } from './wire/api'

class Myself {
  me = $state.raw<Me | null>(null)
  /** Set while the page asks for a name; the answer goes on with what was wanted. */
  asking = $state.raw<{ answer: (name: string | null) => void } | null>(null)

  async load(): Promise<void> {
    this.me = await api.me()
  }

  /** Return once somebody has a name; false if they would rather not. */
  async requireName(): Promise<boolean> {
    if (this.me) return true
    const name = await new Promise<string | null>((answer) => (this.asking = { answer }))
    this.asking = null
    if (name === null) return false
    this.me = await api.enter(name)
    return true
  }

  async rename(name: string): Promise<void> {
    this.me = this.me ? await api.rename(name) : await api.enter(name)
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
