/** Arrow keys go to what lies in their direction. */
export type Arrow = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown'

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

/** How much farther what lies aside seems than what lies straight ahead. */
const ASIDE = 3

const WAYS: Readonly<Record<Arrow, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

export const isArrow = (key: string): key is Arrow => key in WAYS

/** Which of several things is next in a direction, or -1. */
export function nearest(from: Box, things: readonly Box[], key: Arrow): number {
  const [x, y] = WAYS[key]
  const across = (box: Box) => (box.left + box.right) / 2
  const down = (box: Box) => (box.top + box.bottom) / 2
  let best = -1
  let least = Infinity
  things.forEach((box, at) => {
    const ahead = (across(box) - across(from)) * x + (down(box) - down(from)) * y
    const gap = x ? Math.max(box.top - from.bottom, from.top - box.bottom, 0) : Math.max(box.left - from.right, from.left - box.right, 0)
    const drift = x ? Math.abs(down(box) - down(from)) : Math.abs(across(box) - across(from))
    const beyond = (x ? from.right - from.left : from.bottom - from.top) / 2 // what is merely a little lower is not below
    const far = ahead + ASIDE * gap + drift / ASIDE
    if (ahead >= beyond && far < least) [best, least] = [at, far]
  })
  return best
}

const STOPS = 'button, summary, a[href], input, select'

/** Go from what has the focus to what lies beside it; the answer is whether there is something. */
export function goTo(root: Element, key: Arrow): boolean {
  const now = document.activeElement
  const stops = [...root.querySelectorAll<HTMLElement>(STOPS)].filter((one) => one.tabIndex >= 0 && one !== now && one.checkVisibility())
  const inside = now !== null && root.contains(now) && now !== root
  const start = inside ? now : root.querySelector('#prompt')
  if (!start) return false
  const beside = stops[nearest(start.getBoundingClientRect(), stops.map((one) => one.getBoundingClientRect()), key)]
  const found = beside ?? (inside ? undefined : stops[0]) // who comes from nowhere comes somewhere
  found?.focus()
  return found !== undefined
}
