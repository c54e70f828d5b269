/** The cards of every game as data, for whoever draws them without a browser: the build writes them into files. */

import { GAMES } from '../boards/about'
import type { Face, Front } from './faces/face'
import { backs, parse, texts } from './parse'

const faces = import.meta.glob<Face>('../boards/*/face.ts', { eager: true })
const palettes = import.meta.glob<string>('../boards/*/palette.css', { eager: true, query: '?raw', import: 'default' })

export interface Printed {
  /** The colours of the table by day, without their dashes. */
  palette: Readonly<Record<string, string>>
  /** Markup in a box of 100 by 150, by the text of a card. */
  cards: Readonly<Record<string, string>>
  /** Cards that a match may change: a digit of this fact, at the place of the card, says which drawing is true. */
  varying?: { fact: string; places: Readonly<Record<string, number>>; cards: Readonly<Record<string, readonly string[]>> }
}

/** Return the cards of all games that have a folder, each with its palette. */
export function print(): Map<string, Printed> {
  return new Map(GAMES.map((game) => [game, printed(game)]))
}

function printed(game: string): Printed {
  const face = faces[`../boards/${game}/face.ts`]
  if (!face) throw new Error(`${game} has no faces`)
  const { front, back, varying } = face
  const fronts = texts(game).map((text) => [text, parse(game, text) as Front] as const)
  const cards = Object.fromEntries([
    ...fronts.map(([text, card]) => [text, front(card)] as const),
    ...['?', ...backs(game)].map((text) => [text, back(parse(game, text))] as const),
  ])
  const found = { palette: colours(palettes[`../boards/${game}/palette.css`] ?? ''), cards }
  if (!varying) return found
  const drawn = fronts.map(([text, card]) => [text, [...'0123456789'].map((digit) => varying.front(card, digit))] as const)
  const places = fronts.map(([text, card]) => [text, varying.place(card)] as const)
  return { ...found, varying: { fact: varying.fact, places: Object.fromEntries(places), cards: Object.fromEntries(drawn) } }
}

/** Return the colours that a palette has by day: those of its first lines, before any theme. */
function colours(css: string): Record<string, string> {
  const day = css.split('\n').filter((line) => line.startsWith(':root[data-game='))
  return Object.fromEntries([...day.join('').matchAll(/--([\w-]+):(#[0-9a-f]+)/g)].map(([, name = '', value = '']) => [name, value]))
}
