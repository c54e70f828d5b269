"""What time does to a table."""

from atout.server.core import events, moves
from atout.server.core.moves import Bodies
from atout.server.core.table import LIVE, PLAYING, SEALED, Table


def due_events(table: Table, now: int) -> Bodies:
    """Return what has become due: a start not revealed, a match given up, a player gone or out of time, answers."""
    if table.status == SEALED and now >= table.until:
        missing = (seat for seat, chair in enumerate(table.chairs) if chair.is_human and not chair.revealed)
        return [events.Cancelled(tuple(missing))]
    if _is_given_up(table):
        return [moves.end_abandoned(table)]
    for seat in range(len(table.chairs)):
        deadline, gone = table.deadline(seat), gone_at(table, seat)
        if deadline is not None and now >= deadline:
            return [events.StoodIn(seat, True, "clock")]
        if gone is not None and now >= gone:
            return [events.StoodIn(seat, True, "gone")]
    counted_at = _counted_at(table)
    if counted_at is not None and now >= counted_at:
        return moves.count_answers(table, table.poll.answers)
    return []


def next_due_at(table: Table) -> int | None:
    """Return when `due` should be asked again, if nothing else happens before."""
    first = _earlier(_counted_at(table), table.until if table.status == SEALED else None)
    if _is_given_up(table):
        first = _earlier(first, table.at)
    for seat, chair in enumerate(table.chairs):
        if chair.since >= 0:
            first = _earlier(first, table.deadline(seat))
        if not chair.here:
            first = _earlier(first, gone_at(table, seat))
    return first


def _earlier(one: int | None, other: int | None) -> int | None:
    if one is None or other is None:
        return other if one is None else one
    return min(one, other)


def _counted_at(table: Table) -> int | None:
    """Return when answers are counted."""
    poll = table.poll
    if not poll.waiting or table.status != PLAYING:
        return None
    return poll.ends_at() if table.missing_answers(poll.answers) else poll.at


def gone_at(table: Table, seat: int) -> int | None:
    """Return when a player who is not connected is replaced, because others are there and wait.

    Never where a decision may take days. Who plays against bots alone is missed by nobody: the match stands still.
    """
    chair, rules = table.chairs[seat], table.rules
    missed = chair.is_attended and not chair.here and table.status == PLAYING
    if not missed or not rules.grace or rules.clock.kind == "days":
        return None
    others = [other.came for other in table.chairs if other.here and other.stand_in not in ("left", "removed")]
    return max(chair.away, table.going, min(others)) + 1000 * rules.grace if others else None


def _is_given_up(table: Table) -> bool:
    """Tell whether everybody who is still at the table is for abandoning the match."""
    if table.match is None or table.status not in LIVE:
        return False
    votes = [chair.abandon for chair in table.chairs if chair.is_attended]
    return bool(votes) and all(votes)
