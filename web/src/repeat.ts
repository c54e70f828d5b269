const RAREST = 60_000

/** Do something now, and again every few milliseconds while the page is looked at; a failure makes it rarer. */
export function repeat(work: () => Promise<void>, every: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let [wait, busy, over] = [every, false, false]

  async function run(): Promise<void> {
    clearTimeout(timer)
    if (busy || over || document.visibilityState === 'hidden') return
    busy = true
    try {
      await work()
      wait = every
    } catch {
      wait = Math.min(2 * wait, RAREST)
    }
    busy = false
    if (!over) timer = setTimeout(() => void run(), wait)
  }
  const look = () => void run()
  document.addEventListener('visibilitychange', look)
  look()
  return () => {
    over = true
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', look)
  }
}
