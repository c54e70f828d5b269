/** Loop: an interlaced curve with as many loops as the value. The 8, which turns the direction, is dark and golden. */

import { BLACK, GOLD, index, mix, PAPER, sign } from '../../cards/shapes'
import { band, loops, ramp, TURN } from './shapes'
import type { Front } from '../../cards/faces/face'

const DUSK = '#241f35'
const DEPTH: Readonly<Record<number, number>> = { 3: 1.05, 4: 0.92, 5: 0.82, 6: 0.78, 7: 0.72, 8: 0.86 }

export function front({ value }: Front): string {
  const gold = value === 8
  const colours = ramp(value)
  const [from, to] = colours
  const ground = gold ? DUSK : PAPER
  const disc = mix(from, ground, gold ? 0.9 : 0.88)
  const width = value < 3 ? 9 : value < 5 ? 7 : value < 9 ? 4.8 : 3.6
  const curve = band(loops(value, value === 1 ? 28 : 40, 50, 94, DEPTH[value] ?? 0.64), width, colours, disc)
  const turn = gold
    ? `<path transform="translate(71 8) scale(.9)" d="${TURN}" fill="none" stroke="${GOLD}" stroke-width="2.8" stroke-linecap="round" stroke-linejoin="round"/>`
    : ''
  return `<rect width="100" height="150" fill="${ground}"/>
    ${sign(`<circle cx="50" cy="94" r="46" fill="${disc}"/>`, curve)}${index(value, undefined, gold ? GOLD : mix(to, '#1d1a24', 0.42), undefined, 34)}${turn}`
}

export function back(): string {
  let mail = ''
  for (let row = 0; row < 8; row++) {
    let rings = ''
    for (let column = 0; column < 5; column++) rings += `M${column * 28 - (row % 2 ? 20 : 6)} ${row * 22}a17 17 0 1 1 34 0a17 17 0 1 1-34 0`
    mail += `<path d="${rings}" stroke="#123c48" stroke-width="6"/><path d="${rings}" stroke="${row % 2 ? '#3fb6a8' : '#2b8f8a'}" stroke-width="3"/>`
  }
  return `<rect width="100" height="150" fill="#123c48"/>
    <g fill="none">${mail}
    <rect x="5" y="5" width="90" height="140" rx="5" stroke="#123c48" stroke-width="5"/>
    <rect x="5" y="5" width="90" height="140" rx="5" stroke="${GOLD}" stroke-opacity=".85" stroke-width="1.6"/>
    </g>`
}

export const small = {
  back: '#123c48',
  front: (value: number): [string, string] => (value === 8 ? [DUSK, GOLD] : [mix(ramp(value)[1], BLACK, 0.32), PAPER]),
}
