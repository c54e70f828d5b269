"""The random source: the documented sequence, without patterns that a chi-squared test sees."""

from collections import Counter
from itertools import permutations, product

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from atout.kernel.rng import Rng, number_range, scramble
from tests.conformance.statistics import chi_squared

HONEST = 1e-6


def step(x: int) -> int:
    return x % 2**32 * 698769069 + x // 2**32


def draws(seed: int, n: int, length: int) -> list[int]:
    """Return the first draws, computed from the documentation."""
    x = seed % 2**60 + 0x9E3779B9
    for _ in range(4):
        x = step(x ^ (x // 2**29))
    found = []
    for _ in range(length):
        x = step(x)
        found.append((x ^ (x // 2**32)) % 2**32 * n // 2**32)
    return found


@pytest.mark.parametrize("seed", [0, 1, 2, 12345, 2**31, 2**32 + 1, 2**59, 2**60 - 1, 2**60])
@pytest.mark.parametrize("n", [1, 2, 52, 1000, 2**31 - 1])
def test_draws_are_the_documented_ones(seed: int, n: int) -> None:
    rng = Rng(seed)
    assert [rng.below(n) for _ in range(50)] == draws(seed, n, 50)


def test_draws_never_change() -> None:
    rng = Rng(1)
    assert [rng.below(1000) for _ in range(8)] == [461, 487, 284, 685, 900, 223, 942, 46]
    assert list(Rng(7).order(10)) == [3, 5, 2, 4, 7, 6, 9, 1, 8, 0]


def test_state_stays_below_63_bits() -> None:
    x = 2**62 - 1
    for _ in range(1000):
        x = scramble(x)
        assert 0 <= x < 2**62


def test_negative_seeds_are_seeds_too() -> None:
    assert Rng(-1).below(1000) == draws(-1, 1000, 1)[0]


@pytest.mark.parametrize("n", [2, 3, 10, 52, 97])
def test_draws_are_uniform(n: int) -> None:
    rng = Rng(5)
    counts = Counter(rng.below(n) for _ in range(200 * n))
    assert chi_squared(counts, dict.fromkeys(range(n), 1)) > HONEST


def test_consecutive_draws_are_independent() -> None:
    rng = Rng(6)
    counts = Counter((rng.below(6), rng.below(6), rng.below(6)) for _ in range(12_000))
    assert chi_squared(counts, dict.fromkeys(product(range(6), repeat=3), 1)) > HONEST


@pytest.mark.parametrize("apart", [1, 2, 64, 2**20, 2**32])
def test_neighbouring_seeds_are_unrelated(apart: int) -> None:
    pairs = dict.fromkeys(product(range(10), repeat=2), 1)
    first = Counter((Rng(seed).below(10), Rng(seed + apart).below(10)) for seed in range(6000))
    assert chi_squared(first, pairs) > HONEST
    fourth: Counter[tuple[int, int]] = Counter()
    for seed in range(3000):
        one, other = Rng(seed), Rng(seed + apart)
        for _ in range(3):
            one.below(2)
            other.below(2)
        fourth[one.below(10), other.below(10)] += 1
    assert chi_squared(fourth, pairs) > HONEST


def test_units_are_uniform_and_below_one() -> None:
    rng = Rng(8)
    units = [rng.unit() for _ in range(8000)]
    assert all(0 <= unit < 1 for unit in units)
    assert chi_squared(Counter(int(unit * 20) for unit in units), dict.fromkeys(range(20), 1)) > HONEST
    last_bits = Counter(int(unit * 2**53) % 4 for unit in units)
    assert chi_squared(last_bits, dict.fromkeys(range(4), 1)) > HONEST


def test_units_use_53_bits() -> None:
    high, low = draws(3, 2**31, 1)[0], draws(3, 2**22, 2)[1]
    assert Rng(3).unit() == (high * 2**22 + low) / 2**53


def test_every_order_is_equally_likely() -> None:
    rng = Rng(9)
    counts = Counter(tuple(rng.order(4)) for _ in range(4800))
    assert chi_squared(counts, dict.fromkeys(permutations(range(4)), 1)) > HONEST


def test_orders_are_permutations() -> None:
    for n in (0, 1, 2, 60, 110):
        assert sorted(Rng(n).order(n)) == list(range(n))


def test_shuffle_keeps_the_numbers() -> None:
    order = vec[i64]([5, 5, 7, 9])
    Rng(1).shuffle(order)
    assert sorted(order) == [5, 5, 7, 9]


def test_counted() -> None:
    assert list(number_range(4)) == [0, 1, 2, 3]
    assert list(number_range(0)) == []
