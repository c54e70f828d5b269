"""Search: iterations in textbook mode against OpenSpiel's ISMCTS in C++ with as many cards left, and with advice."""

from collections.abc import Iterator

from benchmarks.measure import ABSENT, Arguments, Measure, Task

CARDS = 32  # left in the deal: the first lead of Meinz, and of Oh Hell with eight tricks
ITERATIONS = 2000  # of every search, on both sides: the larger a tree, the slower
OH_HELL = f"oh_hell(players=4,num_tricks_fixed={CARDS // 4})"
PEER = Task("openspiel:searches", {"game": OH_HELL, "bids": 4, "iterations": ITERATIONS}, ABSENT)
GAMES = (
    # game, seats, where the play begins, actions left, what is required of the textbook's iterations
    ("luz", 4, "tricks", CARDS, 5),
    ("njet", 4, "tricks", CARDS, 5),
    ("meinz", 4, "tricks", 0, 5),
    ("was_sticht", 4, "tricks", CARDS, 5),
    ("mu", 4, "tricks", CARDS, 5),
    ("loop", 4, "play", CARDS, None),
    ("schrecklicht", 4, "plays", 0, None),
)


def measures() -> Iterator[Measure]:
    for game, seats, phase, left, least in GAMES:
        at: Arguments = {"game": game, "seats": seats, "phase": phase, "left": left, "iterations": ITERATIONS}
        yield Measure(
            "search as in the textbook",
            *(game, seats, "iterations/s", Task("ours:searches", {**at, "manner": "textbook"})),
            *(PEER, "OpenSpiel C++"),
            least=least,
        )
        yield Measure(
            "search with advice",
            *(game, seats, "iterations/s", Task("ours:searches", {**at, "manner": "advised"}), PEER, "OpenSpiel C++"),
        )


MEASURES = [*measures()]
