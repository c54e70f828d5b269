"""Schrecklicht: the cheap policy is always legal and clearly better than chance. It is asked in worlds of the view."""

from random import Random

import pytest

from atout.games.schrecklicht import GAME
from atout.games.schrecklicht.state import SchrecklichtState
from atout.kernel.rng import Rng
from atout.match import Match, shuffler
from tests.kit.advice import lead_of, legal_advice, play_advised

MATCHES = 24


@pytest.mark.parametrize("seats", GAME.seat_counts)
def test_advice_is_legal_in_random_positions(seats):
    match = Match(GAME, seats, {"rounds": 1}, shuffle=shuffler(seats))
    assert len(list(legal_advice(match, seats))) > 3 * seats


def test_advice_does_not_depend_on_what_the_seat_cannot_know():
    match = Match(GAME, 4, shuffle=shuffler(4))
    while match.view(0).display().phase == "plays" and not match.over:
        view = match.view(match.turn)
        sampler = GAME.sampler(view)
        answers = {GAME.advice().choose(sampler.draw(Rng(seed)), view.seat, Rng(1)) for seed in range(4)}
        assert len(answers) == 1
        match.play(match.turn, answers.pop())
        if len(match.steps) > 12:
            break


def test_looking_at_plays_changes_nothing():
    match = Match(GAME, 5, {"rounds": 1}, shuffle=shuffler(6))
    chance, rng = Random(6), Rng(6)
    while not match.over:
        view = match.view(match.turn)
        world = GAME.sampler(view).draw(rng)
        assert isinstance(world, SchrecklichtState)
        assert world.running is not None
        before = world.running.clone()
        assert GAME.advice().choose_quickly(world, view.seat, rng) in view.legal
        GAME.advice().choose(world, view.seat, rng)
        for name in ("hands", "visible", "pairs", "pawns", "room", "targets", "turn", "history"):
            assert getattr(world.running, name) == getattr(before, name)
        match.play(match.turn, chance.choice(view.legal))


def lead(seats, seed, own):
    """Play a match with one advised seat; return its lead over the mean of the others, and whether it won."""
    match = Match(GAME, seats, shuffle=shuffler(seed))
    play_advised(match, 1000 + seed, lambda view: view.seat == own)
    return lead_of(match, own), match.places()[own] == 1


@pytest.mark.sweep
@pytest.mark.parametrize("seats", GAME.seat_counts)
def test_advice_beats_uniform_play(seats):
    results = [lead(seats, seed, seed % seats) for seed in range(MATCHES)]
    assert sum(points for points, _ in results) / MATCHES > 4
    assert sum(won for _, won in results) > 0.5 * MATCHES  # 0.2 to 0.33 by chance
