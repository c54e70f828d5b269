"""Njet!: counted trees of small positions. The counts come from the naive rules, which know nothing of the code here.

perft.txt holds positions and their counts. `ATOUT_WRITE=1 pytest -k perft` counts anew, with the naive rules, and
writes the file; the engine's count is compared with the naive one in either case. A tree is as deep as the entry says;
where the round ends before, the scores of its ends are added up.
"""

import copy
import os
from pathlib import Path
from typing import Any

import pytest

from atout.games.njet import GAME
from atout.kernel.start import Start
from atout.kernel.state import State
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


def options_of(position: dict[str, str]) -> dict[str, object]:
    return {"rounds": "1", **dict(pair.split("=") for pair in position.get("options", "").split())}


def start_of(position: dict[str, str]) -> dict[str, object]:
    """Return the position as a start."""
    start: dict[str, object] = {"dealer": int(position["dealer"]), "hands": position["hands"].split(" | ")}
    for name in ("open", "team"):
        if name in position:
            start[name] = position[name].split() if name == "open" else position[name]
    if "tricks" in position:
        start |= {"tricks": numbers(position["tricks"]), "leader": int(position["leader"])}
    return start


def naively(position: dict[str, str]) -> Any:
    """Return the position as a naive match."""
    hands = [hand.split() for hand in position["hands"].split(" | ")]
    truth: Any = oracle("njet").naive(len(hands), GAME.settle(options_of(position)).values)
    truth.dealer = int(position["dealer"])
    truth.begin_round()
    truth.deal([card for hand in hands for card in hand])
    truth.hands = [list(hand) for hand in hands]
    if "open" in position:
        truth.open = [[space] for space in position["open"].split()]
        truth.settle()
    if "team" in position:
        truth.form(position["team"])
    if "tricks" in position:
        truth.won = numbers(position["tricks"])
        truth.phase, truth.turn = "tricks", int(position["leader"])
    return truth


def slow_count(truth, depth: int, nodes: list[int], sums: list[int], at: int = 0) -> None:
    """Count the positions at each depth with the naive rules, and add up the scores where the round ends."""
    if truth.turn < 0:
        for seat, score in enumerate(truth.scores()):
            sums[seat] += score
    elif at < depth:
        for text in truth.legal(truth.turn):
            after = copy.deepcopy(truth)
            after.events.clear()
            after.apply(truth.turn, text)
            nodes[at] += 1
            slow_count(after, depth, nodes, sums, at + 1)


def engine_count(state: State, depth: int, nodes: list[int], sums: list[int], at: int = 0) -> None:
    """Count the same with the engine."""
    if state.turn < 0:
        for seat, score in enumerate(state.scores()):
            sums[seat] += score
    elif at < depth:
        for action in state.legal(state.turn):
            after = state.clone()
            after.apply(state.turn, action)
            nodes[at] += 1
            engine_count(after, depth, nodes, sums, at + 1)


@pytest.mark.parametrize("position", POSITIONS, ids=[position["name"] for position in POSITIONS])
def test_perft(position):
    seats = len(position["hands"].split(" | "))
    depth = int(position["depth"])
    if os.environ.get("ATOUT_WRITE") == "1" or sum(numbers(position["nodes"])) < 1500:
        nodes, sums = [0] * depth, [0] * seats
        slow_count(naively(position), depth, nodes, sums)
        if os.environ.get("ATOUT_WRITE") == "1":
            write(position["name"], nodes, sums)
        else:
            assert (nodes, sums) == (numbers(position["nodes"]), numbers(position["sums"]))
    else:  # too slow to be counted again in every run
        nodes, sums = numbers(position["nodes"]), numbers(position["sums"])
    state = GAME.begin(seats, GAME.settle(options_of(position)), Start(start_of(position)))
    for silent in (False, True):  # a state without a log plays the same
        root = state.clone()
        root.silent = silent
        counted, added = [0] * depth, [0] * seats
        engine_count(root, depth, counted, added)
        assert (counted, added) == (nodes, sums)


def test_perft_positions_are_varied():
    assert {len(position["hands"].split(" | ")) for position in POSITIONS} == {2, 3, 4, 5}
    assert len({position["name"] for position in POSITIONS}) == len(POSITIONS)
    phases = {("tricks" in position, "team" in position, "open" in position) for position in POSITIONS}
    assert len(phases) >= 4  # tokens, teams, cards before play, tricks


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
