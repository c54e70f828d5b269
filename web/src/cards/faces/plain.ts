/** The face of a card until its game's own art has come: paper, index, one large sign. */

import type { Parsed } from '../parse'
import { BLACK, FILL, index, INK, mix, numeral, PAPER, suitMark, suitShape } from '../shapes'
import type { Front } from './face'

export function front({ value, suit }: Front): string {
  const ink = suit ? INK[suit] : BLACK
  const sign = suit ? suitMark(suit, 36, 72, 46) : numeral(value, 54, 68, 54, ink, 'middle')
  return `<rect width="100" height="150" fill="${PAPER}"/>${sign}${index(value, suit)}`
}

export function back({ suit, plus }: Parsed): string {
  const ground = suit ? mix(FILL[suit], BLACK, 0.3) : '#4a4358'
  const sign = suit ? suitShape(suit, 30, 55, 40, PAPER) : plus ? numeral('+', 50, 55, 40, PAPER, 'middle') : ''
  return `<rect width="100" height="150" fill="${ground}"/>
    <rect x="7" y="7" width="86" height="136" rx="5" fill="none" stroke="${PAPER}" stroke-opacity=".5" stroke-width="1.5"/>
    ${sign}`
}

/** A card about which nothing is known: blank paper. */
export const BLANK = `<rect width="100" height="150" fill="${PAPER}"/>`
