/** Lets the people one has played with see that a page is open. Nothing else is told, and nothing where it is not wanted. */
import { myself } from './me.svelte'
import { api } from './wire/api'

const AGAIN = 30_000
const AFTER_ANOTHER = 1_000
const LEFT = 'atout.left'

/** Be here, until what is returned is called. */
export function beHere(): () => void {
  const come = () => void api.come().catch(() => {})
  const go = () => {
    if (!myself.me) return // who is deleted is nowhere
    localStorage.setItem(LEFT, String(Date.now()))
    void api.go().catch(() => {})
  }
  // Another page of the same person has closed: this one is still open.
  const another = ({ key }: StorageEvent) => {
    if (key === LEFT) setTimeout(come, AFTER_ANOTHER)
  }
  come()
  const timer = setInterval(come, AGAIN)
  addEventListener('pagehide', go)
  addEventListener('pageshow', come)
  addEventListener('storage', another)
  return () => {
    clearInterval(timer)
    removeEventListener('pagehide', go)
    removeEventListener('pageshow', come)
    removeEventListener('storage', another)
    go()
  }
}
