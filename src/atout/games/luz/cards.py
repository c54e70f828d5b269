"""Luz: the cards, and sets of cards."""

from typing import Final

from mypy_extensions import i64

from atout.games.luz.actions import COLOURS, HAND
from atout.kernel.bits import bit
from atout.kernel.options import Options

# A card is colour * 12 + value - 1; a hand is a set of cards.
WIDTH: Final = 12

COLOUR_COUNT: Final = 5

SUIT: Final[i64] = 0xFFF

TRUMPS: Final[i64] = 0xFFF000  # yellow (LUZ-03)

SMALL_HAND: Final = 2  # cards dealt to each seat from the small pack


def suit(colour: i64) -> i64:
    """Return the set of all cards of a colour."""
    cards = SUIT
    cards <<= WIDTH * colour
    return cards


def suit_of(card: i64) -> i64:
    """Return the set of all cards of the colour of a card, which is given as a set."""
    cards = SUIT
    while not card & cards:
        cards <<= WIDTH
    return cards


def hand_size(options: Options) -> i64:
    """Return how many cards a hand has, which tells the full pack from the small one."""
    return SMALL_HAND if options.text("pack") == "small" else HAND


def highest_value(seats: i64, size: i64, colour: i64) -> i64:
    """Return the highest value of a colour in the pack for hands of this size; 0 where it has none (LUZ-02).

    The small pack is red up to one more than there are seats and yellow up to their number: one card is left over.
    """
    if size == HAND:
        return 8 + 2 * (seats - 3)
    return seats + 1 - colour if colour < 2 else 0


def pack_cards(seats: i64, size: i64) -> list[int]:
    """Return the cards that are in the game with this many seats and hands of this size."""
    cards: list[int] = []
    for colour in range(COLOUR_COUNT):
        for value in range(highest_value(seats, size, colour)):
            cards.append(int(colour * WIDTH + value))
    return cards


CARD_NAMES: Final = [f"{colour}{value}" for colour in COLOURS for value in range(1, WIDTH + 1)]


def card_text(card: i64) -> str:
    """Return the name of a card, such as R4."""
    return CARD_NAMES[card]


def cards_of(items: list[int]) -> i64:
    """Return the set of these cards."""
    cards: i64 = 0
    for card in items:
        cards |= bit(card)
    return cards
