/** The posters of the seven games, in a box of 164 by 340. Their middle is what matters: narrow places cut the ends off. */

import type { GameName } from './parse'
import {
  band,
  BAT,
  BLACK,
  FILL,
  GOLD,
  halftone,
  jitter,
  loops,
  mix,
  NIGHT,
  numeral,
  PAPER,
  peak,
  pumpkin,
  QUESTION,
  seeded,
  short,
  star,
  STAMP,
  suitShape,
} from './shapes'

const ground = (colour: string): string => `<rect width="164" height="340" fill="${colour}"/>`

/** A rose window in all five suits, seen from the dark nave. */
function luz(): string {
  const [x, y] = [82, 172]
  const chance = seeded('rose')
  const suits = ['red', 'yellow', 'blue', 'green', 'violet'] as const
  const light = { red: '#ff8a6a', yellow: '#fff3b0', blue: '#9fe0ff', green: '#b8f5c8', violet: '#c08bf5' }
  const at = (radius: number, turn: number): string =>
    `${short(x + radius * Math.cos(turn))} ${short(y + radius * Math.sin(turn))}`
  let panes = ''
  const pane = (count: number, k: number, inner: number, outer: number, suit: (typeof suits)[number], lit: number): void => {
    const [from, to] = [k - 0.5, k + 0.5].map((turn) => (2 * Math.PI * turn) / count - Math.PI / 2) as [number, number]
    const tone = mix(FILL[suit], suit === 'violet' || lit > 0 ? light[suit] : NIGHT, Math.abs(lit) + chance() * 0.22)
    panes += `<path d="M${at(inner, from)}L${at(outer, from)}A${outer} ${outer} 0 0 1 ${at(outer, to)}L${at(inner, to)}A${inner} ${inner} 0 0 0 ${at(inner, from)}Z" fill="${tone}"/>`
  }
  for (let k = 0; k < 24; k++) {
    pane(24, k + 0.5, 126, 220, suits[(k * 2 + 1) % 5] ?? 'red', -0.5)
    pane(24, k, 92, 126, suits[(k * 2) % 5] ?? 'red', -0.3)
  }
  for (let k = 0; k < 20; k++) pane(20, k, 64, 92, suits[k % 5] ?? 'red', 0.04)
  for (let k = 0; k < 10; k++) pane(10, k + 0.5, 36, 64, suits[(k + 3) % 5] ?? 'red', 0.22)
  const arch = 'M12 340V176C12 120 46 84 82 62C118 84 152 120 152 176V340Z'
  return `${ground('#241b3d')}
    <g stroke="#15111d" stroke-width="2.2" stroke-linejoin="round">${panes}
    </g>
    <circle cx="${x}" cy="${y}" r="36" fill="#1d1730" stroke="#15111d" stroke-width="3"/>
    <circle cx="${x}" cy="${y}" r="30" fill="none" stroke="${GOLD}" stroke-opacity=".5"/>
    ${suitShape('yellow', x - 24, y - 24, 48, '#ffe28a')}
    <path d="M0 0H164V340H0Z${arch}" fill="#1d1730" fill-rule="evenodd"/>
    <path d="${arch}" fill="none" stroke="#15111d" stroke-width="7"/>
    <path d="${arch}" fill="none" stroke="#8b6a2c" stroke-width="2.4"/>`
}

function njet(): string {
  return `${ground('#f4ead6')}
    <circle cx="30" cy="110" r="64" fill="none" stroke="${BLACK}" stroke-opacity=".1" stroke-width="16"/>
    <path d="M164 40V340H0V210Z" fill="${FILL.red}"/>
    <circle cx="126" cy="262" r="74" fill="${mix(FILL.red, BLACK, 0.16)}"/>
    <path d="M164 40 0 210V196L164 26Z" fill="${BLACK}"/>
    <path d="M164 8 0 178" stroke="${FILL.red}" stroke-width="4"/>
    <path d="M0 300 60 340H0Z" fill="${BLACK}"/>
    <g transform="translate(92 214) rotate(14) scale(.66)" opacity=".28">${STAMP}
    </g>
    <g transform="translate(4 88) scale(1.56)">${STAMP}
    </g>`
}

function mu(): string {
  return `${ground('#f6dfbf')}
    <circle cx="112" cy="122" r="58" fill="#fbe8c6"/>
    <circle cx="112" cy="122" r="42" fill="#fff3d6"/>
    <path d="M-10 340V232C20 190 34 176 52 182s28 30 44 22 36-46 84-22V340Z" fill="#e8c79c"/>
    ${peak(112, 150, 96, 350, '#a85f2a', '#6b3a1c')}${peak(42, 204, 84, 350, '#c4793a', '#8a4f28')}
    <path d="M-4 340V296C24 276 44 278 70 290S134 276 168 290V340Z" fill="#4a2610"/>`
}

function loop(): string {
  const curve = band(loops(13, 76, 82, 172, 0.66), 6.4, ['#35d6cf', '#8f9bff', '#ff6f91'], '#241f35')
  const inner = band(loops(8, 25, 82, 172, 0.86), 3, [GOLD, '#f09a2a'], '#241f35')
  return `${ground('#241f35')}<circle cx="82" cy="172" r="104" fill="#2b2542"/><circle cx="82" cy="172" r="78" fill="#241f35"/>${curve}${inner}`
}

function schrecklicht(): string {
  const halos = ['#1a1145', '#2c1a66', '#40248a', '#6a4bb4']
    .map((colour, k) => `<circle cx="94" cy="134" r="${[150, 112, 82, 62][k]}" fill="${colour}"/>`)
    .join('')
  const chance = seeded('night')
  let stars = ''
  for (let k = 0; k < 16; k++) stars += `M${short(chance() * 164)} ${short(56 + chance() * 70)}h.1`
  return `${ground('#0d0829')}${halos}
    <path d="${stars}" stroke="#fff" stroke-opacity=".8" stroke-width="2" stroke-linecap="round"/>
    <circle cx="94" cy="134" r="46" fill="#fff3cf"/>
    <circle cx="78" cy="122" r="8" fill="#ead9a8"/>
    <circle cx="114" cy="152" r="11" fill="#ead9a8"/>
    <circle cx="112" cy="112" r="5" fill="#ead9a8"/>
    <path d="M70 276V190l12-16v-36l11-19 11 19v32l20 24v82Z" fill="#120c2b"/>
    <path d="M89 190h8v14h-8zM79 216h8v12h-8zM101 214h8v14h-8z" fill="#ffd978"/>
    <g fill="#120c2b"><path transform="translate(52 112) scale(.72)" d="${BAT}"/>
    <path transform="translate(138 176) scale(.5)" d="${BAT}"/>
    </g>
    <path d="M-4 262Q50 230 100 250T170 240V350H-4Z" fill="#1d1450"/>
    ${pumpkin(4, 252, 48)}${pumpkin(108, 246, 52)}${pumpkin(52, 232, 60)}
    <path d="M-4 306Q40 288 90 300T170 296V350H-4Z" fill="#0d0829"/>`
}

function meinz(): string {
  const burst = star(15, 70, 52, 82, 152, jitter('poster', 9))
  return `${ground('#fdd45a')}${halftone('#ee9a35', 164, 92, 340, 16)}
    <g stroke="${BLACK}" stroke-width="4" stroke-linejoin="round"><path d="${burst}" fill="${BLACK}" transform="translate(5 7)"/>
    <path d="M104 196 136 258 84 212Z" fill="${BLACK}" transform="translate(5 7)"/>
    <path d="${burst}" fill="${PAPER}"/>
    <path d="M104 196 136 258 84 212Z" fill="${PAPER}"/>
    </g>
    <path d="M80 186H112L101 206 90 214Z" fill="${PAPER}"/>
    ${numeral(1, 82, 114, 76, FILL.red, 'middle', 19)}`
}

function wasSticht(): string {
  const question = `d="${QUESTION}"`
  const chance = seeded('ask')
  let marks = ''
  for (let row = 0; row < 5; row++) {
    for (let column = 0; column < 3; column++) {
      marks += `<path transform="translate(${column * 60 + (row % 2 ? 0 : -28)} ${52 + row * 62}) rotate(${short(chance() * 44 - 22)} 14 26) scale(.54)" ${question}/>`
    }
  }
  const cards = ([[-21, FILL.red], [0, FILL.blue], [21, '#0b7150']] as const)
    .map(([turn, colour]) => `<g transform="rotate(${turn} 82 264)"><rect x="51" y="100" width="62" height="93" rx="8" fill="${PAPER}" stroke="#0b2f35" stroke-width="3"/>
      <path transform="translate(66.5 122) scale(.55)" ${question} fill="none" stroke="${colour}" stroke-width="16" stroke-linecap="round"/>
      </g>`)
    .join('')
  return `${ground('#0f3b42')}
    <circle cx="82" cy="176" r="96" fill="#16505a"/>
    <g fill="none" stroke="#236f77" stroke-width="13" stroke-linecap="round">${marks}
    </g>
    ${cards}`
}

/** Each poster, with the colour of the title upon it. */
export const POSTERS: Readonly<Record<GameName, { draw: () => string; ink: string }>> = {
  luz: { draw: luz, ink: PAPER },
  njet: { draw: njet, ink: BLACK },
  meinz: { draw: meinz, ink: BLACK },
  was_sticht: { draw: wasSticht, ink: PAPER },
  mu: { draw: mu, ink: '#3a1d0a' },
  loop: { draw: loop, ink: PAPER },
  schrecklicht: { draw: schrecklicht, ink: PAPER },
}
