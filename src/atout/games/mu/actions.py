"""Mü: action numbers and their text.

A card laid in the auction is `+R6`; `-` means no more cards in this turn, so without any it is a pass. A trump is
`trump:R`, `trump:7` or `trump:none`, a partner `partner:B`. A card is played as `R6` from the hand and as `R6*` from
the bid cards.
"""

from typing import Final

from mypy_extensions import i64

from atout.kernel.cards import seat_letter
from atout.kernel.errors import NotationError

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


def face_of(text: str) -> i64:
    """Return the face with this name, or -1."""
    if len(text) == 2 and text[0] in COLOURS and text[1] in "0123456789":
        return NUMBERS * COLOURS.index(text[0]) + int(text[1])
    return -1


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


def text(action: i64) -> str:
    """Return the notation of an action."""
    if not 0 <= action < ACTIONS:
        raise NotationError(f"no action {action}")
    if action == NO_MORE:
        return "-"
    if action < TRUMP:
        return f"+{face_text(action - LAY)}"
    if action < PARTNER:
        return f"trump:{trump_text(action - TRUMP)}"
    if action < HAND:
        return f"partner:{seat_letter(action - PARTNER)}"
    return face_text(action - HAND) if action < BID else f"{face_text(action - BID)}*"


def parse(text: str) -> i64:
    """Return the action with this notation."""
    if text == "-":
        return NO_MORE
    if face_of(text) >= 0:
        return HAND + face_of(text)
    if text.startswith("+") and face_of(text[1:]) >= 0:
        return LAY + face_of(text[1:])
    if text.endswith("*") and face_of(text[:-1]) >= 0:
        return BID + face_of(text[:-1])
    verb, _, rest = text.partition(":")
    if verb == "trump" and trump_of(rest) >= 0:
        return TRUMP + trump_of(rest)
    if verb == "partner" and len(rest) == 1 and rest in SEATS:
        return PARTNER + SEATS.index(rest)
    raise NotationError(f"'{text}' is nothing like +R6, -, trump:R, trump:7, trump:none, partner:A, R6 or R6*")
