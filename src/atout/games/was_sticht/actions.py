"""Was sticht?: action numbers and their text.

A contract is taken (`take:no-red`), chosen for the round (`choose:no-red`) or discarded by the first player
(`discard:no-red`); a card is picked from a column (`pick:R5`) or played (`R5`).
"""

from typing import Final

from mypy_extensions import i64

from atout.kernel.notation import Notation

COLOURS: Final = "RBGY"
COLOUR_COUNT: Final = 4
NUMBERS: Final = 9
CARDS: Final = 36  # a card is 9 * colour + number - 1
KIND_NAMES: Final = [
    "no-tricks",
    "no-red",
    "no-blue",
    "no-green",
    "no-yellow",
    "exact-1",
    "exact-2",
    "exact-3",
    "exact-4",
    "last",
    "most",
    "fewest",
]
KINDS: Final = 12

TAKE: Final = 0  # actions 0 .. 11: take a contract of this kind in the contract draft
PICK: Final = 12  # actions 12 .. 47: pick this card from the current column
CHOOSE: Final = 48  # actions 48 .. 59: choose a contract of this kind for the round
PLAY: Final = 60  # actions 60 .. 95: play this card
DISCARD: Final = 96  # actions 96 .. 107: discard a contract of this kind as a successful first player
ACTIONS: Final = 108


CARD_NAMES: Final = [f"{colour}{number}" for colour in COLOURS for number in range(1, NUMBERS + 1)]


def card_text(card: i64) -> str:
    """Return the name of a card, such as R5."""
    return CARD_NAMES[card]


def contract_words(kind: i64) -> str:
    """Return where a locale has the words for a kind of contract."""
    return f"contracts:{KIND_NAMES[kind]}"


NOTATION: Final = Notation(
    [f"take:{kind}" for kind in KIND_NAMES]
    + [f"pick:{card}" for card in CARD_NAMES]
    + [f"choose:{kind}" for kind in KIND_NAMES]
    + CARD_NAMES
    + [f"discard:{kind}" for kind in KIND_NAMES],
    "take:no-red, pick:R5, choose:no-red, R5 or discard:no-red",
)


def text(action: i64) -> str:
    """Return the notation of an action."""
    return NOTATION.text(action)


def parse(text: str) -> i64:
    """Return the action with this notation."""
    return NOTATION.parse(text)
