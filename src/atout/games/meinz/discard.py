"""Meinz, first phase: every player lays one card face down out of the round, all at once (MEINZ-11 to MEINZ-14)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.meinz.actions import DISCARD, PLAY
from atout.games.meinz.deal import NONE, PLAYING, Deal
from atout.kernel.bits import bit, write_actions
from atout.kernel.clause import Clause
from atout.kernel.rng import scramble

ONE_DISCARD: Final = Clause("MEINZ-11", "one-discard")


def owes(deal: Deal, seat: i64, seats: i64) -> bool:
    """Say whether a player has yet to discard."""
    return 0 <= seat < seats and deal.discards[seat] == NONE


def check(deal: Deal, seat: i64, action: i64) -> Clause | None:
    """Return the clause that forbids the discard, or None."""
    if deal.discards[seat] != NONE:
        return ONE_DISCARD
    if not DISCARD <= action < PLAY:
        return Clause("MEINZ-11", "discard-first")
    return None if deal.hands[seat] & bit(action - DISCARD) else Clause("MEINZ-11", "discard-from-hand")


def menu(deal: Deal, seat: i64, out: vec[i64]) -> i64:
    """Write every card that may be discarded, ascending; return how many."""
    return write_actions(deal.hands[seat], DISCARD, out)


def apply(deal: Deal, seat: i64, action: i64, seats: i64) -> None:
    """Discard. When the last discard is in, the first trick begins (MEINZ-12, MEINZ-20)."""
    deal.discards[seat] = action - DISCARD
    deal.hands[seat] ^= bit(action - DISCARD)
    deal.history = scramble(deal.history ^ seat)  # everybody sees that this seat has chosen
    for other in range(seats):
        if deal.discards[other] == NONE:
            deal.turn = other
            return
    deal.phase = PLAYING
    deal.turn = deal.player(0)
