"""Meinz: what a match is played with: the options as the rules need them, and the packs."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.meinz.actions import card_text
from atout.games.meinz.deal import DEALT, MONSTER, PLACES, hand_size, pack_of
from atout.kernel.bits import members
from atout.kernel.cards import Field, Pack, seat_packs
from atout.kernel.options import Options


def card_pack(seats: i64, size: i64) -> Pack:
    """Return the pack: the same number to each player and, with three, in order to the Monster (MEINZ-10, MEINZ-83)."""
    names = [card_text(card) for card in members(pack_of(size))]
    fields = [Field("hands", [int(size * seat) for seat in range(seats)], int(size))]
    if seats < PLACES:
        fields.append(Field("stack", [int(size * MONSTER)], int(size), True))
    return Pack("cards", names, fields)


SEAT_PACKS: Final = seat_packs(range(3, 5), "dealer")
CARD_PACKS: Final = [card_pack(3, DEALT), card_pack(4, DEALT), card_pack(3, 3), card_pack(4, 5)]
NUMBERED: Final = [vec[i64](members(pack_of(size))) for size in (DEALT, DEALT, 3, 5)]


@final
class Terms:
    """The options of a match as the rules need them; shared by all clones."""

    def __init__(self, seats: i64, options: Options) -> None:
        self.size: i64 = hand_size(seats, options)  # cards dealt to each place
        self.pack: i64 = seats - 3 if self.size == DEALT else seats - 1  # where it stands among CARD_PACKS
        self.numbered = NUMBERED[self.pack]  # the cards of the pack
        self.rounds: i64 = options.number("rounds")
        self.monster_can_win: bool = options.is_on("monster_can_win")
        self.one_cry: bool = options.text("cry_limit") == "one"
        self.earliest: bool = options.text("low_tie") == "earliest"
        self.show_discards: bool = options.is_on("show_discards_at_round_end")

    def cards(self, order: vec[i64]) -> vec[i64]:
        """Return the cards of a shuffled pack; in the full one they bear the numbers of their places."""
        if self.size == DEALT:
            return order
        return vec[i64]([self.numbered[item] for item in order])
