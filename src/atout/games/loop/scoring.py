"""Loop: pawns on boards, their points and the final order (LOOP-42, LOOP-48 to LOOP-50).

A board is one integer with the finishing place of every seat's pawn, 0 where there is none yet.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.loop.deal import Deal, board_at, for_seat, holder_of, of_seat
from atout.kernel.cards import seat_letter
from atout.kernel.clause import Clause
from atout.kernel.state import ScoreLine

PAWN: Final = Clause("LOOP-48", "pawn")


def points(board: i64, seat: i64, seats: i64) -> i64:
    """Return the points of a seat's pawn: one for every pawn of the board on the same row or a lower one (LOOP-48)."""
    own = of_seat(board, seat)
    if not own:
        return 0
    found: i64 = 0
    for other in range(seats):
        if of_seat(board, other) >= own:
            found += 1
    return found


def totals(boards: vec[i64]) -> list[int]:
    """Return the sum of each seat over all boards (LOOP-49)."""
    seats: i64 = len(boards)
    found: list[int] = []
    for seat in range(seats):
        total: i64 = 0
        for board in boards:
            total += points(board, seat, seats)
        found.append(int(total))
    return found


def places(boards: vec[i64], by_rows: bool) -> list[int]:
    """Return the place of each seat: by total, then, if the option says so, by its pawns on row 1, row 2 and so on."""
    seats: i64 = len(boards)
    sums = totals(boards)
    found: list[int] = []
    for seat in range(seats):
        place = 1
        for other in range(seats):
            ahead = sums[other] > sums[seat]
            if by_rows and sums[other] == sums[seat]:
                ahead = more_on_upper_rows(boards, other, seat)
            if ahead:
                place += 1
        found.append(place)
    return found


def more_on_upper_rows(boards: vec[i64], seat: i64, other: i64) -> bool:
    """Say whether a seat has more pawns than another on the first row on which they differ."""
    for row in range(1, len(boards) + 1):
        difference: i64 = 0
        for board in boards:
            if of_seat(board, seat) == row:
                difference += 1
            if of_seat(board, other) == row:
                difference -= 1
        if difference:
            return difference > 0
    return False


def lines(boards: vec[i64], rounds: i64) -> list[ScoreLine]:
    """Return the points of every pawn, board by board, with the numbers that explain them."""
    seats: i64 = len(boards)
    found: list[ScoreLine] = []
    for b in range(seats):
        board = boards[b]
        rows = " ".join([str(row) for row in sorted([int(of_seat(board, seat)) for seat in range(seats)]) if row])
        for number in range(1, rounds + 1):
            seat = holder_of(b, number, seats)
            gained = points(board, seat, seats)
            if gained:
                values = {
                    "board": seat_letter(b),
                    "round": str(number),
                    "row": str(of_seat(board, seat)),
                    "rows": rows,
                    "points": str(gained),
                }
                found.append(ScoreLine(seat, gained, PAWN, values))
    return found


def add_pawns(boards: vec[i64], running: Deal) -> None:
    """Put the pawns of a running round on the boards (LOOP-42)."""
    for seat in range(running.seats):
        board = board_at(seat, running.number, running.seats)
        boards[board] += for_seat(of_seat(running.places, seat), seat)
