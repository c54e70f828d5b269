/** One tab stop for a row of buttons: arrow keys, Home and End move inside it. */
export class RovingFocus {
  private current = $state(0)

  /** `line` is how far up and down go, where the buttons lie in two lines. */
  constructor(
    private readonly count: () => number,
    private readonly line: () => number = () => 0,
  ) {}

  /** The button that Tab reaches. */
  get focused(): number {
    return Math.min(this.current, Math.max(0, this.count() - 1))
  }

  tabindex(index: number): 0 | -1 {
    return index === this.focused ? 0 : -1
  }

  /** Note that a button has the focus. */
  enter(index: number): void {
    this.current = index
  }

  /** Take a key, on the element around the buttons. */
  readonly move = (event: KeyboardEvent): void => {
    const buttons = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('button[data-card]')]
    const at = buttons.findIndex((button) => button === document.activeElement)
    const from = at < 0 ? this.focused : at // a button keeps the focus when others before it go
    const last = this.count() - 1
    const line = this.line()
    const to = {
      ArrowLeft: from - 1,
      ArrowRight: from + 1,
      ArrowUp: line ? from - line : -1,
      ArrowDown: line ? from + line : -1,
      Home: 0,
      End: last,
    }[event.key]
    if (to === undefined || to < 0 || to > last) return
    event.preventDefault()
    this.current = to
    buttons[to]?.focus()
  }
}
