import { describe, expect, it } from 'vitest'
import { Rove } from './rove.svelte'

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

function pressed(rove: Rove, around: HTMLElement, key: string): string | undefined {
  around.onkeydown = rove.move
  around.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true }))
  return (document.activeElement as HTMLElement).dataset['card']
}

describe('one tab stop', () => {
  it('moves inside the row and stays there', () => {
    const rove = new Rove(() => 3)
    const around = row(3)
    expect([0, 1, 2].map((k) => rove.tabindex(k))).toEqual([0, -1, -1])
    expect(pressed(rove, around, 'ArrowRight')).toBe('1')
    expect(pressed(rove, around, 'End')).toBe('2')
    expect(pressed(rove, around, 'ArrowRight')).toBe('2')
    expect(pressed(rove, around, 'ArrowUp')).toBe('2')
    expect(pressed(rove, around, 'Home')).toBe('0')
    expect(pressed(rove, around, 'ArrowLeft')).toBe('0')
  })

  it('follows the focus, and a row that becomes shorter', () => {
    let count = 3
    const rove = new Rove(() => count)
    rove.enter(2)
    expect(rove.focused).toBe(2)
    count = 1
    expect(rove.focused).toBe(0)
    count = 0
    expect(rove.focused).toBe(0)
  })

  it('goes on from where the focus is, when cards before it have gone', () => {
    const rove = new Rove(() => 3)
    const around = row(3)
    const [first] = around.querySelectorAll<HTMLElement>('[data-card]')
    rove.enter(2)
    first?.focus()
    expect(pressed(rove, around, 'ArrowRight')).toBe('1')
  })

  it('goes up and down where there are two lines', () => {
    const rove = new Rove(
      () => 5,
      () => 3,
    )
    const around = row(5)
    expect(pressed(rove, around, 'ArrowDown')).toBe('3')
    expect(pressed(rove, around, 'ArrowDown')).toBe('3')
    expect(pressed(rove, around, 'ArrowUp')).toBe('0')
  })
})
