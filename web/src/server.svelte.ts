/** The server this page came from. After an update the page is an old one. */
import { api } from './wire/api'

const LOOK_MS = 3_000
const TELL_MS = 10_000

class ServerStatus {
  private version = ''
  updated = $state(false)
  /** What is said for a while about how bots think: a key of our words. */
  notice = $state<'' | 'core.compiling' | 'core.compiled'>('')

  async refresh(): Promise<void> {
    const { version, core } = await api.server()
    this.updated ||= this.version !== '' && version !== this.version
    this.version ||= version
    if (core === 'compiling') {
      this.notice = 'core.compiling'
      setTimeout(() => void this.refresh().catch(() => {}), LOOK_MS)
    } else if (this.notice === 'core.compiling') {
      this.notice = core === 'compiled' ? 'core.compiled' : ''
      setTimeout(() => (this.notice = ''), TELL_MS)
    }
  }
}

export const server = new ServerStatus()
