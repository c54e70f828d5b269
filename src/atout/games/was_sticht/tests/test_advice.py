"""Was sticht?: the cheap policy is always legal and clearly better than chance. It is asked in worlds from the view."""

from collections import Counter
from random import Random

import pytest

from atout.games.was_sticht import GAME
from atout.games.was_sticht.advice import is_possible
from atout.games.was_sticht.state import WasStichtState
from atout.kernel.rng import Rng
from atout.match import Match, shuffler
from tests.kit.advice import advised_phases, lead_of, play_advised

MATCHES = 16


@pytest.mark.sweep
@pytest.mark.parametrize("seats", GAME.seat_counts)
@pytest.mark.parametrize("options", [{}, {"number_trump_colour": "on", "distinct_contracts": "on"}])
def test_advice_is_legal_in_random_positions(seats, options):
    assert advised_phases(GAME, seats, options) == {"contracts", "columns", "choice", "tricks", "discard"}


def test_play_outs_are_advised_when_choosing_and_when_last_in_a_trick():
    match = Match(GAME, 4, {"max_rounds": 1}, shuffle=shuffler(3))
    advice, chance, rng = GAME.advice(), Random(3), Rng(3)
    asked: Counter[tuple[str, bool]] = Counter()
    while not match.over:
        seat = match.turn
        view = match.view(seat)
        world = GAME.sampler(view).draw(rng)
        assert isinstance(world, WasStichtState)
        phase, action = view.display().phase, advice.choose_quickly(world, seat, rng)
        left = phase == "columns" or (world.running is not None and phase == "tricks" and world.running.laid < 3)
        assert action == -1 if left else action in view.legal
        asked[phase, left] += 1
        match.play(seat, chance.choice(view.legal))
    assert min(asked["columns", True], asked["choice", False], asked["tricks", True], asked["tricks", False]) > 2


def play(seats, seed, advised_seat):
    """Play a match with one advised seat; return whether it won alone or shared, and its lead over the others."""
    match = Match(GAME, seats, {"contracts_per_player": 3}, shuffle=shuffler(seed))
    play_advised(match, 1000 + seed, lambda view: view.seat == advised_seat)
    return match.places()[advised_seat] == 1, lead_of(match, advised_seat)


@pytest.mark.sweep
@pytest.mark.parametrize("seats", GAME.seat_counts)
def test_advice_beats_uniform_play(seats):
    results = [play(seats, seed, seed % seats) for seed in range(MATCHES)]
    assert sum(won for won, _ in results) >= 0.75 * MATCHES
    assert sum(lead for _, lead in results) / MATCHES > 1


def test_advice_knows_what_is_out_of_reach(table, trick_start):
    """A has one trick of R1, G1 and G2, B and C have the others."""
    won = ["R1 G1 G2", " ".join(["??"] * 12), " ".join(["??"] * 9)]
    t = table(3, start=trick_start(3, ["R2", "R3", "R4"], "-/-", 0, won=won))
    deal = t.match.state.running
    kinds = [GAME.text(kind).removeprefix("take:") for kind in range(12) if is_possible(deal, kind, 0)]
    assert kinds == ["no-blue", "no-yellow", "exact-1", "exact-2", "exact-3", "exact-4", "last", "most", "fewest"]


def test_advice_is_the_same_for_the_same_world():
    match = Match(GAME, 4, shuffle=shuffler(1))
    for _ in range(60):
        world = GAME.sampler(match.view(match.turn)).draw(Rng(5))
        actions = {GAME.advice().choose(world.clone(), match.turn, Rng(seed)) for seed in range(4)}
        assert len(actions) == 1
        match.play(match.turn, actions.pop())
