"""From Python against RLCard's games: trick-taking against bridge, shedding and covering against Dou Dizhu."""

from benchmarks.measure import ABSENT, Measure, Task

BRIDGE = (Task("rlcard:bridge", {}, ABSENT), "RLCard bridge")
DOU_DIZHU = (Task("rlcard:dou_dizhu", {}, ABSENT), "RLCard Dou Dizhu")
GAMES = (
    ("luz", 4, BRIDGE),
    ("njet", 4, BRIDGE),
    ("meinz", 4, BRIDGE),
    ("was_sticht", 4, BRIDGE),
    ("mu", 5, BRIDGE),
    ("loop", 4, DOU_DIZHU),
    ("schrecklicht", 4, DOU_DIZHU),
)

MEASURES = [
    Measure(
        "whole deals stepped from Python, beside RLCard",
        *(game, seats, "decisions/s", Task("ours:whole_deals", {"game": game, "seats": seats}), *peer),
    )
    for game, seats, peer in GAMES
]
