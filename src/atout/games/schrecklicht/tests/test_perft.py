"""Schrecklicht: counted trees of small positions, by the naive match and by the game."""

from pathlib import Path

import pytest

from atout.games.schrecklicht import GAME
from atout.kernel.state import State
from atout.match import Match
from tests.conformance.oracle import oracle
from tests.kit import perft
from tests.kit.perft import Tree

FILE = Path(__file__).with_name("perft.txt")
POSITIONS = perft.read_positions(FILE)


def steps(position):
    """Return the chance events of a position, each in full."""
    seats = int(position["seats"])
    letters = "ABCDE"[:seats]
    dealer = position["dealer"]
    yield [dealer, *letters.replace(dealer, "")]
    yield position["objectives"].split()
    yield position["deck"].split()


@pytest.mark.parametrize("position", POSITIONS, ids=perft.names(POSITIONS))
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
    slow = Tree(depth).count(naive, perft.next_states_slowly).counts()

    def count(root: State) -> perft.Counts:
        return Tree(depth).count(root, perft.next_states).counts()

    perft.compare(FILE, position, slow, match.state, count)


def test_perft_positions_are_varied():
    assert {position["seats"] for position in POSITIONS} == {"3", "4", "5"}
    objectives = {name for position in POSITIONS for name in position["objectives"].split()[:3]}
    assert len(objectives) == 12
