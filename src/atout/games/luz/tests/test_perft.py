"""Luz: counted trees of small positions, by the referee of these tests and by the game."""

from pathlib import Path

import pytest

from atout.games.luz import GAME
from atout.kernel.start import Start
from atout.kernel.state import State
from tests.kit import perft
from tests.kit.perft import Tree, numbers, split_by_seat

FILE = Path(__file__).with_name("perft.txt")
POSITIONS = perft.read_positions(FILE)


def slow_cards(position, referee, spec_result, depth):
    """Count card play with lists."""
    bets = position["bets"].split()
    before = numbers(position["tricks"])

    def points(judge):
        won = [had + new for had, new in zip(before, judge.won, strict=True)]
        return [spec_result(int(position["deal"]), bet, won[seat]) for seat, bet in enumerate(bets)]

    root = referee(split_by_seat(position["hands"]), int(position["leader"]))
    return Tree(depth).count(root, perft.next_states_by_referee, lambda judge: not judge.legal(), points).counts()


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
    return {"nodes": nodes, "sums": [0] * len(position["bets"].split())}


@pytest.mark.parametrize("position", POSITIONS, ids=perft.names(POSITIONS))
def test_perft(position, referee, spec_result):
    hands, bets = split_by_seat(position["hands"]), position["bets"].split()
    betting = "-" in bets
    depth = bets.count("-") if betting else sum(len(hand.split()) for hand in hands)
    slow = slow_bets(position, depth) if betting else slow_cards(position, referee, spec_result, depth)
    start = {"deal": int(position["deal"]), "marker": int(position["marker"]), "hands": hands, "bets": bets}
    if not betting:
        start |= {"tricks": numbers(position["tricks"]), "leader": int(position["leader"])}
    state = GAME.begin(len(hands), GAME.settle({"bead_limit": position["bead_limit"]}), Start(start))

    def count(root: State) -> perft.Counts:
        return Tree(depth).count(root, perft.next_states, lambda _: False).counts()

    perft.compare(FILE, position, slow, state, count, silent=sum(slow["nodes"]) < 5000)


def test_perft_positions_are_varied():
    assert {len(split_by_seat(position["hands"])) for position in POSITIONS} == {3, 4, 5}
    assert {position["deal"] for position in POSITIONS} == {"1", "2", "3", "4"}
