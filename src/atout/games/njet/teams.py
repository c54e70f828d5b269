"""Njet!, second phase: the start player forms two teams and gives away the Monster (NJET-16 to NJET-23)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.njet.actions import LAY, TEAM, first_of, second_of, team
from atout.games.njet.deal import Deal
from atout.games.njet.tokens import lay_or_play
from atout.kernel.bits import bit
from atout.kernel.clause import Clause
from atout.kernel.rng import scramble

BOARD_SETTLED: Final = Clause("NJET-13", "board-is-settled")


def check(deal: Deal, seat: i64, action: i64) -> Clause | None:
    """Return the clause that forbids these teams, or None. A Monster outside the smaller team cannot be said at all."""
    if seat != deal.start:
        return Clause("NJET-16", "start-player-forms-teams")
    if 0 <= action < TEAM:
        return BOARD_SETTLED
    if not TEAM <= action < LAY:
        return Clause("NJET-16", "teams-first")
    first = first_of(action)
    second = second_of(action)
    if first >= deal.seats or second >= deal.seats:
        return Clause("NJET-16", "no-such-seat")
    if deal.seats == 5:
        return Clause("NJET-17", "name-the-team-of-two") if first == second else None
    if deal.seats == 4:
        return None if first == seat and second != seat else Clause("NJET-18", "name-your-partner")
    return None if first == second else Clause("NJET-19", "name-who-is-alone")


def menu(deal: Deal, out: vec[i64]) -> i64:
    """Write all ways to form teams, ascending; return how many."""
    n: i64 = 0
    for first in range(deal.seats):
        if deal.seats == 3:
            out[n] = team(first, first)
            n += 1
        elif deal.seats == 5 or first == deal.start:
            for second in range(deal.seats):
                if second != first:
                    out[n] = team(first, second)
                    n += 1
    return n


def apply(deal: Deal, action: i64) -> None:
    """Form the teams; with three and five seats the first of the smaller team holds the Monster (NJET-21)."""
    deal.team = bit(first_of(action)) | bit(second_of(action))
    if deal.seats != 4:
        deal.monster = first_of(action)
    deal.history = scramble(deal.history ^ action)
    lay_or_play(deal)
