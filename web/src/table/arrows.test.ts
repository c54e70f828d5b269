import { expect, it } from 'vitest'
import { isArrow, nearest } from './arrows'

const box = (left: number, top: number) => ({ left, top, right: left + 40, bottom: top + 40 })
const THINGS = [box(0, 0), box(50, 0), box(100, 4), box(60, 100), box(300, 100)]

it('goes to what lies beside', () => {
  expect(nearest(box(50, 0), THINGS, 'ArrowRight')).toBe(2)
  expect(nearest(box(50, 0), THINGS, 'ArrowLeft')).toBe(0)
})

it('goes to the nearest thing below, and nowhere where there is nothing', () => {
  expect(nearest(box(50, 0), THINGS, 'ArrowDown')).toBe(3)
  expect(nearest(box(50, 0), THINGS, 'ArrowUp')).toBe(-1)
})

it('knows arrows', () => {
  expect(isArrow('ArrowUp')).toBe(true)
  expect(isArrow('Enter')).toBe(false)
})
