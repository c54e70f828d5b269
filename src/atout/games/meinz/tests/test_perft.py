"""Meinz: counted trees of small positions, by the naive match and by the game."""

import copy
from pathlib import Path
from typing import Any

import pytest

from atout.games.meinz import GAME
from atout.kernel.start import Start
from atout.kernel.state import State
from tests.kit import perft
from tests.kit.perft import Tree, numbers, split_by_seat

FILE = Path(__file__).with_name("perft.txt")
POSITIONS = perft.read_positions(FILE)


def options_of(position: perft.Position) -> dict[str, object]:
    words = [] if position["options"] == "-" else position["options"].split()
    return {"rounds": "4", **dict(word.split("=") for word in words)}


def twin(truth: Any) -> Any:
    """Return an independent copy of a naive match."""
    new = copy.copy(truth)
    for name in ("points", "discards", "turned", "course", "cried", "table", "order", "to_ask"):
        setattr(new, name, list(getattr(truth, name)))
    new.hands = [list(hand) for hand in truth.hands]
    new.tricks = [[list(trick) for trick in tricks] for tricks in truth.tricks]
    return new


def next_states_slowly(truth: Any) -> Any:
    """Yield what can come next by the naive match."""
    for text in truth.legal(truth.turn):
        after = twin(truth)
        after.events = []
        after.apply(truth.turn, text)
        yield after


def counts(tree: Tree) -> perft.Counts:
    return {"nodes": tree.nodes, "ends": [tree.ends], "points": tree.sums}


def naive_at(spec: Any, position: perft.Position) -> Any:
    """Return the naive match at a position; the tricks won are made of cards that count as much."""
    seats = int(position["seats"])
    truth = spec.naive(seats, GAME.settle(options_of(position)).values)
    truth.deal("ABCD"[int(position["dealer"])])
    truth.hands = [hand.split() for hand in split_by_seat(position["hands"])]
    truth.stack = position.get("stack", "").split()
    truth.discards = ["Z1"] * seats
    truth.tricks = []
    for won, total in zip(numbers(position["tricks"]), numbers(position["sums"]), strict=True):
        cards = [f"Z{min(9, total - 9 * k)}" for k in range((total + 8) // 9)]
        truth.tricks.append([cards, []][:won])
    truth.begin_trick(int(position["leader"]))
    return truth


@pytest.mark.sweep
@pytest.mark.parametrize("position", POSITIONS, ids=perft.names(POSITIONS))
def test_perft(position, spec):
    seats = int(position["seats"])
    start: dict[str, object] = {name: int(position[name]) for name in ("dealer", "leader")}
    start |= {name: numbers(position[name]) for name in ("tricks", "sums")}
    start["hands"] = split_by_seat(position["hands"])
    start |= {"stack": position["stack"]} if seats == 3 else {}
    state = GAME.begin(seats, GAME.settle(options_of(position)), Start(start))

    def count(root: State) -> perft.Counts:
        return counts(Tree().count(root, perft.next_states))

    slow = counts(Tree().count(naive_at(spec, position), next_states_slowly))
    perft.compare(FILE, position, slow, state, count)


def test_perft_positions_are_varied():
    assert {position["seats"] for position in POSITIONS} == {"3", "4"}
    assert {sum(numbers(position["tricks"])) for position in POSITIONS} == {5, 6, 7}
