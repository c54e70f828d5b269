"""Meinz: what a match is played with: the options as the rules need them, and the packs."""

from typing import Final, final

from mypy_extensions import i64

from atout.games.meinz.actions import CARDS, card_text
from atout.games.meinz.deal import DEALT, MONSTER, PLACES
from atout.kernel.cards import Field, Pack, seat_letter
from atout.kernel.options import Options


def card_pack(seats: i64) -> Pack:
    """Return the pack: nine cards to each player and, with three, nine in order to the Monster (MEINZ-10, MEINZ-83)."""
    names = [card_text(card) for card in range(CARDS)]
    fields = [Field("hands", [int(DEALT * seat) for seat in range(seats)], DEALT)]
    if seats < PLACES:
        fields.append(Field("stack", [DEALT * MONSTER], DEALT, True))
    return Pack("cards", names, fields)


SEAT_PACKS: Final = [
    Pack("seats", [seat_letter(seat) for seat in range(seats)], [Field("dealer", [0], 1)]) for seats in range(3, 5)
]
CARD_PACKS: Final = [card_pack(seats) for seats in range(3, 5)]


@final
class Terms:
    """The options of a match as the rules need them; shared by all clones."""

    def __init__(self, options: Options) -> None:
        self.rounds: i64 = options.number("rounds")
        self.monster_can_win: bool = options.on("monster_can_win")
        self.one_cry: bool = options.text("cry_limit") == "one"
        self.earliest: bool = options.text("low_tie") == "earliest"
        self.show_discards: bool = options.on("show_discards_at_round_end")
