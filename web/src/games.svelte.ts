/** What can be played here, and what this client knows to draw for it. */
import { GAMES } from './boards/about'
import { api, type GameInfo, type Offer } from './wire/api'

export { about, poster } from './boards/about'

class Games {
  offer = $state.raw<Offer | null>(null)

  async load(): Promise<void> {
    const offer = await api.games()
    const rank = (game: GameInfo) => (GAMES.indexOf(game.name) + 1 || GAMES.length + 1)
    this.offer = { ...offer, games: offer.games.toSorted((a, b) => rank(a) - rank(b)) }
  }

  get(name: string): GameInfo | undefined {
    return this.offer?.games.find((game) => game.name === name)
  }

  /** How many seats a quick match has: what most people have at a table, if the game allows it. */
  usualSeats(game: GameInfo): number {
    return game.seats.includes(4) ? 4 : game.seats[0] ?? 4
  }
}

export const games = new Games()
