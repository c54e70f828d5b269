import type { Parsed, Suit } from '../parse'

/** How a game draws its cards: SVG markup in a box of 100 by 150 whose corners the card cuts off. */
export interface Face {
  front(card: Front, table: Table): string
  back(card: Parsed): string
  /** What a match may change about its cards, where it may. */
  varying?: Varying
}

/** Cards that show a digit of a fact of the match. */
export interface Varying {
  fact: string
  /** Where in the fact the digit of a card stands. */
  place(card: Front): number
  front(card: Front, digit: string): string
}

export interface Front {
  value: number
  suit?: Suit
}

/** What a match may have settled about the look of its cards. */
export interface Table {
  /** Schrecklicht: pumpkin heads on green 0 to 11, violet 0 to 11, blue 0 to 11, as digits. */
  pumpkins?: string | undefined
}
