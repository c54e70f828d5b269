"""Mü: action numbers and their text.

A card laid in the auction is `+R6`; `-` means no more cards in this turn, so without any it is a pass. A trump is
`trump:R`, `trump:7` or `trump:none`, a partner `partner:B`. A card is played as `R6` from the hand and as `R6*` from
the bid cards.
"""

from typing import Final

from mypy_extensions import i64

from atout.kernel.notation import Notation

COLOURS: Final = "RBGYK"  # red, blue, green, yellow, black
SEATS: Final = "ABCDEF"
COLOUR_COUNT: Final = 5
NUMBERS: Final = 10  # 0 .. 9, the faces of a colour
TRUMPS: Final = 16  # colours 0 .. 4, numbers 5 .. 14, and none
NONE: Final = 15

NO_MORE: Final = 0
LAY: Final = 1  # actions 1 .. 50: a face
TRUMP: Final = 51  # actions 51 .. 66: a trump
PARTNER: Final = 67  # actions 67 .. 72: a seat
HAND: Final = 73  # actions 73 .. 122: a face
BID: Final = 123  # actions 123 .. 172: a face
ACTIONS: Final = 173


FACE_NAMES: Final = [f"{colour}{number}" for colour in COLOURS for number in range(NUMBERS)]


def face_text(face: i64) -> str:
    """Return the name of a face, such as R7."""
    return FACE_NAMES[face]


def trump_text(trump: i64) -> str:
    """Return the name of a trump: the letter of a colour, a number, or none."""
    if trump == NONE:
        return "none"
    return COLOURS[trump] if trump < COLOUR_COUNT else str(trump - COLOUR_COUNT)


def trump_of(text: str) -> i64:
    """Return the trump with this name, or -1."""
    if text == "none":
        return NONE
    if len(text) != 1:
        return -1
    if text in COLOURS:
        return COLOURS.index(text)
    return COLOUR_COUNT + int(text) if text in "0123456789" else -1


NOTATION: Final = Notation(
    ["-"]
    + [f"+{face}" for face in FACE_NAMES]
    + [f"trump:{trump_text(trump)}" for trump in range(TRUMPS)]
    + [f"partner:{seat}" for seat in SEATS]
    + FACE_NAMES
    + [f"{face}*" for face in FACE_NAMES],
    "+R6, -, trump:R, trump:7, trump:none, partner:A, R6 or R6*",
)


def text(action: i64) -> str:
    """Return the notation of an action."""
    return NOTATION.text(action)


def parse(text: str) -> i64:
    """Return the action with this notation."""
    return NOTATION.parse(text)
