/** Was sticht?: pale questions behind a medallion. */

import { FILL, index, mix, numeral, onFill, PAPER, QUESTION, seededRandom, short, sign } from '../../cards/shapes'
import type { Front } from '../../cards/faces/face'

/** Place, size and turn of the questions on every face; the value turns each of them a little further. */
const QUESTIONS = [
  [60, 6, 0.36, 12],
  [80, 54, 0.4, -14],
  [3, 96, 0.42, -10],
  [70, 106, 0.46, 10],
  [30, 122, 0.32, 20],
  [40, 46, 0.26, -18],
] as const

function question(x: number, y: number, size: number, turn: number): string {
  return `<path transform="translate(${short(x)} ${short(y)}) rotate(${short(turn)} ${short(28 * size)} ${short(50 * size)}) scale(${size})" d="${QUESTION}"/>`
}

export function front({ value, suit = 'blue' }: Front): string {
  const colour = FILL[suit]
  const on = onFill(suit)
  const chance = seededRandom(`was${value}`)
  const marks = QUESTIONS.map(([x, y, size, turn]) => question(x, y, size, turn + (chance() - 0.5) * 40)).join('')
  const medallion = `<circle cx="53" cy="97" r="35" fill="${PAPER}"/>
    <circle cx="53" cy="97" r="30.5" fill="${colour}" stroke="${colour}" stroke-width="3" stroke-dasharray="2.1 1.89"/>
    <circle cx="53" cy="97" r="26" fill="none" stroke="${on}" stroke-opacity=".5" stroke-width="1.4"/>
    ${numeral(value, 53, 77, 40, on, 'middle')}`
  return `<rect width="100" height="150" fill="${PAPER}"/>
    <g fill="none" stroke="${mix(colour, PAPER, 0.74)}" stroke-width="14" stroke-linecap="round">${marks}
    </g>
    ${sign(medallion)}${index(value, suit)}`
}

export function back(): string {
  const chance = seededRandom('question')
  let marks = ''
  for (let row = 0; row < 5; row++) {
    for (let column = 0; column < 4; column++) {
      marks += question(column * 30 - 12 + (row % 2 ? 15 : 0), row * 31 - 2, 0.26, (chance() - 0.5) * 50)
    }
  }
  return `<rect width="100" height="150" fill="#0f4a52"/>
    <g fill="none" stroke="#2f8288" stroke-width="14" stroke-linecap="round">${marks}
    </g>
    <circle cx="50" cy="75" r="27" fill="#0f4a52" stroke="#9be0da" stroke-width="2"/>
    <g transform="translate(38.5 54) scale(.42)" fill="none" stroke="#d8f5f1" stroke-width="15" stroke-linecap="round"><path d="${QUESTION}"/>
    </g>
    <rect x="5" y="5" width="90" height="140" rx="5" fill="none" stroke="#9be0da" stroke-opacity=".55" stroke-width="1.4"/>`
}

export const small = { back: '#0f4a52' }
