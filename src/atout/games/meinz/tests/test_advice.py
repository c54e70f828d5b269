"""Meinz: the cheap policy is always legal, clearly better than chance, and blind to hidden cards."""

from random import Random

import pytest

from atout.games.meinz import GAME
from atout.kernel.rng import Rng
from atout.match import Match, shuffler
from tests.kit.advice import advised_phases, lead_of, play_advised

MATCHES = 12


@pytest.mark.sweep
@pytest.mark.parametrize("seats", GAME.seat_counts)
@pytest.mark.parametrize("options", [{}, {"cry_limit": "one", "low_tie": "earliest"}])
def test_advice_is_legal_in_random_positions(seats, options):
    assert advised_phases(GAME, seats, options | {"rounds": 4}) == {"discard", "tricks", "cry", "exchange"}


@pytest.mark.sweep
@pytest.mark.parametrize("seats", GAME.seat_counts)
def test_advice_does_not_look_at_hidden_cards(seats):
    match = Match(GAME, seats, {"rounds": 4}, shuffle=shuffler(4))
    chance, rng = Random(4), Rng(4)
    while not match.over:
        view = match.view(match.turn)
        sampler = GAME.sampler(view)
        found = {GAME.advice().choose(sampler.draw(rng), match.turn, rng) for _ in range(3)}
        assert len(found) == 1
        match.play(match.turn, chance.choice(view.legal))


def play(seats, seed, seat):
    """Play a match with one advised seat; return its lead over the mean of the others, and its share of the victory."""
    match = Match(GAME, seats, shuffle=shuffler(seed))
    play_advised(match, 1000 + seed, lambda view: view.seat == seat)
    places = match.places()
    return lead_of(match, seat), (places[seat] == 1) / places.count(1)


@pytest.mark.sweep
@pytest.mark.parametrize("seats", GAME.seat_counts)
def test_advice_beats_uniform_play(seats):
    results = [play(seats, seed, seed % seats) for seed in range(MATCHES)]
    assert sum(lead for lead, _ in results) / MATCHES > 5
    assert sum(won for _, won in results) > 0.75 * MATCHES
