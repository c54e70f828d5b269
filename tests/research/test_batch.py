"""Many matches at once: the same as one after the other."""

import numpy as np
import pytest

from atout.arena.run import match_seed
from atout.games import NAMES, load
from atout.kernel.errors import SetupError
from atout.match import Match, shuffler
from atout.research.batch import Batch, play, uniform_policy
from atout.research.encoding import Encoding


def chosen(legal, number, taken):
    """Return an action that depends on nothing but the match and how many decisions were taken in it."""
    return legal[(7 * number + 31 * taken + taken * taken) % len(legal)]


@pytest.mark.parametrize("name", NAMES)
def test_a_batch_plays_what_matches_play_one_by_one(name):
    game = load(name)
    seats = game.seat_counts[0]
    taken = [0] * 5

    def policy(batch):
        actions = []
        for number, mask in zip(batch.matches, batch.masks, strict=True):
            actions.append(chosen(np.flatnonzero(mask), int(number), taken[number]))
            taken[number] += 1
        return np.array(actions)

    outcome = play(Batch(name, seats, 5, seed=3, width=2, observe=False), policy)
    for number in range(5):
        match = Match(game, seats, shuffle=shuffler(match_seed(3, number)))
        decisions = 0
        while not match.over:
            legal = match.legal(match.turn)
            if len(legal) == 1:
                match.play(match.turn, legal[0])
                continue
            match.play(match.turn, chosen(legal, number, decisions))
            decisions += 1
        assert outcome.scores[number].tolist() == match.scores()
        assert outcome.places[number].tolist() == match.places()
        assert outcome.decisions[number] == decisions


@pytest.mark.parametrize("name", NAMES)
def test_rows_are_what_the_seats_on_turn_see(name):
    game = load(name)
    seats = game.seat_counts[-1]
    encoding = Encoding(game, seats)
    batch = Batch(name, seats, 3, seed=9, forced=True)
    matches = [Match(game, seats, shuffle=shuffler(match_seed(9, number))) for number in range(3)]
    rng = np.random.default_rng(1)
    choose = uniform_policy(rng)
    for _ in range(120):
        for place, number in enumerate(batch.matches):
            match = matches[number]
            assert batch.seats[place] == match.turn
            view = match.view(match.turn)
            assert np.array_equal(batch.observations[place], encoding.vector(view))
            assert np.flatnonzero(batch.masks[place]).tolist() == view.legal
            assert batch.scores[place].tolist() == match.scores()
        actions = choose(batch)
        for place, number in enumerate(batch.matches):
            matches[number].play(matches[number].turn, int(actions[place]))
        batch.step(actions)
        if len(batch) < 3:
            break


def test_the_uniform_policy_takes_every_legal_action_alike():
    batch = Batch("luz", 4, 4000, seed=1, width=4000, observe=False)
    actions = uniform_policy(np.random.default_rng(2))(batch)
    assert batch.masks[np.arange(len(batch)), actions].all()
    counts = np.bincount(actions, minlength=batch.game.actions)[: int(batch.masks[0].sum())]
    expected = 4000 / len(counts)
    assert ((counts - expected) ** 2 / expected).sum() < 2.5 * len(counts)


def test_an_illegal_action_is_refused_with_its_clause_and_changes_nothing():
    batch = Batch("luz", 4, 2, observe=False)
    before = batch.offers.tobytes()
    with pytest.raises(ValueError, match="LUZ-"):
        batch.step(np.array([0, batch.game.actions - 1]))
    assert batch._crowd.offers() == before
    with pytest.raises(ValueError, match="2 actions are needed"):
        batch.step(np.array([0]))


def test_a_batch_needs_matches():
    with pytest.raises(SetupError, match="at least one"):
        Batch("luz", 4, 0)
