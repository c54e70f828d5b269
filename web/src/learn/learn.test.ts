import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Display, LessonView } from '../wire/wire.gen'
import { courses, minutesOf } from './course.svelte'
import { pieces, plainText } from './glossary'
import { light } from './light'
import { LessonModel } from './model.svelte'
import { progress } from './progress.svelte'

const display = (change: Partial<Display> = {}): Display => ({
  seat: 0,
  turn: 0,
  owing: [0],
  phase: 'tricks',
  zones: [{ name: 'hand', seat: 0, cards: [{ text: 'R4', action: 'R4', mark: 'trump' }, { text: 'B7', barred: 'B7' }] }],
  facts: [],
  legal: ['R4'],
  actions: [{ key: 'play', values: { card: 'R4' } }],
  several: false,
  prompt: 'play',
  values: {},
  scores: [0, 0],
  polled: [],
  until: 0,
  answered: false,
  hushed: false,
  won: {},
  ...change,
})

const view = (change: Partial<LessonView> = {}): LessonView => ({
  game: 'toy',
  step: 'follow',
  seat: 0,
  names: ['', 'Bruno'],
  options: {},
  steps: [{ happened: [], displays: [display()], ended: null, at: 0 }],
  verdict: '',
  reason: '',
  clause: '',
  solution: ['R4'],
  lit: ['zone trick'],
  guided: false,
  hint: null,
  done: false,
  lines: [],
  scores: [0, 0],
  ...change,
})

const answers: LessonView[] = []
const asked: unknown[] = []

beforeEach(() => {
  vi.useFakeTimers()
  answers.length = asked.length = 0
  vi.stubGlobal('fetch', (path: string, { body }: RequestInit = {}) => {
    if (path.endsWith('words/en')) return Promise.resolve(new Response('{"colours": {"R": "red", "B": "blue"}}'))
    asked.push(body ? (JSON.parse(body as string) as unknown) : path)
    return Promise.resolve(new Response(JSON.stringify(answers.shift() ?? view())))
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function opened(first: Partial<LessonView> = {}): Promise<LessonModel> {
  answers.push(view(first))
  const model = new LessonModel('toy', 'follow')
  void model.loadedWords
  await vi.advanceTimersByTimeAsync(0)
  model.task = 'Which card?'
  await model.open()
  return model
}

describe('a step of a lesson', () => {
  it('asks its own question, and does not say what the own cards count as', async () => {
    const model = await opened()
    expect(model.board.prompt).toBe('Which card?')
    expect(model.board.choosing).toBe(true)
    expect(model.names).toEqual(['You', 'Bruno'])
    expect(model.display.zones[0]?.cards.map(({ mark }) => mark ?? '')).toEqual(['', ''])
    expect(model.board.zone('hand').map((placed) => model.board.isIdle(placed))).toEqual([false, false])
  })

  it('keeps the position after a wrong choice, and does not send that again', async () => {
    const model = await opened()
    answers.push(view({ verdict: 'refused', reason: 'follow-suit', clause: 'TOY-7' }), view({ verdict: 'right', done: true }))
    expect(await model.board.choose(['B7'])).toBe(false)
    expect(model.tried).toEqual({ actions: ['B7'], legal: false, reason: 'follow-suit', clause: 'TOY-7' })
    expect(model.asked).toBe(true)
    expect(await model.board.choose(['R4'])).toBe(true)
    expect(asked).toEqual([{ choices: [] }, { choices: [['B7']] }, { choices: [['R4']] }])
    expect([model.tried, model.done, model.board.choosing, model.board.prompt]).toEqual([null, true, false, ''])
    expect(model.display.zones[0]?.cards[0]?.mark).toBe('trump')
  })

  it('shows what has happened one thing after the other, or at once', async () => {
    const model = await opened()
    const steps = [4, 3, 2, 1].map((turn) => ({ happened: [], displays: [display({ turn })], ended: null, at: 0 }))
    answers.push(view({ verdict: 'right', done: true, steps }))
    await model.board.choose(['R4'])
    expect([model.display.turn, model.done, model.busy]).toEqual([4, false, true])
    await vi.advanceTimersByTimeAsync(200)
    expect(model.display.turn).toBe(3)
    await vi.advanceTimersByTimeAsync(750)
    expect(model.display.turn).toBe(2)
    model.skip()
    expect([model.display.turn, model.done]).toEqual([1, true])
  })

  it('sends nothing while it is not asked, and plays the solution when it is asked to', async () => {
    const model = await opened()
    answers.push(view({ verdict: 'right', done: true }))
    await model.showSolution()
    expect([model.done, model.shown]).toEqual([true, true])
    expect(await model.board.choose(['R4'])).toBe(false)
    expect(asked).toEqual([{ choices: [] }, { choices: [['R4']] }])
    await model.again()
    expect([model.done, model.shown, model.asked]).toEqual([false, false, true])
  })

  it('follows the hint of a guided deal, in the words of the game', async () => {
    const model = await opened({ guided: true, solution: [], hint: { actions: ['R4'], words: [], why: [] } })
    expect(model.question).toBeUndefined()
    expect(model.display.zones[0]?.cards[0]?.mark).toBe('trump')
    await model.showSolution()
    expect(asked.at(-1)).toEqual({ choices: [['R4']] })
  })

  it('says in one line what is wrong with it', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('{"why": "lesson-is-broken"}', { status: 500 })))
    const model = new LessonModel('toy', 'follow')
    await model.open()
    expect(model.problem).toContain('does not fit the rules')
  })
})

describe('words of the glossary', () => {
  it('are dotted in the form in which they are written, with what follows them', () => {
    expect(pieces('If [[lead|led]], [[follow]] it.')).toEqual([
      { shown: 'If ', word: '', tail: '' },
      { shown: 'led', word: 'lead', tail: ',' },
      { shown: ' ', word: '', tail: '' },
      { shown: 'follow', word: 'follow', tail: '' },
      { shown: ' it.', word: '', tail: '' },
    ])
    expect(plainText('Take the [[trick]].')).toBe('Take the trick.')
  })
})

describe('progress', () => {
  it('is kept in this browser', () => {
    progress.open('toy', 'follow')
    progress.solve('toy', 'follow')
    progress.solve('toy', 'follow')
    expect([progress.at('toy'), progress.has('toy', 'follow'), progress.count('toy')]).toEqual(['follow', true, 1])
    expect(JSON.parse(localStorage.getItem('atout.lessons') ?? '')).toEqual({ toy: { at: 'follow', done: ['follow'] } })
  })
})

describe('a course', () => {
  const step = (name: string, guided = false) => ({ name, seats: 4, you: 0, guided })
  it('says about how long it takes', () => {
    const steps = [...Array.from({ length: 9 }, (_, n) => step(`s${n}`)), step('deal', true)]
    expect(minutesOf({ steps, lessons: {}, like: {}, glossary: {} })).toBe(5)
  })

  it('is asked for once', async () => {
    expect(courses.of('toy')).toBeNull()
    expect(courses.of('toy')).toBeNull()
    await vi.advanceTimersByTimeAsync(0)
    expect(asked).toEqual(['api/games/toy/lessons?lang=en'])
    expect(courses.of('toy')).not.toBeNull()
  })
})

describe('what a step is about', () => {
  const BOARD = `
    <div><p data-term="trump">Red</p><p data-term="deal">1</p></div>
    <ul><li data-zone="trick" data-face="R4"></li><li data-zone="trick" data-face="B7"></li></ul>
    <section data-seat="2"><b data-term="bet">2</b><b data-term="tricks">0</b></section>
    <div class="dock"><div class="hand" data-zone="hand"><button data-card="B9"></button></div></div>`
  function lit(...things: string[]) {
    const root = document.createElement('main')
    root.innerHTML = BOARD
    document.body.replaceChildren(root)
    light(root, things, 0)
    const told = (mark: string) => [...root.querySelectorAll(`[data-${mark}]`)].map((one) => `${one.tagName} ${one.textContent?.trim()}`.trim())
    return [told('lit'), told('calm')]
  }

  it('is lit, and the rest is calm', () => {
    expect(lit('fact trump')).toEqual([['P Red'], ['P 1', 'UL', 'SECTION 20']])
    expect(lit('zone trick')).toEqual([['LI', 'LI'], ['DIV Red1', 'SECTION 20']])
    expect(lit('fact bet 2', 'card B7')).toEqual([['LI', 'B 2'], ['DIV Red1', 'LI', 'B 0']])
  })

  it('is nothing of the hand but all of it', () => {
    expect(lit('card B9')).toEqual([[], []])
    expect(lit('zone hand 0')[0]).toEqual(['DIV'])
  })
})
