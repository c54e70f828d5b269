"""Was sticht?, fourth phase of a round: a successful first player discards a contract (WAS-82 to WAS-86)."""

from typing import Final

from mypy_extensions import i64

from atout.games.was_sticht.actions import DISCARD, KINDS
from atout.games.was_sticht.deal import Contracts, Deal
from atout.kernel.clause import Clause

DISCARD_LATER: Final = Clause("WAS-82", "discard-later")


def check(deal: Deal, contracts: Contracts, seat: i64, action: i64) -> Clause | None:
    """Return the clause that forbids the discard, or None."""
    if seat != deal.first:
        return Clause("WAS-83", "not-your-discard")
    if not DISCARD <= action < DISCARD + KINDS:
        return Clause("WAS-86", "discard-first")
    return None if contracts.owns(seat, action - DISCARD) else Clause("WAS-83", "not-yours-to-discard")
