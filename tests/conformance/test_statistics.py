"""The chi-squared test itself, against tabulated values and a loaded die."""

import random
from collections import Counter

import pytest

from tests.conformance.statistics import ALARM, chi_squared, upper_tail


@pytest.mark.parametrize(
    ("statistic", "freedom", "tail"),
    [
        (3.841, 1, 0.05),
        (6.635, 1, 0.01),
        (5.991, 2, 0.05),
        (2.706, 1, 0.10),
        (18.307, 10, 0.05),
        (3.940, 10, 0.95),
        (124.342, 100, 0.05),
        (149.449, 100, 0.001),
        (1074.679, 1000, 0.05),
    ],
)
def test_tabulated_values(statistic: float, freedom: int, tail: float) -> None:
    assert upper_tail(statistic, freedom) == pytest.approx(tail, rel=0.002)


def test_extremes() -> None:
    assert upper_tail(0, 5) == 1
    assert upper_tail(7, 0) == 1
    assert upper_tail(2000, 100) < 1e-200
    assert upper_tail(1, 1000) == pytest.approx(1)


def test_a_fair_die_passes_and_a_loaded_one_does_not() -> None:
    rng = random.Random(1)
    sides = dict.fromkeys(range(6), 1)
    assert chi_squared(Counter(rng.randrange(6) for _ in range(6000)), sides) > ALARM
    assert chi_squared(Counter(min(rng.randrange(7), 5) for _ in range(6000)), sides) < ALARM
    weighted = {**sides, 5: 2}
    assert chi_squared(Counter(min(rng.randrange(7), 5) for _ in range(6000)), weighted) > ALARM


def test_too_even_is_no_alarm_and_an_impossible_outcome_is_one() -> None:
    assert chi_squared({"a": 50, "b": 50}, {"a": 1, "b": 1}) == 1
    with pytest.raises(AssertionError, match="cannot be"):
        chi_squared({"a": 50, "c": 1}, {"a": 1, "b": 1})
    with pytest.raises(AssertionError, match="too few"):
        chi_squared({"a": 2, "b": 1}, {"a": 1, "b": 1})
