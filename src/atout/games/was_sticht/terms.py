"""Was sticht?: what a match is played with: the options as the rules need them, and the packs (WAS-05, WAS-20)."""

from typing import Final, final

from mypy_extensions import i64

from atout.games.was_sticht.actions import COLOURS, card_text
from atout.games.was_sticht.cards import COLUMN, FULL_KIT, NO_COLOUR, NO_NUMBER, SMALL_KIT, Kit
from atout.kernel.cards import Field, Pack, seat_packs
from atout.kernel.options import Options

NONE: Final = "-"  # the trump card that shows no colour or no number

SEAT_PACKS: Final = seat_packs(range(3, 5), "first_player")


def card_pack(kit: Kit) -> Pack:
    """Return the number cards, laid out in columns."""
    names = [card_text(card) for card in kit.cards]
    return Pack("cards", names, [Field("columns", [int(COLUMN * column) for column in range(kit.size)], COLUMN)])


def colour_pack(kit: Kit) -> Pack:
    """Return the trump-colour cards, of which the bottom one counts."""
    names = [NONE if colour == NO_COLOUR else COLOURS[colour] for colour in kit.colours]
    return Pack("trump colours", names, [Field("trump_colour", [len(names) - 1], 1)])


def number_pack(kit: Kit) -> Pack:
    """Return the trump-number cards, of which the bottom one counts."""
    names = [NONE if number == NO_NUMBER else str(number + 1) for number in kit.numbers]
    return Pack("trump numbers", names, [Field("trump_number", [len(names) - 1], 1)])


KITS: Final = [FULL_KIT, SMALL_KIT]

CARD_PACKS: Final = [card_pack(kit) for kit in KITS]

COLOUR_PACKS: Final = [colour_pack(kit) for kit in KITS]

NUMBER_PACKS: Final = [number_pack(kit) for kit in KITS]


@final
class Terms:
    """The options of a match as the rules need them; shared by all clones."""

    def __init__(self, seats: i64, options: Options) -> None:
        self.seats = seats
        self.kit = SMALL_KIT if options.text("pack") == "small" else FULL_KIT
        self.size: i64 = self.kit.size
        self.packs: i64 = 1 if self.kit.small else 0  # where its packs stand among those of all kits
        self.contracts: i64 = options.number("contracts_per_player")
        if self.contracts > self.kit.most_contracts:
            self.contracts = self.kit.most_contracts
        self.loose: bool = options.is_on("number_trump_colour")
        self.virtual: bool = seats == 3 and options.is_on("virtual_in_announcement")
        self.open_hands: bool = options.is_on("open_hands")
        self.distinct: bool = options.is_on("distinct_contracts")
        self.rounds: i64 = 0  # 0: no limit
        if options.text("max_rounds") != "none":
            self.rounds = options.number("max_rounds")
