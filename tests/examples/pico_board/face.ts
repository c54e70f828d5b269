/** Pico: a dot in the colour of the suit, as large as the value. */
import type { Front } from '../../cards/faces/face'
import { FILL, index, PAPER, sign } from '../../cards/shapes'

export function front({ value, suit = 'red' }: Front): string {
  const dot = `<circle cx="50" cy="98" r="${6 * value}" fill="${FILL[suit]}"/>`
  return `<rect width="100" height="150" fill="${PAPER}"/>${sign(dot)}${index(value, suit)}`
}

export function back(): string {
  return `<rect width="100" height="150" fill="#30506b"/><circle cx="50" cy="75" r="24" fill="${PAPER}"/>`
}

export const small = { back: '#30506b' }
