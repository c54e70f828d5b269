"""What has to hold of a table and a person before a request is carried out. Whatever does not raises `Refusal`."""

from atout.match import Match
from atout.server.core.chairs import Chair
from atout.server.core.refusals import Refusal
from atout.server.core.table import LIVE, OPEN, PLAYING, SEALED, Table


def require_seat(table: Table, who: str) -> int:
    """Return the seat of a person who may act for it."""
    seat = table.seat_of(who)
    if seat is None:
        raise Refusal("forbidden", "not-at-the-table")
    if table.chairs[seat].stand_in == "removed":
        raise Refusal("forbidden", "removed-by-the-host")
    return seat


def require_chair(table: Table, seat: int) -> Chair:
    """Return a seat of the table."""
    if not 0 <= seat < len(table.chairs):
        raise Refusal("malformed", "no-such-seat")
    return table.chairs[seat]


def require_running(table: Table) -> Match:
    """Return the match while it runs."""
    require_live(table)
    if table.status != PLAYING or table.match is None:
        raise Refusal("stale", "match-is-not-running")
    return table.match


def require_live(table: Table) -> None:
    """Refuse what comes after the end."""
    if table.status not in LIVE:
        raise Refusal("over", "match-is-over")


def require_open(table: Table) -> None:
    """Refuse what comes after the ready check."""
    require_live(table)
    if table.status == SEALED:
        raise Refusal("stale", "start-is-sealed")
    if table.status != OPEN:
        raise Refusal("stale", "match-has-begun")


def require_host(table: Table, who: str) -> None:
    """Refuse what only the host may do."""
    if table.host != who:
        raise Refusal("forbidden", "only-the-host")
