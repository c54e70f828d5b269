"""How a part of the log begins: which deal or round it is, which seat deals or begins, and the points so far.

Every game with a `Reading` numbers its own kinds so that the first two say this; it may call them by other names.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from atout.kernel.log import FIRST_OWN_KIND, TOTAL, kind_of, open_of, seat_of
from atout.kernel.seats import none_each

NUMBER: Final = FIRST_OWN_KIND  # open: the number of the deal or round
DRAWN: Final = FIRST_OWN_KIND + 1  # the seat that deals, begins, or was drawn at the start


class Opening:
    """What everybody knows where a part of the log begins."""

    def __init__(self, places: i64, log: vec[i64]) -> None:
        self.number: i64 = 1
        self.drawn: i64 = -1
        self.totals = none_each(places)
        for item in log:
            kind = kind_of(item)
            if kind == NUMBER:
                self.number = open_of(item)
            elif kind == DRAWN:
                self.drawn = seat_of(item)
            elif kind == TOTAL:
                self.totals[seat_of(item)] = open_of(item)


def number_of(entries: vec[i64]) -> i64:
    """Return the number of the deal or round that a part of the log is about."""
    for item in entries:
        if kind_of(item) == NUMBER:
            return open_of(item)
    return 1


@final
class LaidCard:
    """A card on the table and who played it."""

    def __init__(self, seat: i64, card: i64) -> None:
        self.seat = seat
        self.card = card
