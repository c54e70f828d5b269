import { expect, it } from 'vitest'
import { besides } from './beside'

const WINDOW = { width: 390, height: 844 }
const NOTE = { width: 300, height: 80 }
const thing = (left: number, top: number) => ({ left, top, width: 40, height: 20 })

it('stands above what it is about', () => {
  expect(besides(thing(200, 400), NOTE, WINDOW)).toEqual({ left: 70, top: 312 })
})

it('stands below what is at the upper edge', () => {
  expect(besides(thing(200, 20), NOTE, WINDOW).top).toBe(48)
})

it('stays inside the window', () => {
  expect(besides(thing(0, 400), NOTE, WINDOW).left).toBe(8)
  expect(besides(thing(380, 400), NOTE, WINDOW).left).toBe(82)
})
