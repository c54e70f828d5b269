"""Luz with four players, mostly against OpenSpiel's Oh Hell with ten tricks, which is the game nearest to it."""

from benchmarks.measure import OURS, PURE, Arguments, Measure, Task
from benchmarks.measures.peers import CPP, PYTHON, RESAMPLED, ROLLOUTS, STEPPED

TABLE: Arguments = {"game": "luz", "seats": 4}
FIRST_LEAD: Arguments = {**TABLE, "phase": "tricks"}
MEASURES = [
    Measure(
        "random play-outs in the core",
        "luz",
        4,
        "decisions/s",
        Task("ours:playouts", FIRST_LEAD),
        ROLLOUTS,
        CPP,
        least=3,
        goal=5,
    ),
    Measure(
        "random play-outs, pure build",
        "luz",
        4,
        "decisions/s",
        Task("ours:playouts", FIRST_LEAD, PURE),
        ROLLOUTS,
        CPP,
    ),
    Measure(
        "whole deals stepped from Python",
        "luz",
        4,
        "decisions/s",
        Task("ours:whole_deals", TABLE),
        STEPPED,
        PYTHON,
        least=3,
    ),
    Measure(
        "whole deals, pure build",
        "luz",
        4,
        "decisions/s",
        Task("ours:whole_deals", TABLE, PURE),
        STEPPED,
        PYTHON,
    ),
    Measure(
        "worlds drawn from a view",
        "luz",
        4,
        "worlds/s",
        Task("ours:worlds", FIRST_LEAD),
        RESAMPLED,
        PYTHON,
        judged=OURS,
        least=200_000,
    ),
    Measure("samplers made from a view", "luz", 4, "samplers/s", Task("ours:samplers", FIRST_LEAD)),
    Measure("views", "luz", 4, "views/s", Task("ours:views", FIRST_LEAD)),
    Measure(
        "clone in the last deal of a match",
        "luz",
        4,
        "clones/s",
        Task("ours:clones", {**FIRST_LEAD, "deal": 4}),
        Task("ours:clones", {**FIRST_LEAD, "deal": 1}),
        "in the first deal",
        least=0.8,
        goal=1,
    ),
]
