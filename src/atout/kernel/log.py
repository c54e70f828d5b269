"""What happened in a match, entry by entry, and who may know it.

An entry is one machine integer: its kind, the seat it is about, an open number that everybody sees, a value, and the
audience: the set of observers that see the value. Nobody is in an audience who was not put there, so what a game does
not show stays secret. A view is the same log with every value replaced by HIDDEN that the observer was not shown.
"""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from atout.kernel.bits import bit, lowest

SPECTATOR: Final = -3
HIDDEN: Final = -1  # a value that the observer was not shown
TABLE: Final = 15  # the "seat" of an entry that is about no seat

ACTION: Final = 1  # the value is the action
DEALT: Final = 2  # the value is a card that now lies with the seat
TOTAL: Final = 3  # open: the seat's score when this part of the match began
TRICK: Final = 4  # the seat takes the trick
FIRST_OWN_KIND: Final = 16  # games number their own kinds from here

NOBODY: Final = 0
EVERYBODY: Final = 255
WATCHERS: Final = 128  # all spectators together are one observer

_VALUE: Final[i64] = 0xFFFF
_OPEN_SHIFT: Final = 16
_AUDIENCE_SHIFT: Final = 32
_SEAT_SHIFT: Final = 40
_KIND_SHIFT: Final = 44
_OPEN_ZERO: Final[i64] = 32768  # open numbers may be negative


def entry(kind: i64, seat: i64, open: i64, value: i64, audience: i64) -> i64:
    """Return the entry with these parts; a value is at least 0 and below 65,535."""
    return (
        (kind << _KIND_SHIFT)
        | (seat << _SEAT_SHIFT)
        | (audience << _AUDIENCE_SHIFT)
        | ((open + _OPEN_ZERO) << _OPEN_SHIFT)
        | (value & _VALUE)
    )


def kind_of(item: i64) -> i64:
    """Return the kind of an entry."""
    return item >> _KIND_SHIFT


def seat_of(item: i64) -> i64:
    """Return the seat an entry is about, or TABLE."""
    return (item >> _SEAT_SHIFT) & 15


def audience_of(item: i64) -> i64:
    """Return the observers that see the value."""
    return (item >> _AUDIENCE_SHIFT) & 255


def open_of(item: i64) -> i64:
    """Return the number that everybody sees."""
    return ((item >> _OPEN_SHIFT) & _VALUE) - _OPEN_ZERO


def value_of(item: i64) -> i64:
    """Return the value, or HIDDEN."""
    value = item & _VALUE
    if value == _VALUE:
        return HIDDEN
    return value


def with_value(item: i64, value: i64) -> i64:
    """Return the entry with another value."""
    return (item | _VALUE) ^ _VALUE | (value & _VALUE)


def observer(seat: i64) -> i64:
    """Return the audience that consists of one seat, or of the spectators."""
    if seat < 0:
        return WATCHERS
    return bit(seat)


def mask(log: vec[i64], seat: i64) -> vec[i64]:
    """Return what one observer saw of the log."""
    seen = log[:]
    bit = observer(seat) << _AUDIENCE_SHIFT
    for k in range(len(seen)):
        item = seen[k]
        if not item & bit:
            seen[k] = item | _VALUE
    return seen


@final
class Segment:
    """A closed part of the log, such as a finished deal. It never changes; all clones and views share it."""

    def __init__(self, before: "Segment | None", entries: vec[i64]) -> None:
        self.before = before
        self.entries = entries
        self._seen: list[Segment | None] = []  # by each observer, once somebody has asked
        self._eye: i64 = -1  # the observer for whom it was masked; it does not hold itself, and is freed at once

    def __reduce__(self) -> tuple[object, ...]:
        return chain, (to_lists(self.before, self.entries),)

    def mask_for(self, seat: i64) -> "Segment":
        """Return what one observer saw of this part and all before it; computed once."""
        place = 8 if seat < 0 else seat
        known = self._find_masked(place)
        if known is not None:
            return known
        waiting: list[Segment] = []
        part: Segment | None = self
        while part is not None and part._find_masked(place) is None:
            waiting.append(part)
            part = part.before
        before = None if part is None else part._find_masked(place)
        while waiting:
            part = waiting.pop()
            before = Segment(before, mask(part.entries, seat))
            before._eye = place
            part._keep_masked(place, before)
        assert before is not None
        return before

    def _find_masked(self, place: i64) -> "Segment | None":
        if place == self._eye:
            return self
        return self._seen[place] if self._seen else None

    def _keep_masked(self, place: i64, seen: "Segment") -> None:
        if not self._seen:
            self._seen = [None] * 9
        self._seen[place] = seen


def chapters(past: Segment | None, log: vec[i64]) -> list[vec[i64]]:
    """Return all parts of a log, oldest first."""
    parts = [log]
    while past is not None:
        parts.append(past.entries)
        past = past.before
    parts.reverse()
    return parts


def to_lists(past: Segment | None, log: vec[i64]) -> list[list[int]]:
    """Return the same as lists, which may leave the compiled code and come back."""
    return [list(part) for part in chapters(past, log)]


def chain(parts: list[list[int]]) -> Segment:
    """Return the parts of a log, oldest first, as a chain that ends with the last."""
    chain: Segment | None = None
    for part in parts:
        chain = Segment(chain, vec[i64](part))
    assert chain is not None, "a log has a part, even if it is empty"
    return chain


def is_same_part(first: vec[i64], second: vec[i64]) -> bool:
    """Say whether two parts of a log are equal."""
    if len(first) != len(second):
        return False
    for k in range(len(first)):
        if first[k] != second[k]:
            return False
    return True


def is_same_past(first: Segment | None, second: Segment | None) -> bool:
    """Say whether two chains of closed parts are equal; shared parts are not compared again."""
    while first is not second:
        if first is None or second is None or not is_same_part(first.entries, second.entries):
            return False
        first = first.before
        second = second.before
    return True


def hidden_entries(log: vec[i64], kind: i64, seat: i64) -> vec[i64]:
    """Return where the entries of a kind about a seat, or about the table, stand whose value is hidden."""
    found: list[i64] = []
    for k in range(len(log)):
        if kind_of(log[k]) == kind and seat_of(log[k]) == seat and value_of(log[k]) == HIDDEN:
            found.append(k)
    return vec[i64](found)


def fill_in(log: vec[i64], entries: vec[i64], numbers: i64) -> None:
    """Write the numbers of a set, ascending, into entries as their values."""
    for k in entries:
        log[k] = with_value(log[k], lowest(numbers))
        numbers &= numbers - 1


def fill_in_faces(log: vec[i64], entries: vec[i64], cards: i64, face_of: vec[i64]) -> None:
    """Do the same with the faces of a set of cards."""
    for k in entries:
        log[k] = with_value(log[k], face_of[lowest(cards)])
        cards &= cards - 1


def append_entry(log: vec[i64], item: i64) -> vec[i64]:
    """Return the log with one more entry; the caller owns the log and forgets the old one."""
    return append(log, item)
