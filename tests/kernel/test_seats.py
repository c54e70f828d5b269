"""Neighbours and distances around tables of every size."""

import pytest

from atout.kernel.seats import distance, left_of, right_of


@pytest.mark.parametrize("seats", range(2, 9))
def test_neighbours_and_distances(seats: int) -> None:
    for seat in range(seats):
        assert left_of(seat, seats) == (seat + 1) % seats
        assert right_of(seat, seats) == (seat - 1) % seats
        for first in range(seats):
            steps = 0
            while (first + steps) % seats != seat:
                steps += 1
            assert distance(first, seat, seats) == steps
