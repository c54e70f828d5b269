/** What happened at a table, kept for as long as the browser tab lives: it survives a reload of the page. */
import type { Entry } from './live.svelte'

const KEPT = 'atout.log.'

export function read(match: string): Entry[] {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(KEPT + match) ?? '[]')
    return Array.isArray(found) ? (found as Entry[]) : []
  } catch {
    return []
  }
}

export function write(match: string, entries: readonly Entry[]): void {
  try {
    sessionStorage.setItem(KEPT + match, JSON.stringify(entries))
  } catch {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(KEPT)) sessionStorage.removeItem(key) // it is full
  }
}
