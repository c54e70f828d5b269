"""Loop: the score sheet for people who play with real cards. A round is the finishing place of each seat."""

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.loop import scoring
from atout.games.loop.deal import board_at, for_seat
from atout.games.loop.terms import Terms
from atout.kernel.errors import NotationError
from atout.kernel.game import Sheet
from atout.kernel.options import Options
from atout.kernel.start import Start, last_written


def score(seats: i64, options: Options, head: Start, rounds: list[Start]) -> Sheet:
    """Return the scores. Boards are called by the seat where they began, so nothing else has to be written down."""
    most = Terms(options, seats).rounds
    last_written(1, len(rounds), int(most), "rounds", " [LOOP-06]")
    head.finish()
    boards = vec[i64]([0 for _ in range(seats)])
    for k, written in enumerate(rounds):
        rows = written.numbers("places", [0 for _ in range(seats)], 1, int(seats))
        written.finish()
        place_pawns(boards, rows, k + 1, written.where)
    if len(rounds) < most:  # LOOP-48: pawns score when all are placed
        return Sheet([], [0 for _ in range(seats)], [1 for _ in range(seats)], False)
    ranks = scoring.places(boards, options.text("tie") == "more_first_places")
    return Sheet(scoring.lines(boards, most), scoring.totals(boards), ranks, True)


def place_pawns(boards: vec[i64], rows: list[int], number: i64, where: str) -> None:
    """Put the pawns of a finished round on the boards; each seat has a row of its own (LOOP-42, LOOP-44)."""
    seats: i64 = len(boards)
    if sorted(rows) != [int(row) for row in range(1, seats + 1)]:
        raise NotationError(f"{where}: places must be each of 1 to {seats} once [LOOP-42]")
    for seat in range(seats):
        boards[board_at(seat, number, seats)] += for_seat(rows[seat], seat)
