"""Schrecklicht: action numbers and their text. `G5>A` lays G5 face up into display A, `V8/B1` covers B1 with V8."""

from typing import Final

from mypy_extensions import i64

from atout.games.schrecklicht.cards import card_text, parse_card
from atout.kernel.cards import seat_letter
from atout.kernel.errors import NotationError

DISPLAYS: Final = 5
TARGETS: Final = 41  # a display, or the visible card that is covered
ACTIONS: Final = 1476


def lay(card: i64, display: i64) -> i64:
    """Return the action that lays a card face up into a display."""
    return TARGETS * card + display


def cover(card: i64, covered: i64) -> i64:
    """Return the action that lays a card face down onto a visible card."""
    return TARGETS * card + DISPLAYS + covered


def card_of(action: i64) -> i64:
    """Return the card that an action plays."""
    return action // TARGETS


def target_of(action: i64) -> i64:
    """Return where an action plays it: a display, or DISPLAYS + the card that is covered."""
    return action % TARGETS


def text(action: i64) -> str:
    """Return the notation of an action."""
    target = target_of(action)
    if target < DISPLAYS:
        return f"{card_text(card_of(action))}>{seat_letter(target)}"
    return f"{card_text(card_of(action))}/{card_text(target - DISPLAYS)}"


def parse(text: str) -> i64:
    """Return the action with this notation."""
    card, arrow, display = text.partition(">")
    if arrow and len(display) == 1 and display in "ABCDE":
        return lay(parse_card(card), "ABCDE".index(display))
    card, slash, covered = text.partition("/")
    if slash:
        return cover(parse_card(card), parse_card(covered))
    raise NotationError(f"'{text}' is neither a card and a display like G5>A nor a card over another like V8/B1")
