import { describe, expect, it } from 'vitest'
import { qr, qrPath } from './qr'

const LINK = 'http://192.168.1.20:8420/#/table/6a5f0f4be8bb2c4cbf2f6a3c9d0e1f22?invite=0b1c2d3e4f5061728394a5b6c7d8e9fa'
const text = (rows: boolean[][]) => rows.map((row) => row.map((dark) => (dark ? '#' : '.')).join('')).join('\n')

describe('qr', () => {
  it('grows with the text', () => {
    expect(qr('Atout')).toHaveLength(21)
    expect(qr(LINK)).toHaveLength(41)
    expect(() => qr('x'.repeat(300))).toThrow(RangeError)
  })

  it('has its three finders and the dark module', () => {
    const rows = qr(LINK)
    const size = rows.length
    for (const [x, y] of [[0, 0], [size - 7, 0], [0, size - 7]] as const) {
      expect(rows.slice(y, y + 7).map((row) => row.slice(x, x + 7).map(Number).join(''))).toEqual([
        '1111111', '1000001', '1011101', '1011101', '1011101', '1000001', '1111111',
      ])
    }
    expect(rows[size - 8]?.[8]).toBe(true)
  })

  it('draws the same code as ever', () => {
    expect(text(qr('Atout'))).toMatchInlineSnapshot(`
      "#######...#.#.#######
      #.....#....#..#.....#
      #.###.#.#####.#.###.#
      #.###.#.##.#..#.###.#
      #.###.#.###.#.#.###.#
      #.....#.####..#.....#
      #######.#.#.#.#######
      ........##...........
      #.#####....#..#####..
      #.##...#..#####..####
      ###.#.#####.#.##..##.
      .#.##..##.#####..###.
      #######..#..#..#.....
      ........#.#.#..#.#...
      #######...##.#..##.#.
      #.....#.###....#####.
      #.###.#.#..#.#..##.#.
      #.###.#.########.##..
      #.###.#.#.#.#.##.##..
      #.....#..#.#####.##..
      #######.##..#....#.#."
    `)
  })

  it('is a path for SVG', () => {
    const { path, size } = qrPath('Atout')
    expect(size).toBe(21)
    expect(path.startsWith('M0 0h1v1h-1zM1 0')).toBe(true)
  })
})
