import type { Parsed, Suit } from '../parse'

/** How a game draws its cards: SVG markup in a box of 100 by 150 whose corners the card cuts off. */
export interface Face {
  /** `look` is what the match has settled about the look of its cards, as the game's board hands it to them. */
  front(card: Front, look?: string): string
  back(card: Parsed): string
  /** What a match may change about its cards, where it may. */
  varying?: Varying
  /** Small cards: the colour of their back, and ground and ink of a value that has no suit. */
  small?: { back: string; front?(value: number): readonly [ground: string, ink: string] }
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
