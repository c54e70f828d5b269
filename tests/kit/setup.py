"""Setting up a match."""

from itertools import permutations
from math import factorial

import pytest

from atout.kernel.errors import SetupError
from atout.kernel.game import Game
from atout.kernel.log import SPECTATOR
from atout.kernel.start import Start
from atout.match import Match, shuffler


def expect_seats(game: Game, counts: tuple[int, ...], clause: str) -> None:
    """Demand that a game is for these numbers of players; a clause forbids all others, for matches and score sheets."""
    assert game.seat_counts == counts
    for seats in range(-1, 10):
        if seats in counts:
            assert Match(game, seats, shuffle=shuffler(1)).turn >= 0
            continue
        for begin in (
            lambda seats=seats: Match(game, seats),
            lambda seats=seats: game.score_sheet(seats, game.settle({}), Start({}), []),
        ):
            with pytest.raises(SetupError, match=rf"\[{clause}\]$") as caught:
                begin()
            assert caught.value.clause is not None
            assert caught.value.clause.id == clause


def expect_equal_chances(game: Game, who: str, seats: int = 3) -> None:
    """Demand that every seat is drawn by as many orders of the lots."""
    drawn = []
    for order in permutations(range(seats)):
        match = Match(game, seats)
        match.deal(order)
        drawn += [fact.seat for fact in match.view(SPECTATOR).display().facts if fact.name == who]
    assert sorted(drawn) == sorted(list(range(seats)) * factorial(seats - 1))
