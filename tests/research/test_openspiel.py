"""All games in pyspiel, by its own tests and algorithms."""

import json
import pickle
import random
from collections import Counter
from itertools import permutations
from pathlib import Path
from runpy import run_path
from types import SimpleNamespace

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import expected_game_score, exploitability, ismcts, mcts, outcome_sampling_mccfr
from open_spiel.python.policy import UniformRandomPolicy

import atout.research.openspiel
from atout.games import NAMES, load
from atout.kernel.cards import Field, Pack
from atout.kernel.errors import SetupError
from atout.match import Match
from atout.research.openspiel import RunningMatch
from atout.research.sharing import Sharing, order_of, sharing_of
from atout.research.tree import gambit_tree
from tests.conformance.play import INTERPRETED
from tests.shortest import SHORTEST

DOCS = Path(__file__).parents[2] / "docs"
exact = SimpleNamespace(**run_path(str(DOCS / "examples" / "exact.py")))
POSITIONS = {position.game: position for position in exact.POSITIONS}
FEW_CARDS = {  # less is unknown than in the positions of the page
    "luz": {"bets": ["1", "1", "0"], "hands": ["R1 ??", "?? ??", "Y3 ??"]},
    "loop": {"hands": ["6 7", "?? 7", "?? 7", "?? 9"]},
}

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


def chances(course):
    """Yield every way in which chance can deal, as the match after it, and how likely it is."""
    if course.state.turn >= 0:
        yield course, 1.0
        return
    for outcome, chance in course.chance_outcomes():
        after = course.copy()
        after.apply_chance(outcome)
        for dealt, more in chances(after):
            yield dealt, chance * more


@pytest.mark.parametrize(
    ("names", "sizes"),
    [("AABBC", (2, 3)), ("AABBC", (2, 2)), ("AAAB", (1, 2)), ("ABCDE", (3, 1, 1)), ("AABBCC", (3, 2)), ("ABA", (1,))],
)
def test_every_deal_comes_about_once_and_as_often_as_by_shuffling(names, sizes):
    sharing = Sharing(tuple(names), sizes)

    def dealt(items):
        cards = iter(items)
        return tuple("".join(sorted(names[next(cards)] for _ in range(size))) for size in sizes)

    found: dict[tuple[str, ...], float] = {}
    waiting: list[tuple[tuple[int, ...], float]] = [((), 1.0)]
    while waiting:
        taken, chance = waiting.pop()
        if len(taken) == sum(sizes):
            assert dealt(taken) not in found
            found[dealt(taken)] = chance
            continue
        ways = sharing.ways(taken)
        total = sum(number for _, number in ways)
        waiting += [((*taken, item), chance * number / total) for item, number in ways]
    shuffled = Counter(dealt(order) for order in permutations(range(len(names)), sum(sizes)))
    assert found == pytest.approx({deal: number / shuffled.total() for deal, number in shuffled.items()})


def test_packs_are_dealt_field_by_field():
    pack = Pack("cards", ["a", "b", "c", "d", "e"], [Field("top", [3], 2, True), Field("hands", [0], 2)])
    assert sharing_of(pack).sizes == (1, 1, 2)
    assert order_of(pack, [4, 0, 1, 3]) == [1, 3, 2, 4, 0]
    assert order_of(Pack("cards", ["a", "b"], []), [1, 0]) == [1, 0]


def test_explicit_chance_deals_card_by_card():
    state = loaded("luz", 3, chance="explicit").new_initial_state()
    cards = 0
    while state.is_chance_node():
        outcomes = state.chance_outcomes()
        assert len(outcomes) > 1
        assert sum(chance for _, chance in outcomes) == pytest.approx(1)
        names = [state.action_to_string(outcome) for outcome, _ in outcomes]
        assert len(set(names)) == len(names)
        state.apply_action(outcomes[0][0])
        cards += 1
    assert cards > 20
    match = Match(load("luz"), 3, {"deals": "2"})
    for step in state.course.steps:
        match.deal(step.order)
    assert match.view(0) == state.course.state.view(0)


def test_explicit_chance_of_a_small_pack():
    game = pyspiel.load_game("atout_luz", {"players": 3, "chance": "explicit", "options": "pack:small;deals:1"})
    found = [chance for _, chance in chances(RunningMatch(game.terms, game.terms.new(), []))]
    assert len(found) == 3 * 630  # a starter, and seven cards: two each, and one that is left
    assert found == pytest.approx([1 / len(found)] * len(found))
    game = pyspiel.load_game("atout_mu", {"players": 4, "chance": "explicit", "options": "pack:small;length:single"})
    found = list(chances(RunningMatch(game.terms, game.terms.new(), [])))
    assert sum(chance for _, chance in found) == pytest.approx(1)
    views = {tuple(tuple(course.state.view(seat).log) for seat in range(4)) for course, _ in found}
    assert len(views) == len(found) < 4 * 2520  # both 7s of a colour are alike


def position(name, few=True, **more):
    """Return a game that begins at a position of the page, or with less unknown."""
    asked = POSITIONS[name]
    start = asked.start | (FEW_CARDS.get(name, {}) if few else {})
    given = {"players": asked.seats, "chance": "explicit", "returns": asked.returns, "options": asked.options}
    return pyspiel.load_game(f"atout_{name}", {**given, "start": json.dumps(start), **more})


@pytest.mark.parametrize("name", POSITIONS)
def test_positions_are_begun_from(name):
    game = position(name)
    rng = random.Random(8)
    for _ in range(3):
        state = played(game.new_initial_state(), rng, lambda state: not state.is_chance_node())
        assert state.course.state.turn >= 0
        again = pickle.loads(pickle.dumps(state))
        assert again.information_state_string(0) == state.information_state_string(0)
        player = state.current_player()
        worlds = {state.resample_from_infostate(player, rng.random).information_state_string(player) for _ in range(9)}
        assert worlds == {state.information_state_string(player)}
        assert played(again, random.Random(3)).returns() == played(state, random.Random(3)).returns()
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


def test_unknown_cards_of_a_position_are_dealt_whatever_the_chance():
    game = position("mu", chance="sampled")
    state = game.new_initial_state()
    assert [state.action_to_string(outcome) for outcome, _ in state.chance_outcomes()] == ["R0", "R7", "B0", "B7"]
    hands: dict[tuple[str, ...], float] = {}
    for dealt, chance in chances(RunningMatch(game.terms, game.terms.new(), [])):
        zones = [zone for seat in range(4) for zone in dealt.state.view(seat).display().zones if zone.seat == seat]
        hands[tuple(" ".join(card.text for card in zone.cards) for zone in zones if zone.name == "hand")] = chance
    assert len(hands) == 12
    assert hands["R0", "", "R7 B0", "B7"] == pytest.approx(1 / 12)
    assert sum(hands.values()) == pytest.approx(1)


@pytest.mark.parametrize("name", POSITIONS)
def test_information_states_allow_the_same_actions_and_remember_everything(name):
    game = position(name)
    waiting = [(RunningMatch(game.terms, game.terms.new(), []), ((),) * game.num_players())]
    observer = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    known: dict[str, tuple[object, ...]] = {}
    nodes = 0
    while waiting:
        course, own = waiting.pop()
        turn = course.state.turn
        if turn == -1:
            for outcome, _ in course.chance_outcomes():
                waiting.append((course.copy(), own))
                waiting[-1][0].apply_chance(outcome)
        elif turn >= 0:
            nodes += 1
            text = observer.text(course.state, turn)
            actions = course.state.menu_of(turn)
            assert known.setdefault(text, (turn, actions, own[turn])) == (turn, actions, own[turn])
            for action in actions:
                after = (*own[:turn], (*own[turn], (text, action)), *own[turn + 1 :])
                waiting.append((course.copy(), after))
                waiting[-1][0].play(turn, action)
    assert len(known) < nodes  # something is hidden


def test_a_tree_is_the_game():
    game = position("schrecklicht", start=json.dumps(POSITIONS["schrecklicht"].start | TWO_UNKNOWN))
    read = pyspiel.load_efg_game(gambit_tree(game, "Schrecklicht"))
    ours, theirs = UniformRandomPolicy(game), UniformRandomPolicy(read)
    values = expected_game_score.policy_value(game.new_initial_state(), [ours] * 3)
    assert values == pytest.approx(expected_game_score.policy_value(read.new_initial_state(), [theirs] * 3))
    gain = exploitability.nash_conv(game, ours)
    assert gain == pytest.approx(pyspiel.nash_conv(read, pyspiel.UniformRandomPolicy(read)))
    assert gain > 0.1


TWO_UNKNOWN = {"displays": ["G4 V11/G7", "V7 V4/V0", "B0 B11/B4"], "hands": ["??", "??", "??"], "turn": 0}


def test_trees_that_cannot_be_written_are_refused():
    with pytest.raises(SetupError, match="more than 500 nodes"):
        gambit_tree(position("mu"), "Mü", 500)
    with pytest.raises(SetupError, match="explicit chance"):
        gambit_tree(loaded("luz"), "Luz")


@pytest.mark.parametrize("name", ["luz", "mu", "schrecklicht"])
def test_regret_minimisation_learns_our_games(name):
    game = pyspiel.load_efg_game(gambit_tree(position(name), name))
    before = pyspiel.nash_conv(game, pyspiel.UniformRandomPolicy(game))
    solver = pyspiel.CFRSolver(game)
    for _ in range(20):
        solver.evaluate_and_update_policy()
    assert pyspiel.nash_conv(game, solver.average_policy()) < before / 4


def test_sampled_regret_minimisation_learns_from_whole_deals():
    np.random.seed(1)
    game = pyspiel.load_game("atout_luz", {"players": 3, "chance": "explicit", "options": "pack:small;deals:1"})
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    for _ in range(10):
        solver.iteration()
    policy = solver.average_policy()
    state = played(game.new_initial_state(), random.Random(9), lambda state: not state.is_chance_node())
    chosen = policy.action_probabilities(state)
    assert list(chosen) == state.legal_actions()
    assert sum(chosen.values()) == pytest.approx(1)


@pytest.mark.parametrize("name", ["mu", "schrecklicht"])
def test_the_page_of_exact_values_is_up_to_date(name):
    page = (DOCS / "reference" / "exact.md").read_text(encoding="utf-8")
    found = exact.Tree(POSITIONS[name]).learn(1)
    cells = exact.page([found], 1).split("| " + load(name).title)[1].split(" | ")[1:6]
    (row,) = [line for line in page.splitlines() if line.startswith("| " + load(name).title)]
    assert row.split(" | ")[1:6] == cells
    before, after = float(row.split(" | ")[5]), float(row.split(" | ")[7].removesuffix(" |"))
    assert after < before / 20
    assert json.dumps(POSITIONS[name].start) in page


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
