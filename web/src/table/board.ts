/**
 * What a board is. A board draws the felt and the dock of one game: seats, pieces, the trick, the hand, the choices.
 * Bar, score pad, log, talk, refusals, rules and the live region are drawn around it by the page, for every game alike.
 *
 * A board is a component that `src/boards/GAME/game.ts` (GAME as the server writes it, `was_sticht`) exports as `Board`,
 * with one property:
 *
 *     let { table }: { table: BoardTable } = $props()
 *
 * It is loaded when the first table of its game is shown. Where there is none, `GenericBoard.svelte` is used: read it
 * as an example. The same board shows live matches, watchers and replays; it need not know which.
 *
 * - No rules. Draw `display`, offer `choices`, let the server refuse. A card can be played iff it has an `action`; one
 *   that cannot be played now may have `barred`: pressing it asks the server, whose refusal says why.
 * - `press(card)` does what pressing a card should do in nearly all games: play it, add it to a choice of several cards,
 *   or narrow `offered` down to the choices that mention it. `choose(actions)` sends whatever a board has put together.
 * - `display` is always the newest position and changes at once. Animate what has changed; never wait for it.
 * - Everything a person reads comes from `words` (the game's) or `t()` (ours). Seats are named by `seat.name`.
 * - The board's two parts, felt and dock, lie in a column that is as high as the window, with the free height between
 *   them; it is about 960 px wide beside the pad on a wide screen, and 340 px on a phone. The page scrolls if it must.
 *   `data-game` on the root element sets the colours (style/tokens.css).
 * - Whatever may be asked about (a chip, a badge, a number) has `data-term`, a key of the game's [terms]: pressing or
 *   hovering it explains it.
 * - Hints mark what they are about: elements with `data-card` (the text of a card), `data-action` (an action that pressing
 *   them takes) or `data-about` (actions, with spaces between them, of which they are a part).
 * - What it exports as `Scene` is drawn behind everything, without properties; its `face` draws the cards.
 * - Pieces to build with, in this folder: `SeatPlate`, `Avatar`, `Clock`, `Hand`, `CardButton`, `ZoneView`, `Prompt`,
 *   `Choices`; cards, tiles and suits are in `src/cards/`.
 */
import type { Component } from 'svelte'
import type { Card, Display, Fact, Refused, Zone } from '../wire/wire.gen'
import type { GameWords } from '../words/game.svelte'
import type { Poll } from './poll/poll'

/** Somebody at the table. */
export interface SeatInfo {
  number: number
  name: string
  /** The name, and that it is you who look. */
  label: string
  /** The level of a bot, or nothing. */
  level: string
  you: boolean
  /** A colour of its own, for avatar, dots and rings. */
  colour: string
  /** Owes a decision now. */
  acting: boolean
  here: boolean
  /** Why a bot plays for this player, or nothing. */
  standIn: string
  score: number
  /** Milliseconds left at `clockAt` (local time), or -1. */
  clock: number
  clockAt: number
  clockRuns: boolean
}

/** A card where it lies. `key` is the same as long as it lies there. */
export interface Placed {
  key: string
  card: Card
  zone: string
  seat: number
  index: number
}

/** A place of a trick, in widths of a card from its middle. */
export interface TrickSpot {
  /** The seat, or another number where nobody sits. */
  number: number
  name: string
  at: readonly [x: number, y: number]
  acting: boolean
  placed: Placed | undefined
  /** Its card was turned up, not played. */
  turned?: boolean
}

/** Something that may be done now. */
export interface Choice {
  action: string
  /** In words, for a button. */
  label: string
  /** The texts of cards that it is about. */
  cards: readonly string[]
}

export interface BoardTable {
  readonly game: string
  readonly display: Display
  readonly words: GameWords
  /** Your own seat; below 0 for somebody who watches. */
  readonly you: number
  readonly seats: readonly SeatInfo[]
  /** Clockwise from the one who looks, who comes first; watchers sit at seat 0. */
  readonly around: readonly SeatInfo[]
  readonly names: readonly string[]

  /** You owe a decision, and none is on its way. */
  readonly choosing: boolean
  /** The question to you, or whom we wait for. */
  readonly prompt: string
  /** Everything that may be done now, in the order of `display.legal`. */
  readonly choices: readonly Choice[]
  /** Those that want a button now: not done by pressing a card, and about all cards that are selected. */
  readonly offered: readonly Choice[]
  /** Several cards form one choice: they are selected, then sent by `confirm`. */
  readonly several: boolean
  readonly selected: readonly Placed[]
  /** What is selected waits for `confirm`: several cards, or one where a person wants to be asked first. */
  readonly confirming: boolean
  readonly refusal: Refused | null

  /** The cards of a zone, of a seat if one is named; none if there is no such zone. */
  zone(name: string, seat?: number): readonly Placed[]
  /** All zones that are called so, or all. */
  zones(name?: string): readonly Zone[]
  /** The value of a fact (it may be empty), or null if it is not there. */
  fact(name: string, seat?: number): string | null
  facts(name?: string): readonly Fact[]
  /** A card in words, with its mark. */
  cardName(placed: Placed): string

  /** What stands on a card of a trick: why it took it, that it was forced, or its mark. */
  flag(placed: Placed): string

  isSelected(placed: Placed): boolean
  select(placed: Placed, on: boolean): void
  unselect(): void
  press(placed: Placed): void
  /** Whether pressing it does something now; otherwise the server is asked why not. */
  isPlayable(placed: Placed): boolean
  /** Whether other cards of its zone can be played, but not this one: it is drawn so. */
  isIdle(placed: Placed): boolean
  /** Whether it was refused just now. */
  isRefused(placed: Placed): boolean
  /** Send a choice; the answer is whether it was accepted. */
  choose(actions: readonly string[]): Promise<boolean>
  /** Send what is selected as one choice, in the order in which the cards lie. */
  confirm(): Promise<boolean>
  /** What several are asked at once, where the game does that. */
  readonly poll: Poll
}

/** What a board tells the piece of it that shows one seat. */
export interface SeatProps {
  table: BoardTable
  seat: SeatInfo
  /** The hand lies elsewhere. */
  bare?: boolean
}

type Board = Component<{ table: BoardTable }>
const games = import.meta.glob<{ Board: Board; Scene: Component; endPause?: number }>('../boards/*/game.ts')
const loadGame = (game: string) => games[`../boards/${game}/game.ts`]?.()

/** What lies behind the table of a game, if somebody has drawn it. */
export async function sceneOf(game: string): Promise<Component | null> {
  return (await loadGame(game))?.Scene ?? null
}

/** The board of a game, or null where the generic one must do. */
export async function boardOf(game: string): Promise<Board | null> {
  return (await loadGame(game))?.Board ?? null
}

const END_PAUSE = 1000

/** How long the end of a deal is seen before the result is told, in milliseconds. */
export async function endPauseOf(game: string): Promise<number> {
  return (await loadGame(game))?.endPause ?? END_PAUSE
}
