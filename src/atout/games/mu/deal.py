"""Mü: the cards, the terms of a match, and the data of one deal. No rules."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.mu.actions import NONE
from atout.games.mu.cards import RANKINGS
from atout.games.mu.terms import Terms
from atout.kernel.ranking import Ranking
from atout.kernel.seats import none_each
from atout.kernel.transfer import Part, Transfer

AUCTION: Final = 0  # phases

VICE_NAMES: Final = 1

CHIEF_NAMES: Final = 2

CHIEF_PICKS: Final = 3

TRICKS: Final = 4

DONE: Final = 5

NOBODY: Final = -1


@final
class Deal(Part):
    """One distribution of the cards and its play."""

    def __init__(self, terms: Terms, dealer: i64, hands: vec[i64], bids: vec[i64], ranking: Ranking) -> None:
        self.terms = terms
        self.seats: i64 = terms.seats
        self.phase: i64 = AUCTION
        self.turn = dealer
        self.hands = hands
        self.bids = bids  # the bid cards that lie before each seat
        # the auction
        self.most: i64 = 0  # the largest number of bid cards that a seat had when the turn began
        self.last: i64 = 0  # the last card laid in this turn, as a set; empty before the first
        self.full: i64 = NOBODY  # the seat whose bid was ended just now because it may lay no more
        self.passes: i64 = 0  # in direct succession
        self.bid_count: i64 = 0
        self.latest: i64 = 0  # by seat, the number of its latest bid, eight bits each
        # the outcome of the auction
        self.chief: i64 = NOBODY
        self.vice: i64 = NOBODY
        self.partner: i64 = NOBODY
        self.culprit: i64 = NOBODY
        self.tied: i64 = 0  # the seats of a deadlock, as a set
        self.size: i64 = 0  # of the Chief's bid, or of the tied ones
        self.chief_trump: i64 = NONE
        self.vice_trump: i64 = NONE
        # the tricks
        self.ranking = ranking
        self.tricks: i64 = 0  # how many are complete
        self.laid: i64 = 0  # cards in the present trick
        self.led: i64 = 0  # the suit led, as a set; empty before the lead
        self.best: i64 = 0  # the winning card so far, as a set
        self.bar: i64 = 0  # its strength
        self.winner: i64 = 0  # who played it
        self.pot: i64 = 0  # card points in the trick
        self.won: i64 = 0  # tricks by seat, eight bits each
        self.points: i64 = 0  # card points by seat, eight bits each
        self.history: i64 = 1  # running hash of all actions, in order; 0 would swallow passes

    def clone(self) -> "Deal":
        """Return an independent copy."""
        new = Deal(self.terms, self.turn, self.hands[:], self.bids[:], self.ranking)
        new.phase, new.most, new.last, new.full, new.passes = self.phase, self.most, self.last, self.full, self.passes
        new.bid_count, new.latest, new.chief, new.vice = self.bid_count, self.latest, self.chief, self.vice
        new.partner, new.culprit, new.tied, new.size = self.partner, self.culprit, self.tied, self.size
        new.chief_trump, new.vice_trump, new.tricks = self.chief_trump, self.vice_trump, self.tricks
        new.laid, new.led, new.best, new.bar, new.winner = self.laid, self.led, self.best, self.bar, self.winner
        new.pot, new.won, new.points, new.history = self.pot, self.won, self.points, self.history
        return new

    def transfer(self, numbers: Transfer) -> None:
        numbers.fields(self, "phase turn most last full passes bid_count latest chief vice partner culprit tied")
        numbers.fields(self, "size chief_trump vice_trump tricks laid led best bar winner pot won points history")
        self.hands, self.bids = numbers.rows([self.hands, self.bids])
        self.ranking = numbers.ranking(self.ranking)


def new_deal(terms: Terms, dealer: i64) -> Deal:
    """Return a deal with empty hands, before the first bid."""
    return Deal(terms, dealer, none_each(terms.seats), none_each(terms.seats), RANKINGS[-1])
