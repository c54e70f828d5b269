"""Sets of small numbers: compared with Python's own sets and big integers."""

import random

import pytest

from atout.kernel.bits import below, bit, count, index, lowest, members, nth

NUMBERS = range(63)


def some_sets() -> list[set[int]]:
    rng = random.Random(1)
    found = [set(), {0}, {62}, {31}, {32}, set(range(63)), set(range(31, 33)), {0, 62}]
    return found + [set(rng.sample(range(63), rng.randint(1, 63))) for _ in range(300)]


def as_bits(numbers: set[int]) -> int:
    return sum(2**n for n in numbers)


@pytest.mark.parametrize("n", NUMBERS)
def test_single_numbers(n: int) -> None:
    assert bit(n) == 2**n
    assert below(n) == 2**n - 1
    assert index(bit(n)) == n


def test_below_holds_every_number_that_is_smaller() -> None:
    assert members(below(5)) == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("numbers", some_sets())
def test_sets(numbers: set[int]) -> None:
    bits = as_bits(numbers)
    assert count(bits) == len(numbers)
    assert members(bits) == sorted(numbers)
    if numbers:
        assert lowest(bits) == min(numbers)
    for n, number in enumerate(sorted(numbers)):
        assert nth(bits, n) == 2**number
    assert nth(bits, len(numbers)) == 0
