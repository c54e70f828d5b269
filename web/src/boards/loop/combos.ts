/** Combinations as the server offers them: nothing here knows which ones may be played. */
import type { Choice, Placed } from '../../table/board'
import { includesAll } from '../../table/model.svelte'

const FLIP = /^flip\+/

export const isFlip = (choice: Choice): boolean => FLIP.test(choice.action)
const texts = (cards: readonly Placed[]) => cards.map(({ card }) => card.text)
const sameTexts = (a: readonly string[], b: readonly string[]) => a.length === b.length && includesAll(a, b)

/** Choices with exactly these cards. */
export function exactChoices(choices: readonly Choice[], cards: readonly Placed[]): Choice[] {
  return cards.length ? choices.filter((choice) => sameTexts(choice.cards, texts(cards))) : []
}

/** Choices with these cards and others, each set of cards once. */
export function largerChoices(choices: readonly Choice[], cards: readonly Placed[]): Choice[] {
  const more = choices.filter((choice) => choice.cards.length > cards.length && includesAll(choice.cards, texts(cards)))
  return more.filter((choice, at) => more.findIndex((other) => sameTexts(other.cards, choice.cards)) === at)
}

/** The cards of a hand that a choice is about, those that are selected first. */
export function pick(choice: Choice, hand: readonly Placed[], first: readonly Placed[] = []): Placed[] {
  const left = [...first, ...hand.filter((placed) => !first.some(({ key }) => key === placed.key))]
  return choice.cards.flatMap((text) => {
    const at = left.findIndex(({ card }) => card.text === text)
    return at < 0 ? [] : left.splice(at, 1)
  })
}

/** What is selected after a card was pressed: it is added or removed, or starts a new selection; what can only become one combination becomes it. */
export function selectAfterPress(choices: readonly Choice[], hand: readonly Placed[], selected: readonly Placed[], placed: Placed): Placed[] {
  if (selected.some(({ key }) => key === placed.key)) return selected.filter(({ key }) => key !== placed.key)
  const joined = [...selected, placed]
  const fits = choices.some((choice) => includesAll(choice.cards, texts(joined)))
  const wanted = fits ? joined : [placed]
  const more = largerChoices(choices, wanted)
  const [only] = more
  return only && more.length === 1 && !exactChoices(choices, wanted).length ? pick(only, hand, wanted) : wanted
}

export type Kind = 'single' | 'set' | 'run'

export function kindOf(cards: readonly { text: string }[]): Kind {
  if (cards.length < 2) return 'single'
  return cards[0]?.text === cards[1]?.text ? 'set' : 'run'
}

export interface PawnAt {
  board: string
  column: number
  row: number
}

/** `B2:3`: on board B, in the column of round 2, on row 3. */
export function readPawn(text: string): PawnAt {
  const [, board = '', column = '', row = ''] = /^([A-Z])(\d+):(\d+)$/.exec(text) ?? []
  return { board, column: Number(column), row: Number(row) }
}
