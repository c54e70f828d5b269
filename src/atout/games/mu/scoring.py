"""Mü: from card points, team and deadlock to points, and the end of the match (MU-52 to MU-64)."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.mu import tables
from atout.games.mu.actions import TRUMPS, trump_text
from atout.games.mu.deal import NOBODY, Deal
from atout.games.mu.reading import DEADLOCK, PLAYED, SCORED
from atout.games.mu.terms import Terms
from atout.kernel.bits import bit, count
from atout.kernel.clause import Clause
from atout.kernel.log import kind_of, open_of, seat_of, value_of
from atout.kernel.opening import number_of
from atout.kernel.seats import none_each, of_seat, places_by
from atout.kernel.state import ScoreLine

CARD_POINTS: Final = Clause("MU-52", "card-points")
BEFORE: Final = Clause("MU-60", "before")


@final
class Outcome:
    """What the scores of one round come from: a team and its card points, a deadlock, or nothing."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.chief: i64 = NOBODY
        self.partner: i64 = NOBODY
        self.trump: i64 = 0  # the Chief's
        self.size: i64 = 0  # of the bid, or of the tied bids
        self.points = none_each(terms.seats)  # card points taken
        self.culprit: i64 = NOBODY
        self.tied: i64 = 0  # the seats of a deadlock, as a set

    def target(self) -> i64:
        """Return the card points that Chief and Partner need (MU-34)."""
        return self.terms.targets[self.size]

    def team_points(self) -> i64:
        """Return what Chief and Partner took together (MU-53)."""
        return self.points[self.chief] + self.points[self.partner]

    def reached_bid(self) -> i64:
        """Return the largest bid, up to the Chief's, whose target the team met; 0 if it met none (MU-58)."""
        taken = self.team_points()
        cards = self.size
        while cards > 0 and self.terms.targets[cards] > taken:
            cards -= 1
        return cards

    def shortfall(self) -> i64:
        """Return by how many cards the bid was too high, 0 if it was made (MU-54, MU-58)."""
        return self.size - self.reached_bid()

    def full_bonus(self) -> i64:
        """Return what Chief and Partner would get each without a cap."""
        return 10 * self.size + self.terms.bonuses[tables.kind(self.trump)]

    def bonus(self) -> i64:
        """Return what Chief and Partner get each for a bid they make (MU-54 to MU-57)."""
        full = self.full_bonus()
        return full if full < self.terms.cap else self.terms.cap

    def payout(self) -> i64:
        """Return what a deadlock brings to each tied seat but the culprit (MU-21, option deadlock_payout)."""
        if self.terms.shared:
            return 10 * self.size // (count(self.tied) - 1)
        return 5 * self.size

    def gain(self, seat: i64) -> i64:
        """Return the round score of a seat (MU-60)."""
        if self.chief < 0:
            if seat == self.culprit:
                return -10 * self.size
            return self.payout() if self.tied & bit(seat) else 0
        points = self.points[seat]
        missing = self.shortfall()
        if not missing:
            return points + self.bonus() if seat == self.chief or seat == self.partner else points
        if seat == self.chief:
            return points - 10 * missing
        return points if seat == self.partner else points + 5 * missing

    def note(self) -> i64:
        """Return size and trump as one number, for the log."""
        return TRUMPS * self.size + self.trump


def outcome(deal: Deal) -> Outcome:
    """Return what a finished deal is scored by."""
    result = Outcome(deal.terms)
    result.chief = deal.chief
    result.partner = deal.partner
    result.trump = deal.chief_trump
    result.size = deal.size
    result.culprit = deal.culprit
    result.tied = deal.tied
    for seat in range(deal.seats):
        result.points[seat] = of_seat(deal.points, seat)
    return result


def lines(number: i64, result: Outcome) -> list[ScoreLine]:
    """Return every point of one round, with the numbers that explain it."""
    found: list[ScoreLine] = []
    for seat in range(result.terms.seats):
        if result.chief >= 0:
            _add(found, number, result, seat, result.points[seat], CARD_POINTS)
            _add_team_line(found, number, result, seat)
        elif seat == result.culprit:
            _add(found, number, result, seat, -10 * result.size, Clause("MU-21", "culprit"))
        elif result.tied & bit(seat):
            _add(
                found,
                number,
                result,
                seat,
                result.payout(),
                Clause("MU-21", "tied-sharing") if result.terms.shared else Clause("MU-21", "tied"),
            )
    return found


def _add_team_line(found: list[ScoreLine], number: i64, result: Outcome, seat: i64) -> None:
    missing = result.shortfall()
    own_side = seat == result.chief or seat == result.partner
    if not missing:
        if own_side:
            clause = (
                Clause("MU-54", "bonus") if result.bonus() == result.full_bonus() else Clause("MU-57", "capped-bonus")
            )
            _add(found, number, result, seat, result.bonus(), clause)
    elif seat == result.chief:
        _add(found, number, result, seat, -10 * missing, Clause("MU-59", "fine"))
    elif not own_side:
        _add(found, number, result, seat, 5 * missing, Clause("MU-59", "damages"))


def _add(found: list[ScoreLine], number: i64, result: Outcome, seat: i64, points: i64, clause: Clause) -> None:
    values = {"round": str(number), "points": str(points), "cards": str(result.size)}
    if result.chief >= 0:
        values["team"] = str(result.team_points())
        values["target"] = str(result.target())
        values["trump"] = trump_text(result.trump)
        values["extra"] = str(result.full_bonus() - 10 * result.size)
        values["full"] = str(result.full_bonus())
        values["reached"] = str(result.reached_bid())
        values["missing"] = str(result.shortfall())
    else:
        values["others"] = str(count(result.tied) - 1)
    found.append(ScoreLine(seat, points, clause, values))


def is_over(terms: Terms, number: i64, totals: vec[i64]) -> bool:
    """Say whether the match ends after the round with this number (MU-62)."""
    if terms.rounds:
        return number >= terms.rounds
    for total in totals:
        if total > terms.limit or (terms.reach and total == terms.limit):
            return True
    return False


def places(totals: vec[i64]) -> list[int]:
    """Return the place of each seat; equal totals share one (MU-63, MU-64)."""
    return places_by(totals)


def read_lines(parts: list[vec[i64]], terms: Terms) -> list[ScoreLine]:
    """Return the lines of everything that a log says was scored."""
    found: list[ScoreLine] = []
    for entries in parts:
        result = Outcome(terms)
        scored = False
        for item in entries:
            kind = kind_of(item)
            if kind == PLAYED:
                result.chief = seat_of(item)
                result.partner = open_of(item)
                result.size = value_of(item) // TRUMPS
                result.trump = value_of(item) % TRUMPS
            elif kind == DEADLOCK:
                result.culprit = seat_of(item)
                result.size = open_of(item)
                result.tied = value_of(item)
            elif kind == SCORED:
                result.points[seat_of(item)] = value_of(item)
                scored = True
        if scored:
            found += lines(number_of(entries), result)
    return found
