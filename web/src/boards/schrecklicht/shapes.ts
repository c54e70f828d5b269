/** Shapes of Schrecklicht: pumpkins and bats. */

import { place, short } from '../../cards/shapes'

export const PUMPKIN =
  `<path d="M47 16C47 8 52 3 60 2l3 6c-5 1-7 4-7 9Z" fill="#4b8447"/>
    <path d="M50 15c9-4 17-2 21 2 16 0 27 15 27 34 0 21-14 37-30 37-5 0-9-2-18-2s-13 2-18 2C16 88 2 72 2 51c0-19 11-34 27-34 4-4 12-6 21-2Z" fill="#f08a24"/>
    <path d="M30 18c-9 20-9 50 2 68M70 18c9 20 9 50-2 68" fill="none" stroke="#b95612" stroke-opacity=".45" stroke-width="4"/>
    <path d="M22 44 34 34 42 48ZM78 44 66 34 58 48ZM46 56h8l-4-7ZM20 58c8 6 14 8 20 9l3-5 7 6 7-6 3 5c6-1 12-3 20-9-4 14-16 20-30 20S24 72 20 58Z" fill="#fff0a8"/>`

/** Return a lit pumpkin, at its left top corner. */
export function pumpkin(x: number, y: number, width: number): string {
  return `<ellipse cx="${short(x + width / 2)}" cy="${short(y + width / 2)}" rx="${short(width * 0.72)}" ry="${short(width * 0.6)}" fill="#ffb347" opacity=".24"/>
    <g ${place(x, y, width)}>${PUMPKIN}
    </g>`
}

export const BAT =
  'M0 0c-4-6-14-12-26-11 5 4 7 8 7 13 4-3 7-2 9 2 3-3 7-3 10 1 3-4 7-4 10-1 2-4 5-5 9-2 0-5 2-9 7-13C14-12 4-6 0 0Z'
