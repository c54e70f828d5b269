/** Schrecklicht: a moonlit night in the colour of the suit, with as many lit pumpkins as the card counts. */

import type { Suit } from '../../cards/parse'
import { index, mix, seededRandom, short, sign } from '../../cards/shapes'
import { BAT, pumpkin } from './shapes'
import type { Front, Varying } from '../../cards/faces/face'

const PUMPKINS = '031032212310202311301203312102031032' // SCH-42
const ORDER: readonly Suit[] = ['green', 'violet', 'blue']
const CREAM = '#fff6dc'

const SKY: Partial<Record<Suit, readonly [deep: string, middle: string, light: string]>> = {
  green: ['#04241f', '#0f5a49', '#4fd0a3'],
  violet: ['#170b33', '#4a2290', '#b79af0'],
  blue: ['#071a3d', '#1552a8', '#7cc0ff'],
}

/** What stands on the hill, by value: the silhouette and what is lit in it. */
const SCENES: readonly [dark: string, lit?: string][] = [
  ['M56 118c4-14 2-26 3-37-6-3-12-6-15-13 5 4 10 6 14 6-4-7-4-14 0-21 0 9 3 14 6 18 1-9 5-15 12-19-4 7-6 12-6 17 5-1 9-4 11-9 1 9-5 15-13 18-3 9-2 26 3 40Z'],
  ['M54 116V88l7-9V62l6-11 6 11v15l9 11v28Z', 'M65 84h4v8h-4zM59 99h4v7h-4zM71 99h4v7h-4z'],
  ['M52 112V92h4v-6h-4v-4h4v-6h4v6h4v4h-4v6h4v20ZM70 114V94a8 8 0 0 1 16 0v20ZM38 116v-9a6 6 0 0 1 12 0v9Z'],
  ['M48 116V90l-3 1 13-16 4 5V66h6v8l6-10 14 20h-3l1 6v26Z', 'M53 94h5v7h-5zM64 84h4v6h-4zM75 80h4v7h-4zM75 96h5v8h-5z'],
  ['M64 118V78H44l1-4h20c-3-2-4-5-4-8s3-7 7-7 7 3 7 7-1 6-4 8h20l1 4-9 2 3 8-7-6H72v36ZM60 61l6-12 4 0 7 12Z', 'M65 65h2v2h-2zM70 65h2v2h-2z'],
  ['M40 116v-16l3-4 3 4v5h6v-7l3-4 3 4v7h6v-7l3-4 3 4v7h6v-7l3-4 3 4v20ZM55 98c-2-7 0-12 5-15-3-4-3-9-1-13l4 4h4l4-4c2 5 2 9-1 12 6 4 9 9 8 16Z', 'M62 77h2v2h-2zM66 77h2v2h-2z'],
]

const [MOON_X, MOON_Y] = [67, 50]
const CRATERS = `<g fill="#ead9a8"><circle cx="${MOON_X - 8}" cy="${MOON_Y - 5}" r="4"/>
  <circle cx="${MOON_X + 8}" cy="${MOON_Y + 7}" r="5"/>
  <circle cx="${MOON_X + 7}" cy="${MOON_Y - 10}" r="2.4"/>
  </g>`

/** Return the moon in its halos; violet has the crescent of its suit. */
function moon([deep, middle, light]: readonly [string, string, string], crescent: boolean): string {
  const glow = mix(middle, light, 0.3)
  const tints = [mix(deep, middle, 0.3), mix(deep, middle, 0.55), mix(deep, middle, 0.8), glow]
  const halos = tints.map((tint, k) => `<circle cx="${MOON_X}" cy="${MOON_Y}" r="${92 - k * 20}" fill="${tint}"/>`).join('')
  const surface = crescent ? `<circle cx="${MOON_X + 9}" cy="${MOON_Y - 6}" r="17" fill="${glow}"/>` : CRATERS
  return `${halos}<circle cx="${MOON_X}" cy="${MOON_Y}" r="21" fill="#fff3cf"/>${surface}`
}

/** The ground in front: hills, or for blue a lake with the moon in it. */
function shore(suit: Suit, deep: string, middle: string): string {
  const far = `<path d="M-4 118Q26 98 56 109T104 103V154H-4Z" fill="${mix(deep, middle, 0.4)}"/>`
  const dark = mix(deep, '#000000', 0.2)
  if (suit !== 'blue') return `${far}<path d="M-4 134Q30 118 64 126T104 122V154H-4Z" fill="${dark}"/>`
  return `${far}
    <rect y="123" width="100" height="27" fill="${dark}"/>
    <path d="M52 127H86M58 132H92M50 137H80M62 142H96M4 130H24M10 137H36M2 144H22" stroke="#fff3cf" stroke-opacity=".4" stroke-width="1.6" stroke-linecap="round"/>`
}

/** Return stars as one path of dots. */
function stars(count: number, left: number, height: number, chance: () => number): string {
  let dots = ''
  for (let k = 0; k < count; k++) dots += `M${short(left + chance() * (96 - left))} ${short(4 + chance() * height)}h.1`
  return `<path d="${dots}" stroke="#fff" stroke-opacity=".8" stroke-width="1.6" stroke-linecap="round"/>`
}

/** Places of pumpkins: left, top, width. */
const PATCH: readonly (readonly [number, number, number])[][] = [
  [],
  [[33, 108, 34]],
  [[14, 112, 31], [53, 108, 33]],
  [[4, 113, 29], [66, 112, 29], [34, 103, 33]],
]

function patch(heads: number): string {
  const known = PATCH[heads]
  if (known) return known.map(([x, y, width]) => pumpkin(x, y, width)).join('')
  const behind = Math.floor(heads / 2)
  const row = (count: number, y: number): string =>
    Array.from({ length: count }, (_, k) => pumpkin(50 + (k - (count - 1) / 2) * (88 / Math.max(4, count)) - 10, y, 20)).join('')
  return row(behind, 106) + row(heads - behind, 124)
}

/** Return where the pumpkins of a card stand among those of all cards. */
function place({ value, suit = 'violet' }: Front): number {
  return ORDER.indexOf(suit) * 12 + value
}

export const varying: Varying = {
  fact: 'pumpkins',
  place,
  front: (card, digit) => front(card, digit.repeat(36)),
}

export function front({ value, suit = 'violet' }: Front, pumpkins = PUMPKINS): string {
  const colours = SKY[suit] ?? ['#120e24', '#3a2f6b', '#f7e7b0']
  const [deep, middle, light] = colours
  const [dark, lit] = SCENES[(value + ORDER.indexOf(suit) * 2) % SCENES.length] ?? ['']
  const heads = Number(pumpkins[place({ value, suit })] ?? 0)
  const shade = mix(deep, '#000000', 0.3)
  const scene = `<path d="${dark}" fill="${shade}"/>${lit ? `<path d="${lit}" fill="#ffd978"/>` : ''}`
  return `<rect width="100" height="150" fill="${deep}"/>
    ${sign(moon(colours, suit === 'violet'), scene)}${stars(7, 40, 24, seededRandom(`${suit}${value}`))}${shore(suit, deep, middle)}${patch(heads)}${index(value, suit, CREAM, light)}`
}

export function back(): string {
  return `<rect width="100" height="150" fill="#120e24"/>
    ${stars(30, 4, 142, seededRandom('back'))}
    <circle cx="50" cy="74" r="38" fill="#2a2350"/>
    <circle cx="50" cy="74" r="30" fill="#f7e7b0"/>
    <circle cx="39" cy="62" r="5" fill="#e2cd8a"/>
    <circle cx="60" cy="90" r="7" fill="#e2cd8a"/>
    <path transform="translate(50 70)" d="${BAT}" fill="#120e24"/>
    <g fill="#2a2350"><path transform="translate(25 28) scale(.4)" d="${BAT}"/>
    <path transform="translate(76 122) scale(.5)" d="${BAT}"/>
    </g>
    <rect x="5" y="5" width="90" height="140" rx="5" fill="none" stroke="#f7e7b0" stroke-opacity=".5" stroke-width="1.4"/>`
}

export const small = { back: '#221a40' }
