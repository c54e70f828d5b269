/** Bets as the server writes them: `3`, or `3+S` with the safety bead. */
export interface Bet {
  beads: number
  safety: boolean
}

export interface BeadLook {
  state: 'open' | 'lit' | 'over'
  safety: boolean
}

export function readBet(text: string): Bet {
  return { beads: Number.parseInt(text, 10) || 0, safety: text.endsWith('+S') }
}

export const writeBet = ({ beads, safety }: Bet): string => (safety ? `${beads}+S` : `${beads}`)

/** The beads before a seat: one lights up with each trick, the safety bead last; further tricks are beads too many. */
export function beadsOf({ beads, safety }: Bet, won: number): BeadLook[] {
  const laid = beads + (safety ? 1 : 0)
  return Array.from({ length: Math.max(laid, won) }, (_, k) => ({
    state: k >= laid ? 'over' : k < won ? 'lit' : 'open',
    safety: safety && k === beads,
  }))
}
