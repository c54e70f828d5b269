"""Loop: counted trees of small positions, by the referee of these tests and by the game."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from atout.games.loop import GAME
from atout.kernel.start import Start
from atout.kernel.state import OVER, State
from tests.kit import perft
from tests.kit.perft import Tree

FILE = Path(__file__).with_name("perft.txt")
POSITIONS = perft.read_positions(FILE)


def cards(text: str) -> list[str]:
    return [part.replace("-", "") for part in perft.split_by_seat(text)]


def rows(state: State) -> list[int]:
    """Return the finishing places of a round that is over."""
    found = [0] * state.seats
    for line in state.score_lines():
        found[line.seat] += int(line.values["row"])
    return found


def set_aside(state: State) -> Iterator[State]:
    """Yield what seat 0 can set aside."""
    for action in state.legal(0):
        after = state.clone()
        after.apply(0, action)
        yield after


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
        return {"nodes": slow_choice(hands[0]), "rows": []}
    judge = referee(hands, cards(position["aside"]), int(position["turn"]), position["direction"])
    judge.places = {seat: place for seat, place in enumerate(out_first(hands)) if place}
    if "current" in position:
        judge.current, judge.owner = [int(part) for part in position["current"].split(",")], int(position["owner"])

    def places(end):
        return [end.places[seat] for seat in range(len(hands))]

    tree = Tree().count(judge, perft.next_states_by_referee, lambda each: each.over(), places)
    return {"nodes": tree.nodes, "rows": tree.sums}


def start_of(position: perft.Position) -> Start:
    hands = cards(position["hands"])
    start: dict[str, object] = {"golden": 0, "hands": hands}
    if "aside" in position:
        start |= {"aside": cards(position["aside"]), "turn": int(position["turn"]), "direction": position["direction"]}
        start["finished"] = out_first(hands)
    if "current" in position:
        start |= {"current": position["current"], "owner": int(position["owner"])}
    return Start(start)


@pytest.mark.parametrize("position", POSITIONS, ids=perft.names(POSITIONS))
def test_perft(position, referee):
    seats = len(cards(position["hands"]))
    state = GAME.begin(seats, GAME.settle({"rounds": 1}), start_of(position))

    def count(root: State) -> perft.Counts:
        if "aside" not in position:
            return {"nodes": Tree().count(root, set_aside, lambda _: False).nodes, "rows": []}
        tree = Tree().count(root, perft.next_states, lambda after: after.turn == OVER, rows)
        return {"nodes": tree.nodes, "rows": tree.sums}

    perft.compare(FILE, position, expected(position, referee), state, count)


def test_perft_positions_are_varied():
    assert {len(cards(position["hands"])) for position in POSITIONS} == {4, 5, 6}
    assert {position.get("direction") for position in POSITIONS} == {"up", "down", None}
