"""A choice of several cards, taken card by card in non-decreasing order, so that a set has one spelling."""

from mypy_extensions import i64

from atout.kernel.bits import bit, count


def next_of_set(left: i64, needed: i64) -> i64:
    """Return the cards that may be taken next if this many are still needed: those with enough cards above them."""
    for _ in range(needed - 1):
        left ^= highest(left)
    return left


def cards_above(cards: i64, last: i64) -> i64:
    """Return the cards above the last one taken, which is given as a set; all of them if none was taken."""
    return cards & ~(last | (last - 1)) if last else cards


def highest(cards: i64) -> i64:
    """Return, as a set, the highest card; empty if there is none."""
    if not cards:
        return 0
    filled = cards
    filled |= filled >> 1
    filled |= filled >> 2
    filled |= filled >> 4
    filled |= filled >> 8
    filled |= filled >> 16
    filled |= filled >> 32
    return bit(count(filled) - 1)
