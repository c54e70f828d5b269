"""Loop: cards without suits. A set of cards is how often it holds each value, four bits per value in one integer."""

from typing import Final

from mypy_extensions import i64

VALUES: Final = 13
EIGHT: Final[i64] = 0x10000000  # one 8
ONES: Final[i64] = 0x1111111111111  # one card of each value
GUARDS: Final[i64] = 0x8888888888888  # no value has as many cards, so this bit is free to borrow from


def card(value: i64) -> i64:
    """Return one card of a value from 1 to 13."""
    one: i64 = 1  # a literal left of << would be shifted as a 32-bit number in compiled code
    one <<= 4 * value - 4
    return one


def number(cards: i64, value: i64) -> i64:
    """Return how many cards of a value there are."""
    return (cards >> (4 * value - 4)) & 15


def size(cards: i64) -> i64:
    """Return how many cards there are."""
    total: i64 = 0
    while cards:
        total += cards & 15
        cards >>= 4
    return total


def kinds(ones: i64) -> i64:
    """Return how many values there are among cards that are all different."""
    return (((ones + (ones >> 28)) & 0xFFFFFFF) * 0x1111111 >> 24) & 15


def most(cards: i64, others: i64) -> i64:
    """Return, value by value, the larger of the two numbers."""
    larger = (((cards | GUARDS) - others) >> 3 & ONES) * 15  # all four bits where `cards` has at least as many
    return (cards & larger) | (others & ~larger)


def holds(cards: i64, wanted: i64) -> bool:
    """Say whether all wanted cards are there."""
    return (cards | GUARDS) - wanted & GUARDS == GUARDS


def nth(cards: i64, place: i64) -> i64:
    """Return the value of a card by its place, counted from 0 at the low end."""
    value: i64 = 1
    while place >= (cards & 15):
        place -= cards & 15
        cards >>= 4
        value += 1
    return value


def lowest(cards: i64) -> i64:
    """Return the lowest value of some cards."""
    return nth(cards, 0)


def highest(cards: i64) -> i64:
    """Return the highest value of some cards."""
    value: i64 = 0
    while cards:
        cards >>= 4
        value += 1
    return value


def values(cards: i64) -> list[int]:
    """Return the value of every card, lowest first."""
    found: list[int] = []
    for value in range(1, VALUES + 1):
        for _ in range(number(cards, value)):
            found.append(int(value))
    return found


def count_values(found: list[int]) -> i64:
    """Return the cards with these values."""
    cards: i64 = 0
    for value in found:
        cards += card(value)
    return cards
