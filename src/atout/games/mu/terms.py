"""Mü: what a match is played with: the options as the rules need them, and the packs."""

from typing import Final, final

from mypy_extensions import i64

from atout.games.mu import tables
from atout.games.mu.cards import CARDS, FACE_OF, FACES, SMALL_CARDS, pack_of, points_of
from atout.games.mu.tables import FULL
from atout.kernel.bits import members
from atout.kernel.cards import Field, Pack, seat_packs
from atout.kernel.options import Options


@final
class Terms:
    """What stays the same for a whole match; shared by all clones."""

    def __init__(self, seats: i64, options: Options) -> None:
        self.seats = seats
        self.small: bool = options.text("pack") == "small"
        self.pack: i64 = pack_of(seats, self.small)  # all cards in play, as a set
        self.cards = SMALL_CARDS[seats - 4] if self.small else CARDS  # and one by one
        self.hand: i64 = len(self.cards) // seats  # which is also the number of tricks (MU-06, MU-51)
        self.points: i64 = points_of(self.cards) if self.small else FULL
        self.limit: i64 = options.number("limit")
        self.reach: bool = options.text("end_test") == "reach"
        self.rounds: i64 = 0  # of a match with a fixed number; 0: until the limit
        length = options.text("length")
        if length == "single":
            self.rounds = 1
        elif length != "limit":
            self.rounds = seats * (1 if length == "once" else 2 if length == "twice" else 3)
        self.same_trump: bool = options.text("same_trump") == "yes"
        self.shared: bool = options.text("deadlock_payout") == "shared"
        self.targets = tables.targets(seats, options, self.points)
        self.bonuses = tables.bonuses(options)
        self.cap: i64 = 100 if options.text("bonus_cap") == "100" else 1000


def card_pack(seats: i64, small: bool) -> Pack:
    """Return the pack of cards, dealt out to the last one (MU-06)."""
    names = [FACES.names[FACE_OF[card]] for card in members(pack_of(seats, small))]
    size = len(names) // int(seats)
    return Pack("cards", names, [Field("hands", [size * seat for seat in range(int(seats))], size)])


SEAT_PACKS: Final = seat_packs(range(4, 7), "dealer")  # MU-05

CARD_PACKS: Final = [card_pack(seats, False) for seats in range(4, 7)]

SMALL_PACKS: Final = [card_pack(seats, True) for seats in range(4, 7)]
