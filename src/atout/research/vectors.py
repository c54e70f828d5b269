"""A view as a row of whole numbers. Compiled, because training asks for millions of them.

What a number means is told by `Layout`: first the position, then which cards lie where and who did what in this deal,
for learning, and at last the log of the deal entry by entry, so that nothing is lost. Seats are counted from the
observer.
"""

from typing import Final, final

from librt.strings import BytesWriter, write_i16_le
from librt.vecs import vec
from mypy_extensions import i16, i64

from atout.kernel.bits import below, bit
from atout.kernel.log import (
    ACTION,
    DEALT,
    HIDDEN,
    TOTAL,
    WATCHERS,
    Segment,
    audience_of,
    kind_of,
    open_of,
    seat_of,
    value_of,
)
from atout.kernel.view import View

PER_ENTRY: Final = 5  # kind, seat, open, value, audience
SEAT: Final = 0  # the first numbers of a row
TURN: Final = 1
POSITION: Final = 2


@final
class Layout:
    """Where the numbers stand in a row, for a game with so many seats."""

    def __init__(self, seats: i64, actions: i64, faces: i64, longest: i64, remembers: bool) -> None:
        self.seats = seats
        self.actions = actions
        self.faces = faces
        self.longest = longest
        self.owing = POSITION
        self.totals = self.owing + seats
        self.dealt = self.totals + seats
        self.done = self.dealt + seats * faces
        self.remembered = self.done + seats * actions
        self.history: i64 = self.remembered + (seats * faces if remembers else 0)
        self.size: i64 = self.history + PER_ENTRY * longest
        self.remembers = remembers
        self.blank = bytes(int(2 * PER_ENTRY * longest))


@final
class Scribe:
    """Writes views as rows, one after the other."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.row = vec[i64]([0 for _ in range(layout.history)])
        self.writer = BytesWriter()

    def add(self, view: View) -> None:
        """Write one more row."""
        layout, row, writer = self.layout, self.row, self.writer
        seats = layout.seats
        first: i64 = view.seat if view.seat >= 0 else 0
        for k in range(len(row)):
            row[k] = 0
        row[SEAT] = view.seat
        turn: i64 = view.turn
        row[TURN] = relative(turn, first, seats) if turn >= 0 else turn
        for seat in view.owing:
            row[layout.owing + relative(seat, first, seats)] = 1
        self._read(view.log, first)
        if layout.remembers and view.seat >= 0:
            self._remember(view.past, view.seat)
        for k in range(len(row)):
            write_i16_le(writer, i16(row[k]))
        entries: i64 = len(view.log)
        if entries > layout.longest:
            raise OverflowError(f"a part of the log has {entries} entries, the game says at most {layout.longest}")
        for item in view.log:
            write_i16_le(writer, i16(kind_of(item)))
            write_i16_le(writer, i16(relative(seat_of(item), first, seats)))
            write_i16_le(writer, i16(open_of(item)))
            write_i16_le(writer, i16(value_of(item)))
            write_i16_le(writer, i16(audience(audience_of(item), first, seats)))
        writer.write(layout.blank[2 * PER_ENTRY * entries :])

    def taken(self) -> bytes:
        """Return the rows since the last call."""
        rows = self.writer.getvalue()
        self.writer = BytesWriter()
        return rows

    def _read(self, log: vec[i64], first: i64) -> None:
        layout, row = self.layout, self.row
        order: i64 = 0
        for item in log:
            kind = kind_of(item)
            seat = relative(seat_of(item), first, layout.seats)
            if kind == ACTION:
                order += 1
                if value_of(item) != HIDDEN:
                    row[layout.done + seat * layout.actions + value_of(item)] = order
            elif kind == DEALT:
                if value_of(item) != HIDDEN and seat < layout.seats:
                    row[layout.dealt + seat * layout.faces + value_of(item)] += 1
            elif kind == TOTAL:
                row[layout.totals + seat] = open_of(item)

    def _remember(self, past: Segment | None, seat: i64) -> None:
        """Write which cards the observer was dealt in the parts of the log before, the latest first."""
        layout, row = self.layout, self.row
        at: i64 = layout.remembered
        while past is not None and at < layout.history:
            for item in past.entries:
                if kind_of(item) == DEALT and seat_of(item) == seat and value_of(item) != HIDDEN:
                    row[at + value_of(item)] += 1
            at += layout.faces
            past = past.before


def relative(seat: i64, first: i64, seats: i64) -> i64:
    """Return a seat as the observer counts, who is 0; the table itself comes after the last seat."""
    if seat >= seats:
        return seats
    return (seat - first + seats) % seats


def audience(observers: i64, first: i64, seats: i64) -> i64:
    """Return an audience as the observer counts seats; spectators come after the last one."""
    seated = observers & below(seats)
    turned = (seated >> first) | ((seated << (seats - first)) & below(seats))
    return turned | bit(seats) if observers & WATCHERS else turned
