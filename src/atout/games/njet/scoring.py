"""Njet!: from tricks and captured 0s to points (NJET-54 to NJET-59), and the final order (NJET-64)."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.njet.deal import Deal, is_in_team
from atout.games.njet.reading import SCORED
from atout.kernel.clause import Clause
from atout.kernel.log import kind_of, value_of
from atout.kernel.opening import number_of
from atout.kernel.seats import of_seat, places_by
from atout.kernel.state import ScoreLine

AHEAD: Final = Clause("NJET-58", "ahead")
BEFORE: Final = Clause("NJET-64", "before")


@final
class Outcome:
    """What counts at the end of a round."""

    def __init__(self, seats: i64, value: i64, team: i64, monster: i64) -> None:
        self.seats = seats
        self.value = value
        self.team = team  # the seats of one team
        self.monster = monster  # who holds the Monster, or -1
        self.won: i64 = 0  # tricks by seat, eight bits each
        self.loot: i64 = 0  # likewise

    def share(self, seat: i64) -> i64:
        """Return what one seat took, in points."""
        points = self.value * (of_seat(self.won, seat) + of_seat(self.loot, seat))
        return 2 * points if seat == self.monster else points

    def raw(self, first: bool) -> i64:
        """Return the raw score of the first or of the other team (NJET-55)."""
        points: i64 = 0
        for seat in range(self.seats):
            if is_in_team(self.team, seat) == first:
                points += self.share(seat)
        return points

    def gain(self, seat: i64, difference: bool) -> i64:
        """Return what a seat adds to its total: the difference if its team is ahead, or its team's raw score."""
        first = is_in_team(self.team, seat)
        own = self.raw(first)
        if not difference:
            return own
        other = self.raw(not first)
        return own - other if own > other else 0

    def sum(self, first: bool) -> str:
        """Return how a raw score adds up, such as 12 + 18 = 30; with one seat the score alone."""
        shares = [self.share(seat) for seat in range(self.seats) if is_in_team(self.team, seat) == first]
        if len(shares) == 1:
            return str(shares[0])
        text = str(shares[0])
        for share in shares[1:]:
            text += f" - {-share}" if share < 0 else f" + {share}"
        return f"{text} = {self.raw(first)}"

    def most_loot(self, seat: i64) -> i64:
        """Return how many 0s a seat can have captured: in each of its tricks one from every opponent (NJET-53)."""
        opponents: i64 = 0
        for other in range(self.seats):
            if is_in_team(self.team, other) != is_in_team(self.team, seat):
                opponents += 1
        return of_seat(self.won, seat) * opponents

    def note(self, seat: i64) -> i64:
        """Return all that concerns a seat as one number."""
        points: i64 = 4 if self.value < 0 else self.value - 1
        packed = of_seat(self.won, seat) + 32 * of_seat(self.loot, seat) + 2048 * points
        if seat == self.monster:
            packed += 512
        return packed + 1024 if is_in_team(self.team, seat) else packed


def outcome_so_far(deal: Deal) -> Outcome:
    """Return what counts of a deal at this point, or at its end."""
    found = Outcome(deal.seats, deal.value, deal.team, deal.monster)
    found.won = deal.won
    found.loot = deal.loot
    return found


def outcome(notes: list[i64]) -> Outcome:
    """Return the outcome that was noted seat by seat."""
    points = notes[0] // 2048
    found = Outcome(len(notes), points + 1 if points < 4 else -2, 0, -1)
    for seat in range(len(notes)):
        note = notes[seat]
        found.won += (note & 31) << (8 * seat)
        found.loot += ((note >> 5) & 15) << (8 * seat)
        found.team |= ((note >> 10) & 1) << seat
        if note & 512:
            found.monster = seat
    return found


def lines(number: i64, result: Outcome, difference: bool) -> list[ScoreLine]:
    """Return the points of a round: what each seat took, then what each seat writes down."""
    found: list[ScoreLine] = []
    for seat in range(result.seats):
        taken = of_seat(result.won, seat) + of_seat(result.loot, seat)
        values = {
            "deal": str(number),
            "tricks": str(of_seat(result.won, seat)),
            "loot": str(of_seat(result.loot, seat)),
            "taken": str(taken),
            "value": str(result.value),
            "single": str(result.value * taken),
            "share": str(result.share(seat)),
        }
        found.append(ScoreLine(seat, 0, _share_clause(result, seat), values))
    for seat in range(result.seats):
        first = is_in_team(result.team, seat)
        own = result.raw(first)
        other = result.raw(not first)
        gained = result.gain(seat, difference)
        values = {
            "deal": str(number),
            "own": str(own),
            "own_sum": result.sum(first),
            "other": str(other),
            "other_sum": result.sum(not first),
            "points": str(gained),
        }
        clause = Clause("NJET-58", "written-raw")
        if difference:
            clause = (
                Clause("NJET-58", "level") if own == other else Clause("NJET-58", "behind") if own < other else AHEAD
            )
            if clause is AHEAD and result.value < 0:
                clause = Clause("NJET-59", "ahead-with-less-loss")
        found.append(ScoreLine(seat, gained, clause, values))
    return found


def _share_clause(result: Outcome, seat: i64) -> Clause:
    if seat != result.monster:
        return Clause("NJET-55", "share")
    return Clause("NJET-55", "share-doubled") if result.value > 0 else Clause("NJET-56", "loss-doubled")


def places(totals: vec[i64]) -> list[int]:
    """Return the place of each seat; equal totals share a place (NJET-64)."""
    return places_by(totals)


def read_lines(parts: list[vec[i64]], difference: bool) -> list[ScoreLine]:
    """Return the lines of everything that a log says was scored."""
    found: list[ScoreLine] = []
    for entries in parts:
        notes = [value_of(item) for item in entries if kind_of(item) == SCORED]
        if notes:
            found += lines(number_of(entries), outcome(notes), difference)
    return found
