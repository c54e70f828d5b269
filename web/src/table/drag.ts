/**
 * Cards of a hand can be dragged to the table, with a mouse or a finger. Letting one go there presses it; if it waits
 * for something else then, whatever lies under it is pressed too: a place to lay it, or the button that plays it.
 */
import { tick } from 'svelte'
import { duration, OUT } from './motion'

/** Up to this distance a press is not a drag. */
const SLACK = 10
/** So far above the hand a card has left it. */
const AWAY = 24

interface Dragged {
  button: HTMLElement
  card: HTMLElement
  pointer: number
  x: number
  y: number
  moving: boolean
}

/** Let the cards inside a hand be dragged. `pick` picks a card up first, so that the places for it show. */
export function drag(hand: HTMLElement, { pick = false }: { pick?: boolean } = {}) {
  let held: Dragged | null = null

  const isAway = (y: number): boolean => y < hand.getBoundingClientRect().top - AWAY

  function down(event: PointerEvent): void {
    const button = (event.target as Element).closest<HTMLElement>('[data-card]')
    const card = button?.querySelector<HTMLElement>('.card')
    if (!button || !card || !event.isPrimary || event.button !== 0) return
    held = { button, card, pointer: event.pointerId, x: event.clientX, y: event.clientY, moving: false }
  }

  function move(event: PointerEvent): void {
    if (!held || event.pointerId !== held.pointer) return
    const [x, y] = [event.clientX - held.x, event.clientY - held.y]
    if (!held.moving) {
      if (Math.hypot(x, y) < SLACK) return
      held.moving = true
      hand.setPointerCapture(event.pointerId)
      if (pick && held.button.getAttribute('aria-pressed') !== 'true') held.button.click()
      held.button.dataset.dragged = ''
    }
    held.card.style.translate = `${x}px ${y}px`
    held.card.classList.toggle('armed', isAway(event.clientY))
  }

  function up(event: PointerEvent): void {
    if (!held || event.pointerId !== held.pointer) return
    const { button, card, moving } = held
    if (!moving) return void (held = null)
    swallowClick()
    if (event.type === 'pointerup' && isAway(event.clientY)) void drop(button, event.clientX, event.clientY)
    else back(card)
    release()
  }

  function release(): void {
    if (!held) return
    const { button, card } = held
    held = null
    delete button.dataset.dragged
    card.classList.remove('armed')
    card.style.translate = ''
  }

  async function drop(button: HTMLElement, x: number, y: number): Promise<void> {
    const isUp = () => button.isConnected && button.getAttribute('aria-pressed') === 'true'
    const wasUp = isUp()
    const under = document.elementsFromPoint(x, y).flatMap((one) => one.closest<HTMLElement>('main button') ?? [])
    const place = under.find((one) => !hand.contains(one) && one.getAttribute('aria-disabled') !== 'true')
    if (!wasUp) {
      button.click()
      await tick()
    }
    if (!isUp()) return
    if (place) {
      place.click()
      await tick()
      // A place that is pressed twice, so that one sees what will happen first: whoever drags has seen it.
      if (place.isConnected && place.getAttribute('aria-pressed') === 'true') place.click()
    } else if (!pick) document.querySelector<HTMLElement>('main .choices .btn.pri:not([aria-disabled="true"])')?.click()
  }

  const listening = new AbortController()
  const { signal } = listening
  hand.addEventListener('pointerdown', down, { signal })
  hand.addEventListener('pointermove', move, { signal })
  hand.addEventListener('pointerup', up, { signal })
  hand.addEventListener('pointercancel', up, { signal })
  return {
    destroy() {
      release()
      listening.abort()
    },
  }
}

/** The browser takes the end of a drag for a click. */
function swallowClick(): void {
  const stop = (event: MouseEvent) => {
    if (event.isTrusted) event.stopPropagation()
  }
  window.addEventListener('click', stop, { capture: true })
  setTimeout(() => window.removeEventListener('click', stop, { capture: true }))
}

function back(card: HTMLElement): void {
  if (typeof card.animate !== 'function') return
  card.animate([{ translate: card.style.translate }, {}], { duration: duration('tap'), easing: OUT })
}
