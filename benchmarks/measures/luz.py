"""Luz with four players, mostly against OpenSpiel's Oh Hell with ten tricks, which is the game nearest to it."""

from benchmarks.measure import ABSENT, OURS, PURE, Arguments, Measure, Task

TABLE: Arguments = {"game": "luz", "seats": 4}
FIRST_LEAD: Arguments = {**TABLE, "skip": 4}  # after four bets
OH_HELL: Arguments = {"game": "oh_hell(players=4,num_tricks_fixed=10)"}
CPP, PYTHON = "OpenSpiel C++", "OpenSpiel from Python"

ROLLOUTS = Task("openspiel:rollouts", {**OH_HELL, "bids": 4}, ABSENT)
STEPPED = Task("openspiel:whole_deals", OH_HELL, ABSENT)
RESAMPLED = Task("openspiel:resampled_worlds", {**OH_HELL, "bids": 4}, ABSENT)

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
