"""Schrecklicht: cards and sets of cards. A card is 3 * value + colour; a set of cards has one bit for each."""

from typing import Final

from mypy_extensions import i64

from atout.kernel.bits import index, lowest, members
from atout.kernel.choice import highest
from atout.kernel.errors import NotationError

COLOURS: Final = "GVB"
COLOUR_COUNT: Final = 3
VALUES: Final = 12
CARDS: Final = 36


def value_of(card: i64) -> i64:
    """Return the value of a card, 0 to 11."""
    return card // COLOUR_COUNT


def colour_of(card: i64) -> i64:
    """Return the colour of a card: 0 green, 1 violet, 2 blue."""
    return card % COLOUR_COUNT


CARD_NAMES: Final = [f"{colour}{value}" for value in range(VALUES) for colour in COLOURS]


def card_text(card: i64) -> str:
    """Return the name of a card, such as G5."""
    return CARD_NAMES[card]


def parse_card(text: str) -> i64:
    """Return the card with this name."""
    value = text[1:]
    if text[:1] in COLOURS and value.isascii() and value.isdigit() and value == str(int(value)) and int(value) < VALUES:
        return COLOUR_COUNT * int(value) + COLOURS.index(text[0])
    raise NotationError(f"no card '{text}': a card is G, V or B and a number from 0 to 11")


# Sets of cards. Masks are built from short literals, since compiled code boxes long ones.


def greens() -> i64:
    """Return the set of all green cards."""
    cards: i64 = 0x1249249  # values 0 to 8
    cards |= cards << 9
    return cards


def suit(colour: i64) -> i64:
    """Return the set of all cards of a colour."""
    cards = greens()
    cards <<= colour
    return cards


def odd_cards() -> i64:
    """Return the set of all cards with an odd value."""
    cards: i64 = 0xE38  # values 1 and 3
    cards |= cards << 12
    cards |= cards << 12
    return cards


def elevens() -> i64:
    """Return the set of the three cards of value 11."""
    cards: i64 = 7
    cards <<= 33
    return cards


def of_value(card: i64) -> i64:
    """Return the green card that has the value of a card; both are given as sets."""
    return (card | (card >> 1) | (card >> 2)) & greens()


def total(cards: i64) -> i64:
    """Return the sum of the values."""
    points: i64 = 0
    while cards:
        points += value_of(lowest(cards))
        cards &= cards - 1
    return points


def top(cards: i64) -> i64:
    """Return the highest value of a set that is not empty."""
    return value_of(index(highest(cards)))


def bottom(cards: i64) -> i64:
    """Return the lowest value of a set that is not empty."""
    return value_of(lowest(cards))


def sort_by_colour(cards: i64) -> list[int]:
    """Return the cards as people sort them: green, violet, blue, values rising."""
    found: list[int] = []
    for colour in range(COLOUR_COUNT):
        found += members(cards & suit(colour))
    return found


def texts(cards: i64) -> list[str]:
    """Return the names of the cards, sorted by colour."""
    return [card_text(card) for card in sort_by_colour(cards)]
