/** How a person looks at the table: decided by the name, so that everybody sees the same. */

import { seeded } from './shapes'

/** Ground and sign; each pair has a contrast of at least 4.5. */
const PAIRS: readonly (readonly [string, string])[] = [
  ['#7a4a6b', '#ffd9ec'],
  ['#8a5a2c', '#ffe3b8'],
  ['#46568f', '#cfdcff'],
  ['#35686b', '#c9f2ea'],
  ['#586b2c', '#e6f4b6'],
  ['#8b4747', '#ffd6cc'],
  ['#5b4a86', '#e2d6ff'],
  ['#2f5d46', '#c8f0d6'],
  ['#7a3b59', '#ffe08a'],
  ['#35506b', '#ffd0a3'],
  ['#6b5230', '#bfeee4'],
  ['#463a5e', '#ffb9a0'],
]

/** Signs in a box of 40 by 40 around 20 20; whatever leaves the circle is cut off. */
const SIGNS: readonly string[] = [
  'M20 4A16 16 0 0 1 20 36Z', // half a disc
  'M20 6 34 32H6Z', // triangle
  'M20 5 35 20 20 35 5 20Z', // square on its corner
  'M4 20A16 16 0 0 1 36 20A8 8 0 0 1 20 20A8 8 0 0 0 4 20Z', // wave
  'M20 20V4A16 16 0 0 1 36 20ZM20 20V36A16 16 0 0 1 4 20Z', // two quarters
  'M7 7C24 7 33 16 33 33 16 33 7 24 7 7Z', // leaf
  'M20 5 25 15 35 20 25 25 20 35 15 25 5 20 15 15Z', // star
  'M5 12H35V18H5ZM5 22H35V28H5Z', // bars
  'M20 8a12 12 0 1 0 .1 0ZM20 14a6 6 0 1 1-.1 0Z', // ring
  'M13 7a6 6 0 1 1-.1 0ZM28 22a6 6 0 1 1-.1 0Z', // two dots
  'M7 7H20V20H7ZM20 20H33V33H20Z', // two squares
  'M20 33C6 24 5 9 13 9c4 0 6 3 7 6 1-3 3-6 7-6 8 0 7 15-7 24Z', // heart
]
const TURNS = 4

export interface Look {
  ground: string
  sign: string
  shape: string
  turn: number
}

export function look(name: string): Look {
  const chance = seeded(name.normalize().toLowerCase())
  const pick = (count: number): number => Math.floor(chance() * count)
  const [ground, sign] = PAIRS[pick(PAIRS.length)] ?? ['#46568f', '#cfdcff']
  return { ground, sign, shape: SIGNS[pick(SIGNS.length)] ?? '', turn: pick(TURNS) * (360 / TURNS) }
}
