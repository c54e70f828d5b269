"""Was sticht?: which contracts a round has fulfilled, and the final order (WAS-70 to WAS-76, WAS-80 to WAS-91)."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.was_sticht.actions import DISCARD, contract_words
from atout.games.was_sticht.deal import Contracts, Deal
from atout.games.was_sticht.reading import FULFILLED, MET, NUMBER, SUCCEEDS
from atout.kernel.bits import bit, count
from atout.kernel.clause import Clause
from atout.kernel.log import ACTION, Segment, chapters, kind_of, open_of, seat_of, value_of
from atout.kernel.state import ScoreLine

NO_TRICKS: Final = 0  # the kinds of contracts
NO_RED: Final = 1
EXACT_1: Final = 5
LAST: Final = 9
MOST: Final = 10

REASONS: Final = [
    Clause("WAS-70", "no-tricks"),
    Clause("WAS-71", "no-red"),
    Clause("WAS-71", "no-blue"),
    Clause("WAS-71", "no-green"),
    Clause("WAS-71", "no-yellow"),
    Clause("WAS-72", "exact-1"),
    Clause("WAS-72", "exact-2"),
    Clause("WAS-72", "exact-3"),
    Clause("WAS-72", "exact-4"),
    Clause("WAS-73", "last"),
    Clause("WAS-74", "most"),
    Clause("WAS-75", "fewest"),
]


@final
class Outcome:
    """The results of a round that contracts ask for."""

    def __init__(self, seats: i64, won: i64, colours: i64, last: i64) -> None:
        self.seats = seats
        self.won = won  # tricks by seat, eight bits each
        self.colours = colours  # printed colours in the tricks by seat, four bits each
        self.last = last  # who won the last trick

    def tricks(self, seat: i64) -> i64:
        """Return how many tricks a seat has won."""
        return (self.won >> (8 * seat)) & 255

    def fulfils(self, kind: i64, seat: i64) -> bool:
        """Say whether a seat's results are those that a kind of contract asks for."""
        own = self.tricks(seat)
        if kind == NO_TRICKS:
            return own == 0
        if kind < EXACT_1:
            return own > 0 and not (self.colours >> (4 * seat)) & bit(kind - NO_RED)
        if kind < LAST:
            return own == kind - EXACT_1 + 1
        if kind == LAST:
            return seat == self.last
        for other in range(self.seats):
            if other != seat:
                theirs = self.tricks(other)
                if theirs == own or (theirs > own) == (kind == MOST):
                    return False
        return kind == MOST or own > 0


def outcome(deal: Deal) -> Outcome:
    """Return the results of a round whose tricks are all played."""
    return Outcome(deal.seats, deal.won, deal.colours, deal.winner)


def losers(deal: Deal, result: Outcome) -> i64:
    """Return the other players who failed at a contract that the first player's results fulfil (WAS-82, WAS-85)."""
    found: i64 = 0
    for seat in range(deal.seats):
        if seat != deal.first:
            kind = deal.choice(seat)
            if not result.fulfils(kind, seat) and result.fulfils(kind, deal.first):
                found |= bit(seat)
    return found


def scores(contracts: Contracts) -> list[int]:
    """Return how many contracts each seat has fulfilled."""
    return [int(count(cards)) for cards in contracts.fulfilled]


def places(points: list[int]) -> list[int]:
    """Return the place of each seat: more fulfilled contracts first, equal numbers share a place (WAS-91)."""
    return [1 + sum([1 for other in points if other > own]) for own in points]


def is_over(contracts: Contracts, needed: i64, number: i64, rounds: i64) -> bool:
    """Say whether the match ends after a round: somebody has all contracts fulfilled, or it was the last (WAS-90)."""
    return contracts.most_fulfilled() >= needed or number == rounds


def line_before(seat: i64, kind: i64) -> ScoreLine:
    """Return the point for a contract that was fulfilled before the record begins."""
    return ScoreLine(seat, 1, Clause("WAS-90", "before"), {"contract": contract_words(kind)})


def line(number: i64, seat: i64, kind: i64, tricks: i64) -> ScoreLine:
    """Return the point for a fulfilled contract."""
    return ScoreLine(seat, 1, REASONS[kind], {"round": str(number), "tricks": str(tricks)})


def line_through(number: i64, seat: i64, kind: i64, owner: i64, discarded: i64) -> ScoreLine:
    """Return the point of a first player who fulfilled a contract at which its owner failed."""
    values = {
        "round": str(number),
        "contract": contract_words(kind),
        "owner": f"@{owner}",
        "discarded": contract_words(discarded),
    }
    return ScoreLine(seat, 1, Clause("WAS-83", "through"), values)


def lines(past: Segment | None, log: vec[i64]) -> list[ScoreLine]:
    """Return every fulfilled contract of a match, as its log tells it, in order."""
    found: list[ScoreLine] = []
    number: i64 = 0
    for part, entries in enumerate(chapters(past, log)):
        contract: i64 = -1
        owner: i64 = -1
        for item in entries:
            kind = kind_of(item)
            seat = seat_of(item)
            if kind == NUMBER:
                number = open_of(item)
            elif kind == FULFILLED and part == 0:
                found.append(line_before(seat, open_of(item)))
            elif kind == MET:
                found.append(line(number, seat, open_of(item), value_of(item)))
            elif kind == SUCCEEDS and contract < 0:
                contract = open_of(item)
                owner = value_of(item)
            elif kind == ACTION and value_of(item) >= DISCARD:
                found.append(line_through(number, seat, contract, owner, value_of(item) - DISCARD))
    return found
