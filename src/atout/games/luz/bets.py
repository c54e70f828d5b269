"""Luz, first phase: every seat makes one bet (LUZ-18 to LUZ-25)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.luz.actions import ACTIONS, BETS, HAND
from atout.games.luz.deal import NO_BET, TRICKS, Deal
from atout.kernel.clause import Clause
from atout.kernel.rng import scramble

BEAD_SUPPLY: Final = 15
SMALL_BEAD_SUPPLY: Final = 3  # as many for each trick of a deal


def check(deal: Deal, seat: i64, action: i64) -> Clause | None:
    """Return the clause that forbids the bet, or None."""
    if seat != deal.turn:
        return Clause("LUZ-19", "not-your-bet") if deal.bets[seat] == NO_BET else Clause("LUZ-19", "one-bet-each")
    if BETS <= action < ACTIONS:
        return Clause("LUZ-06", "bet-first")
    if not 0 <= action < BETS:
        return Clause("LUZ-21", "bet-zero-to-ten")
    if action // 2 > deal.size:
        return Clause("LUZ-21", "more-than-tricks")
    return None if is_affordable(deal, action // 2) else Clause("LUZ-05", "beads-run-out")


def bead_supply(size: i64) -> i64:
    """Return how many bet beads a limited supply has, for deals of this many tricks."""
    return BEAD_SUPPLY if size == HAND else SMALL_BEAD_SUPPLY


def is_affordable(deal: Deal, beads: i64) -> bool:
    """Say whether the supply has this many beads; by default it has no end (LUZ-05)."""
    return deal.beads < 0 or beads <= deal.beads


def menu(deal: Deal, out: vec[i64]) -> i64:
    """Write every bet that may be made, ascending; return how many."""
    most = deal.size
    if 0 <= deal.beads < most:
        most = deal.beads
    n = 2 * most + 2
    for action in range(n):
        out[action] = action
    return n


def apply(deal: Deal, action: i64) -> None:
    """Make a bet. The last one ends the phase, and the starter leads (LUZ-26)."""
    seat = deal.turn
    deal.bets[seat] = action
    if deal.beads >= 0:
        deal.beads -= action // 2
    deal.history = scramble(deal.history ^ action)
    deal.betters += 1
    deal.turn = (seat + 1) % deal.seats
    if deal.betters == deal.seats:
        deal.phase = TRICKS


def starter(seats: i64, number: i64, first_player: i64, totals: vec[i64], leader_start: bool) -> i64:
    """Return who bets and leads first: the first player, but with three seats in deal 4 the leader (LUZ-18, 23, 24)."""
    if seats != 3 or number != 4 or not leader_start:
        return first_player
    best = first_player
    for step in range(1, seats):
        seat = (first_player + step) % seats
        if totals[seat] > totals[best]:
            best = seat
    return best


def first_player(drawn: i64, number: i64, seats: i64) -> i64:
    """Return who holds the marker after the passing of a deal (LUZ-14)."""
    return (drawn + number) % seats


def dealer(drawn: i64, number: i64, seats: i64) -> i64:
    """Return who deals a deal (LUZ-14)."""
    return (drawn + number - 1) % seats
