"""Environments and batches: steps against PettingZoo's own card games, and decisions of many matches at once."""

from collections.abc import Iterator

from benchmarks.measure import ABSENT, OURS, Arguments, Measure, Task

TEXAS: Arguments = {"game": "texas_holdem-v4", "avoided": 2}  # 2 is to fold: hands are played to their end
LEDUC: Arguments = {"game": "leduc_holdem-v4", "avoided": 2}
STEPS = Task("pettingzoo:steps", TEXAS, ABSENT)

CORES = 2
MASKS, OBSERVED = 1_000_000, 200_000  # required of the trick-taking games
GAMES = (
    # game, seats, whether it is a trick-taking game
    ("luz", 4, True),
    ("njet", 4, True),
    ("meinz", 4, True),
    ("was_sticht", 4, True),
    ("mu", 5, True),
    ("loop", 4, False),
    ("schrecklicht", 4, False),
)


def environments() -> Iterator[Measure]:
    for game, seats, _ in GAMES:
        yield Measure(
            "environment steps",
            *(game, seats, "steps/s", Task("research:steps", {"game": game, "seats": seats})),
            *(STEPS, "PettingZoo Texas Hold'em"),
            least=3,
        )
    yield Measure(
        "environment steps of PettingZoo's Leduc Hold'em",
        *("", 2, "steps/s", Task("pettingzoo:steps", LEDUC, ABSENT), STEPS, "Texas Hold'em in the same"),
    )


def batches() -> Iterator[Measure]:
    for name, observe, least in (("masks", 0, MASKS), ("masks and observations", 1, OBSERVED)):
        for game, seats, tricks in GAMES:
            at: Arguments = {"game": game, "seats": seats, "observe": observe, "processes": CORES}
            yield Measure(
                f"batches with {name}, two cores",
                *(game, seats, "decisions/s", Task("research:decisions", at)),
                judged=OURS,
                least=least if tricks else None,
            )


MEASURES = [*environments(), *batches()]
