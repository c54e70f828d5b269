"""Njet!: the cheap policy."""

import random

import pytest

from atout.bots.levels import make_bot
from atout.bots.loading import load_bot
from atout.bots.searcher import Searcher
from atout.games.njet import GAME
from atout.kernel.rng import Rng
from atout.match import Match, shuffler
from tests.conformance.oracle import oracle
from tests.conformance.play import Pair


@pytest.mark.sweep
@pytest.mark.parametrize("seats", GAME.seat_counts)
def test_it_clearly_beats_uniform_play(seats):
    """Half of the seats follow the advice, in turns; they score clearly more, whatever the number of players."""
    advice, rng = GAME.advice(), Rng(seats)
    gained = {True: 0.0, False: 0.0}
    for number in range(12):
        match = Match(GAME, seats, {"rounds": "half"}, shuffle=shuffler(100 * seats + number))
        advised = [seat for seat in range(seats) if (seat + number) % 2]
        while not match.over:
            seat = match.turn
            legal = match.legal(seat)
            if seat in advised:
                action = advice.choose(match.state, seat, rng)
                assert action in legal
            else:
                action = legal[rng.below(len(legal))]
            match.play(seat, action)
        for seat, score in enumerate(match.scores()):
            others = len(advised) if seat in advised else seats - len(advised)
            gained[seat in advised] += score / others
    assert gained[True] > 1.5 * gained[False] + 10


@pytest.mark.sweep
def test_it_uses_only_what_the_seat_knows():
    """In every world that fits a view the advice is the same."""
    advice = GAME.advice()
    rng = random.Random(5)
    asked = 0
    for seats in GAME.seat_counts:
        pair = Pair(GAME, oracle("njet"), seats, {"rounds": "2"})
        while not pair.match.over:
            pair.random_step(rng)
            if pair.match.turn >= 0 and rng.random() < 0.2:
                for seat in pair.state.owing():
                    sampler = GAME.sampler(pair.state.view(seat))
                    told = {advice.choose(sampler.draw(Rng(k)), seat, Rng(0)) for k in range(4)}
                    assert told == {advice.choose(pair.state, seat, Rng(0))}
                    asked += 1
    assert asked > 80


def test_it_saves_zeros_from_the_other_team(table, within):
    advice = GAME.advice()

    def advised(t):
        return GAME.text(advice.choose(t.match.state, t.turn, Rng(1)))

    t = table(4, start=within(4, ["R9 K1", "R1 B1", "R0 R2", "R3 B3"], team="team:AC"))
    t.say("R9", "R1")
    assert advised(t) == "R0"  # the partner's 9 cannot be beaten: here the 0 is safe
    t = table(4, start=within(4, ["R9 K1", "R1 B1", "R0 R2", "R3 B3"], team="team:AB"))
    t.say("R9", "R1")
    assert advised(t) == "R2"  # the other team would capture it
    spaces = ["start-c1", "lay-none", "trump-none", "super-none", "points-minus-2"]
    t = table(4, start=within(4, ["R9 K1", "R1 B1", "R0 R2", "R3 B3"], team="team:AB", open=spaces))
    t.say("R9", "R1")
    assert advised(t) == "R0"  # at -2 it hurts whoever gets it


@pytest.mark.parametrize("level", ["textbook", "expert"])
def test_a_search_counts_what_its_team_wins(table, within, level):
    """The same cards, beside the partner whose 9 cannot be beaten, and against it."""

    def considered(team):
        t = table(4, start=within(4, ["R9 K1", "R1 B1", "R0 R2", "R3 B3"], team=team))
        t.say("R9", "R1")
        searcher = load_bot(level, GAME, 1, iterations=600)
        assert isinstance(searcher, Searcher)
        return searcher.consider(t.match.view(t.turn))

    best, *_ = considered("team:AC")
    assert GAME.text(best.action) == "R0"  # the partner's trick is the place to save it
    assert best.points > 10
    assert all(choice.points < 1 for choice in considered("team:AB"))


def test_it_wins_cheaply_when_it_plays_last(table, within):
    t = table(4, start=within(4, ["R5 K1 K2", "R1 B1 B2", "R2 B3 B4", "R6 R8 R9"], team="team:AC"))
    t.say("R5", "R1", "R2")
    assert GAME.text(GAME.advice().choose(t.match.state, 3, Rng(1))) == "R6"


def test_it_covers_what_the_hand_likes_least(table):
    t = table(2)
    t.draw(0)
    t.deal("R0 R0 R0 R1 R2 R3 R4 R5 R6 R7 R7 R7 R7 R8 R9")
    chosen = []
    advice = GAME.advice()
    while t.display().phase == "tokens":
        action = advice.choose(t.match.state, t.turn, Rng(1)) if t.turn == 0 else t.match.legal(1)[0]
        chosen += [GAME.text(action)] if t.turn == 0 else []
        t.match.play(t.turn, action)
    assert "cover:trump-red" not in chosen
    assert "cover:super-red" not in chosen
    assert "cover:start-c1" not in chosen


def test_the_casual_bot_plays_a_match():
    match = Match(GAME, 3, {"rounds": "1"}, shuffle=shuffler(3))
    bots = [make_bot("casual", GAME, seat) for seat in range(3)]
    while not match.over:
        match.play(match.turn, bots[match.turn].choose(match.view(match.turn)))
    assert sum(match.scores()) >= 0
