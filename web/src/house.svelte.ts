/** The server this page came from. After an update the page is an old one. */
import { api } from './wire/api'

class House {
  private version = ''
  updated = $state(false)

  async look(): Promise<void> {
    const { version } = await api.server()
    this.updated ||= this.version !== '' && version !== this.version
    this.version ||= version
  }
}

export const house = new House()
