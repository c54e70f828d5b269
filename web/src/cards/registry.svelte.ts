/** The art of the games, loaded when the first card of a game is drawn. */

import * as plain from './faces/plain'
import type { Face } from './faces/face'
import { parse } from './parse'

const games = import.meta.glob<{ face: Face }>('../boards/*/game.ts')

let faces: Readonly<Record<string, Face>> = $state.raw({})
const coming = new Map<string, Promise<void>>()

/** Fetch the art of a game, once. If that fails, cards stay plain and the next call tries again. */
export function load(game: string): Promise<void> {
  const known = coming.get(game)
  if (known) return known
  const loader = games[`../boards/${game}/game.ts`]
  if (!loader) return Promise.resolve()
  const fetched = loader().then(
    ({ face }) => {
      faces = { ...faces, [game]: face }
    },
    () => {
      coming.delete(game)
    },
  )
  coming.set(game, fetched)
  return fetched
}

/** Return the markup of a card, in a box of 100 by 150. */
export function draw(game: string, text: string, faceDown: boolean, look?: string): string {
  const { front, back } = faces[game] ?? plain
  const card = parse(game, text)
  if (card.back || faceDown) return back(card)
  return card.value === undefined ? plain.BLANK : front({ ...card, value: card.value }, look)
}

/** Return how a game draws its small cards, as far as that is known. */
export function small(game: string): Face['small'] {
  return faces[game]?.small
}
