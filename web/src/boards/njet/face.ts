/** Njet!: a poster cut by a diagonal. A 0 stands in a burst, because it can be captured. */

import { BLACK, FILL, index, INK, jitter, mix, numeral, onFill, PAPER, sign, star } from '../../cards/shapes'
import { STAMP } from './shapes'
import type { Front } from '../../cards/faces/face'

const ON_DARK = STAMP.replace('fill="#1d1a22"', `fill="#1d1a22" stroke="${PAPER}" stroke-width="2.5" stroke-linejoin="round"`)

export function front({ value, suit = 'black' }: Front): string {
  const colour = FILL[suit]
  const rule = suit === 'black' ? '#a0958c' : BLACK
  const shade = suit === 'black' ? mix(BLACK, PAPER, 0.1) : suit === 'yellow' ? '#edb123' : mix(colour, BLACK, 0.14)
  const middle =
    value === 0
      ? `<path d="${star(13, 34, 26, 63, 103, jitter('njet', 4))}" fill="${PAPER}"/>${numeral(0, 63, 83, 40, INK[suit], 'middle', 17)}`
      : numeral(value, 65, 76, 60, onFill(suit), 'middle', 14.5)
  return `<rect width="100" height="150" fill="${colour}"/>
    <circle cx="${value * 7 + 20}" cy="126" r="46" fill="${shade}"/>
    <path d="M0 0H100V18L0 118Z" fill="${PAPER}"/>
    <path d="M100 18 0 118V108L100 8Z" fill="${rule}"/>
    <path d="M100 2 0 102" stroke="${colour}" stroke-width="2.4"/>
    ${sign(middle)}${index(value, suit)}`
}

export function back(): string {
  return `<rect width="100" height="150" fill="#1d1a22"/>
    <path d="M100-4V46L0 146V96Z" fill="${FILL.red}"/>
    <path d="M100 58 0 158V152L100 52Z" fill="${PAPER}"/>
    <path d="M100-16 0 84" stroke="${FILL.red}" stroke-width="2.4"/>
    <g transform="translate(8 33) scale(.84)">${ON_DARK}
    </g>
    <rect x="5" y="5" width="90" height="140" rx="5" fill="none" stroke="${PAPER}" stroke-opacity=".4" stroke-width="1.4"/>`
}

export const small = { back: '#8f1c22' }
