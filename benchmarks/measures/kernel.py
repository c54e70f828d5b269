"""What all games share."""

from benchmarks.measure import MILLISECONDS, OURS, Measure, Task

MEASURES = [
    Measure(
        "table of the dealer, 60 cards, 5 hidden hands of 6, each with a bar",
        "",
        6,
        MILLISECONDS,
        Task("ours:dealers", {"hands": 5, "size": 10}),
        judged=OURS,
        most=50,
    ),
]
