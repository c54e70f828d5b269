import { describe, expect, it } from 'vitest'
import { places, sheet } from './sheet'

const line = (seat: number, points: number, deal: number) => ({ seat, points, clause: '', key: '', values: {}, deal })

describe('points deal by deal', () => {
  it('are added up', () => {
    const rows = sheet([line(0, 5, 1), line(1, -5, 1), line(0, 10, 2), line(0, 3, 2)], 2)
    expect(rows.map(({ deal, points, totals }) => [deal, points, totals])).toEqual([
      [1, [5, -5], [5, -5]],
      [2, [13, 0], [18, -5]],
    ])
  })

  it('give places, shared by those who have as many', () => {
    expect(places([5, 9, 5, 1])).toEqual([2, 1, 2, 4])
  })
})
