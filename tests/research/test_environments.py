"""Environments, by the test suites of their own libraries."""

import random
import sys
import warnings
from itertools import count
from types import SimpleNamespace

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, performance_benchmark, seed_test
from pettingzoo.utils import wrappers

from atout.games import NAMES, load
from atout.kernel.errors import IllegalActionError, SetupError
from atout.research.gymnasium import SingleSeat
from atout.research.pettingzoo import env, raw_env
from tests.conformance.play import INTERPRETED
from tests.shortest import SHORTEST

ONE_EACH = [(name, load(name).seat_counts[0]) for name in NAMES]
TABLES = ONE_EACH if INTERPRETED else [(name, seats) for name in NAMES for seats in load(name).seat_counts]


def play(table, seed):
    """Play a match with random legal actions; return the rewards of all agents together and how many steps it took."""
    table.reset(seed=seed)
    rng = np.random.default_rng(seed)
    earned = dict.fromkeys(table.possible_agents, 0.0)
    steps = 0
    for agent in table.agent_iter():
        observation, reward, termination, truncation, _ = table.last()
        earned[agent] += reward
        if termination or truncation:
            table.step(None)
            continue
        table.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
        steps += 1
    return earned, steps


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_pettingzoo_api(name, seats):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it wonders about observations that are dictionaries
        api_test(env(name, seats=seats, options=SHORTEST[name]), num_cycles=200, verbose_progress=False)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_pettingzoo_seeds(name, seats):
    seed_test(lambda: env(name, seats=seats), num_cycles=60)


@pytest.mark.parametrize("name", NAMES)
def test_pettingzoo_with_fields_by_name(name):
    table = raw_env(name, observation="dict", rewards="deal", options=SHORTEST[name])
    table.reset(seed=4)
    observation, *_ = table.last()
    assert table.observation_space(table.agent_selection).contains(observation)


@pytest.mark.parametrize("name", NAMES)
def test_rewards_add_up_to_the_scores(name):
    by_deal, steps = play(raw_env(name, rewards="deal", options=SHORTEST[name]), 5)
    table = raw_env(name, rewards="match", options=SHORTEST[name])
    at_end, again = play(table, 5)
    assert by_deal == at_end
    assert steps == again
    assert list(at_end.values()) == table._match.scores()
    places, _ = play(raw_env(name, rewards="places", options=SHORTEST[name]), 5)
    assert max(places.values()) == 1.0
    assert [place == 1 for place in table._match.places()] == [value == 1.0 for value in places.values()]


def test_a_match_is_truncated_after_so_many_steps():
    table = raw_env("luz", max_cycles=30)
    _, steps = play(table, 1)
    assert steps == 30
    assert not table._match.over


def test_an_illegal_action_ends_the_match_with_a_penalty_or_is_refused():
    table = env("luz", seats=4)
    table.reset(seed=1)
    table.step(load("luz").actions - 1)
    assert table.terminations[table.agent_selection]
    bare = raw_env("luz", seats=4)
    bare.reset(seed=1)
    with pytest.raises(IllegalActionError):
        bare.step(load("luz").actions - 1)


def wrapped(*arguments, **options):
    """Return the table with the guards that PettingZoo has for all environments."""
    table = wrappers.TerminateIllegalWrapper(raw_env(*arguments, **options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(table))


def told(table, illegal_at):
    """Play until an illegal action, or to the end; return all that agents were told."""
    table.reset(seed=7)
    rng = np.random.default_rng(7)
    found: list[tuple[object, ...]] = []
    for number, agent in enumerate(table.agent_iter(400)):
        observation, reward, termination, truncation, info = table.last()
        mask = observation["action_mask"]
        found.append((agent, observation["observation"].tobytes(), mask.tobytes(), reward, termination, truncation))
        assert info == {}
        if termination or truncation:
            table.step(None)
        else:
            table.step(int(rng.choice(np.flatnonzero(mask if number != illegal_at else 1 - mask))))
        found.append((table.agents.copy(), table.rewards.copy(), table.terminations.copy(), table.truncations.copy()))
    return found


@pytest.mark.parametrize("illegal_at", [-1, 0, 17])
def test_the_guards_are_those_of_pettingzoo(illegal_at):
    tables = [make("meinz", 3, SHORTEST["meinz"], "deal") for make in (env, wrapped)]
    assert told(tables[0], illegal_at) == told(tables[1], illegal_at)


@pytest.mark.parametrize("make", [env, wrapped])
def test_what_comes_out_of_order_is_refused(make):
    table = make("luz", seats=3)
    with pytest.raises(AttributeError):
        assert table.agents
    for early in (lambda: table.step(0), lambda: table.observe("seat_0"), table.render, table.agent_iter):
        with pytest.raises(AssertionError, match="reset"):
            early()
    table.reset(seed=1)
    for wrong in (-1, load("luz").actions, None, "pass", 0.5):
        with pytest.raises(AssertionError, match="action space"):
            table.step(wrong)
    with pytest.raises(AssertionError, match="need to call step"):
        list(table.agent_iter())


def test_a_step_after_the_end_changes_nothing(caplog):
    table = env("luz", seats=3, max_cycles=1)
    play(table, 1)
    assert table.agents == []
    table.step(None)
    table.step(0)
    assert table.agents == []


def test_a_table_is_told_in_words_without_what_is_hidden():
    table = env("luz", seats=4, render_mode="ansi")
    table.reset(seed=2)
    text = table.render() or ""
    on_turn = table.agent_selection.replace("_", " ")
    hand = next(line for line in text.splitlines() if line.startswith(f"Hand, {on_turn}: "))
    assert text.startswith("Luz: bets")
    assert all(card.endswith("?") for card in hand.partition(": ")[2].split())  # it sees the backs only


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_performance_benchmark_runs(name, seats, capsys, monkeypatch):
    """It plays for five seconds, which are over here after so many rounds of the table."""
    seconds = (round / 60 for round in count())
    monkeypatch.setattr(sys.modules[performance_benchmark.__module__], "time", SimpleNamespace(time=seconds.__next__))
    random.seed(8)
    performance_benchmark(env(name, seats=seats))
    assert "turns per second" in capsys.readouterr().out


def test_what_does_not_exist_is_refused():
    with pytest.raises(SetupError, match="rewards are one of"):
        raw_env("luz", rewards="often")
    with pytest.raises(SetupError, match="players"):
        raw_env("luz", seats=9)
    with pytest.raises(SetupError, match="the reward is one of"):
        SingleSeat("luz", reward="often")
    with pytest.raises(SetupError, match="somebody has to play"):
        SingleSeat("luz", opponents=[])


@pytest.mark.parametrize("name", NAMES)
def test_gymnasium_against_bots(name):
    table = SingleSeat(name, opponents=["casual", "novice"], reward="deal", options=SHORTEST[name])
    observation, info = table.reset(seed=3)
    rng = np.random.default_rng(3)
    total, over = 0.0, False
    while not over:
        assert table.observation_space.contains(observation)
        action = int(rng.choice(np.flatnonzero(info["action_mask"])))
        observation, reward, over, _, info = table.step(action)
        total += reward
    scores = info["scores"]
    others = [points for seat, points in enumerate(scores) if seat != table.seat]
    assert total == pytest.approx(scores[table.seat] - sum(others) / len(others))


def test_gymnasium_checker():
    class AnyLegal(SingleSeat):
        """The checker samples actions without a mask."""

        def step(self, action):
            legal = self._match.legal(self.seat)
            return super().step(legal[int(action) % len(legal)])

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(AnyLegal("luz", seats=3, seat=1), skip_render_check=True)
