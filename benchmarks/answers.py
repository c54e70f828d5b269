"""How long bots think, where nothing is compiled or anywhere else."""

from time import monotonic, thread_time

from atout.bots.levels import make_bot
from atout.games import load
from atout.match import Match, shuffler


def longest_answer(name: str, level: str, decisions: int) -> tuple[float, float]:
    """Return the longest of so many decisions at a full table: seconds of the processor, and on the wall."""
    game = load(name)
    match = Match(game, game.seat_counts[-1], shuffle=shuffler(3))
    quick, timed = make_bot("casual", game, 1), make_bot(level, game, 5)
    used, took, asked, turns = 0.0, 0.0, 0, 0
    while not match.over and asked < decisions:
        seat, turns = match.turn, turns + 1
        view = match.view(seat)
        if len(view.legal) == 1 or turns % 4:
            match.play(seat, quick.choose(view))
            continue
        start, before = monotonic(), thread_time()
        action = timed.choose(view)
        used, took, asked = max(used, thread_time() - before), max(took, monotonic() - start), asked + 1
        match.play(seat, action)
    assert asked
    return used, took
