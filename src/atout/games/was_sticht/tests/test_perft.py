"""Was sticht?: counted trees of positions of the records, by the naive rules and by the game."""

from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from atout import record
from atout.games.was_sticht import GAME
from atout.kernel.state import CHANCE, State
from atout.match import DealStep, Match
from tests.kit import perft
from tests.kit.perft import Tree

FILE = Path(__file__).with_name("perft.txt")
POSITIONS = perft.read_positions(FILE)
RECORDS = Path(__file__).parent.parent / "records"


def next_states(state: State) -> Iterator[State]:
    """Yield what can come next, whichever seat acts."""
    for seat in state.owing():
        for action in state.legal(seat):
            after = state.clone()
            after.apply(seat, action)
            yield after


def next_states_slowly(truth):
    """Yield the same by the naive rules."""
    for seat in truth.owing():
        for text in truth.legal(seat):
            after = deepcopy(truth)
            after.apply(seat, text)
            yield after


def position(block, rules):
    """Return a position of a record as a state and as a naive match."""
    match = record.replay(record.load(RECORDS / f"{block['record']}.toml"))
    options = GAME.settle(dict(item.split("=") for item in block["options"].split()) if block["options"] != "-" else {})
    again = Match(GAME, match.seats, options)
    truth = rules.naive(match.seats, options.values)
    for step in match.steps[: int(block["steps"])]:
        if isinstance(step, DealStep):
            assert again.turn == CHANCE
            truth.deal([again.state.pack().names[item] for item in step.order])
            again.deal(step.order)
        else:
            truth.apply(step.seat, GAME.text(step.action))
            again.play(step.seat, step.action)
    truth.events.clear()
    return again.state, truth


@pytest.mark.sweep
@pytest.mark.parametrize("block", POSITIONS, ids=perft.names(POSITIONS))
def test_perft(block, rules):
    state, truth = position(block, rules)
    depth = int(block["depth"])

    def count(root: State) -> perft.Counts:
        return Tree(depth).count(root, next_states).counts()

    perft.compare(FILE, block, Tree(depth).count(truth, next_states_slowly).counts(), state, count)


def test_perft_positions_are_varied(rules):
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
