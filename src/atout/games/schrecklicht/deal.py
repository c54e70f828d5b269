"""Schrecklicht: the data of one round. No rules."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.schrecklicht.cards import CARDS, COLOUR_COUNT, VALUES
from atout.kernel.bits import bit
from atout.kernel.options import Options
from atout.kernel.transfer import Part, Transfer

HAND: Final = 6  # the largest hand there is
NO_PAIR: Final = -1
PAWN_BITS: Final = 8


@final
class Scale:
    """How large a round is; one for each number of seats and each pack, shared by all rounds."""

    def __init__(self, values: list[int], hand: i64, most: i64, end: i64) -> None:
        cards: list[i64] = []
        for value in values:
            for colour in range(COLOUR_COUNT):
                cards.append(COLOUR_COUNT * value + colour)
        self.cards = vec[i64](cards)  # of the pack, ascending
        self.size: i64 = len(cards)
        self.pack: i64 = 0  # the same as a set
        for card in cards:
            self.pack |= bit(card)
        self.hand = hand  # cards dealt to each seat
        self.most = most  # visible cards of a display
        self.end = end  # the last space of the track
        self.beyond: i64 = 0x010101 * (128 - end)  # added to the pawns, it sets the top bit of every one at the end


FULL: Final = [Scale(list(range(VALUES)), HAND, 4, end) for end in (45, 45, 50)]  # for 3, 4 and 5 seats
SMALL: Final = [  # the same with the small pack (option pack)
    Scale([0, 4, 7, 11], 3, 2, 18),
    Scale([0, 2, 4, 7, 9, 11], 3, 2, 18),
    Scale([0, 2, 4, 5, 7, 9, 11], 3, 2, 20),
]


def scale_of(seats: i64, options: Options) -> Scale:
    """Return how large the rounds of a match are."""
    return SMALL[seats - 3] if options.text("pack") == "small" else FULL[seats - 3]


@final
class Deal(Part):
    """One set of displays, hands and pawns."""

    def __init__(self, scale: Scale, turn: i64, hands: vec[i64], visible: vec[i64], pairs: vec[i64]) -> None:
        self.scale = scale
        self.most: i64 = scale.most  # taken from there because every play asks for them
        self.beyond: i64 = scale.beyond
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

    def clone(self) -> "Deal":
        """Return an independent copy."""
        new = Deal(self.scale, self.turn, self.hands[:], self.visible[:], self.pairs[:])
        new.room, new.targets, new.pawns, new.over = self.room, self.targets, self.pawns, self.over
        new.history = self.history
        return new

    def transfer(self, numbers: Transfer) -> None:
        numbers.fields(self, "turn room targets pawns over history")
        self.hands, self.visible, self.pairs = numbers.rows([self.hands, self.visible, self.pairs])

    def pawn(self, colour: i64) -> i64:
        """Return the position of a pawn, not limited by the end of the track."""
        return (self.pawns >> (PAWN_BITS * colour)) & 0xFF


def new_deal(scale: Scale, seats: i64, turn: i64) -> Deal:
    """Return a round with nothing on the table."""
    return Deal(scale, turn, vec[i64]([0] * seats), vec[i64]([0] * seats), vec[i64]([NO_PAIR] * seats))


def on_table(deal: Deal) -> i64:
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
