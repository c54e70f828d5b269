"""Means, intervals and marks of a review."""

from math import sqrt

import pytest

from atout.kernel.game import Advice
from atout.kernel.rng import Rng
from atout.study.reviews.statistics import Difference, difference, mark


def clear_loss(points: float) -> Difference:
    return Difference(points, 0.9 * points, 1.1 * points)


@pytest.mark.parametrize(
    ("loss", "expected"),
    [
        (clear_loss(0.5), "good"),
        (clear_loss(0.7), "doubtful"),
        (clear_loss(1.9), "doubtful"),
        (clear_loss(2.1), "mistake"),
        (clear_loss(4.9), "mistake"),
        (clear_loss(5.1), "blunder"),
        (Difference(5.1, -0.1, 10.3), "toss-up"),
        (Difference(0.0, 0.0, 0.0), "toss-up"),
        (Difference(-2.0, -3.0, -1.0), "best"),
    ],
)
def test_marks_go_by_points_in_units_of_the_usual_spread(loss: Difference, expected: str) -> None:
    assert mark(loss, 0.01, 10.0) == expected


def test_who_keeps_the_chance_to_win_makes_no_mistake() -> None:
    assert mark(clear_loss(8.0), 0.0, 10.0) == "doubtful"
    assert mark(clear_loss(8.0), -0.1, 10.0) == "doubtful"
    assert mark(clear_loss(8.0), 0.001, 10.0) == "blunder"


def test_all_worlds_leave_no_interval() -> None:
    assert difference([3.0, 5.0], [1.0, 1.0], exact=True) == (3.0, 3.0, 3.0)


def test_an_interval_is_wider_than_that_of_the_bare_sample() -> None:
    found = difference([1.0, 2.0, 3.0, 4.0], [0.0, 0.0, 0.0, 0.0])
    bare = 1.96 * sqrt(5 / 3 / 4)
    assert found.mean == 2.5
    assert found.high - found.mean > bare
    assert found.high - found.mean == pytest.approx(found.mean - found.low)


@pytest.mark.parametrize("rare", [2, 20, 50])
def test_intervals_cover_the_mean_of_rare_losses(rare: int) -> None:
    """Of differences that are -20 in so many of a hundred worlds, and otherwise 0."""
    rng, covered, times = Rng(rare), 0, 400
    for _ in range(times):
        sample = [-20.0 if rng.below(100) < rare else 0.0 for _ in range(300)]
        found = difference(sample, [0.0] * len(sample))
        covered += found.low <= -0.2 * rare <= found.high
    assert covered >= 0.93 * times


def test_a_game_may_say_that_more_is_in_doubt_than_one_deal() -> None:
    assert Advice(spread=3.0).doubt() == 3.0
    assert Advice(spread=3.0, doubt=2.0).doubt() == 2.0
