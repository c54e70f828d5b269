/** Shapes of Loop: closed curves, drawn as bands, and their colours. */

import { GOLD, mix, short } from '../../cards/shapes'

/** Return the two colours of a value: there are no suits, and values run from teal through indigo to rose. */
export function ramp(value: number): [string, string] {
  if (value === 8) return [GOLD, '#f09a2a']
  const share = (value - 1) / 6
  const along = (from: string, middle: string, to: string): string =>
    share < 1 ? mix(from, middle, share) : mix(middle, to, share - 1)
  return [along('#0ea5a0', '#4f6df0', '#e23d7b'), along('#0b6f9a', '#7a3fd0', '#f0603a')]
}

/** The arrows of a turn, in a box of 24 by 24. */
export const TURN = 'M4 12a8 8 0 0 1 14-5l2 2.2M20 4v5.2h-5M20 12a8 8 0 0 1-14 5l-2-2.2M4 20v-5.2h5'

type Point = readonly [number, number]

/** Return a closed curve with a number of loops, cut into paths. Drawn in this order, each lies over those before. */
export function loops(count: number, radius: number, x: number, y: number, depth: number): string[] {
  const small = (radius * depth) / 2
  const large = radius - small
  const turns = count - 1
  const at = (t: number): Point =>
    count === 1
      ? [x + radius * Math.sin(t), y - radius * Math.cos(t)]
      : count === 2
      ? [x + radius * Math.sin(t), y + radius * 0.52 * Math.sin(2 * t)]
      : [x + large * Math.sin(t) - small * Math.sin(turns * t), y - large * Math.cos(t) - small * Math.cos(turns * t)]
  const speed = (t: number): Point =>
    count === 1
      ? [radius * Math.cos(t), radius * Math.sin(t)]
      : count === 2
      ? [radius * Math.cos(t), radius * 1.04 * Math.cos(2 * t)]
      : [large * Math.cos(t) - small * turns * Math.cos(turns * t), large * Math.sin(t) + small * turns * Math.sin(turns * t)]
  const cuts = count < 5 ? 6 : 2 // of each loop
  const steps = count < 5 ? 2 : 4
  const step = (2 * Math.PI) / count / cuts / steps
  return Array.from({ length: count * cuts }, (_, piece) => {
    let t = piece * steps * step - Math.PI / count
    let path = `M${pair(at(t))}`
    for (let k = 0; k < steps; k++, t += step) {
      const [ax, ay] = at(t)
      const [bx, by] = at(t + step)
      const [avx, avy] = speed(t)
      const [bvx, bvy] = speed(t + step)
      const third = step / 3
      path += `C${pair([ax + avx * third, ay + avy * third])} ${pair([bx - bvx * third, by - bvy * third])} ${pair([bx, by])}`
    }
    return path
  })
}

function pair([x, y]: Point): string {
  return `${short(x)} ${short(y)}`
}

/** Return a curve drawn as an interlaced band whose colour runs through the given ones and back. */
export function band(pieces: string[], width: number, colours: readonly string[], ground: string): string {
  const strokes = pieces.map((path, k) => {
    const share = (1 - Math.abs(1 - (2 * k) / pieces.length)) * (colours.length - 1)
    const from = colours[Math.floor(share)] ?? ground
    const colour = mix(from, colours[Math.floor(share) + 1] ?? from, share % 1)
    return `<path d="${path}" stroke="${ground}" stroke-width="${width + 2.6}"/>
      <path d="${path}" stroke="${colour}" stroke-width="${width}" stroke-linecap="round"/>`
  })
  return `<g fill="none">${strokes.join('')}</g>`
}
