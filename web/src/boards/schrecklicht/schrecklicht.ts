/** What the display of Schrecklicht says, taken apart: its facts and choices are texts. */
import type { Suit } from '../../cards/parse'
import type { BoardTable } from '../../table/board'
import { capital } from '../../words/i18n.svelte'
import { say } from './words'

/** Places of a display. */
export const PLACES = 4
const SUITS: Readonly<Record<string, Suit>> = { G: 'green', V: 'violet', B: 'blue' }
const ORDER = 'GVB'
const VALUES = 12

export interface Standing {
  seat: number
  /** From 1; 0 has none. */
  rank: number
  amount: string
  points: number
}

export interface Objective {
  letter: string
  suit: Suit
  name: string
  /** Points for the ranks, such as 5, 3, 1; empty before the cards are dealt. */
  ladder: readonly string[]
  pawn: number | null
  /** Best first. None where it is to be remembered. */
  standings: readonly Standing[]
}

export interface Target {
  action: string
  played: string
  /** The display into which a card is laid or in which one is covered. */
  seat: number
  /** The card that is covered, or nothing. */
  covered: string
  /** The whole action in words. */
  sentence: string
}

export const suitOf = (letter: string): Suit => SUITS[letter] ?? 'violet'

/** The objectives, the one that is worth most first. */
export function objectives(table: BoardTable): Objective[] {
  const ladders = byColour(table, 'ladder')
  const pawns = byColour(table, 'pawn')
  const found = [...byColour(table, 'objective')].map(([letter, name]) => ({
    letter,
    suit: suitOf(letter),
    name,
    ladder: ladders.get(letter)?.split('/') ?? [],
    pawn: pawns.has(letter) ? Number(pawns.get(letter)) : null,
    standings: standings(table, letter),
  }))
  return found.sort((a, b) => b.ladder.length - a.ladder.length)
}

function byColour(table: BoardTable, name: string): Map<string, string> {
  return new Map(table.facts(name).map(({ value }) => [value.charAt(0), value.slice(2)]))
}

function standings(table: BoardTable, letter: string): Standing[] {
  const found = table.facts('standing').flatMap((fact) => {
    const [colour, rank = '0', amount = '', points = '0'] = fact.value.split(' ')
    return colour === letter ? [{ seat: fact.seat ?? 0, rank: Number(rank), amount, points: Number(points) }] : []
  })
  return found.sort((a, b) => (a.rank || Infinity) - (b.rank || Infinity) || a.seat - b.seat)
}

/** Where cards may be played now. */
export function targets(table: BoardTable): Target[] {
  const letters = new Map(table.facts('letter').map((fact) => [fact.value, fact.seat ?? 0]))
  return table.choices.map(({ action, label }, at) => {
    const phrase = table.display.actions[at] ?? {}
    const { played = '', letter = '', target: covered = '' } = phrase.values ?? {}
    const named = covered ? null : table.words.sentence('buttons', phrase, table.names)
    const sentence = capital(named ?? table.words.sentence('actions', phrase, table.names) ?? label)
    return { action, played, seat: letters.get(letter) ?? -1, covered, sentence }
  })
}

/** Where the pawns would be after a play, and what every seat would get from each colour; nothing where that is to be remembered. */
export interface Preview {
  pawns: ReadonlyMap<string, number>
  points: ReadonlyMap<string, readonly number[]>
}

/** What the server says of a play that has not been made yet. */
export function previewOf(table: BoardTable, action: string): Preview | undefined {
  const told = table.fact('preview', table.you)?.split(' ')[table.display.legal.indexOf(action)]
  if (!told) return undefined
  const [pawns = [], points = []] = told.split(':').map((part) => part.split('/'))
  const letters = [...ORDER]
  return {
    pawns: new Map(letters.map((letter, at) => [letter, Number(pawns[at])])),
    points: new Map(letters.flatMap((letter, at) => (points[at] === '-' ? [] : [[letter, [...(points[at] ?? '')].map(Number)]]))),
  }
}

/** What a play would change in words: a pawn, and the own points. */
export function previewWords(table: BoardTable, goals: readonly Objective[], { pawns, points }: Preview): string {
  const moved = goals.flatMap(({ letter, pawn }) => {
    const to = pawns.get(letter)
    return pawn === null || to === undefined || to === pawn ? [] : [say('moves', { colour: capital(table.words.colour(letter)), from: String(pawn), to: String(to) })]
  })
  const own = (seatPoints: (goal: Objective) => number) => goals.filter(({ letter }) => points.has(letter)).reduce((sum, goal) => sum + seatPoints(goal), 0)
  const before = own(({ standings }) => standings.find(({ seat }) => seat === table.you)?.points ?? 0)
  const after = own(({ letter }) => points.get(letter)?.[table.you] ?? 0)
  return [...moved, say(before === after ? 'same' : 'yours', { from: String(before), to: String(after) })].join(' · ')
}

/** The usual table of pumpkin heads, which is an assumption: SCH-42. */
export const USUAL_HEADS = '031032212310202311301203312102031032'

/** How many pumpkins a card shows in this match. */
export function heads(pumpkins: string, text: string): number {
  return Number(pumpkins[ORDER.indexOf(text.charAt(0)) * VALUES + Number(text.slice(1))] ?? 0)
}

/** A card in words, with what its picture counts. */
export function cardWords(table: BoardTable, text: string, mark = ''): string {
  const pumpkins = table.fact('pumpkins')
  const known = pumpkins !== null && /^[GVB]\d+$/.test(text)
  const count = known ? say('heads', { n: String(heads(pumpkins, text)) }) : ''
  return [table.words.card(text), mark && table.words.name(mark), count].filter(Boolean).join(', ')
}

/** How far back pawns stand that would hide each other, by space; the foremost stays on the path. */
export function lanes(spaces: readonly number[], reach: number): number[] {
  const order = spaces.map((_, at) => at).sort((a, b) => (spaces[b] ?? 0) - (spaces[a] ?? 0) || a - b)
  const found = spaces.map(() => 0)
  order.forEach((at, turn) => {
    const near = order.slice(0, turn).filter((other) => (spaces[other] ?? 0) - (spaces[at] ?? 0) < reach)
    const taken = near.map((other) => found[other] ?? 0)
    while (taken.includes(found[at] ?? 0)) found[at] = (found[at] ?? 0) + 1
  })
  return found
}

/** How long one objective is looked at while a round is evaluated, and all three, in milliseconds. */
export const OBJECTIVE = 1300
export const EVALUATION = 3 * OBJECTIVE + 700
