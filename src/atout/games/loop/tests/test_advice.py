"""Loop: the advice is always legal and clearly better than chance. It is asked in worlds drawn from the view."""

import pytest

from atout.games.loop import GAME
from atout.kernel.rng import Rng
from atout.match import Match, shuffler
from tests.kit.advice import advise, legal_advice, play_advised

MATCHES = 10


@pytest.mark.sweep
@pytest.mark.parametrize("seats", GAME.seat_counts)
@pytest.mark.parametrize("flip_when_leading", ["off", "on"])
def test_advice_is_legal_in_random_positions(seats, flip_when_leading):
    asked = {"aside": 0, "play": 0}
    match = Match(GAME, seats, {"rounds": 3, "flip_when_leading": flip_when_leading}, shuffle=shuffler(seats))
    for _, action in legal_advice(match, seats):
        asked["aside" if 0 < action < 14 else "play"] += 1
    assert asked["aside"] == 3 * 2 * seats
    assert asked["play"] > 3 * 11 * (seats - 1) / 4


def play(seats, seed):
    """Play a match in which every other seat is advised; return the mean of these and of the others."""
    match = Match(GAME, seats, shuffle=shuffler(seed))
    play_advised(match, 1000 + seed, lambda view: (view.seat + seed) % 2 == 1)
    own = [score for seat, score in enumerate(match.scores()) if (seat + seed) % 2]
    others = [score for seat, score in enumerate(match.scores()) if not (seat + seed) % 2]
    return sum(own) / len(own), sum(others) / len(others)


@pytest.mark.sweep
@pytest.mark.parametrize("seats", GAME.seat_counts)
def test_advice_beats_uniform_play(seats):
    results = [play(seats, seed) for seed in range(MATCHES)]
    assert sum(own - others for own, others in results) / MATCHES > seats
    assert sum(own > others for own, others in results) >= 0.9 * MATCHES


def test_advice_sets_aside_what_fits_in_nowhere(table):
    hands = ["1 3 3 3 5 6 7 8 10 10 10 10 13", "?? " * 13, "?? " * 13, "?? " * 13]
    t = table(4, start={"golden": 0, "hands": hands})
    chosen = []
    rng = Rng(1)
    for _ in range(2):
        action = advise(GAME, t.match.view(0), rng)
        chosen.append(GAME.text(action))
        t.match.play(0, action)
    assert chosen == ["aside:1", "aside:13"]


@pytest.mark.parametrize(
    ("hand", "current", "advice"),
    [
        ("3 4 5 6 12", None, "3,4,5,6"),  # long and weak
        ("5 6 7 9", "6,6", "pass"),
        ("5 6 7 12 12", "10", "12"),  # costs no turn
        ("9 13", "12", "13"),
        ("8 13", "6", "8"),  # takes the lead, and the last card goes out
        ("11 11", "10,10", "11,11"),
    ],
)
def test_advice_in_plain_positions(at, hand, current, advice):
    more = {"current": current, "owner": 3} if current else {}
    t = at([hand, "1 1 2", "2 3 3", "2 3 13"], **more)
    votes = [GAME.text(advise(GAME, t.match.view(0), Rng(seed))) for seed in range(9)]
    assert max(set(votes), key=votes.count) == advice
