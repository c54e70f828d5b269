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

START_PLAYER_CHOOSES: Final = Clause("NJET-16", "start-player-forms-teams")
BOARD_SETTLED: Final = Clause("NJET-13", "board-is-settled")
TEAMS_FIRST: Final = Clause("NJET-16", "teams-first")
TWO_OF_FIVE: Final = Clause("NJET-17", "name-the-team-of-two")
OWN_PARTNER: Final = Clause("NJET-18", "name-your-partner")
ONE_ALONE: Final = Clause("NJET-19", "name-who-is-alone")
NO_SUCH_SEAT: Final = Clause("NJET-16", "no-such-seat")


def check(deal: Deal, seat: i64, action: i64) -> Clause | None:
    """Return the clause that forbids these teams, or None. A Monster outside the smaller team cannot be said at all."""
    if seat != deal.start:
        return START_PLAYER_CHOOSES
    if 0 <= action < TEAM:
        return BOARD_SETTLED
    if not TEAM <= action < LAY:
        return TEAMS_FIRST
    first = first_of(action)
    second = second_of(action)
    if first >= deal.seats or second >= deal.seats:
        return NO_SUCH_SEAT
    if deal.seats == 5:
        return TWO_OF_FIVE if first == second else None
    if deal.seats == 4:
        return None if first == seat and second != seat else OWN_PARTNER
    return None if first == second else ONE_ALONE


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
