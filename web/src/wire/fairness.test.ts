import { beforeEach, describe, expect, it } from 'vitest'
import { commitment, pledge, receipt, reveal, type Kept } from './fairness'
import { BrowserLedger, NotKept, type Ledger } from './ledger'
import { sha256 } from './sha256'
import type { Fairness, Table } from './wire.gen'

const ONES = '1'.repeat(64)
const DIGEST = 'd'.repeat(64)
const FRIEND = 'f'.repeat(64)
const ANOTHER = 'a'.repeat(64)

/** What outlives a page and is shared by tabs: texts, as a browser would have them on its disk. */
class Disk implements Ledger<Kept> {
  readonly texts = new Map<string, string>()
  full = false

  async read(key: string): Promise<Kept | undefined> {
    const text = this.texts.get(key)
    return text === undefined ? undefined : (JSON.parse(text) as Kept)
  }
  async change(key: string, change: (entry: Kept | undefined) => Kept): Promise<Kept> {
    const text = this.texts.get(key)
    const next = change(text === undefined ? undefined : (JSON.parse(text) as Kept))
    if (this.full) throw new NotKept()
    this.texts.set(key, JSON.stringify(next))
    return next
  }
}

/** A table of two players and a bot as somebody at seat 1 sees it. */
function table(fairness: Partial<Fairness> = {}, changes: Partial<Table> = {}): Table {
  const known = { match: 'm', game: 'luz', rules: 1, seats: 3, options: { deals: '2' }, you: 1 }
  const chairs = [{ name: 'Bo' }, { name: 'Ada' }, { level: 'novice' }]
  return { ...known, chairs, fairness: { digest: DIGEST, ...fairness }, ...changes } as Table
}

const sealed = (made: string, friend = FRIEND, changes: Partial<Table> = {}) =>
  table({ commitments: { '0': friend, '1': made } }, changes)

describe('fairness', () => {
  let disk: Disk
  beforeEach(() => void (disk = new Disk()))

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
    const made = await pledge('m', table(), disk)
    expect(await receipt('m', disk)).toBeNull()
    const bytes = await reveal('m', sealed(made), disk)
    expect(bytes).toMatch(/^[0-9a-f]{64}$/)
    expect(await commitment('m', bytes)).toBe(made)
    expect(await receipt('m', disk)).toEqual({
      ...{ format: 'atout-receipt 2', match: 'm', game: 'luz', rules: 1, seats: 3, options: { deals: '2' }, digest: DIGEST },
      attempts: [{ seat: 1, contribution: bytes, commitment: made, commitments: { '0': FRIEND, '1': made } }],
    })
  })

  it('reveals the same bytes again beside the same commitments, in whatever order they are named', async () => {
    const made = await pledge('m', table(), disk)
    const bytes = await reveal('m', sealed(made), disk)
    const before = disk.texts.get('m')
    expect(await reveal('m', table({ commitments: { '1': made, '0': FRIEND } }), disk)).toBe(bytes)
    expect(disk.texts.get('m')).toBe(before)
  })

  it('never reveals them beside other commitments, and never changes the receipt', async () => {
    const made = await pledge('m', table(), disk)
    await reveal('m', sealed(made), disk)
    const before = disk.texts.get('m')
    const more = table({ commitments: { '0': FRIEND, '1': made, '2': ANOTHER } })
    const fewer = table({ commitments: { '1': made } })
    const moved = table({ commitments: { '0': made, '1': FRIEND } }, { you: 0 })
    for (const aimed of [sealed(made, ANOTHER), more, fewer, moved])
      await expect(reveal('m', aimed, disk)).rejects.toMatchObject({ why: 'spent' })
    expect(disk.texts.get('m')).toBe(before)
  })

  it('lets one of two tabs write when they are shown different commitments', async () => {
    const made = await pledge('m', table(), disk)
    const answers = await Promise.allSettled([reveal('m', sealed(made), disk), reveal('m', sealed(made, ANOTHER), disk)])
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect((await receipt('m', disk))?.attempts).toHaveLength(1)
  })

  it('uses bytes that nobody knows again, and draws new ones for the next attempt', async () => {
    const made = await pledge('m', table(), disk)
    expect(await pledge('m', table(), disk)).toBe(made)
    await reveal('m', sealed(made), disk)
    const next = await pledge('m', table(), disk)
    expect(next).not.toBe(made)
    await reveal('m', sealed(next, ANOTHER), disk)
    const kept = await receipt('m', disk)
    expect(kept?.attempts.map((attempt) => attempt.commitment)).toEqual([made, next])
    await expect(reveal('m', sealed(made, ANOTHER), disk)).rejects.toMatchObject({ why: 'spent' })
  })

  it('draws new bytes for another seat', async () => {
    const made = await pledge('m', table(), disk)
    const next = await pledge('m', table({}, { you: 0 }), disk)
    expect(next).not.toBe(made)
    await expect(reveal('m', sealed(made), disk)).rejects.toMatchObject({ why: 'elsewhere' })
  })

  it('keeps its bytes to itself when the list is not as it should be', async () => {
    const made = await pledge('m', table(), disk)
    const lists = [
      { '1': made },
      { '0': made, '1': made },
      { '0': 'x', '1': made },
      { '0': FRIEND, '1': made, '2': ANOTHER }, // a bot commits to nothing
      { '0': FRIEND, '1': made, '7': ANOTHER },
      { '1': made, '2': FRIEND },
    ]
    for (const commitments of lists) await expect(reveal('m', table({ commitments }), disk)).rejects.toMatchObject({ why: 'broken' })
    for (const commitments of [{}, { '0': made }, { '0': FRIEND, '1': ANOTHER }])
      await expect(reveal('m', table({ commitments }), disk)).rejects.toMatchObject({ why: 'elsewhere' })
    expect(await receipt('m', disk)).toBeNull()
  })

  const others: Partial<Table>[] = [
    { match: 'n' },
    { game: 'mu' },
    { rules: 2 },
    { seats: 4 },
    { options: {} },
    { options: { deals: '3' } },
    { options: { deals: '2', laps: '1' } },
    { fairness: { digest: ANOTHER } },
  ]
  it.each(others)('agrees to one match, not to %j', async (changes) => {
    const made = await pledge('m', table(), disk)
    const shown = sealed(made)
    const fairness = { ...shown.fairness, ...changes.fairness }
    await expect(reveal('m', { ...shown, ...changes, fairness }, disk)).rejects.toMatchObject({ why: 'changed' })
    expect(await receipt('m', disk)).toBeNull()
    if ('seats' in changes || 'options' in changes) return
    await expect(pledge('m', table({}, changes), disk)).rejects.toMatchObject({ why: 'changed' })
    expect(await receipt('m', disk)).toBeNull()
  })

  const anew: Partial<Table>[] = [{ seats: 4 }, { options: { deals: '3' } }]
  it.each(anew)('agrees anew, with other bytes, to a table that was set up as %j', async (changes) => {
    const made = await pledge('m', table(), disk)
    const again = await pledge('m', table({}, changes), disk)
    expect(again).not.toBe(made)
    await expect(reveal('m', sealed(again), disk)).rejects.toMatchObject({ why: 'changed' })
    await expect(reveal('m', sealed(made, FRIEND, changes), disk)).rejects.toMatchObject({ why: 'elsewhere' })
    await reveal('m', sealed(again, FRIEND, changes), disk)
    expect(await receipt('m', disk)).toMatchObject(changes)
  })

  it.each(anew)('once it has revealed, agrees to nothing else: not to %j', async (changes) => {
    await reveal('m', sealed(await pledge('m', table(), disk)), disk)
    await expect(pledge('m', table({}, changes), disk)).rejects.toMatchObject({ why: 'changed' })
  })

  it('has nothing to reveal in another match or another browser', async () => {
    const made = await pledge('m', table(), disk)
    await expect(reveal('n', sealed(made, FRIEND, { match: 'n' }), disk)).rejects.toMatchObject({ why: 'elsewhere' })
    await expect(reveal('m', sealed(made), new Disk())).rejects.toMatchObject({ why: 'elsewhere' })
  })

  it('neither commits nor reveals where nothing can be kept', async () => {
    disk.full = true
    await expect(pledge('m', table(), disk)).rejects.toMatchObject({ why: 'storage' })
    disk.full = false
    const made = await pledge('m', table(), disk)
    disk.full = true
    await expect(reveal('m', sealed(made), disk)).rejects.toMatchObject({ why: 'storage' })
  })

  it('says so where the browser has no storage at all', async () => {
    await expect(new BrowserLedger<Kept>('t').read('m')).rejects.toBeInstanceOf(NotKept) // happy-dom has none
    await expect(pledge('m', table())).rejects.toMatchObject({ why: 'storage' })
  })
})
