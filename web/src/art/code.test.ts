import { flushSync, mount, unmount } from 'svelte'
import { expect, it } from 'vitest'
import Code from './Code.svelte'

/** Return the dark modules of a code as rows, read back from the path of its picture. */
function rows(text: string): string[] {
  const target = document.createElement('div')
  const mounted = mount(Code, { target, props: { text, label: 'code' } })
  flushSync()
  const size = Number(target.querySelector('svg')?.getAttribute('viewBox')?.split(' ')[2]) - 8
  const path = target.querySelector('path')?.getAttribute('d') ?? ''
  void unmount(mounted)
  const shape = outline(path)
  return Array.from({ length: size }, (_, y) => Array.from({ length: size }, (_, x) => (shape(x + 0.5, y + 0.5) ? '#' : '.')).join(''))
}

/** Return whether a point is filled, as SVG fills closed shapes: the edges to its left do not cancel each other out. */
function outline(path: string): (x: number, y: number) => boolean {
  const edges: [x: number, from: number, to: number][] = []
  for (const shape of path.split('Z').filter(Boolean)) {
    const corners = shape.slice(1).split('L').map((corner) => corner.split(' ').map(Number))
    corners.forEach(([x = 0, y = 0], k) => edges.push([x, y, corners[(k + 1) % corners.length]?.[1] ?? y]))
  }
  return (px, py) => {
    const left = edges.filter(([x, from, to]) => x < px && Math.min(from, to) < py && py < Math.max(from, to))
    return left.reduce((turns, [, from, to]) => turns + Math.sign(to - from), 0) !== 0
  }
}

const LINK = 'http://192.168.1.20:8420/#/table/6a5f0f4be8bb2c4cbf2f6a3c9d0e1f22?invite=0b1c2d3e4f5061728394a5b6c7d8e9fa'

it('is a code with its three finders, as large as the text needs', () => {
  const code = rows(LINK)
  expect([rows('Atout').length, code.length]).toEqual([21, 41])
  for (const [x, y] of [[0, 0], [34, 0], [0, 34]] as const) {
    expect(code.slice(y, y + 7).map((row) => row.slice(x, x + 7))).toEqual(['#######', '#.....#', '#.###.#', '#.###.#', '#.###.#', '#.....#', '#######'])
  }
  expect(code[33]?.[8]).toBe('#')
})
