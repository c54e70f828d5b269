"""Standings, against numbers worked out otherwise."""

import csv
import random
import statistics
from pathlib import Path
from xml.etree import ElementTree

import pytest
from pyarrow import parquet

from atout.arena.chart import round_step, write_chart
from atout.arena.figures import mean, t95
from atout.arena.standings import report
from atout.arena.tables import rows, write
from tests.arena.contests import outcome

PLAYED = [
    outcome(0, "abb", [10, 4, 6], [1, 3, 2]),
    outcome(1, "bab", [2, 8, 2], [2, 1, 2]),
    outcome(2, "bba", [0, 3, 3], [3, 1, 1]),
    outcome(3, "baa", [5, 5, 5], [1, 1, 1]),
    outcome(4, "aba", [7, 1, 7], [1, 3, 1]),
    outcome(5, "aab", [1, 1, 4], [2, 2, 1]),
    outcome(6, "aab", None, [1, 1, 3], loser=2),
]


def test_means_and_forfeits() -> None:
    found = {each.name: each for each in report(PLAYED, "ab").bots}
    scores = [10, 8, 3, 5, 5, 7, 7, 1, 1]
    assert found["a"].mean_score == pytest.approx(statistics.mean(scores))
    assert found["a"].mean_place == pytest.approx(statistics.mean([1, 1, 1, 1, 1, 1, 1, 2, 2, 1, 1]))
    assert (found["a"].matches, found["a"].forfeits, found["b"].forfeits) == (7, 0, 1)
    assert found["a"].wins.value == pytest.approx((1 + 1 + 1 / 2 + 2 / 3 + 1 + 0 + 1) / 7)
    assert found["a"].wins.value + found["b"].wins.value == pytest.approx(1)


def test_differences_are_taken_deal_by_deal() -> None:
    (pair,) = report(PLAYED, "ab").differences
    gains = [7 - 17 / 6, 26 / 6 - 10 / 3]
    assert (pair.one, pair.other, pair.deals, pair.decided) == ("a", "b", 2, 2)
    assert pair.points == mean(gains)
    assert pair.points is not None
    assert pair.points.value == pytest.approx(statistics.mean(gains))
    assert pair.won is not None
    assert pair.won.value == 1


def test_a_deal_with_a_forfeit_or_a_seating_that_is_missing_has_no_difference() -> None:
    (pair,) = report(PLAYED[1:3] + PLAYED[6:], "ab").differences
    assert (pair.deals, pair.points, pair.won) == (0, None, None)


def test_ratings_do_not_depend_on_the_order_in_which_matches_finished() -> None:
    shuffled = random.Random(1).sample(PLAYED, len(PLAYED))
    assert report(shuffled, "ab") == report(PLAYED, "ab")


def test_who_wins_is_rated_higher_and_intervals_narrow() -> None:
    few, many = ([outcome(k, "abc", [3, 2, 1], [1, 2, 3]) for k in range(n)] for n in (3, 60))
    found = report(few, "cba").bots
    assert [each.name for each in found] == ["a", "b", "c"]
    assert all(each.interval[0] < each.rating < each.interval[1] for each in found)
    more = report(many, "cba").bots
    assert more[1].interval[1] - more[1].interval[0] < found[1].interval[1] - found[1].interval[0]
    assert more[0].rating > found[0].rating


def test_a_forfeit_counts_as_the_last_place() -> None:
    failed = [outcome(k, "abc", None, [1, 1, 3], loser=2) for k in range(5)]
    found = report(failed, "abc").bots
    assert found[-1].name == "c"
    assert found[0].rating == pytest.approx(found[1].rating)
    assert found[-1].mean_score is None


# Quantiles as tables give them.
@pytest.mark.parametrize(("freedom", "expected"), [(1, 12.706), (10, 2.228), (30, 2.042), (60, 2.000), (1000, 1.962)])
def test_quantiles_of_student(freedom: int, expected: float) -> None:
    assert t95(freedom) == pytest.approx(expected, abs=6e-4)


def test_interval_of_a_mean() -> None:
    found = mean([1.0, 2.0, 4.0])
    reach = 4.3027 * statistics.stdev([1, 2, 4]) / 3**0.5
    assert found.low == pytest.approx(7 / 3 - reach)
    assert found.high == pytest.approx(7 / 3 + reach)
    assert mean([5.0]).low is None


def test_tables_have_a_row_per_match(tmp_path: Path) -> None:
    files = write(reversed(PLAYED), tmp_path / "matches.csv")
    with open(files[0], encoding="utf-8", newline="") as file:
        found = list(csv.DictReader(file))
    assert [int(row["match"]) for row in found] == list(range(7))
    assert (found[0]["bot_0"], found[0]["score_2"], found[0]["place_1"]) == ("a", "6", "3")
    assert (found[6]["forfeit"], found[6]["forfeit_seat"], found[6]["score_0"]) == ("raised", "2", "")
    assert parquet.read_table(files[1]).to_pylist() == list(rows(PLAYED))


def test_the_picture_shows_every_bot(tmp_path: Path) -> None:
    found = report(PLAYED, ["a", "b"]).bots
    file = tmp_path / "ratings.svg"
    write_chart("Mü & more, 3 seats", found, file)
    parts = list(ElementTree.fromstring(file.read_text("utf-8")))
    texts = [part.text for part in parts if part.text]
    assert {"Mü & more, 3 seats", "a", "b"} <= set(texts)
    for each in found:
        assert f"{each.rating:.1f} ({each.interval[0]:.1f} to {each.interval[1]:.1f})" in texts
    assert {"#f6f0e4", "#0f5cb5", "#b3232b"} <= {part.get("fill") for part in parts}


@pytest.mark.parametrize(("least", "step"), [(0.7, 1), (1, 1), (3.2, 5), (7, 10), (13, 20), (0.03, 0.05)])
def test_steps_of_the_scale_are_round(least: float, step: float) -> None:
    assert round_step(least) == pytest.approx(step)
