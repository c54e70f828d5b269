import { expect, it } from 'vitest'
import type { makeSay } from '../words/i18n.svelte'

const boards = import.meta.glob<{ say: ReturnType<typeof makeSay> }>('./*/words.ts', { eager: true })

it.each(Object.entries(boards))('%s has every word in every language', (_, { say }) => {
  for (const words of Object.values(say.tables)) expect(Object.keys(words)).toEqual(Object.keys(say.tables.en))
})

it('has read all boards', () => {
  expect(Object.keys(boards).length).toBeGreaterThanOrEqual(7)
})
