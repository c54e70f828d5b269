"""Sets taken card by card: every set has exactly one spelling, and every start can be completed."""

from itertools import combinations

import pytest

from atout.kernel.bits import members
from atout.kernel.choice import cards_above, highest, next_of_set

HAND = 0b1011010010010101 | 2**62 | 2**61


def spellings(left: int, needed: int) -> list[list[int]]:
    """Return all ways to take this many cards one after the other."""
    if not needed:
        return [[]]
    found = []
    for card in members(next_of_set(left, needed)):
        following = spellings(cards_above(left, 2**card), needed - 1)
        assert following, "a start that cannot be completed"
        found += [[card, *rest] for rest in following]
    return found


@pytest.mark.parametrize("needed", range(1, 6))
def test_every_set_has_one_spelling(needed: int) -> None:
    assert spellings(HAND, needed) == [list(cards) for cards in combinations(members(HAND), needed)]


def test_the_whole_hand_has_one_spelling() -> None:
    cards = members(HAND)
    assert spellings(HAND, len(cards)) == [cards]


def test_all_cards_are_there_before_the_first_is_taken() -> None:
    assert cards_above(HAND, 0) == HAND
    assert cards_above(HAND, 2**62) == 0
    assert cards_above(2**62, 2**61) == 2**62


@pytest.mark.parametrize("n", range(63))
def test_highest(n: int) -> None:
    assert highest(2**n) == 2**n
    assert highest(2 ** (n + 1) - 1) == 2**n
    assert highest(2**n | 1) == 2**n


def test_nothing_is_highest_in_an_empty_set() -> None:
    assert highest(0) == 0
