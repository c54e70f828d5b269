/** What the text of a card says. A text comes from the server; anything unknown parses to nothing. */

export type Suit = 'red' | 'yellow' | 'green' | 'blue' | 'violet' | 'black'

export interface Parsed {
  suit?: Suit
  value?: number
  back?: true
  /** The card at the high end of a Luz hand. */
  plus?: true
}

const SUITS: Readonly<Record<string, Suit>> = {
  R: 'red',
  Y: 'yellow',
  G: 'green',
  B: 'blue',
  P: 'violet', // Luz calls it purple
  V: 'violet',
  K: 'black',
}

interface Pack {
  letters: string
  low: number
  high: number
}

const PACKS = {
  luz: { letters: 'RYGBP', low: 1, high: 12 },
  njet: { letters: 'RKBY', low: 0, high: 9 },
  meinz: { letters: 'RBGY', low: 1, high: 9 },
  was_sticht: { letters: 'RBGY', low: 1, high: 9 },
  mu: { letters: 'RBGYK', low: 0, high: 9 },
  loop: { letters: '', low: 1, high: 13 },
  schrecklicht: { letters: 'GVB', low: 0, high: 11 },
} satisfies Record<string, Pack>

export type GameName = keyof typeof PACKS

export const GAMES = Object.keys(PACKS) as GameName[]

/** Return the suit that a letter stands for in every game: R, Y, G, B, P or V, K. */
export function suitOf(letter: string): Suit | undefined {
  return SUITS[letter]
}

function pack(game: string): Pack | undefined {
  return Object.hasOwn(PACKS, game) ? PACKS[game as GameName] : undefined
}

/** Read the text of a card: `R4`, `12`, `R?` for a back whose colour shows, `?` or `??` for any other, `+` in Luz. */
export function parse(game: string, text: string): Parsed {
  const { letters, low, high } = pack(game) ?? { letters: 'RYGBPVK', low: 0, high: 99 }
  if (/^\?+$/.test(text)) return { back: true }
  if (text === '+' && game === 'luz') return { back: true, plus: true }
  const [, letter = '', rest = ''] = /^([A-Z]?)(\?|0|[1-9]\d?)$/.exec(text) ?? []
  if (!rest || (letter ? !letters.includes(letter) : letters !== '')) return {}
  const suit = suitOf(letter)
  if (rest === '?') return suit ? { suit, back: true } : {}
  const value = Number(rest)
  if (value < low || value > high) return {}
  return suit ? { suit, value } : { value }
}

/** Return the text of every card that a game can show from the front. */
export function texts(game: GameName): string[] {
  const { letters, low, high }: Pack = PACKS[game]
  const values = Array.from({ length: high - low + 1 }, (_, k) => String(low + k))
  return letters ? [...letters].flatMap((letter) => values.map((value) => letter + value)) : values
}

/** Return the texts of all backs that a game can show. */
export function backs(game: GameName): string[] {
  return game === 'luz' ? [...[...PACKS.luz.letters].map((letter) => `${letter}?`), '+'] : ['?']
}
