import { expect, it } from 'vitest'
import { CLOSE, PHRASES, PROBLEM_WHYS, REACTIONS, WHYS } from '../wire/wire.gen'
import de from './de.json'
import en from './en.json'
import fr from './fr.json'

const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([found]) => found).sort()

it.each([
  ['fr', fr],
  ['de', de],
])('%s has the same keys and placeholders as en', (_, other: Record<string, string>) => {
  expect(Object.keys(other).sort()).toEqual(Object.keys(en).sort())
  for (const [key, text] of Object.entries(en)) expect(placeholders(other[key] ?? ''), key).toEqual(placeholders(text))
})

it('has words for everything the server can say', () => {
  const wanted = [
    ...[...WHYS, ...PROBLEM_WHYS].map((why) => `refused.${why}`),
    ...[...PHRASES, ...REACTIONS].map((phrase) => `phrase.${phrase}`),
    ...Object.values(CLOSE).flatMap(({ code, why }) => (code === CLOSE.AGAIN_LATER.code ? [] : [`ended.${why}`])),
  ]
  expect(wanted.filter((key) => !(key in en))).toEqual([])
})
