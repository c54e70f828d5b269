"""Meinz: counted trees of small positions. The counts come from the naive match, which knows nothing of the engine.

perft.txt holds positions and their counts. `ATOUT_WRITE=1 pytest -k perft` counts anew, with the naive match, and
writes the file; the engine's count is compared with the naive one in either case.
"""

import copy
import os
from pathlib import Path
from typing import Any

import pytest

from atout.games.meinz import GAME
from atout.kernel.start import Start
from atout.kernel.state import State

FILE = Path(__file__).with_name("perft.txt")


def positions() -> list[dict[str, str]]:
    """Return the positions of the file: one block each, one `name: value` a line."""
    found = []
    for block in FILE.read_text(encoding="utf-8").split("\n\n"):
        lines = [line for line in block.splitlines() if line and not line.startswith("#")]
        if lines:
            found.append(dict(line.split(": ", 1) for line in lines))
    return found


POSITIONS = positions()


def numbers(text: str) -> list[int]:
    return [int(word) for word in text.split()]


def options_of(position: dict[str, str]) -> dict[str, object]:
    words = [] if position["options"] == "-" else position["options"].split()
    return {"rounds": "4", **dict(word.split("=") for word in words)}


class Count:
    """Positions at each depth, and the points at the ends."""

    def __init__(self, seats: int) -> None:
        self.nodes: list[int] = []
        self.ends = 0
        self.points = [0] * seats

    def node(self, depth: int) -> None:
        self.nodes += [0] * (depth + 1 - len(self.nodes))
        self.nodes[depth] += 1

    def end(self, scores: list[int]) -> None:
        self.ends += 1
        self.points = [total + score for total, score in zip(self.points, scores, strict=True)]

    def lines(self) -> list[str]:
        texts = [" ".join(map(str, counts)) for counts in (self.nodes, [self.ends], self.points)]
        return [f"{name}: {text}" for name, text in zip(("nodes", "ends", "points"), texts, strict=True)]


def engine_count(state: State, count: Count, depth: int = 0) -> None:
    if state.turn < 0:
        count.end(state.scores())
        return
    for action in state.legal(state.turn):
        after = state.clone()
        after.apply(state.turn, action)
        count.node(depth)
        engine_count(after, count, depth + 1)


def twin(truth: Any) -> Any:
    """Return an independent copy of a naive match."""
    new = copy.copy(truth)
    for name in ("points", "discards", "turned", "course", "cried", "table", "order", "to_ask"):
        setattr(new, name, list(getattr(truth, name)))
    new.hands = [list(hand) for hand in truth.hands]
    new.tricks = [[list(trick) for trick in tricks] for tricks in truth.tricks]
    return new


def slow_count(truth: Any, count: Count, depth: int = 0) -> None:
    if truth.turn < 0:
        count.end(truth.scores())
        return
    for text in truth.legal(truth.turn):
        after = twin(truth)
        after.events = []
        after.apply(truth.turn, text)
        count.node(depth)
        slow_count(after, count, depth + 1)


def naive_at(spec: Any, position: dict[str, str]) -> Any:
    """Return the naive match at a position; the tricks won are made of cards that count as much."""
    seats = int(position["seats"])
    truth = spec.naive(seats, GAME.settle(options_of(position)).values)
    truth.deal("ABCD"[int(position["dealer"])])
    truth.hands = [hand.split() for hand in position["hands"].split(" | ")]
    truth.stack = position.get("stack", "").split()
    truth.discards = ["Z1"] * seats
    truth.tricks = []
    for won, total in zip(numbers(position["tricks"]), numbers(position["sums"]), strict=True):
        cards = [f"Z{min(9, total - 9 * k)}" for k in range((total + 8) // 9)]
        truth.tricks.append([cards, []][:won])
    truth.begin_trick(int(position["leader"]))
    return truth


@pytest.mark.sweep
@pytest.mark.parametrize("position", POSITIONS, ids=[position["name"] for position in POSITIONS])
def test_perft(position, spec):
    seats = int(position["seats"])
    slow = Count(seats)
    slow_count(naive_at(spec, position), slow)
    if os.environ.get("ATOUT_WRITE") == "1":
        write(position["name"], slow.lines())
    else:
        assert slow.lines() == [f"{name}: {position[name]}" for name in ("nodes", "ends", "points")]
    start: dict[str, object] = {name: int(position[name]) for name in ("dealer", "leader")}
    start |= {name: numbers(position[name]) for name in ("tricks", "sums")}
    start["hands"] = position["hands"].split(" | ")
    start |= {"stack": position["stack"]} if seats == 3 else {}
    state = GAME.begin(seats, GAME.settle(options_of(position)), Start(start))
    for silent in (False, True):  # a state without a log plays the same
        root = state.clone()
        root.silent = silent
        count = Count(seats)
        engine_count(root, count)
        assert count.lines() == slow.lines()


def test_perft_positions_are_varied():
    assert {position["seats"] for position in POSITIONS} == {"3", "4"}
    assert len({position["name"] for position in POSITIONS}) == len(POSITIONS)
    assert {sum(numbers(position["tricks"])) for position in POSITIONS} == {5, 6, 7}


def write(name: str, lines: list[str]) -> None:
    """Put new counts into the file."""
    blocks = FILE.read_text(encoding="utf-8").rstrip("\n").split("\n\n")
    for k, block in enumerate(blocks):
        old = block.splitlines()
        if f"name: {name}" in old:
            kept = [line for line in old if not line.startswith(("nodes: ", "ends: ", "points: "))]
            blocks[k] = "\n".join([*kept, *lines])
    FILE.write_text("\n\n".join(blocks) + "\n", encoding="utf-8")
