"""Chi-squared: could these counts come from these weights?"""

from collections.abc import Mapping
from math import exp, lgamma, log
from typing import Any

ALARM = 1e-8  # an honest source is blamed once in a hundred million tests


def chi_squared(counts: Mapping[Any, int], weights: Mapping[Any, int]) -> float:
    """Return how likely counts at least as uneven as these are if each outcome is as likely as its weight says."""
    draws = sum(counts.values())
    total = sum(weights.values())
    strange = [outcome for outcome in counts if outcome not in weights]
    assert not strange, f"outcome {strange[0]} cannot be"
    statistic = 0.0
    for outcome, weight in weights.items():
        expected = draws * weight / total
        assert expected >= 4, f"{draws} draws are too few"
        statistic += (counts.get(outcome, 0) - expected) ** 2 / expected
    return upper_tail(statistic, len(weights) - 1)


def upper_tail(statistic: float, freedom: int) -> float:
    """Return the probability that a chi-squared variable is larger: the regularised upper incomplete gamma function."""
    if freedom == 0:
        return 1.0
    a, x = freedom / 2, statistic / 2
    if x <= 0:
        return 1.0
    scale = exp(a * log(x) - x - lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        n = a
        while term > total * 1e-15:
            n += 1
            term *= x / n
            total += term
        return 1 - total * scale
    tiny = 1e-300  # Lentz's continued fraction
    b = x + 1 - a
    c = 1 / tiny
    d = 1 / b
    fraction = d
    for i in range(1, 100_000):
        an = -i * (i - a)
        b += 2
        d = 1 / (an * d + b or tiny)
        c = b + an / c or tiny
        fraction *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return scale * fraction
