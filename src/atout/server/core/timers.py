"""What time does to a table."""

from typing import Final

from atout.server.core import events, moves
from atout.server.core.chairs import LEAVING
from atout.server.core.hosts import next_host
from atout.server.core.moves import Bodies
from atout.server.core.reading import READING_MS
from atout.server.core.table import LIVE, OPEN, PLAYING, SEALED, Table

HOST_MS: Final = 60_000  # without the host, until somebody who is there is it
DESERTED_MS: Final = 30 * 60_000  # until a waiting room is closed that nobody is in


def due_events(table: Table, now: int) -> Bodies:
    """Return what has become due: a start not revealed, a match given up, somebody gone or out of time, answers."""
    if table.status == SEALED and now >= table.until:
        missing = (seat for seat, chair in enumerate(table.chairs) if chair.is_human and not chair.revealed)
        return [events.Cancelled(tuple(missing))]
    deserted, hostless = _deserted_at(table), _hostless_at(table)
    if deserted is not None and now >= deserted:
        return [events.Closed()]
    if hostless is not None and now >= hostless:
        return [events.Hosted(next_host(table) or "")]
    if _is_given_up(table):
        return [moves.end_abandoned(table)]
    for seat in range(len(table.chairs)):
        deadline, gone = table.deadline(seat), gone_at(table, seat)
        if deadline is not None and now >= deadline:
            return [events.StoodIn(seat, True, "clock")]
        if gone is not None and now >= gone:
            return [events.StoodIn(seat, True, "gone")]
    read_at = reading_end(table)
    if table.reading.seats and read_at is not None and now >= read_at:
        return [events.Held(-1, False)]
    if table.poll.readers and now >= table.poll.read_until():
        return [events.Explained(-1, False)]
    counted_at = _counted_at(table)
    if counted_at is not None and now >= counted_at:
        return moves.count_answers(table, table.poll.answers)
    return []


def next_due_at(table: Table) -> int | None:
    """Return when `due` should be asked again, if nothing else happens before."""
    first = _earlier(_counted_at(table), table.until if table.status == SEALED else None)
    if table.reading.seats:
        first = _earlier(first, reading_end(table))
    first = _earlier(first, _earlier(_deserted_at(table), _hostless_at(table)))
    if table.poll.readers:
        first = _earlier(first, table.poll.read_until())
    if _is_given_up(table):
        first = _earlier(first, table.at)
    for seat, chair in enumerate(table.chairs):
        if chair.since >= 0:
            first = _earlier(first, table.deadline(seat))
        if not chair.nodes:
            first = _earlier(first, gone_at(table, seat))
    return first


def _earlier(one: int | None, other: int | None) -> int | None:
    if one is None or other is None:
        return other if one is None else one
    return min(one, other)


def reading_end(table: Table) -> int | None:
    """Return how long the first decision of a deal waits for those who look at how the one before ended.

    A person alone against bots and without a clock may take as long as they like.
    """
    alone = sum(chair.is_attended for chair in table.chairs) == 1
    if table.status != PLAYING or (alone and table.rules.clock.kind == "none"):
        return None
    return table.reading.since + READING_MS


def _counted_at(table: Table) -> int | None:
    """Return when answers are counted."""
    poll = table.poll
    if not poll.waiting or table.status != PLAYING or table.reading.seats:
        return None
    return (poll.ends_at() or None) if table.missing_answers(poll.answers) else poll.at


def gone_at(table: Table, seat: int) -> int | None:
    """Return when a player who is not connected is replaced, because others are there and wait.

    Never where a decision may take days. Nobody misses a person who plays against bots alone: the match stands still.
    """
    chair, rules = table.chairs[seat], table.rules
    missed = chair.is_attended and not chair.nodes and table.status == PLAYING
    if not missed or not rules.grace or rules.clock.kind == "days":
        return None
    others = [other.here_since for other in table.chairs if other.nodes and other.stand_in not in LEAVING]
    return max(chair.away_since, table.going, min(others)) + 1000 * rules.grace if others else None


def _deserted_at(table: Table) -> int | None:
    """Return when a waiting room is closed that nobody is in."""
    deserted = table.status == OPEN and not any(chair.nodes for chair in table.chairs)
    return table.at + DESERTED_MS if deserted else None


def _hostless_at(table: Table) -> int | None:
    """Return when another player is the host, because the host is gone and others are there."""
    seat = table.seat_of(table.host)
    waited = table.status in (OPEN, PLAYING) and table.rules.clock.kind != "days"
    if seat is None or not waited or table.chairs[seat].nodes:
        return None
    heirs = [chair.here_since for chair in table.chairs if chair.is_player and chair.nodes]
    return max(table.chairs[seat].away_since, min(heirs)) + HOST_MS if heirs else None


def _is_given_up(table: Table) -> bool:
    """Tell whether all who still play or are there are for abandoning the match."""
    if table.match is None or table.status not in LIVE:
        return False
    votes = [chair.abandon for chair in table.chairs if chair.is_voter]
    return bool(votes) and all(votes)
