"""Was sticht?: what is shuffled (WAS-05, WAS-20, WAS-21)."""

from typing import Final

from atout.games.was_sticht.actions import CARDS, COLOURS, card_text
from atout.games.was_sticht.deal import COLUMN, COLUMNS, NO_COLOUR, NO_NUMBER
from atout.kernel.cards import Field, Pack, seat_letter

NONE: Final = "-"  # the trump card that shows no colour or no number

SEAT_PACKS: Final = [
    Pack("seats", [seat_letter(seat) for seat in range(seats)], [Field("first_player", [0], 1)]) for seats in (3, 4)
]
CARD_PACK: Final = Pack(
    "cards",
    [card_text(card) for card in range(CARDS)],
    [Field("columns", [COLUMN * column for column in range(COLUMNS)], COLUMN)],
)
COLOUR_PACK: Final = Pack("trump colours", [*COLOURS, NONE], [Field("trump_colour", [NO_COLOUR], 1)])
NUMBER_PACK: Final = Pack(
    "trump numbers", [*[str(number) for number in range(1, 10)], NONE], [Field("trump_number", [NO_NUMBER], 1)]
)
