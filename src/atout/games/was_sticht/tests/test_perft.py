"""Was sticht?: counted trees of small positions. The counts come from the naive rules, which share no code with it.

perft.txt holds positions of the records and their counts. `ATOUT_WRITE=1 pytest -k perft` counts anew, with the naive
rules, and writes the file; the game's count is compared with the naive one in either case.
"""

import os
from copy import deepcopy
from pathlib import Path

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from atout import record
from atout.games.was_sticht import GAME
from atout.kernel.state import CHANCE
from atout.match import Dealt, Match

FILE = Path(__file__).with_name("perft.txt")
RECORDS = Path(__file__).parent.parent / "records"


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


def game_count(state, depth, nodes, sums, level=0):
    """Count the positions at each depth by the game, and add up the scores where the tree ends."""
    if level == depth or state.turn < 0:
        for seat, score in enumerate(state.scores()):
            sums[seat] += score
        return
    for seat in state.owing():
        for action in state.legal(seat):
            after = state.clone()
            after.apply(seat, action)
            nodes[level] += 1
            game_count(after, depth, nodes, sums, level + 1)


def slow_count(truth, depth, nodes, sums, level=0):
    """Count the same with the naive rules."""
    if level == depth or truth.turn < 0:
        for seat, score in enumerate(truth.scores()):
            sums[seat] += score
        return
    for seat in truth.owing():
        for text in truth.legal(seat):
            after = deepcopy(truth)
            after.apply(seat, text)
            nodes[level] += 1
            slow_count(after, depth, nodes, sums, level + 1)


def position(block, rules):
    """Return a position of a record as a state and as a naive match."""
    match = record.replay(record.load(RECORDS / f"{block['record']}.toml"))
    options = GAME.settle(dict(item.split("=") for item in block["options"].split()) if block["options"] != "-" else {})
    again = Match(GAME, match.seats, options)
    truth = rules.naive(match.seats, options.values)
    for step in match.steps[: int(block["steps"])]:
        if isinstance(step, Dealt):
            assert again.turn == CHANCE
            truth.deal([again.state.pack().names[item] for item in step.order])
            again.deal(step.order)
        else:
            truth.apply(step.seat, GAME.text(step.action))
            again.play(step.seat, step.action)
    truth.events.clear()
    return again.state, truth


@pytest.mark.sweep
@pytest.mark.parametrize("block", POSITIONS, ids=[block["name"] for block in POSITIONS])
def test_perft(block, rules):
    state, truth = position(block, rules)
    depth = int(block["depth"])
    nodes, sums = [0] * depth, [0] * state.seats
    slow_count(truth, depth, nodes, sums)
    if os.environ.get("ATOUT_WRITE") == "1":
        write(block["name"], nodes, sums)
    else:
        assert (nodes, sums) == (numbers(block["nodes"]), numbers(block["sums"]))
    for silent in (False, True):  # a state without a log plays the same
        root = state.clone()
        root.silent = silent
        counted, added = [0] * depth, [0] * state.seats
        game_count(root, depth, counted, added)
        assert (counted, added) == (nodes, sums)


def test_perft_positions_are_varied(rules):
    assert len({block["name"] for block in POSITIONS}) == len(POSITIONS)
    phases = set()
    seats = set()
    for block in POSITIONS:
        state, _ = position(block, rules)
        phases.add(state.view(0).display().phase)
        seats.add(state.seats)
        for seat in range(state.seats):
            scratch = vec[i64]([0] * state.width())
            assert [state.pick(seat, k, scratch) for k in range(state.count(seat, scratch))] == state.legal(seat)
    assert phases == {"contracts", "columns", "choice", "tricks", "discard"}
    assert seats == {3, 4}


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
