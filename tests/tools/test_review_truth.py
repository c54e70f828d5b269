"""What comes of a position exactly is what many play-outs come to."""

from math import sqrt

import pytest

from atout import Match, Rng, View, load, shuffler
from atout.study.reviews.decision import usual_policy
from atout.study.reviews.statistics import mean
from atout.study.reviews.trials import Trials
from atout.study.reviews.worlds import all_worlds
from tools import review_truth


def late_view(worlds: int) -> View:
    """Return a view near the end of a deal of Luz that at most so many worlds fit."""
    match, rng = Match("luz", 3, {"deals": 2}, shuffle=shuffler(3)), Rng(3)
    while True:
        legal = match.legal()
        if len(legal) == 3 and len(all_worlds(match.game, match.view(match.turn), worlds, 1)) > 1:
            return match.view(match.turn)
        match.play(match.turn, legal[int(rng.below(len(legal)))])


def test_exact_points_are_the_mean_of_play_outs() -> None:
    game, view = load("luz"), late_view(30)
    exact = review_truth.exact_points(game, view, 1)
    assert list(exact) == view.legal
    trials = Trials(game, view, usual_policy(game, view), 5)
    first, *others = trials.compare(view.legal, 400)
    for other in others:
        gaps = [one - two for one, two in zip(other.points, first.points, strict=True)]
        middle = mean(gaps)
        error = sqrt(mean([(gap - middle) ** 2 for gap in gaps]) / len(gaps))
        assert abs(middle - (exact[other.action] - exact[first.action])) <= 4 * error


def test_the_figures_of_a_game_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert review_truth.main(["luz", "--only", "chances", "--chance-matches", "1"]) == 0
    (told,) = capsys.readouterr().out.splitlines()
    assert told.split()[:2] == ["Luz", "chances"]
    assert "% given" in told
