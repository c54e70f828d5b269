import { beforeEach, describe, expect, it } from 'vitest'
import { commitment, pledge, receipt, reveal } from './fairness'
import { sha256 } from './sha256'

const ONES = '1'.repeat(64)

describe('fairness', () => {
  beforeEach(() => localStorage.clear())

  it('commits as docs/reference/fair.md says', async () => {
    expect(await commitment('match-1', ONES)).toBe('752cb9a4260451d17a22da9b5d1b8a728cdfc8d31489d67812fb8393ebfbf2b1')
  })

  it('has a SHA-256 of its own', () => {
    const of = (text: string) => sha256(new TextEncoder().encode(text))
    expect(of('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
    expect(of('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
    expect(of(`atout-fair 1\ncommitment\nmatch-1\n${ONES}`)).toBe(
      '752cb9a4260451d17a22da9b5d1b8a728cdfc8d31489d67812fb8393ebfbf2b1',
    )
  })

  it('reveals after it has kept a receipt', async () => {
    const made = await pledge('m', 'd'.repeat(64))
    const bytes = reveal('m', 1, { digest: 'd'.repeat(64), commitments: { '0': 'x', '1': made } })
    expect(bytes).toMatch(/^[0-9a-f]{64}$/)
    expect(await commitment('m', bytes ?? '')).toBe(made)
    expect(JSON.parse(receipt('m') ?? '')).toMatchObject({ seat: 1, commitment: made, contribution: bytes })
  })

  it('keeps its bytes to itself when something is wrong', async () => {
    const made = await pledge('m', 'd')
    expect(reveal('m', 1, { digest: 'd', commitments: { '1': 'another' } })).toBeNull()
    expect(reveal('m', 1, { digest: 'd', commitments: { '0': made, '1': made } })).toBeNull()
    expect(reveal('m', 1, { digest: 'e', commitments: { '1': made } })).toBeNull()
    expect(reveal('another', 1, { digest: 'd', commitments: { '1': made } })).toBeNull()
    expect(receipt('m')).toBeNull()
  })
})
