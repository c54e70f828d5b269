/**
 * The client's part in fair deals (docs/reference/fair.md): bytes of its own, a commitment to them, and a receipt.
 *
 * Bytes are revealed to one list of commitments and never to another: not after a reload, not in another tab, not over
 * another connection. So the list is written down for good before they leave this browser, in the same step that
 * looks whether there is one already.
 */
import { BrowserLedger, NotKept, type Ledger } from './ledger'
import type { Chair, Table } from './wire.gen'

/** What was agreed to be played, and the digest of the server's secret. */
interface Terms {
  match: string
  game: string
  rules: number
  seats: number
  options: Record<string, string>
  digest: string
}

/** Bytes that nobody knows yet. */
interface Pledge {
  seat: number
  contribution: string
  commitment: string
}

/** A start for which bytes were revealed. */
interface Attempt extends Pledge {
  commitments: Record<string, string>
}

export interface Receipt extends Terms {
  format: 'atout-receipt 2'
  attempts: readonly Attempt[]
}

export interface Kept {
  receipt: Receipt
  pledge: Pledge | null
}

/** Why bytes stay here; `fair.…` says it in words. */
export type Why = 'broken' | 'changed' | 'elsewhere' | 'spent' | 'storage'

export class Unfair extends Error {
  constructor(readonly why: Why) {
    super(why)
  }
}

const ledger: Ledger<Kept> = new BrowserLedger<Kept>('atout.fair')

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export async function commitment(match: string, contribution: string): Promise<string> {
  return sha256(['atout-fair 1', 'commitment', match, contribution].join('\n'))
}

async function sha256(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text)
  // Browsers offer crypto.subtle over TLS and on loopback only; a home network has neither.
  if (globalThis.crypto.subtle) return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
  return (await import('./sha256')).sha256(bytes)
}

/** Draw bytes for a start, keep them, and return the commitment to send. Bytes that nobody knows yet serve again. */
export async function pledge(match: string, table: Table, kept: Ledger<Kept> = ledger): Promise<string> {
  const terms = termsOf(table)
  if (terms.match !== match) throw new Unfair('changed')
  const contribution = hex(crypto.getRandomValues(new Uint8Array(32)))
  const fresh = { seat: table.you, contribution, commitment: await commitment(match, contribution) }
  const { pledge } = await change(kept, match, (entry) => withPledge(entry, terms, fresh))
  return (pledge as Pledge).commitment
}

/** Return the bytes to reveal, after the receipt is kept for good; Unfair where they must stay here. */
export async function reveal(match: string, table: Table, kept: Ledger<Kept> = ledger): Promise<string> {
  const mine = table.fairness.commitments?.[String(table.you)]
  const { receipt } = await change(kept, match, (entry) => withReveal(entry, table))
  return (receipt.attempts.find((attempt) => attempt.commitment === mine) as Attempt).contribution
}

/** Return the receipt of a match; null if this browser has revealed nothing for it. */
export async function receipt(match: string, kept: Ledger<Kept> = ledger): Promise<Receipt | null> {
  const found = (await kept.read(match))?.receipt
  return found?.attempts.length ? found : null
}

async function change(kept: Ledger<Kept>, match: string, how: (entry: Kept | undefined) => Kept): Promise<Kept> {
  try {
    return await kept.change(match, how)
  } catch (error) {
    throw error instanceof NotKept ? new Unfair('storage') : error
  }
}

function withPledge(entry: Kept | undefined, terms: Terms, fresh: Pledge): Kept {
  const anew = { receipt: { format: 'atout-receipt 2' as const, ...terms, attempts: [] }, pledge: fresh }
  if (!entry) return anew
  if (!agrees(entry.receipt, terms)) {
    const { seats, options } = terms // which the host may change as long as nothing was revealed
    if (entry.receipt.attempts.length || !agrees({ ...entry.receipt, seats, options }, terms)) throw new Unfair('changed')
    return anew
  }
  return entry.pledge?.seat === fresh.seat ? entry : { ...entry, pledge: fresh }
}

function withReveal(entry: Kept | undefined, table: Table): Kept {
  const commitments = table.fairness.commitments ?? {}
  const mine = commitments[String(table.you)]
  const attempts = entry?.receipt.attempts ?? []
  const spent = attempts.find((attempt) => attempt.commitment === mine)
  if (entry && !agrees(entry.receipt, termsOf(table))) throw new Unfair('changed')
  if (entry && spent) {
    if (spent.seat !== table.you || !same(spent.commitments, commitments)) throw new Unfair('spent')
    return entry
  }
  const pledge = entry?.pledge
  if (!entry || !pledge || pledge.commitment !== mine) throw new Unfair('elsewhere')
  if (pledge.seat !== table.you) throw new Unfair('changed')
  if (!isOrderly(commitments, table.chairs)) throw new Unfair('broken')
  const attempt = { ...pledge, commitments: { ...commitments } }
  return { receipt: { ...entry.receipt, attempts: [...attempts, attempt] }, pledge: null }
}

/** Every player has a commitment, no bot has one, and no two are the same. */
function isOrderly(commitments: Record<string, string>, chairs: readonly Chair[]): boolean {
  const all = Object.values(commitments)
  const players = chairs.flatMap((chair, seat) => (chair.level ? [] : [String(seat)]))
  return (
    players.length === all.length &&
    players.every((seat) => seat in commitments) &&
    new Set(all).size === all.length &&
    all.every((text) => /^[0-9a-f]{64}$/.test(text))
  )
}

function termsOf({ match, game, rules, seats, options, fairness }: Table): Terms {
  return { match, game, rules, seats, options: { ...options }, digest: fairness.digest }
}

function agrees(receipt: Terms, terms: Terms): boolean {
  const plain = ['match', 'game', 'rules', 'seats', 'digest'] as const
  return plain.every((name) => receipt[name] === terms[name]) && same(receipt.options, terms.options)
}

function same(one: Record<string, string>, other: Record<string, string>): boolean {
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
}
