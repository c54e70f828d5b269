"""Meinz: the data of one round. No rules."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.meinz.actions import CARDS, VALUES
from atout.games.meinz.cards import value_of
from atout.kernel.bits import below, bit, members
from atout.kernel.options import Options
from atout.kernel.transfer import Part, Transfer

PLACES: Final = 4  # in every match; with three players the fourth is the Monster's

EVERY_PLACE: Final = 15  # as a set

MONSTER: Final = 3  # its place, behind the three players

DEALT: Final = 9  # cards to each place from the full pack

OWN_TRICKS: Final = 2  # every place ends with two

NONE: Final = -1

DISCARDING: Final = 0

PLAYING: Final = 1

CRYING: Final = 2

EXCHANGING: Final = 3

DONE: Final = 4


@final
class Deal(Part):
    """One distribution of the cards and its play. A card is a number, a hand a set of cards."""

    def __init__(
        self,
        circle: vec[i64],
        stack: vec[i64],
        hands: vec[i64],
        discards: vec[i64],
        won: vec[i64],
        sums: vec[i64],
        cards: vec[i64],
        size: i64,
    ) -> None:
        self.circle = circle  # the places clockwise, from the first player of round 1 on
        self.stack = stack  # the Monster's cards, top first; empty with four players
        self.hands = hands
        self.discards = discards  # a card, or NONE
        self.won = won  # tricks
        self.sums = sums  # values in the tricks won
        self.cards = cards  # of the present trick, in order
        self.length = size - 1  # tricks in the round
        self.own: i64 = OWN_TRICKS if size == DEALT else 1  # the most that one place receives
        self.phase: i64 = DISCARDING
        self.turn: i64 = 0
        self.first: i64 = 0  # where in the circle the leader of the trick sits
        self.laid: i64 = 0  # cards in the trick
        self.asked: i64 = 0  # how many of the window's list were asked or passed over
        self.open: i64 = EVERY_PLACE  # the places that may still receive a trick
        self.crier: i64 = NONE  # the place that cried in this trick
        self.cries: i64 = 0  # the places that cried in this round
        self.turned: i64 = 0  # cards turned up from the stack
        self.tricks: i64 = 0  # complete
        self.history: i64 = 1  # running hash of what everybody saw

    def clone(self) -> "Deal":
        """Return an independent copy."""
        new = Deal(
            self.circle,
            self.stack,
            self.hands[:],
            self.discards[:],
            self.won[:],
            self.sums[:],
            self.cards[:],
            self.length + 1,
        )
        new.phase, new.turn, new.first, new.laid, new.asked = self.phase, self.turn, self.first, self.laid, self.asked
        new.open, new.crier, new.cries, new.turned = self.open, self.crier, self.cries, self.turned
        new.tricks, new.history = self.tricks, self.history
        return new

    def transfer(self, numbers: Transfer) -> None:
        numbers.fields(self, "length own phase turn first laid asked open crier cries turned tricks history")
        self.circle, self.stack, self.hands, self.discards, self.won, self.sums, self.cards = numbers.rows(
            [self.circle, self.stack, self.hands, self.discards, self.won, self.sums, self.cards]
        )

    def player(self, k: i64) -> i64:
        """Return the place that plays the k-th card of the trick, counted from 0."""
        return self.circle[(self.first + k) & (PLACES - 1)]

    def order_of(self, place: i64) -> i64:
        """Return which card of the trick a place plays, counted from 0."""
        k: i64 = 0
        while self.player(k) != place:
            k += 1
        return k

    def receive(self, place: i64, tricks: i64, total: i64) -> None:
        """Give tricks, whose cards count so much together, to a place."""
        self.tricks += tricks
        self.won[place] += tricks
        self.sums[place] += total
        if self.won[place] == self.own:
            self.open &= ~bit(place)

    def has_monster(self) -> bool:
        """Say whether the Monster sits at the table."""
        return len(self.stack) > 0

    def is_monster(self, place: i64) -> bool:
        """Say whether a place is the Monster's."""
        return place == MONSTER and len(self.stack) > 0


def new_deal(circle: vec[i64], hands: vec[i64], stack: vec[i64], number: i64, size: i64) -> Deal:
    """Return the round with this number before the first discard."""
    none = vec[i64]([NONE, NONE, NONE, NONE])
    deal = Deal(circle, stack, hands, none, zeros(), zeros(), zeros(), size)
    deal.first = first_place(number)
    return deal


def zeros() -> vec[i64]:
    """Return a number for each place."""
    return vec[i64]([0, 0, 0, 0])


def hand_size(seats: i64, options: Options) -> i64:
    """Return how many cards each place is dealt; that tells which pack it is (MEINZ-10)."""
    if options.text("pack") == "full":
        return DEALT
    return 3 if seats < PLACES else 5


def pack_of(size: i64) -> i64:
    """Return the set of the cards dealt if each place gets this many: of the small packs only the high values."""
    if size == DEALT:
        return below(CARDS)
    lowest = lowest_value(size)
    cards: i64 = 0
    for card in range(VALUES * (3 if size == 3 else 4)):
        if value_of(card) >= lowest:
            cards |= bit(card)
    return cards


def lowest_value(size: i64) -> i64:
    """Return the lowest value in the pack."""
    return 1 if size == DEALT else 6 if size == 3 else 5


def least_sum(cards: i64, n: i64) -> int:
    """Return what the n lowest of some cards count."""
    return sum(sorted([int(value_of(card)) for card in members(cards)])[:n])


def most_sum(cards: i64, n: i64) -> int:
    """Return what the n highest of some cards count."""
    return sum(sorted([-int(value_of(card)) for card in members(cards)])[:n]) * -1


def first_place(number: i64) -> i64:
    """Return where in the circle the first player of a round sits (MEINZ-08)."""
    return (number - 1) % PLACES


def circle_of(dealer: i64, seats: i64) -> vec[i64]:
    """Return the places clockwise from left of the first dealer, where the Monster sits if there is one (MEINZ-81)."""
    circle: list[i64] = [] if seats == PLACES else [MONSTER]
    for step in range(1, seats + 1):
        circle.append((dealer + step) % seats)
    return vec[i64](circle)
