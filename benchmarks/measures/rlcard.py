"""From Python against RLCard's games: trick-taking against bridge, shedding and covering against Dou Dizhu."""

from benchmarks.measure import ABSENT, Measure, Task
from benchmarks.measures.research import GAMES

BRIDGE = (Task("rlcard:bridge", {}, ABSENT), "RLCard bridge")
DOU_DIZHU = (Task("rlcard:dou_dizhu", {}, ABSENT), "RLCard Dou Dizhu")

MEASURES = [
    Measure(
        "whole deals stepped from Python, beside RLCard",
        *(game, seats, "decisions/s", Task("ours:whole_deals", {"game": game, "seats": seats})),
        *(BRIDGE if with_tricks else DOU_DIZHU),
    )
    for game, seats, with_tricks in GAMES
]
