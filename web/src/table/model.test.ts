import { describe, expect, it } from 'vitest'
import type { Display } from '../wire/wire.gen'
import { GameWords } from '../words/game.svelte'
import { BoardModel, includesAll, type Source } from './model.svelte'

const words = new GameWords('toy', 'en', {
  colours: { R: 'red', B: 'blue' },
  actions: { play: 'play {card}', lay: '{card} to {place}', combination: 'play {cards}', pass: 'pass' },
  buttons: { pass: 'Pass' },
  prompts: { go: 'Play a card.', wait: 'Waiting for {seat}.' },
})

function tableOf(change: Partial<Display>) {
  const sent: string[][] = []
  const display: Display = {
    seat: 0,
    turn: 0,
    owing: [0],
    phase: 'go',
    zones: [],
    facts: [],
    legal: [],
    actions: [],
    several: false,
    prompt: 'go',
    values: {},
    scores: [3, 0, 1],
    polled: [],
    until: 0,
    answered: false,
    hushed: false,
    won: {},
    ...change,
  }
  const source: Source = {
    game: 'toy',
    display,
    words,
    you: 0,
    names: ['Ada', 'Bo', 'Cem'],
    chairs: [{ here: true }, { level: 'casual' }, {}],
    clockAt: 0,
    busy: false,
    refusal: null,
    send: (actions) => {
      sent.push([...actions])
      return Promise.resolve(true)
    },
    ask: () => {},
  }
  return { table: new BoardModel(source), sent }
}

const hand = (...cards: { text: string; action?: string; barred?: string }[]) => [{ name: 'hand', seat: 0, cards }]

describe('BoardModel', () => {
  it('plays a card that is pressed, and asks why not for another', () => {
    const { table, sent } = tableOf({
      zones: hand({ text: 'R4', action: 'R4' }, { text: 'B7', barred: 'B7' }),
      legal: ['R4'],
      actions: [{ key: 'play', values: { card: 'R4' } }],
    })
    const [red, blue] = table.zone('hand', 0)
    expect(table.prompt).toBe('Play a card.')
    expect(table.offered).toEqual([])
    expect([red!, blue!].map((placed) => table.isPlayable(placed))).toEqual([true, false])
    expect(table.isIdle(blue!)).toBe(true)
    table.press(red!)
    table.press(blue!)
    expect(sent).toEqual([['R4'], ['B7']])
  })

  it('narrows choices down to the selected card', () => {
    const { table, sent } = tableOf({
      zones: hand({ text: 'R4', action: 'R4>A' }, { text: 'B7', action: 'B7>A' }),
      legal: ['R4>A', 'R4>B', 'B7>A', 'B7>B', 'pass'],
      actions: [
        ...['R4', 'R4', 'B7', 'B7'].map((card, i) => ({ key: 'lay', values: { card, place: i % 2 ? 'B' : 'A' } })),
        { key: 'pass' },
      ],
    })
    expect(table.offered.map((choice) => choice.label)).toEqual(['Pass'])
    table.press(table.zone('hand', 0)[1]!)
    expect(table.offered.map((choice) => choice.label)).toEqual(['Blue 7 to A', 'Blue 7 to B', 'Pass'])
    expect(sent).toEqual([])
    table.press(table.zone('hand', 0)[0]!)
    expect(table.selected.map((placed) => placed.card.text)).toEqual(['R4'])
  })

  it('offers combinations of all selected cards', () => {
    const { table } = tableOf({
      zones: hand({ text: '3' }, { text: '3' }, { text: '4' }),
      legal: ['3', '4', '3,3', '3,4', 'pass'],
      actions: [...['3', '4', '3,3', '3,4'].map((cards) => ({ key: 'combination', values: { cards } })), { key: 'pass' }],
    })
    const [one, two] = table.zone('hand', 0)
    table.press(one!)
    expect(table.offered.map((choice) => choice.action)).toEqual(['3', '3,3', '3,4', 'pass'])
    table.press(two!)
    expect(table.offered.map((choice) => choice.action)).toEqual(['3,3', 'pass'])
  })

  it('sends several cards as one choice, in the order of the hand', async () => {
    const { table, sent } = tableOf({
      zones: hand(
        { text: '3', action: 'aside:3' },
        { text: '4', barred: 'aside:4' },
        { text: '5', action: 'aside:5' },
        { text: '9', barred: 'aside:9' },
      ),
      legal: ['aside:3', 'aside:5'],
      actions: [{}, {}],
      several: true,
    })
    const [three, four, , nine] = table.zone('hand', 0)
    table.press(three!)
    expect(table.isPlayable(four!)).toBe(false)
    expect(table.isPlayable(nine!)).toBe(true)
    table.press(nine!)
    expect(table.confirming).toBe(true)
    await table.confirm()
    expect(sent).toEqual([['aside:3', 'aside:9']])
    expect(table.selected).toEqual([])
  })

  it('finds zones and facts, and seats the others clockwise', () => {
    const { table } = tableOf({ facts: [{ name: 'bet', value: '3', seat: 1 }, { name: 'trump', value: 'R' }], owing: [2] })
    expect(table.fact('bet', 1)).toBe('3')
    expect(table.fact('trump')).toBe('R')
    expect(table.fact('bet', 2)).toBeNull()
    expect(table.around.map((seat) => seat.name)).toEqual(['Ada', 'Bo', 'Cem'])
    expect(table.seats[1]).toMatchObject({ here: true, level: 'casual' })
    expect(table.prompt).toBe('Waiting for Cem.')
  })
})

it('counts copies', () => {
  expect(includesAll(['3', '3', '4'], ['3', '3'])).toBe(true)
  expect(includesAll(['3', '4'], ['3', '3'])).toBe(false)
})
