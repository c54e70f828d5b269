"""Loop: what a match is played with: the options as the rules need them, and the packs."""

from typing import Final, final

from mypy_extensions import i64

from atout.games.loop.cards import card
from atout.games.loop.deal import HAND, SMALL_HAND, SMALL_LOWEST
from atout.kernel.cards import Field, Pack, seat_packs
from atout.kernel.options import Options

FEWEST: Final = 4  # seats


def card_pack(seats: i64, lowest: int, size: int) -> Pack:
    """Return the pack of cards: as many copies of each value as seats, so that a hand is as large as there are values.

    There are thirteen (LOOP-02, LOOP-03), or those of the small pack.
    """
    names = [str(value) for value in range(lowest, lowest + size) for _ in range(seats)]
    return Pack("cards", names, [Field("hands", [size * seat for seat in range(int(seats))], size)])


CARD_PACKS: Final = [card_pack(seats, 1, HAND) for seats in range(FEWEST, 7)]

SMALL_PACKS: Final = [card_pack(seats, SMALL_LOWEST, SMALL_HAND) for seats in range(FEWEST, 7)]

SEAT_PACKS: Final = seat_packs(range(FEWEST, 7), "golden")


@final
class Terms:
    """The options of a match as the rules need them; shared by all clones."""

    def __init__(self, options: Options, seats: i64) -> None:
        self.rounds: i64 = seats
        if options.text("rounds") != "full" and options.number("rounds") < seats:
            self.rounds = options.number("rounds")
        self.flip_leading: bool = options.is_on("flip_when_leading")
        self.auto_pass: bool = options.text("auto_pass") == "automatic"
        self.by_rows: bool = options.text("tie") == "more_first_places"
        self.small: bool = options.text("pack") == "small"
        self.hand: i64 = SMALL_HAND if self.small else HAND  # cards of a pair
        self.lowest: i64 = SMALL_LOWEST if self.small else 1  # value of all
        self.pack: i64 = 0  # all cards in play
        for value in range(self.lowest, self.lowest + self.hand):
            self.pack += seats * card(value)
