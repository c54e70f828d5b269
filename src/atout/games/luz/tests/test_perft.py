"""Luz: counted trees of small positions. The counts come from the referee, which knows nothing of the code under test.

perft.txt holds positions and their counts. `ATOUT_WRITE=1 pytest -k perft` counts anew, with the referee, and writes
the file; the engine's count is compared with the referee's in either case.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from atout.games.luz import GAME
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


def engine_count(state: State, deal_end: int, nodes: list[int], sums: list[int], depth: int = 0) -> None:
    """Count the positions at each depth, and add up the scores where the tree ends."""
    if depth == deal_end:
        for seat, score in enumerate(state.scores()):
            sums[seat] += score
        return
    for action in state.legal(state.turn):
        after = state.clone()
        after.apply(state.turn, action)
        nodes[depth] += 1
        engine_count(after, deal_end, nodes, sums, depth + 1)


def endings(referee, depth, nodes) -> Iterator[list[int]]:
    """Yield the tricks won at every end of the deal, counting on the way."""
    texts = referee.legal()
    if not texts:
        yield referee.won
    for text in texts:
        after = referee.copy()
        after.play(text)
        nodes[depth] += 1
        yield from endings(after, depth + 1, nodes)


def slow_cards(position, referee, spec_result, depth):
    """Count card play with lists."""
    nodes = [0] * depth
    bets = position["bets"].split()
    before = numbers(position["tricks"])
    sums = [0] * len(bets)
    for won in endings(referee(position["hands"].split(" | "), int(position["leader"])), 0, nodes):
        for seat, bet in enumerate(bets):
            sums[seat] += spec_result(int(position["deal"]), bet, before[seat] + won[seat])
    return nodes, sums


def slow_bets(position, depth):
    """Count bets with loops: 11 numbers, with and without safety; with the limit no more than 15 beads in all."""
    made = [int(bet.removesuffix("+S")) for bet in position["bets"].split() if bet != "-"]
    partial = [sum(made)]
    nodes = []
    for _ in range(depth):
        longer = []
        for used in partial:
            for beads in range(11):
                for _safety in (0, 1):
                    if position["bead_limit"] == "off" or used + beads <= 15:
                        longer.append(used + beads)
        partial = longer
        nodes.append(len(partial))
    return nodes, [0] * len(position["bets"].split())


@pytest.mark.parametrize("position", POSITIONS, ids=[position["name"] for position in POSITIONS])
def test_perft(position, referee, spec_result):
    hands = position["hands"].split(" | ")
    seats = len(hands)
    betting = "-" in position["bets"].split()
    depth = position["bets"].split().count("-") if betting else sum(len(hand.split()) for hand in hands)
    nodes, sums = slow_bets(position, depth) if betting else slow_cards(position, referee, spec_result, depth)
    if os.environ.get("ATOUT_WRITE") == "1":
        write(position["name"], nodes, sums)
    else:
        assert (nodes, sums) == (numbers(position["nodes"]), numbers(position["sums"]))
    start: dict[str, object] = {"deal": int(position["deal"]), "marker": int(position["marker"]), "hands": hands}
    start["bets"] = position["bets"].split()
    if not betting:
        start |= {"tricks": numbers(position["tricks"]), "leader": int(position["leader"])}
    state = GAME.begin(seats, GAME.settle({"bead_limit": position["bead_limit"]}), Start(start))
    for silent in (False, True):  # a state without a log plays the same
        root = state.clone()
        root.silent = silent
        counted, added = [0] * depth, [0] * seats
        if not silent or sum(nodes) < 5000:
            engine_count(root, depth, counted, added)
            assert (counted, added) == (nodes, sums)


def test_perft_positions_are_varied():
    assert {len(position["hands"].split(" | ")) for position in POSITIONS} == {3, 4, 5}
    assert {position["deal"] for position in POSITIONS} == {"1", "2", "3", "4"}
    assert len({position["name"] for position in POSITIONS}) == len(POSITIONS)


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
