"""Schrecklicht: what a match is played with: the options as the rules need them, and the packs."""

from typing import Final, final

from mypy_extensions import i64

from atout.games.schrecklicht.cards import card_text
from atout.games.schrecklicht.deal import FULL, SMALL, Scale, scale_of
from atout.games.schrecklicht.objectives import Judge
from atout.kernel.cards import Field, Pack, seat_packs
from atout.kernel.options import Options

SEAT_PACKS: Final = seat_packs(range(3, 6), "dealer")


def card_pack(scale: Scale) -> Pack:
    """Return the deck, whose order matters to its last card (SCH-04, SCH-10)."""
    names = [card_text(card) for card in scale.cards]
    return Pack("cards", names, [Field("deck", [0], len(names), True)])


CARD_PACKS: Final = [card_pack(scale) for scale in FULL]

SMALL_PACKS: Final = [card_pack(scale) for scale in SMALL]


@final
class Terms:
    """The options of a match as the rules need them; shared by all clones."""

    def __init__(self, seats: i64, options: Options) -> None:
        self.scale = scale_of(seats, options)
        self.small: bool = options.text("pack") == "small"
        self.rounds: i64 = options.number("rounds")
        self.count_firsts: bool = options.text("tie") == "best_ranks"
        self.judge = Judge(options.text("pumpkins"), options.is_on("zero_rank"), options.is_on("low_colour_needs_card"))
