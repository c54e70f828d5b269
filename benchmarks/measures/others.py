"""The other games: play-outs against OpenSpiel's fastest, worlds from a view, and decisions late in a long match."""

from collections.abc import Iterator

from benchmarks.measure import OURS, Arguments, Measure, Task
from benchmarks.measures.peers import CPP, PYTHON, RESAMPLED, ROLLOUTS, STEPPED

TRICKS, SHEDDING = (3, 5), (2, 3)  # required and aimed at
GAMES = (
    # game, seats, where the play begins, what play-outs must reach, what worlds must (half where bars are counted)
    ("njet", 4, "tricks", TRICKS, 50_000),
    ("meinz", 4, "tricks", TRICKS, 50_000),
    ("was_sticht", 4, "tricks", TRICKS, 100_000),
    ("mu", 5, "tricks", TRICKS, 50_000),
    ("loop", 4, "play", SHEDDING, 100_000),
    ("schrecklicht", 4, "plays", SHEDDING, 100_000),
)
LONG: Arguments = {"game": "mu", "seats": 5, "phase": "tricks", "option": "limit=500"}


def measures() -> Iterator[Measure]:
    for game, seats, phase, (least, goal), fewest in GAMES:
        at: Arguments = {"game": game, "seats": seats, "phase": phase}
        whole: Arguments = {"game": game, "seats": seats}
        yield Measure(
            "random play-outs in the core",
            *(game, seats, "decisions/s", Task("ours:playouts", at), ROLLOUTS, CPP),
            least=least,
            goal=goal,
        )
        yield Measure(
            "whole deals stepped from Python",
            *(game, seats, "decisions/s", Task("ours:whole_deals", whole), STEPPED, PYTHON),
            least=3 if (least, goal) == TRICKS else None,
            goal=None if (least, goal) == TRICKS else 3,
        )
        yield Measure(
            "worlds drawn from a view",
            *(game, seats, "worlds/s", Task("ours:worlds", at), RESAMPLED, PYTHON),
            judged=OURS,
            least=fewest,
        )


MEASURES = [
    *measures(),
    Measure(
        "decisions with views, last deal of a long match",
        *("mu", 5, "decisions/s", Task("ours:logged_decisions", {**LONG, "deal": 0})),
        Task("ours:logged_decisions", {**LONG, "deal": 1}),
        "in the first deal",
        least=0.8,
        goal=1,
    ),
]
