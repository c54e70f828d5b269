/** Shapes that all games share: drawn numerals and letters, suits, colours. Every function returns SVG markup or path data. */

import type { Suit } from './parse'

export const PAPER = '#fffaf0'
export const BLACK = '#23212b'
export const GOLD = '#ffd45e'
export const NIGHT = '#0d0916'

export const FILL: Readonly<Record<Suit, string>> = {
  red: '#c4282e',
  yellow: '#fac832',
  green: '#36c092',
  blue: '#1f7be0',
  violet: '#53208a',
  black: '#23212b',
}

/** For numerals and text on paper. */
export const INK: Readonly<Record<Suit, string>> = {
  red: '#b3232b',
  yellow: '#8a5a00',
  green: '#0b7150',
  blue: '#0f5cb5',
  violet: '#5b2794',
  black: '#23212b',
}

/** For numerals that stand on the fill of a suit. */
export function onFill(suit: Suit): string {
  return suit === 'yellow' || suit === 'green' ? BLACK : PAPER
}

/** Return a colour between two others. */
export function mix(from: string, to: string, share: number): string {
  let colour = '#'
  for (let at = 1; at < 7; at += 2) {
    const low = parseInt(from.slice(at, at + 2), 16)
    const high = parseInt(to.slice(at, at + 2), 16)
    colour += Math.round(low + (high - low) * share)
      .toString(16)
      .padStart(2, '0')
  }
  return colour
}

/** Return a number with at most one decimal, as short as possible. */
export function short(value: number): string {
  return String(Math.round(value * 10) / 10)
}

/** Return a generator of numbers from 0 to 1 that depend on the seed only: a card looks the same every time. */
export function seededRandom(seed: string): () => number {
  let state = 2166136261
  for (const char of seed) state = Math.imul(state ^ char.charCodeAt(0), 16777619)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** Return small amounts, up to `most`, by which a hand-cut star is not regular. */
export function jitter(seed: string, most: number): () => number {
  const chance = seededRandom(seed)
  return () => chance() * most
}

// Glyphs: path in a box 100 high, and the width of the box.

const NOTHING = ['', 26] as const
const GLYPHS: Readonly<Record<string, readonly [string, number]>> = {
  '0': ['M30 8C45 8 52 27 52 50S45 92 30 92 8 73 8 50 15 8 30 8Z', 60],
  '1': ['M12 27 33 8V92', 46],
  '2': ['M9 31C9 16 18 8 30 8 43 8 51 17 51 30 51 46 33 57 9 92H53', 60],
  '3': ['M10 19C14 11 21 8 29 8 41 8 49 16 49 27 49 39 40 46 27 46 42 46 52 55 52 69 52 83 42 92 29 92 19 92 11 88 8 79', 60],
  '4': ['M41 92V8L7 67H55', 61],
  '5': ['M49 8H16L12 47C17 41 23 38 31 38 44 38 52 48 52 64 52 81 42 92 28 92 18 92 11 87 8 80', 60],
  '6': ['M43 8C25 15 8 38 8 65 8 81 17 92 30 92 43 92 52 81 52 67 52 52 43 42 31 42 20 42 11 50 9 60', 60],
  '7': ['M8 8H52L25 92', 59],
  '8': [
    'M30 46C18 46 11 38 11 27 11 16 19 8 30 8S49 16 49 27C49 38 42 46 30 46ZM30 46C16 46 8 56 8 69 8 83 17 92 30 92S52 83 52 69C52 56 44 46 30 46Z',
    60,
  ],
  '9': ['M17 92C35 85 52 62 52 35 52 19 43 8 30 8 17 8 8 19 8 33 8 48 17 58 29 58 40 58 49 50 51 40', 60],
  A: ['M6 92 30 8 54 92M15 64H45', 60],
  B: ['M10 8V92H30C44 92 52 83 52 70 52 57 44 48 30 48H10M30 48C41 48 48 40 48 28S41 8 30 8H10', 58],
  C: ['M51 24C46 13 39 8 31 8 16 8 8 26 8 50S16 92 31 92C39 92 46 87 51 76', 57],
  E: ['M47 8H10V92H47M10 50H41', 53],
  G: ['M51 24C46 13 39 8 31 8 16 8 8 26 8 50S16 92 31 92C43 92 52 83 52 70V54H34', 60],
  H: ['M9 8V92M51 8V92M9 50H51', 60],
  I: ['M12 8V92', 24],
  J: ['M38 8V66C38 84 32 92 22 92 13 92 8 87 6 78', 48],
  K: ['M10 8V92M50 8 10 54M25 40 53 92', 58],
  L: ['M10 8V92H45', 50],
  M: ['M8 92V8L36 62 64 8V92', 72],
  N: ['M9 92V8L51 92V8', 60],
  O: ['M32 8C47 8 56 27 56 50S47 92 32 92 8 73 8 50 17 8 32 8Z', 64],
  P: ['M10 92V8H28C42 8 50 17 50 30 50 44 42 53 28 53H10', 56],
  R: ['M10 92V8H28C42 8 50 17 50 30 50 44 42 53 28 53H10M30 53 53 92', 58],
  S: ['M49 22C45 13 38 8 29 8 18 8 10 15 10 27 10 52 51 44 51 70 51 84 42 92 30 92 20 92 12 87 8 77', 59],
  T: ['M6 8H54M30 8V92', 60],
  U: ['M9 8V62C9 82 17 92 30 92S51 82 51 62V8', 60],
  Ü: ['M9 22V66C9 84 17 92 30 92S51 84 51 66V22M17 -1V-.9M43 -1V-.9', 60],
  V: ['M6 8 30 92 54 8', 60],
  W: ['M6 8 22 92 39 30 56 92 72 8', 78],
  Y: ['M6 8 30 50 54 8M30 50V92', 60],
  Z: ['M9 8H51L9 92H53', 60],
  '!': ['M12 8V60M12 91V91.1', 26],
  '?': ['M9 25C11 14 19 8 28 8 40 8 48 16 48 28 48 45 28 46 28 64M28 91V91.1', 56],
  '+': ['M30 28V76M6 52H54', 60],
  '−': ['M6 52H50', 56],
  '/': ['M40 4 8 96', 46],
}
const GAP = 8

export const QUESTION = GLYPHS['?']?.[0] ?? ''

/** Return how wide a word is when it is 100 high. */
export function wordWidth(text: string, gap = GAP): number {
  return [...text].reduce((width, char) => width + (GLYPHS[char] ?? NOTHING)[1] + gap, -gap)
}

/** Return a word of drawn glyphs, 100 high, without colour. */
export function word(text: string, gap = GAP): string {
  let paths = ''
  let x = 0
  for (const char of text) {
    const [path, width] = GLYPHS[char] ?? NOTHING
    if (path) paths += x ? `<path transform="translate(${x})" d="${path}"/>` : `<path d="${path}"/>`
    x += width + gap
  }
  return paths
}

export const STROKE = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'

/** Return a drawn numeral or word; x is its left edge or its middle. */
export function numeral(
  text: number | string,
  x: number,
  y: number,
  height: number,
  colour: string,
  align: 'left' | 'middle' = 'left',
  weight = 15.5,
): string {
  const written = String(text).replace('-', '−')
  const scale = height / 100
  const left = align === 'left' ? x : x - (wordWidth(written) * scale) / 2
  return `<g transform="translate(${short(left)} ${short(y)}) scale(${scale})" ${STROKE} stroke="${colour}" stroke-width="${weight}">${word(written)}
    </g>`
}

// Suits, each in a box of 100 by 100.

/** Return a star: number of points, outer and inner radius, centre; `jitter` may move every corner a little. */
export function star(points: number, outer: number, inner: number, x = 50, y = 50, jitter: () => number = () => 0): string {
  let path = ''
  for (let k = 0; k < points * 2; k++) {
    const angle = (Math.PI * k) / points - Math.PI / 2
    const radius = k % 2 ? inner + jitter() * 0.6 : outer - jitter()
    path += `${k ? 'L' : 'M'}${short(x + radius * Math.cos(angle))} ${short(y + radius * Math.sin(angle))}`
  }
  return `${path}Z`
}

export const SHAPE: Readonly<Record<Suit, string>> = {
  red: 'M50 3 88 50 50 97 12 50Z',
  yellow: star(12, 47, 33),
  green:
    'M50 5A21.5 21.5 0 0 1 68 38 21.5 21.5 0 1 1 58 68C58 80 62 90 68 97H32C38 90 42 80 42 68A21.5 21.5 0 1 1 32 38 21.5 21.5 0 0 1 50 5Z',
  blue: 'M50 2C58 22 84 44 84 65A34 33 0 0 1 16 65C16 44 42 22 50 2Z',
  violet: 'M64 4A47 47 0 1 0 95 66 38 38 0 1 1 64 4Z',
  black: 'M14 8H33V22H41V8H59V22H67V8H86V42L76 50V78L88 96H12L24 78V50L14 42Z',
}

/** Inner lines: a second sign beside the outline. */
export const FACET: Readonly<Record<Suit, string>> = {
  red: 'M12 50H88M50 3 34 50 50 97 66 50Z',
  yellow: 'M31 50a19 19 0 1 0 38 0a19 19 0 1 0-38 0',
  green: 'M50 26V92M50 56 26 52M50 56 74 52',
  blue: 'M30 66A20 20 0 0 0 50 86',
  violet: 'M38 24A38 38 0 0 0 44 84',
  black: 'M24 50H76M24 78H76',
}

/** The letter that may stand beside a suit, for those who want one. */
const LETTER: Readonly<Record<Suit, string>> = {
  red: 'R',
  yellow: 'Y',
  green: 'G',
  blue: 'B',
  violet: 'V',
  black: 'K',
}

export function place(x: number, y: number, size: number): string {
  return `transform="translate(${short(x)} ${short(y)}) scale(${size / 100})"`
}

/** Return the outline of a suit: the light ones need one on paper. */
export function edge(suit: Suit): string {
  return suit === 'yellow' || suit === 'green' ? INK[suit] : 'none'
}

/** Return a suit in colour, at its left top corner. */
export function suitMark(suit: Suit, x: number, y: number, size: number, fill?: string): string {
  return `<g ${place(x, y, size)} stroke-linejoin="round"><path d="${SHAPE[suit]}" fill="${fill ?? FILL[suit]}" stroke="var(--mark-edge,${fill ? 'none' : edge(suit)})" stroke-width="10" paint-order="stroke"/>
    <path d="${FACET[suit]}" fill="none" stroke="#fff" stroke-opacity=".45" stroke-width="5" stroke-linecap="round"/>
    </g>`
}

/** Return the silhouette of a suit. */
export function suitShape(suit: Suit, x: number, y: number, size: number, fill: string): string {
  return `<path ${place(x, y, size)} d="${SHAPE[suit]}" fill="${fill}"/>`
}

/** Return the index of a card: its value, and its suit below. Beside the value waits the letter of the suit. */
export function index(value: number, suit?: Suit, colour?: string, fill?: string, height = 32): string {
  const ink = colour ?? (suit ? INK[suit] : BLACK)
  const right = 14 + (wordWidth(String(value)) * height) / 100
  const below = suit ? suitMark(suit, 9, 14 + height, 19, fill) + letter(suit, right, 9, ink) : ''
  return `<g class="index">${numeral(value, 9, 9, height, ink)}${below}</g>`
}

/** Return the letter of a suit, which shows only where somebody wants it. */
export function letter(suit: Suit, x: number, y: number, colour: string, ground = ''): string {
  return `<g class="letter">${ground}${numeral(LETTER[suit], x, y, 13, colour, 'left', 17)}</g>`
}

/** Return the middle of a face, which makes room where somebody wants a large index. */
export function sign(...parts: string[]): string {
  return `<g class="sign">${parts.join('')}</g>`
}
