/** How things move. Durations are those of style/tokens.css, so whoever wants no motion gets none here either. */

export type Duration = 'tap' | 'move' | 'deal' | 'turn' | 'award'
export const OUT = 'cubic-bezier(.2,.8,.2,1)'

const NO_TIME = 1

/** A time as CSS writes it, in milliseconds: a built page says `.22s` where the source says `220ms`. */
export function milliseconds(text: string): number {
  const number = Number.parseFloat(text) || 0
  return text.trim().endsWith('ms') ? number : number * 1000
}

export function duration(name: Duration): number {
  return milliseconds(getComputedStyle(document.documentElement).getPropertyValue(`--d-${name}`)) || NO_TIME
}

/** Whether things move at all. */
export const isAnimated = (): boolean => duration('move') > NO_TIME

/** From the middle of one thing to the middle of another. */
export function offset(from: DOMRect, to: DOMRect): { x: number; y: number } {
  return { x: from.x + from.width / 2 - to.x - to.width / 2, y: from.y + from.height / 2 - to.y - to.height / 2 }
}

/** Let a thing that has just appeared come from where it was. */
export function fly(thing: Element, from: DOMRect, time: Duration = 'move', delay = 0): Animation | null {
  if (!isAnimated() || typeof thing.animate !== 'function') return null
  const to = thing.getBoundingClientRect()
  const { x, y } = offset(from, to)
  const size = Math.max(0.2, Math.min(1.2, from.width / (to.width || 1)))
  return thing.animate([{ translate: `${x}px ${y}px`, scale: `${size}` }, { translate: '0 0', scale: '1' }], {
    duration: duration(time),
    easing: OUT,
    delay,
    fill: 'backwards',
  })
}

/** Deal cards that have just appeared: one after the other, out of the middle of the table. They can be played at once. */
export function deal(cards: readonly Element[], middle: DOMRect): void {
  const step = duration('move') / Math.max(1, cards.length)
  cards.forEach((card, at) => fly(card, middle, 'deal', at * step))
}
