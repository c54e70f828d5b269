"""Positions of records to play on from."""

from pathlib import Path

from atout.cli.errors import InputError
from atout.match import Match, PlayStep
from atout.record import Record, RecordError, begin, load, replay_steps


def load_position(file: Path, seat: int, decision: int | None) -> tuple[Match, Record]:
    """Return the match of a record before a decision of a seat, counted from 1; without one, where it stops."""
    try:
        record = load(file)
        match = begin(record)
        if seat >= len(record.seats):
            raise InputError(f"there is no seat {seat}: the seats are 0 to {len(record.seats) - 1}")
        decided = 0
        for moment in replay_steps(record, match):
            decided += isinstance(moment.step, PlayStep) and moment.step.seat == seat
            if decided == decision:
                return match.replay(match.steps[:-1]), record
    except RecordError as error:
        raise InputError(f"{file}: {error}") from None
    if decision is not None:
        raise InputError(f"{file}: seat {seat} takes {decided} decisions there, so there is no decision {decision}")
    if match.over:
        raise InputError(f"{file}: the match is over; --decision says from which decision of seat {seat} on to play")
    return match, record
