/** Ways into a match. */
import { games } from './games.svelte'
import { myself } from './me.svelte'
import { router, tableLink } from './router.svelte'
import { api, type Order } from './wire/api'
import type { PositionOrder } from './wire/wire.gen'

export const USUAL_LEVEL = 'casual'

/** Against bots, at once: nobody else reads the name, so none is asked for. */
export async function playNow(game: string, order: Partial<Order> = {}): Promise<void> {
  if (!myself.me) await myself.propose()
  const described = games.get(game)
  const seats = order.seats ?? (described ? games.usualSeats(described) : 4)
  const bots = Array.from({ length: seats }, (_, seat) => (seat === 0 ? null : USUAL_LEVEL))
  const opened = await api.open({ game, seats, bots, seat: 0, ...order })
  router.go(`#/table/${opened.match}?quick=1`)
}

/** Against bots, at once, from where another match once stood. */
export async function playOn(match: string, position: PositionOrder): Promise<void> {
  if (!myself.me) await myself.propose()
  const opened = await api.playOn(match, position)
  router.go(`#/table/${opened.match}?quick=1`)
}

/** Open a table with free seats, and show its link. */
export async function inviteFriends(game: string, order: Partial<Order> = {}): Promise<void> {
  if (!(await myself.requireName(true))) return
  const described = games.get(game)
  const seats = order.seats ?? (described ? games.usualSeats(described) : 4)
  const opened = await api.open({ game, seats, seat: 0, ...order })
  router.go(tableLink(opened.match))
}
