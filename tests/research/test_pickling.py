"""Environments, encodings and batches can be pickled and copied, and go on the same way."""

import copy
import multiprocessing
import pickle
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor

import numpy as np
import pyspiel
import pytest

import atout.research.openspiel
from atout import Match, load, names, shuffler
from atout.research.batch import Batch
from atout.research.encoding import Encoding
from atout.research.gymnasium import SingleSeat
from atout.research.pettingzoo import env, raw_env
from tests.shortest import SHORTEST

assert atout.research.openspiel.PREFIX == "atout_"  # importing it makes the games known
COPIES: list[Callable[[object], object]] = [lambda thing: pickle.loads(pickle.dumps(thing)), copy.deepcopy]


@pytest.mark.parametrize("name", names())
def test_encodings(name: str) -> None:
    match = Match(name, load(name).seat_counts[0], SHORTEST[name], shuffle=shuffler(1))
    encoding = Encoding(match.game, match.seats)
    for copy_of in COPIES:
        other = copy_of(encoding)
        assert isinstance(other, Encoding)
        assert other.fields == encoding.fields
        assert (other.vector(match.view(0)) == encoding.vector(match.view(0))).all()


def finish_table(table: raw_env) -> list[float]:
    """Play a match to its end by the first legal action, and return the rewards."""
    for agent in table.agent_iter():
        observation, *_ = table.last()
        over = table.terminations[agent] or table.truncations[agent]
        mask = observation["action_mask"]
        table.step(None if over else int(np.argmax(mask)))
    return list(table._cumulative_rewards.values())


@pytest.mark.parametrize("kind", [env, raw_env])
@pytest.mark.parametrize("name", names())
def test_pettingzoo(name: str, kind: type[raw_env]) -> None:
    table = kind(name, options=SHORTEST[name])
    table.reset(seed=3)
    for _ in range(5):
        mask = table.observe(table.agent_selection)["action_mask"]
        table.step(int(np.argmax(np.asarray(mask))))
    others = [copy_of(table) for copy_of in COPIES]
    results = [(finish_table(other), other.agents) for other in others if isinstance(other, raw_env)]
    assert results == [(finish_table(table), table.agents)] * 2


def finish_seat(table: SingleSeat, mask: np.ndarray) -> float:
    """Play a match to its end by the last legal action, and return the rewards together."""
    total, over = 0.0, False
    while not over:
        _, reward, over, _, info = table.step(int(np.flatnonzero(mask)[-1]))
        total, mask = total + float(reward), info["action_mask"]
    return total


@pytest.mark.parametrize("name", ["luz", "mu"])
def test_gymnasium(name: str) -> None:
    table = SingleSeat(name, seats=4, opponents=["casual", "novice"], options=SHORTEST[name])
    _, info = table.reset(seed=2)
    others = [copy_of(table) for copy_of in COPIES]
    results = [finish_seat(other, info["action_mask"]) for other in others if isinstance(other, SingleSeat)]
    assert results == [finish_seat(table, info["action_mask"])] * 2


@pytest.mark.parametrize("name", names())
def test_batches(name: str) -> None:
    batch = Batch(name, seats=load(name).seat_counts[0], matches=4, options=SHORTEST[name], seed=1)
    batch.step(batch.masks.argmax(axis=1))
    for copy_of in COPIES:
        other = copy_of(batch)
        assert isinstance(other, Batch)
        assert (other.observations == batch.observations).all()
        other.step(other.masks.argmax(axis=1))
        again = copy.deepcopy(batch)
        again.step(again.masks.argmax(axis=1))
        assert (other.masks == again.masks).all()


@pytest.mark.parametrize("name", names())
def test_pyspiel(name: str) -> None:
    for given in ("", "(chance=explicit)", "(returns=places)"):
        game = pyspiel.load_game(f"atout_{name}{given}")
        for copy_of in COPIES:
            other = copy_of(game)
            assert str(other) == str(game)
            assert isinstance(other, pyspiel.Game)
            assert str(other.new_initial_state()) == str(game.new_initial_state())


def test_a_pyspiel_game_in_another_process() -> None:
    game = pyspiel.load_game("atout_luz(players=3,options=deals:2)")
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        assert pool.submit(str, game).result(timeout=120) == str(game)
