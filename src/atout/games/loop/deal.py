"""Loop: the data of one round, and where hands and boards lie. No rules of play."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.loop.actions import LEAD
from atout.kernel.bits import below
from atout.kernel.rng import scramble
from atout.kernel.seats import distance
from atout.kernel.transfer import Part, Transfer

HAND: Final = 13  # cards of a pair, one for each value there is
SMALL_HAND: Final = 4  # the same with the small pack (option pack)
SMALL_LOWEST: Final = 6  # which has the values from here on
ASIDE: Final = 2  # what a seat sets aside in a round; it plays the others

SETTING: Final = 0
PLAYING: Final = 1
DONE: Final = 2


@final
class Deal(Part):
    """One round. Small numbers of all seats share an integer, four bits each."""

    def __init__(self, number: i64, turn: i64, hands: vec[i64], aside: vec[i64]) -> None:
        self.seats: i64 = len(hands)
        self.number = number  # 1 .. seats
        self.phase: i64 = SETTING
        self.turn = turn  # the first seat that owes a decision
        self.hands = hands  # cards in hand
        self.aside = aside  # cards set aside and not revealed
        self.chosen: i64 = 0  # by seat: how many cards it has set aside
        self.left: i64 = 0  # by seat: how many cards it still has to play
        self.revealed: i64 = 0  # by seat: how many 8s it has revealed
        self.places: i64 = 0  # by seat: its finishing place, 0 while it plays
        self.active: i64 = below(self.seats)  # the seats that still have cards
        self.playing: i64 = self.seats  # how many these are
        self.down: bool = False  # the direction token: lower beats higher
        self.kind: i64 = LEAD  # of the current combination
        self.low: i64 = 0  # its lowest value
        self.owner: i64 = 0  # who played it
        self.waiting: i64 = 0  # how many passes in a row would end the trick
        self.tricks: i64 = 0  # how many are complete
        self.history: i64 = 1  # running hash of what everybody saw

    def clone(self) -> "Deal":
        """Return an independent copy."""
        new = Deal(self.number, self.turn, self.hands[:], self.aside[:])
        new.phase, new.chosen, new.left, new.revealed = self.phase, self.chosen, self.left, self.revealed
        new.places, new.active, new.playing, new.down = self.places, self.active, self.playing, self.down
        new.kind, new.low, new.owner, new.waiting = self.kind, self.low, self.owner, self.waiting
        new.tricks, new.history = self.tricks, self.history
        return new

    def transfer(self, numbers: Transfer) -> None:
        numbers.fields(self, "number phase turn chosen left revealed places active playing down kind low owner")
        numbers.fields(self, "waiting tricks history")
        self.hands, self.aside = numbers.rows([self.hands, self.aside])


def of_seat(numbers: i64, seat: i64) -> i64:
    """Return a seat's number from an integer that holds one for every seat."""
    return (numbers >> (4 * seat)) & 15


def for_seat(number: i64, seat: i64) -> i64:
    """Return an integer that holds this number for the seat and 0 for all others."""
    return number << (4 * seat)


def new_deal(seats: i64, number: i64, hand: i64) -> Deal:
    """Return a round of pairs of this many cards, with empty hands, before anybody has set cards aside."""
    none = [0 for _ in range(seats)]
    fresh = Deal(number, 0, vec[i64](none), vec[i64](none))
    for seat in range(seats):
        fresh.left += for_seat(hand - ASIDE, seat)
    return fresh


def holder_of(board: i64, number: i64, seats: i64) -> i64:
    """Return the seat where a board and its hand lie in a round; boards are numbered by their first seat (LOOP-47)."""
    return (board + number - 1) % seats


def board_at(seat: i64, number: i64, seats: i64) -> i64:
    """Return the board that lies at a seat in a round."""
    return distance(number - 1, seat, seats)


def opening_hash(number: i64, boards: vec[i64], shown: vec[i64]) -> i64:
    """Return the hash of what everybody knows when a round begins: the pawns, and what each pair has shown."""
    known = number
    for board in range(len(boards)):
        known = scramble(known ^ boards[board])
        known = scramble(known ^ shown[board])
    return known
