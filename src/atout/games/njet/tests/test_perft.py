"""Njet!: counted trees of small positions, by the naive rules and by the game; as deep as a position says."""

from pathlib import Path
from typing import Any

import pytest

from atout.games.njet import GAME
from atout.kernel.start import Start
from atout.kernel.state import State
from tests.conformance.oracle import oracle
from tests.kit import perft
from tests.kit.perft import Tree, numbers, split_by_seat
from tests.kit.writing import is_writing

FILE = Path(__file__).with_name("perft.txt")
POSITIONS = perft.read_positions(FILE)


def options_of(position: perft.Position) -> dict[str, object]:
    return {"rounds": "1", **dict(pair.split("=") for pair in position.get("options", "").split())}


def start_of(position: perft.Position) -> dict[str, object]:
    """Return the position as a start."""
    start: dict[str, object] = {"dealer": int(position["dealer"]), "hands": split_by_seat(position["hands"])}
    for name in ("open", "team"):
        if name in position:
            start[name] = position[name].split() if name == "open" else position[name]
    if "tricks" in position:
        start |= {"tricks": numbers(position["tricks"]), "leader": int(position["leader"])}
    return start


def naively(position: perft.Position) -> Any:
    """Return the position as a naive match."""
    hands = [hand.split() for hand in split_by_seat(position["hands"])]
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


@pytest.mark.parametrize("position", POSITIONS, ids=perft.names(POSITIONS))
def test_perft(position):
    seats, depth = len(split_by_seat(position["hands"])), int(position["depth"])
    slow = perft.counts(position, "nodes", "sums")
    if is_writing() or sum(slow["nodes"]) < 1500:  # others are too slow to be counted again in every run
        slow = Tree(depth).count(naively(position), perft.next_states_slowly).counts()
    state = GAME.begin(seats, GAME.settle(options_of(position)), Start(start_of(position)))

    def count(root: State) -> perft.Counts:
        return Tree(depth).count(root, perft.next_states).counts()

    perft.compare(FILE, position, slow, state, count)


def test_perft_positions_are_varied():
    assert {len(split_by_seat(position["hands"])) for position in POSITIONS} == {2, 3, 4, 5}
    phases = {("tricks" in position, "team" in position, "open" in position) for position in POSITIONS}
    assert len(phases) >= 4  # tokens, teams, cards before play, tricks
