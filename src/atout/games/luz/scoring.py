"""Luz: from bet and tricks to points, and the final order (LUZ-37 to LUZ-44)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.luz.actions import BETS, text
from atout.games.luz.reading import SCORED
from atout.kernel.clause import Clause
from atout.kernel.log import kind_of, seat_of, value_of
from atout.kernel.opening import number_of
from atout.kernel.seats import distance
from atout.kernel.state import ScoreLine

BEFORE: Final = Clause("LUZ-41", "before")


def is_fulfilled(bet: i64, tricks: i64) -> bool:
    """Say whether a bet, given as an action, is fulfilled: exactly, or with the safety bead by one more."""
    over = tricks - bet // 2
    return over == 0 or (over == 1 and bet % 2 == 1)


def points(number: i64, bet: i64, tricks: i64) -> i64:
    """Return the points for a bet in the deal with this number."""
    if is_fulfilled(bet, tricks):
        return (5 if bet % 2 else 10) * number
    return -5 * difference(bet, tricks)


def difference(bet: i64, tricks: i64) -> i64:
    """Return how far the tricks are from the bet beads; the safety bead does not shorten it (LUZ-40)."""
    over = tricks - bet // 2
    return over if over > 0 else -over


def reason(bet: i64, tricks: i64) -> Clause:
    """Return the clause behind the points."""
    if is_fulfilled(bet, tricks):
        return Clause("LUZ-39", "fulfilled-with-safety") if bet % 2 else Clause("LUZ-39", "fulfilled")
    return Clause("LUZ-40", "missed-with-safety") if bet % 2 else Clause("LUZ-40", "missed")


def places(totals: vec[i64], last: vec[i64], first: i64) -> list[int]:
    """Return the place of each seat: by total, then by the score of the last deal, then by nearness (LUZ-42 to 44)."""
    found: list[int] = []
    for seat in range(len(totals)):
        place = 1
        for other in range(len(totals)):
            if other != seat and is_ahead(totals, last, first, other, seat):
                place += 1
        found.append(place)
    return found


def is_ahead(totals: vec[i64], last: vec[i64], first: i64, seat: i64, other: i64) -> bool:
    """Say whether a seat ranks before another."""
    if totals[seat] != totals[other]:
        return totals[seat] > totals[other]
    if last[seat] != last[other]:
        return last[seat] > last[other]
    seats: i64 = len(totals)
    return distance(first, seat, seats) < distance(first, other, seats)


def line(number: i64, seat: i64, bet: i64, won: i64) -> ScoreLine:
    """Return the points of one seat in one deal, with the numbers that explain them."""
    gained = points(number, bet, won)
    values = {
        "deal": str(number),
        "bet": text(bet),
        "beads": str(bet // 2),
        "tricks": str(won),
        "difference": str(difference(bet, won)),
        "points": str(gained),
    }
    return ScoreLine(seat, gained, reason(bet, won), values)


def read_lines(parts: list[vec[i64]]) -> list[ScoreLine]:
    """Return the lines of everything that a log says was scored."""
    found: list[ScoreLine] = []
    for entries in parts:
        number = number_of(entries)
        for item in entries:
            if kind_of(item) == SCORED:
                found.append(line(number, seat_of(item), value_of(item) % BETS, value_of(item) // BETS))
    return found
