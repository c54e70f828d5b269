import { describe, expect, it } from 'vitest'
import { RovingFocus } from './rovingFocus.svelte'

function row(count: number): HTMLElement {
  const around = document.createElement('div')
  for (let k = 0; k < count; k++) {
    const button = document.createElement('button')
    button.dataset['card'] = String(k)
    around.append(document.createElement('button'), button)
  }
  document.body.replaceChildren(around)
  return around
}

function pressKey(focus: RovingFocus, around: HTMLElement, key: string): string | undefined {
  around.onkeydown = focus.move
  around.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true }))
  return (document.activeElement as HTMLElement).dataset['card']
}

describe('one tab stop', () => {
  it('moves inside the row and stays there', () => {
    const focus = new RovingFocus(() => 3)
    const around = row(3)
    expect([0, 1, 2].map((k) => focus.tabindex(k))).toEqual([0, -1, -1])
    expect(pressKey(focus, around, 'ArrowRight')).toBe('1')
    expect(pressKey(focus, around, 'End')).toBe('2')
    expect(pressKey(focus, around, 'ArrowRight')).toBe('2')
    expect(pressKey(focus, around, 'ArrowUp')).toBe('2')
    expect(pressKey(focus, around, 'Home')).toBe('0')
    expect(pressKey(focus, around, 'ArrowLeft')).toBe('0')
  })

  it('follows the focus, and a row that becomes shorter', () => {
    let count = 3
    const focus = new RovingFocus(() => count)
    focus.enter(2)
    expect(focus.focused).toBe(2)
    count = 1
    expect(focus.focused).toBe(0)
    count = 0
    expect(focus.focused).toBe(0)
  })

  it('goes on from where the focus is, when cards before it have gone', () => {
    const focus = new RovingFocus(() => 3)
    const around = row(3)
    const [first] = around.querySelectorAll<HTMLElement>('[data-card]')
    focus.enter(2)
    first?.focus()
    expect(pressKey(focus, around, 'ArrowRight')).toBe('1')
  })

  it('goes up and down where there are two lines', () => {
    const focus = new RovingFocus(
      () => 5,
      () => 3,
    )
    const around = row(5)
    expect(pressKey(focus, around, 'ArrowDown')).toBe('3')
    expect(pressKey(focus, around, 'ArrowDown')).toBe('3')
    expect(pressKey(focus, around, 'ArrowUp')).toBe('0')
  })
})
