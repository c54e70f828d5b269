"""Schrecklicht: the data of one round. No rules."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.schrecklicht.cards import CARDS, COLOUR_COUNT
from atout.kernel.bits import bit

HAND: Final = 6
NO_PAIR: Final = -1
PAWN_BITS: Final = 8


@final
class Round:
    """One set of displays, hands and pawns."""

    def __init__(self, turn: i64, hands: vec[i64], visible: vec[i64], pairs: vec[i64]) -> None:
        self.seats: i64 = len(hands)
        self.turn = turn
        self.hands = hands  # sets of cards
        self.visible = visible  # sets of cards, by display
        self.pairs = pairs  # the covered pair of each display, or NO_PAIR
        self.room: i64 = 0  # the displays that may take a face-up card
        self.targets: i64 = 0  # the visible cards that may be covered: those of displays without a covered pair
        self.pawns: i64 = 0  # their positions, PAWN_BITS each, green lowest
        self.over: bool = False
        self.history: i64 = 1  # running hash of the actions

    def clone(self) -> "Round":
        """Return an independent copy."""
        new = Round(self.turn, self.hands[:], self.visible[:], self.pairs[:])
        new.room = self.room
        new.targets = self.targets
        new.pawns = self.pawns
        new.over = self.over
        new.history = self.history
        return new

    def pawn(self, colour: i64) -> i64:
        """Return the position of a pawn, not limited by the end of the track."""
        return (self.pawns >> (PAWN_BITS * colour)) & 0xFF


def new_round(seats: i64, turn: i64) -> Round:
    """Return a round with nothing on the table."""
    return Round(turn, vec[i64]([0] * seats), vec[i64]([0] * seats), vec[i64]([NO_PAIR] * seats))


def on_table(deal: Round) -> i64:
    """Return the cards of all displays, covered pairs included: all that were ever turned up for somebody or played."""
    cards: i64 = 0
    for display in range(deal.seats):
        cards |= deal.visible[display]
        found = deal.pairs[display]
        if found != NO_PAIR:
            cards |= bit(cover_of(found)) | bit(covered_of(found))
    return cards


def pair(cover: i64, covered: i64) -> i64:
    """Return a covered pair: a cover card and the card under it."""
    return CARDS * cover + covered


def cover_of(pair: i64) -> i64:
    """Return the cover card of a pair."""
    return pair // CARDS


def covered_of(pair: i64) -> i64:
    """Return the covered card of a pair."""
    return pair % CARDS


def steps(card: i64) -> i64:
    """Return what a card adds to the pawns: its value at the place of its colour."""
    value = card // COLOUR_COUNT
    return value << (PAWN_BITS * (card - COLOUR_COUNT * value))


def track_end(seats: i64) -> i64:
    """Return the last space of the track: 45, and 50 with five players."""
    if seats == 5:
        return 50
    return 45
