"""Measure one bot against another by duplicate deals, with every number of seats, on seeds of your choice.

    python tools/duels.py njet learnt:learnt/njet/learnt.network expert --seconds 0.05 --deals 200 --seed 9001

The deals are those of `atout arena ladder`; a run that is broken off has told what it knew.
"""

import argparse

from atout.arena.figures import mean, wilson
from atout.arena.ladder.duel import Task, play_duel
from atout.arena.ladder.questions import Question


def main() -> None:
    """Play the deals and tell the mean after 1, 2, 4, 8, ... and all of them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("one")
    parser.add_argument("other")
    parser.add_argument("--seconds", type=float, default=0.05)
    parser.add_argument("--seats", type=int)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=9001)
    wanted = parser.parse_args()
    question = Question(wanted.one, wanted.other, seconds=wanted.seconds, seats=wanted.seats)
    ahead: list[float] = []
    spent = 0.0
    for deal in range(wanted.first, wanted.first + wanted.deals):
        found = play_duel(Task(wanted.game, question, wanted.seed, deal))
        ahead.append(found.ahead)
        spent += found.seconds
        count = len(ahead)
        if count == wanted.deals or (count > 2 and count & (count - 1) == 0):
            points = mean(ahead)
            won, decided = sum(gain > 0 for gain in ahead), sum(gain != 0 for gain in ahead)
            share = wilson(won, decided) if decided else None
            told = f"; {won} of {decided} decided" + (f" ({share.low:.0%} to {share.high:.0%})" if share else "")
            print(
                f"{wanted.game}: {wanted.one} over {wanted.other}, {wanted.seconds:g} s: {points.value:+.3f} "
                f"({points.low:+.3f} to {points.high:+.3f}), {count} deals{told}, {spent:.0f} s",
                flush=True,
            )


if __name__ == "__main__":
    main()
