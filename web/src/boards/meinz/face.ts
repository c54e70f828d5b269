/** Meinz: comic print. The higher the card, the more points has its burst. */

import { BLACK, FILL, index, jitter, mix, numeral, onFill, PAPER, short, sign, star } from '../../cards/shapes'
import type { Front } from '../../cards/faces/face'

/** Return rows of dots that grow downwards: each row is one dashed line with round ends. */
function halftone(colour: string, width: number, top: number, bottom: number, pitch = 10): string {
  const rows = Math.round((bottom - top) / pitch)
  let lines = ''
  for (let row = 0; row <= rows; row++) {
    const size = (pitch * 0.75 * (row + 1)) / (rows + 1)
    const start = row % 2 ? pitch / 2 : 0
    lines += `<path d="M${start} ${short(top + row * pitch)}H${width + pitch}" stroke-width="${short(size)}"/>`
  }
  return `<g stroke="${colour}" stroke-linecap="round" stroke-dasharray="0 ${pitch}">${lines}</g>`
}

export function front({ value, suit = 'red' }: Front): string {
  const colour = FILL[suit]
  const burst = star(10 + Math.ceil(value / 2), 43, 32, 55, 100, jitter(`meinz${value}`, 6))
  const middle = `<path d="${burst}" fill="${BLACK}" transform="translate(2.6 3.4)"/>
    <path d="${burst}" fill="${colour}" stroke="${BLACK}" stroke-width="2.6" stroke-linejoin="round"/>
    ${numeral(value, 55, 78.5, 43, onFill(suit), 'middle', 16.5)}`
  return `<rect width="100" height="150" fill="${mix(colour, PAPER, 0.86)}"/>
    ${halftone(mix(colour, PAPER, 0.5), 100, 48, 150)}${sign(middle)}${index(value, suit)}`
}

export function back(): string {
  let stripes = ''
  for (let x = -150; x < 110; x += 26) stripes += `M${x} 160L${x + 170}-10`
  const burst = star(13, 34, 25, 50, 75, jitter('meinz', 5))
  return `<rect width="100" height="150" fill="#f08a24"/>
    <path d="${stripes}" stroke="#b8400f" stroke-width="11"/>
    <path d="${burst}" fill="${BLACK}" transform="translate(2 2.6)"/>
    <path d="${burst}" fill="${PAPER}" stroke="${BLACK}" stroke-width="2.6" stroke-linejoin="round"/>
    ${numeral('!', 50, 56, 38, '#c2410c', 'middle', 19)}
    <rect x="5" y="5" width="90" height="140" rx="5" fill="none" stroke="${PAPER}" stroke-opacity=".75" stroke-width="1.6"/>`
}

export const small = { back: '#c2560f' }
