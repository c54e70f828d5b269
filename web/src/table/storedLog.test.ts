import { afterEach, expect, it } from 'vitest'
import { read, write } from './storedLog'

afterEach(() => sessionStorage.clear())

it('remembers what happened at each table', () => {
  const entries = [{ id: 7, happened: { key: 'play', seat: 1, values: { card: 'R4' } } }]
  write('one', entries)
  expect(read('one')).toEqual(entries)
  expect(read('other')).toEqual([])
})

it('forgets what it cannot read', () => {
  sessionStorage.setItem('atout.log.one', '{broken')
  sessionStorage.setItem('atout.log.two', '{"id": 3}')
  expect([read('one'), read('two')]).toEqual([[], []])
})
