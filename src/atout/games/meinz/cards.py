"""Meinz: the cards, and sets of cards."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.meinz.actions import CARDS, VALUES
from atout.kernel.bits import bit


def suit_of(card: i64) -> i64:
    """Return the set of all cards of a card's colour."""
    first = card // VALUES * VALUES
    return bit(first + VALUES) - bit(first)


def equals_of(card: i64) -> i64:
    """Return the set of the four cards of a card's value."""
    value = card % VALUES
    return bit(value) | bit(value + VALUES) | bit(value + 2 * VALUES) | bit(value + 3 * VALUES)


def value_of(card: i64) -> i64:
    """Return the value of a card, 1 to 9."""
    return card % VALUES + 1


SUITS: Final = vec[i64]([suit_of(card) for card in range(CARDS)])

EQUALS: Final = vec[i64]([equals_of(card) for card in range(CARDS)])
