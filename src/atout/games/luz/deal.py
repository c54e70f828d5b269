"""Luz: the cards, and the data of one deal. No rules."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from atout.kernel.transfer import Part, Transfer

NO_BET: Final = -1

BETTING: Final = 0

TRICKS: Final = 1

DONE: Final = 2


@final
class Deal(Part):
    """One distribution of the cards and its play."""

    def __init__(self, number: i64, starter: i64, size: i64, hands: vec[i64], bets: vec[i64], won: vec[i64]) -> None:
        self.seats: i64 = len(hands)
        self.size = size  # cards dealt to each seat, and tricks
        self.number = number  # 1 .. 4
        self.phase: i64 = BETTING
        self.turn = starter
        self.hands = hands
        self.bets = bets  # as actions
        self.won = won  # tricks
        self.beads: i64 = -1  # bet beads left in the supply; below 0: no limit (LUZ-05)
        self.betters: i64 = 0  # how many have bet
        self.tricks: i64 = 0  # how many are complete
        self.laid: i64 = 0  # cards in the present trick
        self.led: i64 = 0  # the suit led, as a set; empty before the lead
        self.best: i64 = 0  # the winning card so far, as a set
        self.winner: i64 = 0  # who played it
        self.played: i64 = 0  # the cards that were played
        self.history: i64 = 1  # running hash of bets and cards, in order

    def clone(self) -> "Deal":
        """Return an independent copy."""
        new = Deal(self.number, self.turn, self.size, self.hands[:], self.bets[:], self.won[:])
        new.phase, new.beads, new.betters, new.tricks = self.phase, self.beads, self.betters, self.tricks
        new.laid, new.led, new.best, new.winner, new.played = self.laid, self.led, self.best, self.winner, self.played
        new.history = self.history
        return new

    def transfer(self, numbers: Transfer) -> None:
        numbers.fields(self, "size number phase turn beads betters tricks laid led best winner played history")
        self.hands, self.bets, self.won = numbers.rows([self.hands, self.bets, self.won])


def new_deal(seats: i64, number: i64, starter: i64, size: i64) -> Deal:
    """Return a deal with empty hands, before the first bet."""
    none = [0 for _ in range(seats)]
    return Deal(number, starter, size, vec[i64](none), vec[i64]([NO_BET for _ in range(seats)]), vec[i64](none))
