import { flushSync, mount, unmount, type Component } from 'svelte'
import { describe, expect, it } from 'vitest'
import Back from './Back.svelte'
import Card from './Card.svelte'
import Gallery from './Gallery.svelte'
import { GAMES } from '../boards/about'
import { backs, parse, suitOf, texts } from './parse'
import { draw, load } from './registry.svelte'
import { SHAPE } from './shapes'
import Tile from './Tile.svelte'

/** Return the markup of a component, mounted as a browser does. */
function shown<Props extends object>(component: Component<Props>, props: Props): string {
  const target = document.createElement('div')
  const mounted = mount(component, { target, props })
  flushSync()
  const html = target.innerHTML
  void unmount(mounted)
  return html
}

describe('parse', () => {
  it.each(GAMES)('reads every card of %s and nothing else', (game) => {
    const found = texts(game).map((text) => JSON.stringify(parse(game, text)))
    expect(new Set(found).size).toBe(texts(game).length)
    for (const text of texts(game)) {
      const { suit, value, back } = parse(game, text)
      expect(value).toBe(Number(text.replace(/^\D/, '')))
      expect(suit).toBe(suitOf(text[0] ?? ''))
      expect(back).toBeUndefined()
    }
    for (const text of ['', 'R', 'X4', 'R04', 'R-1', 'R100', 'r4', 'no-red', 'R4 ', '<b>']) expect(parse(game, text)).toEqual({})
  })

  it('tells backs', () => {
    for (const game of GAMES) {
      expect(parse(game, '?')).toEqual({ back: true })
      expect(parse(game, '??')).toEqual({ back: true })
    }
  })
})

describe.each(GAMES)('the cards of %s', (game) => {
  it('are plain until their art has come, then drawn, each in its own way', async () => {
    const all = [...texts(game), ...backs(game)]
    const plain = all.map((text) => draw(game, text, false))
    await load(game)
    const drawn = all.map((text) => draw(game, text, false))
    expect(new Set(drawn).size).toBe(all.length)
    drawn.forEach((markup, k) => {
      expect(markup).not.toBe(plain[k])
      expect(markup).not.toMatch(/NaN|undefined|\bid=|style=|url\(/)
      expect(markup.length).toBeLessThan(16_000)
    })
  })

  it('do not change from one drawing to the next', async () => {
    await load(game)
    for (const text of texts(game)) expect(draw(game, text, false)).toBe(draw(game, text, false))
  })

  it('are well-formed and show their states', async () => {
    await load(game)
    for (const text of [...texts(game), ...backs(game)]) {
      const xml = `<svg xmlns="http://www.w3.org/2000/svg">${draw(game, text, false)}</svg>`
      const open = xml.match(/<[a-z]/g)?.length
      const closed = xml.match(/\/>|<\/[a-z]/g)?.length
      expect(closed).toBe(open)
    }
    const [text = ''] = texts(game)
    const html = shown(Card, { game, text, width: 104, playable: true, selected: true, winning: true, trump: true, mark: 'Winning' })
    expect(html).toMatch(/class="card[^"]*\bplayable\b[^"]*\bselected\b[^"]*\bwinning\b/)
    expect(html).toContain('Winning')
    expect(html.match(/<svg/g)).toHaveLength(1)
    expect(shown(Card, { game, text, covered: true }).match(/<svg/g)).toHaveLength(2)
    expect(shown(Tile, { game, text })).toContain('<svg')
  })

  it('tell their colours by shapes too, for whoever does not see colours', async () => {
    await load(game)
    for (const text of texts(game)) {
      const { suit } = parse(game, text)
      const shapes = Object.entries(SHAPE).filter(([, path]) => draw(game, text, false).includes(path))
      if (suit) expect(shapes.map(([name]) => name)).toEqual([suit])
    }
    expect(new Set(Object.values(SHAPE)).size).toBe(Object.keys(SHAPE).length)
  })

  it('hide their values from behind', async () => {
    await load(game)
    const seen = new Set(texts(game).map((text) => `${parse(game, text).suit ?? ''} ${draw(game, text, true)}`))
    const suits = new Set(texts(game).map((text) => parse(game, text).suit))
    expect(seen.size).toBe(suits.size)
    expect(shown(Back, { game })).toContain('<svg')
  })
})

it('shows everything in the gallery', { timeout: 30_000 }, () => {
  const html = shown(Gallery, {})
  expect(html).not.toMatch(/NaN|undefined/)
  expect(html.match(/class="card/g)?.length).toBeGreaterThan(GAMES.flatMap(texts).length)
})
