"""From counts to figures, against numbers worked out otherwise."""

import statistics
from collections import Counter
from itertools import pairwise

import pytest

from atout.arena.figures import advantage, bin_width, distribution, figures, histogram, quantile, wilson, win_share
from atout.arena.run import Tally

SCORES = [3, -5, 10, 10, 0, 7, 7, 7, -20, 4]


def test_mean_and_deviation() -> None:
    found = distribution(Counter(SCORES))
    assert found.mean == pytest.approx(statistics.mean(SCORES))
    assert found.sd == pytest.approx(statistics.stdev(SCORES))
    assert (found.min, found.median, found.max) == (-20, 4, 10)


def test_quantiles_are_scores_that_occurred() -> None:
    counted = Counter(range(1, 101))
    assert [quantile(counted, percent) for percent in (5, 25, 50, 95, 100)] == [5, 25, 50, 95, 100]
    assert quantile(Counter([8]), 5) == 8
    with pytest.raises(ValueError, match="no scores"):
        quantile(Counter(), 50)


# Wilson's intervals for k of n as tables give them.
@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (1, 10, 0.0179, 0.4042),
        (5, 10, 0.2366, 0.7634),
        (10, 10, 0.7225, 1.0),
        (81, 263, 0.2553, 0.3662),
    ],
)
def test_wilson(successes: int, n: int, low: float, high: float) -> None:
    found = wilson(successes, n)
    assert found.value == successes / n
    assert found.low == pytest.approx(low, abs=5e-5)
    assert found.high == pytest.approx(high, abs=5e-5)


def tally() -> Tally:
    counted = Tally(2)
    counted.count([10, 0], [1, 2], 3)
    counted.count([4, 4], [1, 1], 3)
    counted.count([-2, 6], [2, 1], 4)
    counted.count([8, 2], [1, 2], 2)
    return counted


def test_shared_wins_are_split() -> None:
    assert win_share(tally(), 0).value == pytest.approx(2.5 / 4)
    assert win_share(tally(), 1).value == pytest.approx(1.5 / 4)


def test_advantage_is_the_mean_of_the_leads_over_the_table() -> None:
    leads = [5.0, 0.0, -4.0, 3.0]
    error = statistics.stdev(leads) / 2
    found = advantage(tally(), 0)
    assert found.value == pytest.approx(1.0)
    assert found.low == pytest.approx(1.0 - 1.959964 * error)
    assert found.high == pytest.approx(1.0 + 1.959964 * error)


def test_one_match_has_no_interval_for_a_mean() -> None:
    counted = Tally(2)
    counted.count([10, 0], [1, 2], 3)
    found = figures(counted)
    assert (found.seats[0].advantage.value, found.seats[0].advantage.low) == (5.0, None)
    assert found.seats[0].scores.sd == 0.0
    assert found.decisions_per_match == 3.0


def test_histogram_counts_every_score_once() -> None:
    counted = Counter(SCORES)
    bins = histogram(counted)
    assert sum(part.count for part in bins) == len(SCORES)
    assert bins[0].low <= -20 <= bins[0].high
    assert bins[-1].low <= 10 <= bins[-1].high
    for part in bins:
        assert part.count == sum(part.low <= score <= part.high for score in SCORES)
    for before, after in pairwise(bins):
        assert after.low == before.high + 1


@pytest.mark.parametrize(
    ("low", "high", "width"), [(0, 0, 1), (0, 13, 1), (0, 14, 2), (-3, 30, 5), (-175, 85, 20), (0, 10**6, 100_000)]
)
def test_bins_have_round_widths(low: int, high: int, width: int) -> None:
    assert bin_width(low, high) == width
