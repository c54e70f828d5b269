"""Was sticht?: what is shuffled (WAS-05, WAS-20, WAS-21)."""

from typing import Final

from atout.games.was_sticht.actions import COLOURS, card_text
from atout.games.was_sticht.deal import COLUMN, FULL_KIT, NO_COLOUR, NO_NUMBER, SMALL_KIT, Kit
from atout.kernel.cards import Field, Pack, seat_packs

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
