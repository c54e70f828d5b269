/** The tricks of a deal, as its replay tells them. */
import { isTaking } from '../table/stage.svelte'
import type { Happened, Step } from '../wire/wire.gen'

export interface PastTrick {
  number: number
  /** The step with which it is complete. */
  at: number
  /** In the order in which they were played; a card that belongs to no seat has -1. */
  cards: readonly { seat: number; text: string }[]
  /** What was told when somebody took it. */
  taken: Happened | null
}

/** Several cards at once are one play. */
const laid = ({ values }: Happened): string[] => (values?.['card'] ?? values?.['cards'] ?? '').split(/[ ,]+/).filter(Boolean)
const lays = (one: Happened): boolean => one.key === 'play' || (!one.action && Boolean(one.values?.['card']))

export function tricksOf(steps: readonly Pick<Step, 'happened'>[]): PastTrick[] {
  const found: PastTrick[] = []
  steps.forEach(({ happened }, at) => {
    for (const one of happened) {
      const last = found.at(-1)
      const cards = lays(one) ? laid(one).map((text) => ({ seat: one.seat ?? -1, text })) : []
      const trick = last && (!one.trick || one.trick === last.number) ? last : { number: one.trick ?? 0, at, cards: [], taken: null }
      if (!trick.number || (trick === last && last.taken)) continue
      const grown = { ...trick, at, cards: [...trick.cards, ...cards], taken: isTaking(one) ? one : trick.taken }
      if (trick === last) found[found.length - 1] = one.trick || cards.length ? grown : last
      else found.push(grown)
    }
  })
  return found
}

/** Where no tricks are played: the steps at which somebody decided something. */
export const decisionsOf = (steps: readonly Pick<Step, 'happened'>[]): { at: number; happened: readonly Happened[] }[] =>
  steps.flatMap(({ happened }, at) => (happened.some(({ action }) => action) ? [{ at, happened }] : []))
