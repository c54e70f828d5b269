"""The worst decisions of bots are found again by a longer search."""

import pytest

from atout import load
from tools import blunders
from tools.bot_matches import play_match


def test_decisions_are_shown_as_a_player_saw_them(capsys: pytest.CaptureFixture[str]) -> None:
    few = ["--matches", "1", "--iterations", "20", "--show", "2", "--bot", "novice", "--seats", "3"]
    assert blunders.main(["luz", *few]) == 0
    told = capsys.readouterr().out
    assert told.count("chosen: ") == told.count("match 0, step ") == 2
    assert "tricks: " in told
    assert "points lost by each as it seems" in told


def test_what_the_search_prefers_costs_nothing_and_something_else_does() -> None:
    game = load("mu")
    view = next(play_match(game, 4, "novice", 0.01, 1, 0)).view
    best, _ = blunders.judge(game, view, view.legal[0], 100, 7)
    losses = {action: blunders.judge(game, view, action, 100, 7) for action in view.legal}
    assert losses[best] == (best, 0.0)
    assert {better for better, _ in losses.values()} == {best}
    assert max(loss for _, loss in losses.values()) > 0
