/** Where the seats are around the middle of the table: the one who looks sits below, the others follow clockwise. */
import { duration, isAnimated } from './motion'

export interface Place {
  x: number
  y: number
}

/** Of six, two lie above each other on either side: far enough apart that neither covers the other. */
const APART = 0.72

export function place(step: number, seats: number): Place {
  const angle = Math.PI / 2 + (step * 2 * Math.PI) / seats
  const [x, y] = [Math.cos(angle), Math.sin(angle)]
  return seats === 6 && Math.abs(x) > 0.1 ? { x, y: Math.sign(y) * APART } : { x, y }
}

/** A card comes from where its player sits. */
export function arrive(_: Element, { x, y }: Place) {
  return {
    duration: isAnimated() ? duration('move') : 0,
    css: (t: number, u: number) => `opacity:${Math.min(1, t * 2)};transform:translate(${x * 130 * u}px,${y * 110 * u}px)`,
  }
}

/** A trick goes to whoever won it. */
export function leave(_: Element, { x, y }: Place) {
  return {
    duration: isAnimated() ? duration('award') : 0,
    css: (t: number, u: number) => `opacity:${t};transform:translate(${x * 200 * u}px,${y * 170 * u}px) scale(${0.5 + t / 2})`,
  }
}
