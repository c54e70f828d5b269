"""Seats around a table, numbered clockwise from 0."""

from librt.vecs import vec
from mypy_extensions import i64


def left_of(seat: i64, seats: i64) -> i64:
    """Return the left neighbour: the next seat clockwise."""
    seat += 1
    if seat == seats:  # a conditional expression with a literal would box in compiled code
        return 0
    return seat


def right_of(seat: i64, seats: i64) -> i64:
    """Return the right neighbour: the seat before, clockwise."""
    return seat - 1 if seat > 0 else seats - 1


def distance(first: i64, seat: i64, seats: i64) -> i64:
    """Return how many steps clockwise a seat sits from the first."""
    return seat - first if seat >= first else seat - first + seats


def none_each(seats: i64) -> vec[i64]:
    """Return a zero for every seat."""
    return vec[i64]([0] * seats)


def places_by(totals: vec[i64]) -> list[int]:
    """Return the place of each seat, the highest total first; equal ones share a place."""
    found: list[int] = []
    for own in totals:
        place = 1
        for other in totals:
            if other > own:
                place += 1
        found.append(place)
    return found


def of_seat(packed: i64, seat: i64) -> i64:
    """Return the number of one seat from a number with eight bits for each."""
    return (packed >> (8 * seat)) & 255
