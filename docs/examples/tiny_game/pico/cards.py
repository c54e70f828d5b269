"""Pico: the cards. A card is a number from 0 to 11, and so is the action that plays it."""

from atout.authoring import NotationError

SUITS = "RB"
VALUES = 6
CARDS = len(SUITS) * VALUES
HAND = 3


def suit(card: int) -> int:
    """Return the suit of a card: 0 is red, 1 is blue."""
    return card // VALUES


def text(card: int) -> str:
    """Return the name of a card."""
    if not 0 <= card < CARDS:
        raise NotationError(f"no card {card}")
    return f"{SUITS[suit(card)]}{card % VALUES + 1}"


NAMES = [text(card) for card in range(CARDS)]


def parse(name: str) -> int:
    """Return the card with this name."""
    if name not in NAMES:
        raise NotationError(f"'{name}' is not a card: write R1 to R{VALUES} or B1 to B{VALUES}")
    return NAMES.index(name)
