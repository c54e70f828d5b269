"""Loop: counted trees of small positions. The counts come from the referee, which knows nothing of the code under test.

perft.txt holds positions and their counts. `ATOUT_WRITE=1 pytest -k perft` counts anew, with the referee, and writes
the file; the engine's count is compared with the referee's in either case.
"""

import os
from pathlib import Path

import pytest

from atout.games.loop import GAME
from atout.kernel.start import Start
from atout.kernel.state import OVER, State

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


def cards(text: str) -> list[str]:
    return [part.replace("-", "") for part in text.split(" | ")]


def count(nodes: list[int], depth: int) -> None:
    if depth == len(nodes):
        nodes.append(0)
    nodes[depth] += 1


def engine_count(state: State, nodes: list[int], rows: list[int], depth: int = 0) -> None:
    """Count the positions at each depth, and add up the finishing places where the round ends."""
    if state.turn == OVER:
        for line in state.score_lines():
            rows[line.seat] += int(line.values["row"])
        return
    for action in state.legal(state.turn):
        after = state.clone()
        after.apply(state.turn, action)
        count(nodes, depth)
        engine_count(after, nodes, rows, depth + 1)


def engine_choice(state: State, nodes: list[int], depth: int = 0) -> None:
    """Count what seat 0 can set aside."""
    for action in state.legal(0):
        after = state.clone()
        after.apply(0, action)
        count(nodes, depth)
        engine_choice(after, nodes, depth + 1)


def slow_count(referee, nodes, rows, depth=0):
    """Count with lists."""
    if referee.over():
        for seat, place in referee.places.items():
            rows[seat] += place
        return
    for text in referee.legal():
        after = referee.copy()
        after.play(text)
        count(nodes, depth)
        slow_count(after, nodes, rows, depth + 1)


def slow_choice(hand: str) -> list[int]:
    """Count the choices of two cards by value, and the lower cards among them, with loops."""
    values = sorted(map(int, hand.split()))
    pairs = {(values[one], values[other]) for one in range(13) for other in range(one + 1, 13)}
    return [len({low for low, _ in pairs}), len(pairs)]


def out_first(hands: list[str]) -> list[int]:
    """Return finishing places for the seats with empty hands, in the order of the seats."""
    empty = [seat for seat, hand in enumerate(hands) if not hand]
    return [empty.index(seat) + 1 if seat in empty else 0 for seat in range(len(hands))]


def expected(position, referee):
    hands = cards(position["hands"])
    if "aside" not in position:
        return slow_choice(hands[0]), []
    judge = referee(hands, cards(position["aside"]), int(position["turn"]), position["direction"])
    judge.places = {seat: place for seat, place in enumerate(out_first(hands)) if place}
    if "current" in position:
        judge.current, judge.owner = [int(part) for part in position["current"].split(",")], int(position["owner"])
    nodes: list[int] = []
    rows = [0] * len(hands)
    slow_count(judge, nodes, rows)
    return nodes, rows


def start_of(position: dict[str, str]) -> Start:
    hands = cards(position["hands"])
    start: dict[str, object] = {"golden": 0, "hands": hands}
    if "aside" in position:
        start |= {"aside": cards(position["aside"]), "turn": int(position["turn"]), "direction": position["direction"]}
        start["finished"] = out_first(hands)
    if "current" in position:
        start |= {"current": position["current"], "owner": int(position["owner"])}
    return Start(start)


@pytest.mark.parametrize("position", POSITIONS, ids=[position["name"] for position in POSITIONS])
def test_perft(position, referee):
    nodes, rows = expected(position, referee)
    if os.environ.get("ATOUT_WRITE") == "1":
        write(position["name"], nodes, rows)
    else:
        assert (nodes, rows) == (numbers(position["nodes"]), numbers(position.get("rows", "")))
    seats = len(cards(position["hands"]))
    state = GAME.begin(seats, GAME.settle({"rounds": 1}), start_of(position))
    for silent in (False, True):  # a state without a log plays the same
        root = state.clone()
        root.silent = silent
        counted: list[int] = []
        added = [0] * len(rows)
        if "aside" in position:
            engine_count(root, counted, added)
        else:
            engine_choice(root, counted)
        assert (counted, added) == (nodes, rows)


def test_perft_positions_are_varied():
    assert {len(cards(position["hands"])) for position in POSITIONS} == {4, 5, 6}
    assert {position.get("direction") for position in POSITIONS} == {"up", "down", None}
    assert len({position["name"] for position in POSITIONS}) == len(POSITIONS)


def write(name: str, nodes: list[int], rows: list[int]) -> None:
    """Put new counts into the file."""
    blocks = FILE.read_text(encoding="utf-8").rstrip("\n").split("\n\n")
    for k, block in enumerate(blocks):
        lines = block.splitlines()
        if f"name: {name}" in lines:
            lines = [line for line in lines if not line.startswith(("nodes: ", "rows: "))]
            lines.append(f"nodes: {' '.join(map(str, nodes))}")
            lines += [f"rows: {' '.join(map(str, rows))}"] if rows else []
            blocks[k] = "\n".join(lines)
    FILE.write_text("\n\n".join(blocks) + "\n", encoding="utf-8")
