"""Luz: the cheap policy is always legal and clearly better than chance. It is asked in worlds drawn from the view."""

from random import Random

import pytest

from atout.games.luz import GAME
from atout.games.luz.state import LuzState
from atout.kernel.rng import Rng
from atout.match import Match, shuffler
from tests.kit.advice import lead_of, legal_advice, play_advised

MATCHES = 24


@pytest.mark.sweep
@pytest.mark.parametrize("seats", GAME.seat_counts)
@pytest.mark.parametrize("bead_limit", ["off", "on"])
def test_advice_is_legal_in_random_positions(seats, bead_limit):
    for seed in range(3):
        match = Match(GAME, seats, {"bead_limit": bead_limit, "deals": 2}, shuffle=shuffler(seed))
        is_bet = [action < 22 for _, action in legal_advice(match, seed)]
        assert (is_bet.count(True), is_bet.count(False)) == (2 * seats, 2 * 10 * seats)


def test_play_outs_are_advised_once_the_bet_is_full_or_needs_every_trick():
    match = Match(GAME, 4, {"deals": 1, "auto_forced": "off"}, shuffle=shuffler(5))
    advice, chance, rng = GAME.advice(), Random(5), Rng(5)
    answers = {True: 0, False: 0}
    while not match.over:
        view = match.view(match.turn)
        world = GAME.sampler(view).draw(rng)
        assert isinstance(world, LuzState)
        assert world.running is not None
        deal, action = world.running, advice.choose_quickly(world, view.seat, rng)
        missing = int(deal.bets[view.seat]) // 2 - int(deal.won[view.seat])
        clear = view.legal[0] >= 22 and not 0 < missing < 10 - deal.tricks
        assert (action in view.legal) if clear else action == -1
        answers[clear] += 1
        match.play(match.turn, chance.choice(view.legal[:8]))
    assert min(answers.values()) > 4


def play(seats, seed, advised_seat, all_bets_advised):
    """Play a match with one advised seat; return its lead over the mean of the others, and whether it won."""
    match = Match(GAME, seats, shuffle=shuffler(seed))
    play_advised(
        match, 1000 + seed, lambda view: view.seat == advised_seat or (all_bets_advised and view.legal[0] < 22)
    )
    return lead_of(match, advised_seat), match.places()[advised_seat] == 1


@pytest.mark.sweep
@pytest.mark.parametrize("seats", GAME.seat_counts)
def test_advice_beats_uniform_play(seats):
    results = [play(seats, seed, seed % seats, False) for seed in range(MATCHES)]
    assert sum(lead for lead, _ in results) / MATCHES > 50
    assert sum(won for _, won in results) > 0.75 * MATCHES


@pytest.mark.sweep
def test_advised_cards_beat_uniform_cards_after_equally_good_bets():
    results = [play(4, seed, seed % 4, True) for seed in range(60)]
    assert sum(lead for lead, _ in results) / 60 > 10
    assert sum(won for _, won in results) >= 22  # 15 by chance
