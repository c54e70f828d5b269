import { describe, expect, it } from 'vitest'
import { parse, texts } from '../../cards/parse'
import { draw, load } from '../../cards/registry.svelte'
import type { BoardTable, Choice } from '../../table/board'
import type { Fact, Phrase } from '../../wire/wire.gen'
import { heads, lanes, objectives, targets } from './schrecklicht'

function table(facts: Fact[], choices: Choice[] = [], actions: Phrase[] = []): BoardTable {
  return {
    facts: (name?: string) => facts.filter((fact) => fact.name === name),
    choices,
    display: { actions },
    names: [],
    words: { sentence: (_: string, phrase: Phrase) => `${phrase.key ?? ''} it` },
  } as unknown as BoardTable
}

describe('objectives', () => {
  const shown = objectives(
    table([
      { name: 'objective', value: 'G LOW_SUM' },
      { name: 'objective', value: 'V MULTIPLES' },
      { name: 'pawn', value: 'G 4' },
      { name: 'pawn', value: 'V 21' },
      { name: 'ladder', value: 'G 3/1' },
      { name: 'ladder', value: 'V 5/3/1' },
      { name: 'standing', seat: 0, value: 'V 0 - 0' },
      { name: 'standing', seat: 1, value: 'V 2 2 3' },
      { name: 'standing', seat: 2, value: 'V 1 2+2 5' },
    ]),
  )

  it('come with what they are worth, most first', () => {
    expect(shown.map(({ letter, name, ladder, pawn }) => [letter, name, ladder.join(' '), pawn])).toEqual([
      ['V', 'MULTIPLES', '5 3 1', 21],
      ['G', 'LOW_SUM', '3 1', 4],
    ])
  })

  it('say how it stands, and nothing where that is to be remembered', () => {
    expect(shown[0]?.standings.map(({ seat, amount, points }) => [seat, amount, points])).toEqual([
      [2, '2+2', 5],
      [1, '2', 3],
      [0, '-', 0],
    ])
    expect(shown[1]?.standings).toEqual([])
  })
})

it('knows from the choices where a card may go', () => {
  const letters: Fact[] = [
    { name: 'letter', seat: 0, value: 'A' },
    { name: 'letter', seat: 1, value: 'B' },
  ]
  const choices = ['G5>B', 'G5/V3'].map((action) => ({ action, label: '', cards: ['G5'] }))
  const found = targets(
    table(letters, choices, [
      { key: 'lay', values: { played: 'G5', letter: 'B' } },
      { key: 'cover', values: { played: 'G5', target: 'V3', letter: 'A' } },
    ]),
  )
  expect(found).toEqual([
    { action: 'G5>B', played: 'G5', seat: 1, covered: '', sentence: 'Lay it' },
    { action: 'G5/V3', played: 'G5', seat: 0, covered: 'V3', sentence: 'Cover it' },
  ])
})

it('counts pumpkins as the match does', () => {
  const pumpkins = '031032212310202311301203312102031032'
  expect([heads(pumpkins, 'G1'), heads(pumpkins, 'V0'), heads(pumpkins, 'B11')]).toEqual([3, 2, 2])
})

it('lets pawns that are close stand one behind the other', () => {
  expect(lanes([0, 14, 30], 3)).toEqual([0, 0, 0])
  expect(lanes([7, 7, 7], 3)).toEqual([0, 1, 2])
  expect(lanes([10, 12, 14], 3)).toEqual([0, 1, 0])
})

it('knows its pack', () => {
  expect(texts('schrecklicht')).toHaveLength(36)
  expect(parse('schrecklicht', 'V11')).toEqual({ suit: 'violet', value: 11 })
})

it('draws as many pumpkins as the match says', async () => {
  await load('schrecklicht')
  const drawn = (text: string, pumpkins?: string): number => draw('schrecklicht', text, false, pumpkins).match(/<ellipse/g)?.length ?? 0
  expect(['G0', 'G1', 'V3', 'B11'].map((text) => drawn(text))).toEqual([0, 3, 3, 2])
  for (let count = 0; count <= 9; count++) expect(drawn('B0', String(count).repeat(36))).toBe(count)
})
