"""What our games are measured against: OpenSpiel's Oh Hell with ten tricks, its fastest trick-taking game in C++."""

from benchmarks.measure import ABSENT, Arguments, Measure, Task

OH_HELL: Arguments = {"game": "oh_hell(players=4,num_tricks_fixed=10)"}
CPP, PYTHON = "OpenSpiel C++", "OpenSpiel from Python"

ROLLOUTS = Task("openspiel:rollouts", {**OH_HELL, "bids": 4}, ABSENT)
STEPPED = Task("openspiel:whole_deals", OH_HELL, ABSENT)
RESAMPLED = Task("openspiel:resampled_worlds", {**OH_HELL, "bids": 4}, ABSENT)

MEASURES: list[Measure] = []
