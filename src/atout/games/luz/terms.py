"""Luz: what a match is played with: the options as the rules need them, and the packs."""

from typing import Final, final

from mypy_extensions import i64

from atout.games.luz.actions import HAND
from atout.games.luz.cards import SMALL_HAND, card_text, hand_size, pack_cards
from atout.kernel.cards import Field, Pack, seat_packs
from atout.kernel.options import Options


def card_pack(seats: i64, size: i64) -> Pack:
    """Return the pack of cards; each seat passes what it is dealt to its left (LUZ-09, LUZ-12)."""
    names = [card_text(card) for card in pack_cards(seats, size)]
    held_from = [int(size * ((seat - 1 + seats) % seats)) for seat in range(seats)]
    return Pack("cards", names, [Field("hands", held_from, int(size))])


SIZES: Final = (HAND, SMALL_HAND)

CARD_PACKS: Final = [card_pack(seats, size) for size in SIZES for seats in range(3, 6)]

SEAT_PACKS: Final = seat_packs(range(3, 6), "marker")

CARDS: Final = [pack_cards(seats, size) for size in SIZES for seats in range(3, 6)]


@final
class Terms:
    """The options of a match as the rules need them; shared by all clones."""

    def __init__(self, seats: i64, options: Options) -> None:
        self.size: i64 = hand_size(options)
        self.cards: i64 = seats - 3 if self.size == HAND else seats  # where the pack stands among CARDS
        self.deals: i64 = options.number("deals")
        self.leader_start: bool = options.is_on("three_player_leader_start")
        self.bead_limit: bool = options.is_on("bead_limit")
        self.auto_forced: bool = options.is_on("auto_forced")
        self.open_to_watchers: bool = options.text("spectator_view") == "all_hands"
