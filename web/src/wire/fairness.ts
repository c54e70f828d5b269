/** The client's part in fair deals (docs/reference/fair.md): bytes of its own, a commitment to them, and a receipt. */
import type { Fairness } from './wire.gen'

export interface Receipt {
  format: 'atout-receipt 1'
  match: string
  digest: string
  seat: number
  contribution: string
  commitment: string
  commitments: Record<string, string>
}

interface Pledge {
  contribution: string
  commitment: string
  digest: string
}

const pledgeKey = (match: string) => `atout.pledge.${match}`
const receiptKey = (match: string) => `atout.receipt.${match}`

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

/** Draw bytes for a match, keep them, and return the commitment to send. */
export async function pledge(match: string, digest: string, store: Storage = localStorage): Promise<string> {
  const contribution = hex(crypto.getRandomValues(new Uint8Array(32)))
  const made: Pledge = { contribution, commitment: await commitment(match, contribution), digest }
  store.setItem(pledgeKey(match), JSON.stringify(made))
  return made.commitment
}

/** Return the bytes to reveal, after the receipt is kept; null where the server does not show what it should. */
export function reveal(
  match: string,
  seat: number,
  shown: Fairness,
  store: Storage = localStorage,
): string | null {
  const text = store.getItem(pledgeKey(match))
  if (text === null) return null
  const kept = JSON.parse(text) as Pledge
  const commitments = shown.commitments ?? {}
  const all = Object.values(commitments)
  const honest =
    commitments[String(seat)] === kept.commitment && new Set(all).size === all.length && shown.digest === kept.digest
  if (!honest) return null
  const receipt: Receipt = {
    format: 'atout-receipt 1',
    match,
    digest: kept.digest,
    seat,
    contribution: kept.contribution,
    commitment: kept.commitment,
    commitments,
  }
  store.setItem(receiptKey(match), JSON.stringify(receipt))
  return kept.contribution
}

export function receipt(match: string, store: Storage = localStorage): string | null {
  return store.getItem(receiptKey(match))
}
