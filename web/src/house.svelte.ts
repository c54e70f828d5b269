/** The server this page came from. After an update the page is an old one. */
import { api } from './wire/api'

const LOOK_MS = 3_000
const TELL_MS = 10_000

class House {
  private version = ''
  updated = $state(false)
  /** What is said for a while about how bots think: a key of our words. */
  told = $state<'' | 'core.compiling' | 'core.compiled'>('')

  async look(): Promise<void> {
    const { version, core } = await api.server()
    this.updated ||= this.version !== '' && version !== this.version
    this.version ||= version
    if (core === 'compiling') {
      this.told = 'core.compiling'
      setTimeout(() => void this.look().catch(() => {}), LOOK_MS)
    } else if (this.told === 'core.compiling') {
      this.told = core === 'compiled' ? 'core.compiled' : ''
      setTimeout(() => (this.told = ''), TELL_MS)
    }
  }
}

export const house = new House()
