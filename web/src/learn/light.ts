/** What a step is about is lit, everything else on the board is calm. Hand and question are never calmed. */

const MARKS = ['data-lit', 'data-calm'] as const
const KEPT = '.dock, .hand, .choices, [data-action]'

/** Where things are on a board: "zone trick", "fact trump", "seat 3", "card R7", "fact bet 2" of a seat. */
function selectorOf(thing: string, you: number): string {
  const [kind = '', ...parts] = thing.split(' ')
  const [name = '', seat] = parts.map((part) => CSS.escape(part))
  if (kind === 'seat') return `[data-seat="${name}"]`
  if (kind === 'card') return `[data-face="${name}"], [data-card="${name}"]`
  if (kind === 'zone' && seat === CSS.escape(String(you))) return `.dock [data-zone~="${name}"]`
  if (seat === undefined) return `[data-${kind}~="${name}"]`
  return `[data-seat="${seat}"] [data-${kind}~="${name}"], [data-place="${seat}"][data-${kind}~="${name}"]`
}

/** Whatever explains itself at a table says what it is. */
const asTerm = (selector: string): string => selector.replace('.dock ', '').replaceAll(/data-(?:zone|fact)~=/g, 'data-term=')

/** What is drawn of the things that are lit, and which kind of thing each of them is. */
function findLit(root: Element, lit: readonly string[], you: number): Map<Element, string> {
  const seen = (selector: string) => [...root.querySelectorAll(selector)].filter((one) => one.checkVisibility() && !one.closest('.vh'))
  const found = lit.flatMap((thing) => {
    const selector = selectorOf(thing, you)
    const named = seen(selector)
    const drawn = named.length ? named : seen(asTerm(selector))
    // A single card of the hand would give the answer away.
    const told = thing.startsWith('card ') ? drawn.filter((one) => !one.closest('.hand')) : drawn
    return told.map((one): [Element, string] => [one, thing.split(' ')[0] ?? ''])
  })
  // One that lies in another is lit with it.
  return new Map(found.filter(([one]) => !found.some(([other]) => other !== one && other.contains(one))))
}

function calmAround(node: Element, lit: ReadonlyMap<Element, string>): void {
  for (const child of node.children) {
    if (lit.has(child) || child.matches(KEPT)) continue
    const around = [...lit.keys()].some((one) => child.contains(one)) || child.querySelector(KEPT) !== null
    // What has no box of its own cannot be calmed itself.
    if (around || getComputedStyle(child).display === 'contents') calmAround(child, lit)
    else child.setAttribute('data-calm', '')
  }
}

export function clearLight(root: Element): void {
  for (const mark of MARKS) for (const one of root.querySelectorAll(`[${mark}]`)) one.removeAttribute(mark)
}

/** Light what a step is about. Where nothing of it is drawn, nothing is calmed either. */
export function light(root: Element, lit: readonly string[], you: number): void {
  clearLight(root)
  const found = findLit(root, lit, you)
  if (!found.size) return
  for (const [one, kind] of found) one.setAttribute('data-lit', kind)
  calmAround(root, found)
}
