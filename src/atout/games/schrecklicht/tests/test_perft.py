"""Schrecklicht: counted trees. The counts come from the naive match, which knows nothing of the code under test.

perft.txt holds positions and their counts. `ATOUT_WRITE=1 pytest -k perft` counts anew, with the naive match, and
writes the file; the engine's count is compared with that in either case.
"""

import os
from copy import deepcopy
from pathlib import Path

import pytest

from atout.games.schrecklicht import GAME
from atout.kernel.state import State
from atout.match import Match
from tests.conformance.oracle import oracle

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


def engine_count(state: State, depth: int, nodes: list[int], sums: list[int]) -> None:
    """Count the positions after each play, and add up the scores where the tree ends."""
    if state.turn < 0 or depth == len(nodes):
        for seat, score in enumerate(state.scores()):
            sums[seat] += score
        return
    for action in state.legal(state.turn):
        after = state.clone()
        after.apply(state.turn, action)
        nodes[depth] += 1
        engine_count(after, depth + 1, nodes, sums)


def slow_count(naive, depth: int, nodes: list[int], sums: list[int]) -> None:
    """Count the same with lists."""
    if naive.turn < 0 or depth == len(nodes):
        for seat, score in enumerate(naive.scores()):
            sums[seat] += score
        return
    for text in naive.legal(naive.turn):
        after = deepcopy(naive)
        after.apply(naive.turn, text)
        nodes[depth] += 1
        slow_count(after, depth + 1, nodes, sums)


def steps(position):
    """Return the chance events of a position, each in full."""
    seats = int(position["seats"])
    letters = "ABCDE"[:seats]
    dealer = position["dealer"]
    yield [dealer, *letters.replace(dealer, "")]
    yield position["objectives"].split()
    yield position["deck"].split()


@pytest.mark.parametrize("position", POSITIONS, ids=[position["name"] for position in POSITIONS])
def test_perft(position):
    seats, depth = int(position["seats"]), int(position["depth"])
    match = Match(GAME, seats)
    naive = oracle("schrecklicht").naive(seats, match.options.values)
    naive.events = []
    for names in steps(position):
        pack = match.state.pack()
        match.deal([pack.names.index(name) for name in names])
        naive.deal(names)
    for text in position["plays"].replace("-", "").split():
        naive.apply(naive.turn, text)
        match.play(match.turn, text)
    nodes, sums = [0] * depth, [0] * seats
    naive.events.clear()
    slow_count(naive, 0, nodes, sums)
    if os.environ.get("ATOUT_WRITE") == "1":
        write(position["name"], nodes, sums)
    else:
        assert (nodes, sums) == (numbers(position["nodes"]), numbers(position["sums"]))
    for silent in (False, True):  # a state without a log plays the same
        root = match.state.clone()
        root.silent = silent
        counted, added = [0] * depth, [0] * seats
        engine_count(root, 0, counted, added)
        assert (counted, added) == (nodes, sums)


def test_perft_positions_are_varied():
    assert {position["seats"] for position in POSITIONS} == {"3", "4", "5"}
    assert len({position["name"] for position in POSITIONS}) == len(POSITIONS)
    objectives = {name for position in POSITIONS for name in position["objectives"].split()[:3]}
    assert len(objectives) == 12


def write(name: str, nodes: list[int], sums: list[int]) -> None:
    """Put new counts into the file."""
    blocks = FILE.read_text(encoding="utf-8").rstrip("\n").split("\n\n")
    for k, block in enumerate(blocks):
        lines = block.splitlines()
        if f"name: {name}" in lines:
            lines = [line for line in lines if not line.startswith(("nodes: ", "sums: "))]
            lines += [f"nodes: {' '.join(map(str, nodes))}", f"sums: {' '.join(map(str, sums))}"]
            blocks[k] = "\n".join(lines)
    FILE.write_text("\n\n".join(blocks) + "\n", encoding="utf-8")
