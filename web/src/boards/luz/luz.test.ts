import { describe, expect, it } from 'vitest'
import { parse, texts } from '../../cards/parse'
import { beadsOf, readBet, writeBet } from './bets'
import { fan } from './fan'

describe('bets', () => {
  it('are read and written', () => {
    for (const text of ['0', '0+S', '3', '10+S']) expect(writeBet(readBet(text))).toBe(text)
  })

  it('light up trick by trick, the safety bead last', () => {
    const looks = (text: string, won: number) => beadsOf(readBet(text), won).map(({ state, safety }) => state + (safety ? '!' : ''))
    expect(looks('2', 1)).toEqual(['lit', 'open'])
    expect(looks('1+S', 0)).toEqual(['open', 'open!'])
    expect(looks('1+S', 2)).toEqual(['lit', 'lit!'])
    expect(looks('1+S', 3)).toEqual(['lit', 'lit!', 'over'])
    expect(looks('0', 1)).toEqual(['over'])
  })
})

describe('a hand', () => {
  it('fits into every width', () => {
    for (const room of [300, 340, 500, 600, 760])
      for (const sizes of [[10], [2, 2, 2, 2, 2], [1, 4, 5], [1, 1], [1]]) {
        const { width, step, stride, end } = fan(room, 112, sizes)
        const inside = sizes.reduce((sum, size) => sum + (size - 1) * step, 0)
        expect(inside + (sizes.length - 1) * stride + width + end).toBeLessThanOrEqual(room)
      }
  })

  it('keeps colours apart where it can', () => {
    const { width, stride } = fan(760, 112, [2, 1, 2])
    expect(stride).toBeGreaterThan(width)
  })
})

it('knows its pack', () => {
  expect(texts('luz')).toHaveLength(60)
  expect(parse('luz', 'P12')).toEqual({ suit: 'violet', value: 12 })
  expect(parse('luz', 'R13')).toEqual({})
  expect(parse('luz', 'K3')).toEqual({})
  expect(parse('luz', 'G?')).toEqual({ suit: 'green', back: true })
  expect(parse('luz', '+')).toEqual({ back: true, plus: true })
})
