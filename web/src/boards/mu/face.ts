/** Mü: as many peaks as the card has points. */

import { FILL, index, INK, mix, NIGHT, PAPER, seededRandom, short } from '../../cards/shapes'
import type { Front } from '../../cards/faces/face'

const POINTS = [1, 0, 1, 1, 1, 1, 2, 2, 1, 0] // by number (MU-03)

/** Return rolling ground: nothing in it could be taken for a peak. */
function hills(y: number, rise: number, shift: number, colour: string): string {
  return `<path d="M-5 ${y}C${10 + shift} ${y - rise} ${30 + shift} ${y - rise} ${48 + shift / 2} ${y - rise / 3}S${82 - shift} ${y - rise * 1.2} 105 ${y - rise / 2}V150H-5Z" fill="${colour}"/>`
}

/** Return a mountain with a lit and a shaded side, and snow on top. */
function peak(x: number, top: number, half: number, base: number, lit: string, shaded: string): string {
  const height = base - top
  const snow = half * 0.32
  const at = (dx: number, dy: number): string => `${short(x + dx)} ${short(top + height * dy)}`
  return `<path d="M${x} ${top}L${short(x + half)} ${base}H${short(x - half)}Z" fill="${lit}"/>
    <path d="M${x} ${top}L${short(x + half)} ${base}H${short(x + half * 0.1)}L${at(-half * 0.04, 0.55)} ${at(half * 0.07, 0.34)}Z" fill="${shaded}"/>
    <path d="M${x} ${top}L${at(snow, 0.32)} ${at(snow * 0.45, 0.24)} ${at(snow * 0.05, 0.35)} ${at(-snow * 0.42, 0.25)} ${at(-snow, 0.32)}Z" fill="${PAPER}"/>
    <path d="M${x} ${top}L${at(snow, 0.32)} ${at(snow * 0.45, 0.24)} ${at(snow * 0.2, 0.3)}Z" fill="${mix(lit, PAPER, 0.72)}"/>`
}

export function front({ value, suit = 'black' }: Front): string {
  const colour = FILL[suit]
  const points = POINTS[value] ?? 0
  const chance = seededRandom(`${suit}${value}`)
  const shaded = mix(colour, NIGHT, 0.34)
  const shift = Math.round(chance() * 14 - 7)
  const top = 66 + Math.round(chance() * 8)
  const peaks =
    points === 1
      ? peak(54 + shift, top + 4, 47, 150, colour, shaded)
      : points === 2
        ? peak(70 + shift / 3, top - 2, 44, 150, mix(colour, PAPER, 0.14), shaded) + peak(33 + shift / 3, 94, 36, 150, colour, shaded)
        : ''
  let marks = ''
  for (let k = 0; k < points; k++) marks += `M${85.5 - k * 16} 11l7 12.5h-14Z`
  return `<rect width="100" height="150" fill="${mix(colour, PAPER, 0.84)}"/>
    <circle cx="${short(68 - shift)}" cy="${points ? 62 : 74}" r="${points ? 20 : 26}" fill="${mix(colour, PAPER, 0.62)}"/>
    ${hills(116, 18, shift, mix(colour, PAPER, 0.6))}${points ? '' : hills(128, 22, -shift, mix(colour, PAPER, 0.32))}${peaks}${hills(points ? 146 : 140, 9, -shift, mix(colour, NIGHT, 0.42))}${index(value, suit)}
    <path d="${marks}" fill="${INK[suit]}"/>`
}

export function back(): string {
  const tints = ['#e7c9a0', '#d3a673', '#b9814c', '#98602f', '#74441f', '#502c12']
  let strata = ''
  tints.forEach((tint, row) => {
    let path = ''
    const y = 26 + row * 25
    for (let x = (row % 2 ? -25 : -12.5) - 12.5; x < 112; x += 25) path += `M${x} ${y}l12.5-22 12.5 22Z`
    strata += `<path d="${path}M-5 ${y - 1}H105V${y + 30}H-5Z" fill="${tint}"/>`
  })
  return `<rect width="100" height="150" fill="#f3e3c8"/>
    ${strata}
    <rect x="5" y="5" width="90" height="140" rx="5" fill="none" stroke="${PAPER}" stroke-opacity=".7" stroke-width="1.6"/>`
}

export const small = { back: '#98602f' }
