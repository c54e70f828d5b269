import { afterEach, describe, expect, it } from 'vitest'
import type { Display, Hinted } from '../wire/wire.gen'
import { GameWords } from '../words/game.svelte'
import { ready } from '../words/i18n.svelte'
import type { BoardTable } from './board'
import { findChoice, hintLines, reasons } from './hints'
import { tips } from './tips.svelte'

const words = new GameWords('toy', 'en', { colours: { R: 'red' }, reasons: { stays_under: '{name} has {card}.' }, actions: { play: 'play {card}', pass: 'pass' } })
const opinion = (card: string, loss: number, how: 'best' | 'equal' | 'worse') => ({
  action: card,
  name: { key: 'play', values: { card } },
  points: 3 - loss,
  loss,
  how,
})

describe('a hint', () => {
  it('says what to choose and what it costs not to, by how much worse it is', async () => {
    await ready
    const hint: Hinted = {
      type: 'hinted',
      re: 1,
      opinions: [opinion('R4', 0, 'best'), opinion('R5', 0.1, 'equal'), opinion('R1', 2.5, 'worse')],
      why: [],
    }
    expect(hintLines(hint, words, [])).toEqual([
      'A close call: play red 4, or play red 5.',
      'With that I expect about +3 points in this deal.',
      'Clearly worse: play red 1 (about 3 points less).',
    ])
    expect(hintLines({ ...hint, opinions: [opinion('R4', 0, 'best'), opinion('R1', 0.3, 'worse')] }, words, [])).toEqual([
      'I would choose: play red 4.',
      'With that I expect about +3 points in this deal.',
      'Clearly worse: play red 1.',
    ])
    expect(hintLines({ ...hint, opinions: [] }, words, [])).toEqual(['I cannot think of anything here.'])
  })

  it('gives reasons in terms of the table', () => {
    const why = [{ key: 'stays_under', values: { name: '@1', card: 'R9' } }, { key: 'unknown' }]
    expect(reasons({ type: 'hinted', re: 1, opinions: [], why }, words, ['Ada', 'Carla'])).toBe('Carla has red 9.')
  })
})

describe('what a hint marks', () => {
  afterEach(() => document.body.replaceChildren())

  /** A table whose hand holds these cards; those with the same text are played by different actions. */
  function tableOf(...texts: string[]): BoardTable {
    const cards = texts.map((text, at) => ({ text, action: `${text}.${at}` }))
    const zones: Display['zones'] = [{ name: 'hand', seat: 0, cards }]
    const placed = cards.map((card, index) => ({ key: `${index}`, card, zone: 'hand', seat: 0, index }))
    return { zones: () => zones, zone: () => placed, choices: [{ action: 'both', label: '', cards: ['3', '3'] }] } as unknown as BoardTable
  }
  const draw = (html: string) => {
    document.body.innerHTML = html
    return [...document.body.querySelectorAll('button')]
  }

  it('is the button of the action', () => {
    const [, pass] = draw('<button data-card="R4"></button><button data-action="-"></button>')
    expect(findChoice(document, tableOf('R4'), '-')).toEqual([pass])
  })

  it('is the card that the action plays, also among equal ones', () => {
    const buttons = draw('<button data-card="Y?"></button><button data-card="R?"></button><button data-card="Y?"></button>')
    expect(findChoice(document, tableOf('Y?', 'R?', 'Y?'), 'Y?.2')).toEqual([buttons[2]])
  })

  it('is all cards of a choice', () => {
    const buttons = draw('<p class="hand"><button data-card="3"></button><button data-card="3"></button><button data-card="3"></button></p>')
    expect(findChoice(document, tableOf('3', '3', '3'), 'both')).toEqual(buttons.slice(0, 2))
  })
})

describe('tips', () => {
  it('are for the first match of a game, once at each phase', () => {
    expect(tips.isNew('toy', 'first', 'bets')).toBe(true)
    tips.learn('toy', 'first', 'bets')
    expect(tips.isNew('toy', 'first', 'bets')).toBe(false)
    expect(tips.isNew('toy', 'first', 'tricks')).toBe(true)
    expect(tips.isNew('toy', 'second', 'tricks')).toBe(false)
    expect(tips.isNew('other', 'second', 'tricks')).toBe(true)
    expect(JSON.parse(localStorage.getItem('atout.tips') ?? '')).toEqual({ toy: { match: 'first', phases: ['bets'] } })
  })
})
