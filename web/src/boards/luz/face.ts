/** Luz: leaded glass. Each suit has its own tracery, the same on front and back, so a back tells its colour and no more. */

import type { Parsed, Suit } from '../../cards/parse'
import { FILL, INK, letter, mix, NIGHT, numeral, PAPER, seededRandom, short, sign, suitMark, suitShape, wordWidth } from '../../cards/shapes'
import type { Front } from '../../cards/faces/face'

const LEAD = '#15111d'
const CREAM = '#fff8e6'
const GILT = '#f1d48a'
const CENTRE = 92 // of the roundel

type Tones = readonly [dark: string, deep: string, plain: string, light: string, bright: string]

const LIGHT: Partial<Record<Suit, [low: string, high: string]>> = {
  red: ['#6d0f2a', '#ff8a6a'],
  yellow: ['#d98a12', '#fff3b0'],
  green: ['#0b6b5d', '#b8f5c8'],
  blue: ['#0b3a8c', '#9fe0ff'],
  violet: ['#1c0740', '#c08bf5'],
}

function tones(suit: Suit): Tones {
  const [low, high] = LIGHT[suit] ?? ['#000000', '#ffffff']
  const base = FILL[suit]
  return [mix(base, low, 0.75), mix(base, low, 0.38), base, mix(base, high, 0.3), mix(base, high, 0.6)]
}

/** Panes of glass, gathered by tone: one path for each tone. */
class Window {
  private readonly panes = ['', '', '', '', '']
  private done = ''

  constructor(private readonly tones: Tones) {}

  add(tone: number, path: string): void {
    const at = Math.min(4, Math.max(0, Math.floor(tone)))
    this.panes[at] += path
  }

  /** Put what there is behind all that comes. */
  flush(): void {
    this.panes.forEach((path, k) => {
      if (path) this.done += `<path d="${path}" fill="${this.tones[k]}"/>`
      this.panes[k] = ''
    })
  }

  toString(): string {
    this.flush()
    return `<g stroke="${LEAD}" stroke-width="1.5" stroke-linejoin="round">${this.done}</g>`
  }
}

type Tracery = (window: Window, chance: () => number) => void

/** Return by how many tones the light behind the roundel lifts a pane. */
function light(x: number, y: number): number {
  return Math.max(0, 2 - Math.hypot(x - 50, y - CENTRE) / 34)
}

/** Ruby: lozenges. */
const lozenges: Tracery = (window, chance) => {
  for (let row = 0; row <= 8; row++) {
    for (let column = row % 2; column <= 8; column += 2) {
      const [x, y] = [column * 12.5, row * 18.75]
      const lift = light(x, y)
      if (chance() < 0.35) {
        window.add(lift + chance() * 2.6, `M${x} ${y - 18.75}l12.5 18.75H${x - 12.5}Z`)
        window.add(lift + chance() * 2.6, `M${x} ${y + 18.75}l12.5-18.75H${x - 12.5}Z`)
      } else window.add(lift + chance() * 3, `M${x} ${y - 18.75}l12.5 18.75-12.5 18.75-12.5-18.75Z`)
    }
  }
}

/** Sun: rays. */
const rays: Tracery = (window, chance) => {
  const count = 16
  const ring = (k: number, radius: number): string => {
    const angle = (2 * Math.PI * (k + 0.5)) / count
    return `${short(50 + radius * Math.cos(angle))} ${short(CENTRE + radius * Math.sin(angle))}`
  }
  for (let k = 0; k < count; k++) {
    const middle = k % 2 ? 44 : 50
    const outer = k % 2 ? 74 : 66
    window.add(2.6 + chance() * 2.4, `M${ring(k, 28)}L${ring(k + 1, 28)} ${ring(k + 1, middle)} ${ring(k, middle)}Z`)
    window.add(1.4 + chance() * 3, `M${ring(k, middle)}L${ring(k + 1, middle)} ${ring(k + 1, outer)} ${ring(k, outer)}Z`)
    window.add(chance() * 3.2, `M${ring(k, outer)}L${ring(k + 1, outer)} ${ring(k + 1, 140)} ${ring(k, 140)}Z`)
  }
}

/** Clover: leaves along a lattice. */
const leaves: Tracery = (window, chance) => {
  const size = 25
  const arc = `A${short(size * 0.71)} ${short(size * 0.71)} 0 0 1 `
  for (let y = -8; y < 150; y += size) {
    for (let x = 0; x < 100; x += size) window.add(chance() * 1.9 + light(x + 12, y + 12) / 3, `M${x} ${y}h${size}v${size}h-${size}Z`)
  }
  window.flush()
  for (let y = -8; y <= 150; y += size) {
    for (let x = 0; x <= 100; x += size) {
      window.add(1.6 + chance() * 2 + light(x + 12, y), `M${x} ${y}${arc}${x + size} ${y}${arc}${x} ${y}Z`)
      window.add(1.6 + chance() * 2 + light(x, y + 12), `M${x} ${y}${arc}${x} ${y + size}${arc}${x} ${y}Z`)
    }
  }
}

/** Drop: scales of water, each row over the one below. */
const scales: Tracery = (window, chance) => {
  for (let row = 12; row >= -1; row--) {
    const y = row * 13
    for (let x = row % 2 ? 0 : 12.5; x <= 112; x += 25) {
      const tone = 0.6 + chance() * 2.4 + light(x, y)
      window.add(tone, `M${x - 12.5} ${y - 6}v8C${x - 12.5} ${y + 12} ${x - 5} ${y + 14} ${x} ${y + 19}C${x + 5} ${y + 14} ${x + 12.5} ${y + 12} ${x + 12.5} ${y + 2}v-8Z`)
    }
    window.flush()
  }
}

/** Moon: rings of night around a light that stands high on the right. */
const rings: Tracery = (window, chance) => {
  const [x, y] = [82, 20]
  const radii = [0, 17, 36, 57, 80, 104, 132, 165]
  const at = (radius: number, turn: number): string =>
    `${short(x + radius * Math.cos(turn))} ${short(y + radius * Math.sin(turn))}`
  radii.slice(1).forEach((outer, ring) => {
    const inner = radii[ring] ?? 0
    const parts = ring === 0 ? 6 : ring === 1 ? 9 : 6 + ring * 4
    for (let k = 0; k < parts; k++) {
      const from = (2 * Math.PI * (k + (ring % 2) / 2)) / parts
      const to = from + (2 * Math.PI) / parts
      window.add(
        3.9 - ring * 0.55 + (chance() - 0.5) * 2.6,
        `M${at(inner, from)}L${at(outer, from)}A${outer} ${outer} 0 0 1 ${at(outer, to)}L${at(inner, to)}${inner ? `A${inner} ${inner} 0 0 0 ${at(inner, from)}` : ''}Z`,
      )
    }
  })
}

const TRACERY: Partial<Record<Suit, Tracery>> = { red: lozenges, yellow: rays, green: leaves, blue: scales, violet: rings }

const drawn = new Map<Suit, string>()

/** Return the glass of a suit. */
export function glass(suit: Suit): string {
  let found = drawn.get(suit)
  if (found === undefined) {
    const window = new Window(tones(suit))
    TRACERY[suit]?.(window, seededRandom(suit))
    found = `<rect width="100" height="150" fill="${FILL[suit]}"/>${String(window)}`
    drawn.set(suit, found)
  }
  return found
}

const EDGE = `<rect x="1.2" y="1.2" width="97.6" height="147.6" rx="8" fill="none" stroke="${LEAD}" stroke-width="2.4"/>`

function roundel(fill: string, ring: string): string {
  return `<circle cx="50" cy="${CENTRE}" r="30" fill="${fill}" stroke="${LEAD}" stroke-width="2.6"/>
    <circle cx="50" cy="${CENTRE}" r="25.8" fill="none" stroke="${ring}" stroke-width="1.2" stroke-opacity=".6"/>`
}

/** Return the corner of the index: a pane of its own. */
function corner(width: number, height: number, fill: string): string {
  return `<path d="M0 0H${short(width)}V${height - 8}Q${short(width)} ${height} ${short(width - 8)} ${height}H0Z" fill="${fill}" stroke="${LEAD}" stroke-width="2.2"/>`
}

export function front({ value, suit = 'yellow' }: Front): string {
  const ink = INK[suit]
  const large = value > 9 ? 36 : 42
  const middle = 8 + Math.max(wordWidth(String(value)) * 0.29, 17.4) / 2
  const right = middle * 2
  const flap = `<path d="M${short(right)} 40h14q3 0 3 3v13q0 3-3 3h-14Z" fill="${CREAM}" stroke="${LEAD}" stroke-width="2.2"/>`
  return (
    glass(suit) +
    sign(roundel(CREAM, ink), numeral(value, 50, CENTRE - large / 2, large, ink, 'middle')) +
    `<g class="index">${letter(suit, right + 5, 43, ink, flap)}${corner(right, 64, CREAM)}${numeral(value, middle, 9, 29, ink, 'middle', 16)}${suitMark(suit, middle - 8.5, 42, 17)}
      </g>` +
    EDGE
  )
}

export function back({ suit, plus }: Parsed): string {
  if (plus || !suit) return plusCard(plus === true)
  const dark = mix(FILL[suit], NIGHT, 0.76)
  const glow = mix(FILL[suit], '#ffffff', 0.74)
  return (
    glass(suit) +
    roundel(dark, glow) +
    suitShape(suit, 31, CENTRE - 19, 38, glow) +
    `<g class="index">${corner(29, 32, dark)}${suitShape(suit, 5.5, 6, 18, glow)}</g>` +
    EDGE
  )
}

/** The card that stands at the high end of a hand; without its plus, a back of which not even the colour is known. */
function plusCard(plus: boolean): string {
  let beams = ''
  for (let k = 0; k < 24; k++) {
    const angle = (Math.PI * k) / 12
    beams += `M50 75L${short(50 + 130 * Math.cos(angle))} ${short(75 + 130 * Math.sin(angle))}`
  }
  const sign = plus
    ? `<path d="M50 57V93M32 75H68" stroke="${GILT}" stroke-width="7" stroke-linecap="round"/>`
    : suitShape('yellow', 34, 59, 32, GILT)
  return `<rect width="100" height="150" fill="#221b33"/>
    <path d="${beams}" stroke="${PAPER}" stroke-opacity=".09" stroke-width="1.4"/>
    <circle cx="50" cy="75" r="44" fill="none" stroke="${PAPER}" stroke-opacity=".09" stroke-width="1.4"/>
    <circle cx="50" cy="75" r="29" fill="#2f2645" stroke="${GILT}" stroke-width="2.4"/>
    ${sign}
    <rect x="5" y="5" width="90" height="140" rx="5" fill="none" stroke="${GILT}" stroke-opacity=".5" stroke-width="1.4"/>`
}
