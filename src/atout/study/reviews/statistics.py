"""What a sample of paired differences says: a mean, an honest interval, and the mark of a decision.

The rival of a choice is found in one set of worlds and compared with it in another, so that nothing looks good only
because it was the luckiest of many.
"""

from collections.abc import Sequence
from math import sqrt
from typing import Final, NamedTuple

from atout.study.reviews.types import Mark

DEVIATIONS: Final = 1.96  # of the mean, on each side of a 95 % interval
GOOD: Final = 0.06  # points lost, in units of what deals usually differ by: below it a decision is good
DOUBTFUL: Final = 0.2
MISTAKE: Final = 0.5  # from here on it is a blunder
TINY: Final = 1e-9


class Difference(NamedTuple):
    """The mean of paired differences, and a 95 % interval."""

    mean: float
    low: float
    high: float


def mean(numbers: Sequence[float]) -> float:
    """Return the mean; of nothing 0."""
    return sum(numbers) / len(numbers) if numbers else 0.0


def difference(first: Sequence[float], second: Sequence[float], exact: bool = False) -> Difference:
    """Return by how much the first is above the second in the same worlds; exact if there are no other worlds.

    To the sample the interval adds two worlds that go as far to either side as any world went: what is rare may
    have been missed.
    """
    gaps = [one - other for one, other in zip(first, second, strict=True)]
    middle = mean(gaps)
    if exact or len(gaps) < 2:
        return Difference(middle, middle, middle)
    farthest = max(abs(gap) for gap in gaps)
    squares = sum((gap - middle) ** 2 for gap in gaps) + 2 * farthest**2
    reach = DEVIATIONS * sqrt(squares / (len(gaps) - 1) / len(gaps))
    return Difference(middle, middle - reach, middle + reach)


def mark(loss: Difference, chance_loss: float, spread: float) -> Mark:
    """Return the mark of a choice whose rival is better by so much.

    A choice that keeps at least as good a chance to win the match is at most doubtful, whatever points it costs.
    """
    if loss.low <= TINY:
        return "best" if loss.high < -TINY else "toss-up"
    if loss.mean < GOOD * spread:
        return "good"
    if loss.mean < DOUBTFUL * spread or chance_loss <= 0.0:
        return "doubtful"
    return "mistake" if loss.mean < MISTAKE * spread else "blunder"
