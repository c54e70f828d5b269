"""A view as a row of whole numbers. Compiled, because training asks for millions of them.

What a number means is told by `Layout`: first the position, then which cards lie where and who did what in this deal,
for learning, and at last the log of the deal entry by entry, so that nothing is lost. Seats are counted from the
observer.
"""

from typing import Final, final

from librt.strings import BytesWriter, write_i16_le, write_i64_le
from librt.vecs import vec
from mypy_extensions import i16, i64, u8

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
    """Where the numbers stand in a row, for a game with this many seats."""

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
        self.blank = bytes(int(2 * self.size))
        self.fields = bytes(int(2 * self.history))  # as much of it as comes before the history

    def __reduce__(self) -> tuple[object, ...]:
        return Layout, (int(self.seats), int(self.actions), int(self.faces), int(self.longest), self.remembers)


@final
class RowWriter:
    """Writes views as rows of 16-bit numbers, one after the other.

    Most numbers of a row are zero: it is laid out blank, and what the view holds is put into it.
    """

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.writer = BytesWriter()

    def __reduce__(self) -> tuple[object, ...]:
        return RowWriter, (self.layout,)

    def add(self, view: View) -> None:
        """Write one more row."""
        layout, writer = self.layout, self.writer
        entries: i64 = len(view.log)
        if entries > layout.longest:
            raise OverflowError(f"a part of the log has {entries} entries, but the game says at most {layout.longest}")
        seats = layout.seats
        first: i64 = view.seat if view.seat >= 0 else 0
        turn: i64 = view.turn
        row: i64 = len(writer)
        writer.write(layout.fields)
        put(writer, row, SEAT, view.seat)
        put(writer, row, TURN, relative_seat(turn, first, seats) if turn >= 0 else turn)
        for seat in view.owing:
            put(writer, row, layout.owing + relative_seat(seat, first, seats), 1)
        if layout.remembers and view.seat >= 0:
            self._remember(row, view.past, view.seat)
        self._read(row, view.log, first)
        writer.write(layout.blank[2 * (layout.history + PER_ENTRY * entries) :])

    def take_rows(self) -> bytes:
        """Return the rows since the last call."""
        rows = self.writer.getvalue()
        self.writer.truncate(0)
        return rows

    def _read(self, row: i64, log: vec[i64], first: i64) -> None:
        """Put what the log says into the fields, and write the log itself after them."""
        layout, writer = self.layout, self.writer
        seats = layout.seats
        order: i64 = 0
        for item in log:
            kind, seat, value = kind_of(item), relative_seat(seat_of(item), first, seats), value_of(item)
            if kind == ACTION:
                order += 1
                if value != HIDDEN:
                    put(writer, row, layout.done + seat * layout.actions + value, order)
            elif kind == DEALT:
                if value != HIDDEN and seat < seats:
                    increment(writer, row, layout.dealt + seat * layout.faces + value)
            elif kind == TOTAL:
                put(writer, row, layout.totals + seat, open_of(item))
            who = relative_audience(audience_of(item), first, seats)
            write_i16_le(writer, i16(kind))
            write_i64_le(writer, (who << 48) | ((value & 65535) << 32) | ((open_of(item) & 65535) << 16) | seat)

    def _remember(self, row: i64, past: Segment | None, seat: i64) -> None:
        """Write which cards the observer was dealt in the parts of the log before, the latest first."""
        layout, writer = self.layout, self.writer
        at: i64 = layout.remembered
        while past is not None and at < layout.history:
            for item in past.entries:
                if kind_of(item) == DEALT and seat_of(item) == seat and value_of(item) != HIDDEN:
                    increment(writer, row, at + value_of(item))
            at += layout.faces
            past = past.before


def put(writer: BytesWriter, row: i64, at: i64, number: i64) -> None:
    """Write a number into a row that begins at this byte."""
    low = row + 2 * at
    writer[low] = u8(number & 255)
    writer[low + 1] = u8((number >> 8) & 255)


def increment(writer: BytesWriter, row: i64, at: i64) -> None:
    """Count one more card in a row; there are fewer than 256 of a kind."""
    low = row + 2 * at
    writer[low] = writer[low] + 1


def relative_seat(seat: i64, first: i64, seats: i64) -> i64:
    """Return a seat as the observer counts, who is 0; the table itself comes after the last seat."""
    if seat >= seats:
        return seats
    return (seat - first + seats) % seats


def relative_audience(observers: i64, first: i64, seats: i64) -> i64:
    """Return an audience as the observer counts seats; spectators come after the last one."""
    seated = observers & below(seats)
    turned = (seated >> first) | ((seated << (seats - first)) & below(seats))
    return turned | bit(seats) if observers & WATCHERS else turned
