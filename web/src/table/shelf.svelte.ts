/** The rules beside a table: which game's, and at which clause. */
class Shelf {
  /** There is a page that shows them. */
  here = $state(false)
  shown = $state.raw<{ game: string; clause: string } | null>(null)

  open(game: string, clause = ''): void {
    this.shown = { game, clause }
  }

  close(): void {
    this.shown = null
  }
}

export const shelf = new Shelf()
