/** The rules beside a table: which game's, and at which clause. */
class RulesPanel {
  /** There is a page that shows them. */
  available = $state(false)
  shown = $state.raw<{ game: string; clause: string } | null>(null)

  open(game: string, clause = ''): void {
    this.shown = { game, clause }
  }

  close(): void {
    this.shown = null
  }
}

export const rulesPanel = new RulesPanel()
