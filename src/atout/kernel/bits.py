"""Sets of small numbers as machine integers.

All arithmetic stays below 2**63, so interpreted and compiled code compute the same numbers.
"""

from mypy_extensions import i64


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
    ones: i64 = 0x55555555  # masks are built from halves: compiled code boxes longer literals
    twos: i64 = 0x33333333
    fours: i64 = 0x0F0F0F0F
    ones |= ones << 32
    twos |= twos << 32
    fours |= fours << 32
    numbers -= (numbers >> 1) & ones
    numbers = (numbers & twos) + ((numbers >> 2) & twos)
    numbers = (numbers + (numbers >> 4)) & fours
    numbers += numbers >> 8
    numbers += numbers >> 16
    return (numbers + (numbers >> 32)) & 0x7F


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


def members(numbers: i64) -> list[int]:
    """Return the numbers of the set, smallest first."""
    found: list[int] = []
    while numbers:
        found.append(lowest(numbers))
        numbers &= numbers - 1
    return found
