/** What can be played here, and what this client knows to draw for it. */
import { api, type Described, type Offer } from './wire/api'

const posters = import.meta.glob<string>('./art/posters/*.svg', { eager: true, query: '?url', import: 'default' })

interface Look {
  minutes: number
  /** The colour of the title upon the poster. */
  ink: string
}

const LOOKS: Record<string, Look> = {
  luz: { minutes: 30, ink: '#fffaf0' },
  njet: { minutes: 30, ink: '#23212b' },
  mu: { minutes: 60, ink: '#3a1d0a' },
  loop: { minutes: 45, ink: '#fffaf0' },
  schrecklicht: { minutes: 30, ink: '#fffaf0' },
  meinz: { minutes: 30, ink: '#23212b' },
  was_sticht: { minutes: 45, ink: '#fffaf0' },
}
const ORDER = Object.keys(LOOKS)

export const look = (game: string): Look | undefined => LOOKS[game]
export const poster = (game: string): string | undefined => posters[`./art/posters/${game}.svg`]

class Games {
  offer = $state.raw<Offer | null>(null)

  async load(): Promise<void> {
    const offer = await api.games()
    const rank = (game: Described) => (ORDER.indexOf(game.name) + 1 || ORDER.length + 1)
    this.offer = { ...offer, games: offer.games.toSorted((a, b) => rank(a) - rank(b)) }
  }

  get(name: string): Described | undefined {
    return this.offer?.games.find((game) => game.name === name)
  }

  /** How many seats a quick match has: what most people have at a table, if the game allows it. */
  usualSeats(game: Described): number {
    return game.seats.includes(4) ? 4 : game.seats[0] ?? 4
  }
}

export const games = new Games()
