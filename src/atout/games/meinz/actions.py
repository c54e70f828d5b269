"""Meinz: action numbers and their text.

`x:R5` discards, `R5` plays, `-` declines to cry, `meinz` cries, `keep` leaves the trick as it is, `R2>R8` gives the R2
and takes the R8.
"""

from typing import Final

from mypy_extensions import i64

from atout.kernel.errors import NotationError

COLOURS: Final = "RBGY"
COLOUR_COUNT: Final = 4
VALUES: Final = 9
CARDS: Final = 36  # a card is colour * 9 + value - 1
DISCARD: Final = 0  # actions 0 .. 35
PLAY: Final = 36  # actions 36 .. 71
DECLINE: Final = 72
CRY: Final = 73
KEEP: Final = 74
EXCHANGE: Final = 75  # actions 75 .. 398: colour, value given, value taken
ACTIONS: Final = 399


def exchange(give: i64, take: i64) -> i64:
    """Return the action that gives a hand card for a card of the trick; both have the same colour."""
    return EXCHANGE + VALUES * give + take % VALUES


def given_card(action: i64) -> i64:
    """Return the card that an exchange gives."""
    return (action - EXCHANGE) // VALUES


def taken_card(action: i64) -> i64:
    """Return the card that an exchange takes."""
    return given_card(action) // VALUES * VALUES + (action - EXCHANGE) % VALUES


CARD_NAMES: Final = [f"{colour}{value}" for colour in COLOURS for value in range(1, VALUES + 1)]


def card_text(card: i64) -> str:
    """Return the name of a card, such as R5."""
    return CARD_NAMES[card]


def parse_card(text: str) -> i64:
    """Return the card with this name."""
    if len(text) == 2 and text[0] in COLOURS and text[1] in "123456789":
        return COLOURS.index(text[0]) * VALUES + int(text[1]) - 1
    raise NotationError(f"no card '{text}': a card is R, B, G or Y and a number from 1 to 9")


def text(action: i64) -> str:
    """Return the notation of an action."""
    if action < PLAY:
        return f"x:{card_text(action)}"
    if action < DECLINE:
        return card_text(action - PLAY)
    if action == DECLINE:
        return "-"
    if action == CRY:
        return "meinz"
    if action == KEEP:
        return "keep"
    return f"{card_text(given_card(action))}>{card_text(taken_card(action))}"


def parse(text: str) -> i64:
    """Return the action with this notation."""
    if text == "-":
        return DECLINE
    if text == "meinz":
        return CRY
    if text == "keep":
        return KEEP
    if text.startswith("x:"):
        return DISCARD + parse_card(text[2:])
    give, arrow, take = text.partition(">")
    if not arrow:
        return PLAY + parse_card(text)
    if parse_card(give) // VALUES != parse_card(take) // VALUES:
        raise NotationError(f"'{text}': cards of different colours cannot be exchanged [MEINZ-51]")
    return exchange(parse_card(give), parse_card(take))
