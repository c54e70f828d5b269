/** The art of the games, loaded when the first card of a game is drawn. */

import * as plain from './faces/plain'
import type { Face, Table } from './faces/face'
import { parse, type GameName } from './parse'

const LOADERS: Readonly<Record<GameName, () => Promise<Face>>> = {
  luz: () => import('./faces/luz'),
  njet: () => import('./faces/njet'),
  meinz: () => import('./faces/meinz'),
  was_sticht: () => import('./faces/was_sticht'),
  mu: () => import('./faces/mu'),
  loop: () => import('./faces/loop'),
  schrecklicht: () => import('./faces/schrecklicht'),
}

let faces: Readonly<Record<string, Face>> = $state.raw({})
const coming = new Map<string, Promise<void>>()

/** Fetch the art of a game, once. If that fails, cards stay plain and the next call tries again. */
export function load(game: string): Promise<void> {
  const known = coming.get(game)
  if (known) return known
  const loader = Object.hasOwn(LOADERS, game) ? LOADERS[game as GameName] : undefined
  if (!loader) return Promise.resolve()
  const fetched = loader().then(
    (face) => {
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
export function draw(game: string, text: string, faceDown: boolean, table: Table = {}): string {
  const { front, back } = faces[game] ?? plain
  const card = parse(game, text)
  if (card.back || faceDown) return back(card)
  return card.value === undefined ? plain.BLANK : front({ ...card, value: card.value }, table)
}
