/** What the text of a card says. A text comes from the server; anything unknown parses to nothing. */

import { about, type Pack } from '../boards/about'

export type Suit = 'red' | 'yellow' | 'green' | 'blue' | 'violet' | 'black'

export interface Parsed {
  suit?: Suit
  value?: number
  back?: true
  /** The card at the high end of a hand. */
  plus?: true
}

const SUITS: Readonly<Record<string, Suit>> = {
  R: 'red',
  Y: 'yellow',
  G: 'green',
  B: 'blue',
  P: 'violet', // or purple
  V: 'violet',
  K: 'black',
}

const ANY: Pack = { letters: 'RYGBPVK', low: 0, high: 99 }

/** Return the suit that a letter stands for in every game: R, Y, G, B, P or V, K. */
export function suitOf(letter: string): Suit | undefined {
  return SUITS[letter]
}

/** Read the text of a card: `R4`, `12`, `R?` for a back whose colour shows, `?` or `??` for any other, `+` where there is such a back. */
export function parse(game: string, text: string): Parsed {
  const { letters, low, high, backs: own = [] } = about(game)?.pack ?? ANY
  if (/^\?+$/.test(text)) return { back: true }
  if (text === '+' && own.includes('+')) return { back: true, plus: true }
  const [, letter = '', rest = ''] = /^([A-Z]?)(\?|0|[1-9]\d?)$/.exec(text) ?? []
  if (!rest || (letter ? !letters.includes(letter) : letters !== '')) return {}
  const suit = suitOf(letter)
  if (rest === '?') return suit ? { suit, back: true } : {}
  const value = Number(rest)
  if (value < low || value > high) return {}
  return suit ? { suit, value } : { value }
}

/** Return the text of every card that a game can show from the front. */
export function texts(game: string): string[] {
  const { letters, low, high } = about(game)?.pack ?? ANY
  const values = Array.from({ length: high - low + 1 }, (_, k) => String(low + k))
  return letters ? [...letters].flatMap((letter) => values.map((value) => letter + value)) : values
}

/** Return the texts of all backs that a game can show. */
export function backs(game: string): readonly string[] {
  return about(game)?.pack.backs ?? ['?']
}
