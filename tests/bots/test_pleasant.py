"""Nobody waits long for a bot, even where nothing is compiled: a second of one core is plenty in every game."""

from time import thread_time

import pytest

from atout.bots.levels import make_bot
from atout.games import load, names
from atout.match import Match, shuffler

DECISIONS = 30  # of each level that are timed


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("level", ["casual", "club"])
def test_bots_answer_within_a_second(name: str, level: str) -> None:
    game = load(name)
    match = Match(game, game.seat_counts[-1], shuffle=shuffler(3))
    quick, timed = make_bot("casual", game, 1), make_bot(level, game, 5)
    longest, asked, turns = 0.0, 0, 0
    while not match.over and asked < DECISIONS:
        seat, turns = match.turn, turns + 1
        view = match.view(seat)
        if len(view.legal) == 1 or turns % 4:
            match.play(seat, quick.choose(view))
            continue
        start = thread_time()
        action = timed.choose(view)
        longest, asked = max(longest, thread_time() - start), asked + 1
        match.play(seat, action)
    assert asked
    assert longest < 1.0
