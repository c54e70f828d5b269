"""Sets of small numbers as machine integers.

All arithmetic stays below 2**63, so interpreted and compiled code compute the same numbers. Only the product in `count`
grows beyond that, but its bits below that are the same whether or not it wraps.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

_ONES: Final[i64] = 0x1555555555555555  # compiled code boxes literals from 2**62 on; no pair of bits begins there
_TWOS: Final[i64] = 0x3333333333333333
_FOURS: Final[i64] = 0x0F0F0F0F0F0F0F0F
_EIGHTS: Final[i64] = 0x0101010101010101


def bit(n: i64) -> i64:
    """Return the set that holds only `n`."""
    one: i64 = 1  # a literal left of << would be shifted as a 32-bit number in compiled code
    one <<= n
    return one


def below(n: i64) -> i64:
    """Return the set of all numbers from 0 to n - 1."""
    return bit(n) - 1


def count(numbers: i64) -> i64:
    """Return how many numbers are in the set."""
    numbers -= (numbers >> 1) & _ONES
    numbers = (numbers & _TWOS) + ((numbers >> 2) & _TWOS)
    numbers = (numbers + (numbers >> 4)) & _FOURS
    return ((numbers * _EIGHTS) >> 56) & 127


def index(single: i64) -> i64:
    """Return the number in a set of exactly one."""
    return count(single - 1)


def lowest(numbers: i64) -> i64:
    """Return the smallest number of a set that is not empty."""
    return index(numbers & -numbers)


def nth(numbers: i64, n: i64) -> i64:
    """Return, as a set, the n-th smallest number of the set, counted from 0."""
    while n > 0:
        numbers &= numbers - 1
        n -= 1
    return numbers & -numbers


def write_actions(numbers: i64, first: i64, out: vec[i64]) -> i64:
    """Write an action for every number of the set, ascending, given that for 0; return how many."""
    n: i64 = 0
    while numbers:
        out[n] = first + lowest(numbers)
        n += 1
        numbers &= numbers - 1
    return n


def members(numbers: i64) -> list[int]:
    """Return the numbers of the set, smallest first."""
    found: list[int] = []
    while numbers:
        found.append(lowest(numbers))
        numbers &= numbers - 1
    return found
