/** The focus stays somewhere: what had it often goes, when a card is played or a button becomes another one. */

/** Where to go on at a table: where there is something to choose. */
const CHOICES = '.board :is(.choices :is(button, input), .hand button[tabindex="0"], button.slip.open)'
const WITHIN = ':is(button, a[href], input, select, summary):not([tabindex="-1"])'

/** What has the focus next, once nothing has it. */
export function nextFocus(): HTMLElement | null {
  const sheet = document.querySelector<HTMLElement>('dialog[open]')
  if (sheet) return sheet.querySelector<HTMLElement>(`.body ${WITHIN}`) ?? sheet.querySelector<HTMLElement>(WITHIN)
  return document.querySelector<HTMLElement>(CHOICES) ?? document.querySelector<HTMLElement>('main')
}

export const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body

/** Give the focus to something as soon as what had it has gone; the answer ends that. */
export function holdFocus(): () => void {
  let had: Element | null = null
  const note = () => (had = document.activeElement)
  const look = () => {
    if (!had || !isLost() || (had.isConnected && (had as HTMLElement).checkVisibility())) return
    had = null
    nextFocus()?.focus({ preventScroll: true })
  }
  const watcher = new MutationObserver(look)
  watcher.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['hidden', 'disabled', 'open'] })
  document.addEventListener('focusin', note)
  return () => {
    watcher.disconnect()
    document.removeEventListener('focusin', note)
  }
}
