import { describe, expect, it } from 'vitest'
import { GAMES } from '../boards/about'
import { backs, texts } from './parse'
import { print } from './print'
import { draw, load } from './registry.svelte'

describe.each(GAMES)('the printed cards of %s', (game) => {
  it('are those of the browser', async () => {
    await load(game)
    const cards = print().get(game)?.cards ?? {}
    for (const text of [...texts(game), ...backs(game), '?']) expect(cards[text]).toBe(draw(game, text, false))
  }, 60_000)
})

it('has a drawing for whatever a match may change', async () => {
  await load('schrecklicht')
  const { varying } = print().get('schrecklicht') ?? {}
  expect(varying?.fact).toBe('pumpkins')
  expect(new Set(Object.values(varying?.places ?? {})).size).toBe(36)
  for (const text of ['G0', 'V11', 'B7'])
    for (const digit of '0379') {
      const pumpkins = '5'.repeat(varying?.places[text] ?? 0) + digit + '5'.repeat(36)
      expect(varying?.cards[text]?.[Number(digit)]).toBe(draw('schrecklicht', text, false, pumpkins))
    }
}, 60_000)
