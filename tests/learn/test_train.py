"""Training: a run that was broken off goes on as if it had not been, and what it learnt is what plays."""

import os
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest

from atout.bots.learnt import FILE, Learnt
from atout.games import NAMES, load
from atout.kernel.rng import Rng
from atout.learn.curve import PICTURE, TABLE, Point, draw_curve
from atout.match import Match, shuffler
from tests.cli.shell import invoke

torch = pytest.importorskip("torch", reason="training needs torch")

import numpy as np  # noqa: E402

from atout.learn.plan import Plan  # noqa: E402
from atout.learn.practice import Decisions, advantages, multi_hot, pad  # noqa: E402
from atout.learn.train import Trainer  # noqa: E402

SMALL = Plan("luz", (3, 4), 5, width=4, batch=60, lot=30, batches=1, copied=1, every=2, measured=4)


def rounds(trainer: Trainer, number: int) -> Trainer:
    for _ in range(number):
        trainer.run_round(lambda _: None)
        trainer.save()
    return trainer


def weights(trainer: Trainer) -> list[float]:
    return [float(each.detach().double().sum()) for each in trainer.averaged.parameters()]


@pytest.mark.sweep
def test_a_run_goes_on_as_if_it_had_not_been_broken_off(tmp_path: Path) -> None:
    whole = rounds(Trainer(SMALL, tmp_path / "whole"), 3)
    rounds(Trainer(SMALL, tmp_path / "parts"), 2)
    rest = Trainer(replace(SMALL, seed=6), tmp_path / "parts")
    assert rest.load()
    assert rounds(rest, 1).plan == SMALL, "the plan is that of the run"
    assert weights(rest) == weights(whole)
    assert (rest.decisions, rest.deals, len(rest.points)) == (whole.decisions, whole.deals, len(whole.points))
    table = (tmp_path / "parts" / TABLE).read_text()
    assert len(table.split()) == 1 + len(whole.points)
    assert (tmp_path / "parts" / PICTURE).read_text().startswith("<svg")


@pytest.mark.sweep
@pytest.mark.parametrize("name", NAMES)
def test_every_game_can_be_learnt_with_all_seat_counts(name: str, tmp_path: Path) -> None:
    game = load(name)
    plan = replace(SMALL, game=name, seats=game.seat_counts)
    trainer = rounds(Trainer(plan, tmp_path), 2)
    assert trainer.decisions >= 2 * 60
    match = Match(game, game.seat_counts[0], shuffle=shuffler(1))
    bot, features = Learnt(game, 1, tmp_path / FILE), game.features()
    rng, advice = Rng(1), game.advice()
    for _ in range(12):
        seat = match.state.owing()[0]
        view = match.view(seat)
        if len(view.legal) > 1:
            ratings = bot._player.rate_actions(view)
            features.read(view)
            on = np.array([[features.on[k] for k in range(features.lit)]], np.int16)
            parts = [[[features.part(action), features.second(action) % (features.parts + 1)] for action in view.legal]]
            with torch.no_grad():
                told, own = trainer.averaged.rate(multi_hot(on, int(features.size)), torch.tensor(parts))
            centred = np.array(ratings) - np.log(np.exp(ratings).sum())
            assert centred == pytest.approx(told[0].numpy(), abs=0.03)  # the trainer computes with 16 bits
            assert bot._player.worth() == pytest.approx(float(own[0]), abs=0.03)
        match.play(seat, advice.choose(match.state, seat, rng))


@pytest.mark.sweep
def test_two_processes_play_and_a_run_of_them_repeats(tmp_path: Path) -> None:
    found = []
    for folder in ("one", "two"):
        trainer = rounds(Trainer(SMALL, tmp_path / folder, jobs=2), 2)
        trainer.close()
        found.append((trainer.decisions, trainer.deals, weights(trainer)))
    assert found[0] == found[1]
    assert found[0][0] >= 2 * 60


@pytest.mark.skipif(
    os.environ.get("ATOUT_EXPECT") != "compiled" or find_spec("ray") is None,
    reason="starts a cluster; dev.py has Ray where the package is compiled",
)
@pytest.mark.filterwarnings("ignore")  # Ray's own
def test_two_workers_of_a_cluster_play_what_processes_play(tmp_path: Path) -> None:
    here, there = Trainer(SMALL, tmp_path / "here", jobs=2), Trainer(SMALL, tmp_path / "there", jobs=2, cluster="local")
    for trainer in (here, there):
        rounds(trainer, 1)
        trainer.close()
    assert weights(there) == weights(here)


@pytest.mark.sweep
def test_one_learns_to_beat_a_player_that_stays_as_it_is(tmp_path: Path) -> None:
    frozen = rounds(Trainer(SMALL, tmp_path / "frozen"), 1)
    before = weights(frozen)
    rival = rounds(Trainer(replace(SMALL, against=str(tmp_path / "frozen"), copied=0), tmp_path / "rival"), 1)
    assert rival.decisions >= 60
    assert weights(frozen) == before
    assert len(rival.points) == 1


def test_advantages_look_ahead_within_a_deal_and_a_seat() -> None:
    none = np.zeros((4, 1), np.int16)
    decisions = Decisions(
        np.array([7, 7, 7, 8]),
        np.array([0, 1, 0, 0], np.int16),
        none,
        none,
        np.zeros(4, np.int64),
        np.zeros(4, np.float32),
    )
    expected, worth = np.array([0.5, 0.0, 1.0, 0.0], np.float32), np.array([2.0, -2.0, 2.0, 3.0], np.float32)
    found = advantages(decisions, expected, worth, 0.5)
    assert found == pytest.approx([1.0 - 0.5 + 0.5 * 1.0, -2.0, 1.0, 3.0])


def test_rows_of_different_lengths_become_an_array() -> None:
    assert pad(np.array([1, 2, 3], np.int16), np.array([1, 0, 2], np.int16)).tolist() == [[1, -1], [-1, -1], [2, 3]]
    assert multi_hot(np.array([[0, 2, -1]], np.int16), 4).tolist() == [[1, 0, 1, 0]]


def test_a_curve_of_nothing_can_be_drawn() -> None:
    assert draw_curve([], "Luz").endswith("</svg>\n")
    assert "+1.00" in draw_curve([Point(10, 1, 1.0, 1.0, 0.0, 0.0, 1.0, 0.0)], "Luz")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["luz"], "say how long"),
        (["luz", "--minutes", "1", "--decisions", "5"], "say how long"),
        (["luz", "--minutes", "1", "--seats", "9"], "Luz is for 3, 4, 5"),
        (["luz", "--minutes", "1", "--resume"], "there is no run"),
    ],
)
def test_bad_input_is_one_line(arguments: list[str], said: str, tmp_path: Path) -> None:
    done = invoke("train", *arguments, "--out", str(tmp_path / "run"), folder=tmp_path)
    assert done.exit_code == 2
    assert said in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
