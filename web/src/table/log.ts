/** What has happened, in order, as the server tells it: without what the rules leave to memory. */
import type { Happened, Heard, Lookup, Passage } from '../wire/wire.gen'
import { isTaking } from './stage.svelte'

/** A deal, a trick of it, something that happened, or something that was said. */
export type Entry =
  | { id: string; deal: number }
  | { id: string; trick: number }
  | { id: string; happened: Happened }
  | { id: string; heard: Heard }
  | { id: string; missed: Missed }

/** What happened while somebody was away: how many decisions, and how many a bot took for them. */
export interface Missed {
  moves: number
  own: number
}

/** What the rules leave to memory: which cards may be looked up, and what is gone with the next decision. */
export interface Memory {
  lookup: Lookup
  fading: readonly string[]
}

/** What came live after what is known already. */
export function joined(past: readonly Passage[], live: readonly Passage[]): Passage[] {
  const last = past.at(-1)?.seq ?? 0
  return [...past, ...live.filter(({ seq }) => seq > last)]
}

/** What happened after a moment. */
export function missed(passages: readonly Passage[], after: number, you: number): Missed {
  const moves = passages.filter(({ seq }) => seq > after).flatMap(({ happened }) => happened.filter(({ action }) => action))
  return { moves: moves.length, own: moves.filter(({ seat, by }) => seat === you && by === 'stand_in').length }
}

/** The log: what was said stands where it was said; deals and tricks have headings. */
export function log(passages: readonly Passage[], words: readonly Heard[], rules: Memory, gap: { after: number; missed: Missed } | null = null): Entry[] {
  const sight = inSight(passages.flatMap(({ happened }) => happened), rules.lookup)
  const newest = passages.flatMap(({ happened }) => happened).findLast(({ action }) => action)
  let faded = newest !== undefined
  const said = [...words].sort((a, b) => a.at - b.at)
  const entries: Entry[] = []
  let [deal, trick] = [0, 0]
  for (const { seq, at, happened } of passages) {
    while (said[0] && said[0].at < at) entries.push(spoken(said.shift() as Heard))
    if (gap && seq > gap.after) {
      entries.push({ id: `missed ${gap.after}`, missed: gap.missed })
      gap = null
    }
    for (const [number, one] of happened.entries()) {
      if (one === newest) faded = false
      if (faded && rules.fading.includes(one.key)) continue
      if (one.deal && one.deal !== deal) {
        ;[deal, trick] = [one.deal, 0]
        entries.push({ id: `deal ${deal} ${seq}`, deal })
      }
      if (one.trick && one.trick !== trick) {
        trick = one.trick
        entries.push({ id: `trick ${deal} ${trick} ${seq} ${number}`, trick })
      }
      const id = `${seq} ${number}`
      if (sight(one)) entries.push({ id, happened: one })
      else if (isTaking(one)) entries.push({ id, happened: withoutReason(one) })
    }
  }
  return [...entries, ...said.map(spoken)]
}

const spoken = (heard: Heard): Entry => ({ id: `said ${heard.number}`, heard })

/** Which of it may still be seen: cards of tricks that were taken are to be remembered, unless the table says otherwise. */
function inSight(happened: readonly Happened[], lookup: Lookup): (one: Happened) => boolean {
  const last = happened.findLast(({ trick }) => trick)
  if (lookup === 'all' || !last) return () => true
  const deal = last.deal ?? 0
  const newest = Math.max(...happened.map((one) => one.deal ?? 0))
  const first = (last.trick ?? 0) - (lookup === 'last' && last.action ? 1 : 0)
  return (one) => {
    if (!one.trick) return true
    if ((one.deal ?? 0) === deal) return one.trick >= first
    return lookup === 'deal_before' && (one.deal ?? 0) >= newest - 1
  }
}

function withoutReason(happened: Happened): Happened {
  const rest = { ...happened }
  delete rest.why
  return rest
}
