"""Counted trees of small positions: a slow count, which knows nothing of the game's code, and the game's own.

A file perft.txt holds positions and their counts. `ATOUT_WRITE=1 pytest -k perft` counts again, in the slow way, and
writes the files; the game's count is compared with the slow one in either case.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

from atout.kernel.state import State
from tests.kit.writing import is_writing

Node = TypeVar("Node")
Counts = dict[str, list[int]]
Position = dict[str, str]


def read_positions(file: Path) -> list[Position]:
    """Return the positions of a file: one block each, one `name: value` a line."""
    found = []
    for block in file.read_text(encoding="utf-8").split("\n\n"):
        lines = [line for line in block.splitlines() if line and not line.startswith("#")]
        if lines:
            found.append({name: value.strip() for name, value in (line.split(":", 1) for line in lines)})
    assert len({position["name"] for position in found}) == len(found)
    return found


def names(found: Sequence[Position]) -> list[str]:
    """Return what the tests of positions are called."""
    return [position["name"] for position in found]


def numbers(text: str) -> list[int]:
    return [int(word) for word in text.split()]


def split_by_seat(text: str) -> list[str]:
    """Return what a line says seat by seat."""
    return [part.strip() for part in text.split("|")]


def counts(position: Position, *fields: str) -> Counts:
    """Return the counts of the file."""
    return {field: numbers(position.get(field, "")) for field in fields}


# Trees


def is_over(node: Any) -> bool:
    """Say whether nobody is on turn."""
    return bool(node.turn < 0)


def scores(node: Any) -> Sequence[int]:
    """Return the scores at the end of a branch."""
    found: Sequence[int] = node.scores()
    return found


def next_states(state: State) -> Iterator[State]:
    """Yield what can come next: every action of the seat on turn."""
    for action in state.legal(state.turn):
        after = state.clone()
        after.apply(state.turn, action)
        yield after


def next_states_slowly(truth: Any) -> Iterator[Any]:
    """Yield the same by the naive rules."""
    for text in truth.legal(truth.turn):
        after = copy.deepcopy(truth)
        after.events.clear()
        after.apply(truth.turn, text)
        yield after


def next_states_by_referee(referee: Any) -> Iterator[Any]:
    """Yield the same by a referee of the tests."""
    for text in referee.legal():
        after = referee.copy()
        after.play(text)
        yield after


class Tree:
    """How many positions there are at each depth, how many ends, and the results of the ends added up."""

    def __init__(self, depth: int | None = None) -> None:
        self.depth = depth  # the end of every branch that has not ended before
        self.nodes = [0] * (depth or 0)
        self.ends = 0
        self.sums: list[int] = []

    def count(
        self,
        node: Node,
        after: Callable[[Node], Iterable[Node]],
        ended: Callable[[Node], bool] = is_over,
        result: Callable[[Node], Sequence[int]] = scores,
        level: int = 0,
    ) -> Tree:
        """Count what comes after a position."""
        if level == self.depth or ended(node):
            self.ends += 1
            found = result(node)
            self.sums = [total + new for total, new in zip(self.sums or [0] * len(found), found, strict=True)]
            return self
        for child in after(node):
            if level == len(self.nodes):
                self.nodes.append(0)
            self.nodes[level] += 1
            self.count(child, after, ended, result, level + 1)
        return self

    def counts(self) -> Counts:
        return {"nodes": self.nodes, "sums": self.sums}


# Comparing


def compare(
    file: Path, position: Position, slow: Counts, state: State, count: Callable[[State], Counts], silent: bool = True
) -> None:
    """Demand that the file, the slow count and the game agree; without a log the game plays the same."""
    if is_writing():
        write(file, position["name"], slow)
    else:
        assert slow == counts(position, *slow)
    for quiet in (False, True) if silent else (False,):
        root = state.clone()
        root.silent = quiet
        assert count(root) == slow


def write(file: Path, name: str, found: Counts) -> None:
    """Put new counts into a file."""
    blocks = file.read_text(encoding="utf-8").rstrip("\n").split("\n\n")
    for k, block in enumerate(blocks):
        lines = block.splitlines()
        if f"name: {name}" in lines:
            kept = [line for line in lines if line.split(":")[0] not in found]
            new = [f"{field}: {' '.join(map(str, numbers))}" for field, numbers in found.items() if numbers]
            blocks[k] = "\n".join([*kept, *new])
    file.write_text("\n\n".join(blocks) + "\n", encoding="utf-8")
