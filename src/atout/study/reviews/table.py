"""A review as the [review] table of a record: what was found about the decisions, and where the points came from."""

from typing import Final

import msgspec

from atout.record import Record, RecordError
from atout.study.reviews.types import Decision, Mark, Origin, Review
from atout.toml import locate

DIGITS: Final = 3
MOST_NOTES: Final = 4_000


class Note(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a record says of one decision."""

    step: int
    seat: int
    mark: Mark
    chosen: str
    best: str
    points: float
    loss: float
    low: float
    high: float
    chance: float
    worlds: int


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the points of one seat came from."""

    seat: int
    points: float
    luck: float
    decisions: float
    gifts: float
    chance: float


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table."""

    seed: int
    spread: float
    decisions: list[Note]
    points: list[Source]


def make_table(review: Review) -> dict[str, object]:
    """Return a review as a table for a record."""
    notes = [_note(made) for seat in review.seats for made in seat.decisions]
    sources = [_source(seat.seat, seat.total) for seat in review.seats]
    table: dict[str, object] = msgspec.to_builtins(Table(review.seed, review.spread, notes, sources))
    return table


def _note(made: Decision) -> Note:
    points, loss, low, high, chance = (
        round(number, DIGITS) for number in (made.points, made.loss, made.low, made.high, made.chance)
    )
    return Note(made.step, made.seat, made.mark, made.chosen, made.best, points, loss, low, high, chance, made.worlds)


def _source(seat: int, total: Origin) -> Source:
    luck, own, gifts = (round(number, DIGITS) for number in (total.luck, total.decisions, total.gifts))
    points = round(total.points, DIGITS)
    return Source(seat, points, luck, own, gifts, round(points - luck - own - gifts, DIGITS))


def read_notes(record: Record) -> dict[int, Note]:
    """Return what the review in a record says of its decisions, by their steps; nothing if it carries none."""
    if not record.review:
        return {}
    try:
        table = msgspec.convert(record.review, Table)
    except msgspec.ValidationError as error:
        raise RecordError(f"review: {error}", locate(record.source, ("review",)) if record.source else 1) from None
    return {note.step: note for note in table.decisions[:MOST_NOTES]}
