/** Shapes of Njet!: its stamp. */

import { STROKE, word } from '../../cards/shapes'

/** The jagged stamp, in a box of 100 by 100. */
export const STAMP = `<g transform="rotate(-9 50 50)"><path d="M6 27 17 30 22 21 33 27 42 20 52 26 63 19 70 27 82 22 86 31 96 30 91 42 98 52 90 60 95 72 83 72 78 81 67 75 57 82 47 75 36 82 28 74 16 80 13 70 3 70 9 58 2 48 10 39Z" fill="#1d1a22"/>
  <g transform="translate(14.5 36.5) scale(.262)" ${STROKE} stroke="#fff6e6" stroke-width="19">${word('NJET!', 10)}
  </g>
  </g>`
