"""All games in pyspiel, by its own tests and algorithms."""

import pickle
import random

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

import atout.research.openspiel
from atout.games import NAMES, load
from atout.kernel.errors import SetupError
from atout.match import Match
from tests.conformance.play import INTERPRETED
from tests.shortest import SHORTEST

TABLES = [(name, seats) for name in NAMES for seats in load(name).seat_counts]


def loaded(name, seats=0, **more):
    """Return a game with short matches."""
    options = ";".join(f"{key}:{value}" for key, value in SHORTEST[name].items())
    return pyspiel.load_game(f"atout_{name}", {"players": seats, "options": options, **more})


def played(state, rng, stop=None):
    """Play at random until the end, or until a test says stop."""
    while not state.is_terminal() and not (stop is not None and stop(state)):
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, weights)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    return state


@pytest.mark.skipif(INTERPRETED, reason="takes minutes; compiled it does not")
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_random_sim(name, seats):
    pyspiel.random_sim_test(loaded(name, seats), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("name", ["luz", "schrecklicht"])
@pytest.mark.parametrize("chance", ["sampled", "explicit"])
def test_random_sim_with_serialisation(name, chance):
    game = loaded(name, 3, chance=chance)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", NAMES)
def test_states_are_written_and_read(name):
    game = loaded(name)
    state = played(game.new_initial_state(), random.Random(2), lambda state: state.move_number() > 40)
    again = pickle.loads(pickle.dumps(state))
    assert str(again) == str(state)
    for player in range(game.num_players()):
        assert again.information_state_string(player) == state.information_state_string(player)
    assert played(again, random.Random(3)).returns() == played(state, random.Random(3)).returns()


@pytest.mark.parametrize("name", NAMES)
def test_clones_are_independent(name):
    state = played(loaded(name).new_initial_state(), random.Random(4), lambda state: state.move_number() > 30)
    before = str(state), state.information_state_string(0)
    played(state.clone(), random.Random(5))
    assert (str(state), state.information_state_string(0)) == before


@pytest.mark.parametrize("name", NAMES)
def test_worlds_are_drawn_from_an_information_state(name):
    rng = random.Random(6)
    state = played(loaded(name).new_initial_state(), rng, lambda state: state.move_number() > 25)
    while state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    player = state.current_player()
    worlds = [state.resample_from_infostate(player, rng.random) for _ in range(20)]
    for world in worlds:
        assert world.information_state_string(player) == state.information_state_string(player)
        assert world.information_state_tensor(player) == state.information_state_tensor(player)
        assert world.legal_actions() == state.legal_actions()
    other = (player + 1) % loaded(name).num_players()
    if name not in ("loop", "was_sticht"):  # where little may be hidden then
        assert len({world.information_state_string(other) for world in worlds}) > 1
    played(worlds[0], rng)


def test_returns_are_points_or_places():
    for returns in ("points", "places"):
        state = played(loaded("luz", 4, returns=returns).new_initial_state(), random.Random(7))
        course = state.course.state
        expected = course.scores() if returns == "points" else [1 - 2 * (place - 1) / 3 for place in course.places()]
        assert state.returns() == pytest.approx(expected)


def test_explicit_chance_deals_card_by_card_and_every_order_is_as_likely():
    game = loaded("luz", 3, chance="explicit")
    state = game.new_initial_state()
    left = len(state.course.state.pack())
    while state.is_chance_node():
        outcomes = state.chance_outcomes()
        assert len(outcomes) == left
        assert sum(chance for _, chance in outcomes) == pytest.approx(1)
        state.apply_action(outcomes[0][0])
        left = len(state.chance_outcomes()) if state.is_chance_node() else 0
    match = Match(load("luz"), 3, {"deals": "2"})
    for step in state.course.steps:
        match.deal(step.order)
    assert match.view(0) == state.course.state.view(0)


def test_ismcts_of_openspiel_plays_our_games():
    rng = np.random.RandomState(1)
    for name in ("luz", "njet"):
        game = loaded(name)
        evaluator = mcts.RandomRolloutEvaluator(1, rng)
        bot = ismcts.ISMCTSBot(game, evaluator, 2.0, 20, random_state=rng)
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(int(rng.choice([outcome for outcome, _ in state.chance_outcomes()])))
        for _ in range(3):
            action = bot.step(state)
            assert action in state.legal_actions()
            state.apply_action(action)


def test_what_does_not_exist_is_refused():
    with pytest.raises(SetupError, match="chance is one of"):
        atout.research.openspiel.Terms("luz", {"chance": "loaded"})
    with pytest.raises(SetupError, match="returns is one of"):
        atout.research.openspiel.Terms("luz", {"returns": "money"})
