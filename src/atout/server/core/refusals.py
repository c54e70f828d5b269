"""Refusals, and what is asked of a table before a request is carried out."""

from atout.match import Match
from atout.server.core import wire
from atout.server.core.table import LIVE, OPEN, PLAYING, SEALED, Chair, Table


class Refusal(Exception):  # noqa: N818 - it is the answer to a request
    """A request that is not carried out."""

    def __init__(self, code: wire.Code, why: str, clause: str = "", action: str = "", retry: int = 0) -> None:
        super().__init__(why)
        self.code = code
        self.why = why
        self.clause = clause
        self.action = action
        self.retry = retry

    def message(self, re: int) -> wire.Refused:
        """Return the answer to the request with this number."""
        return wire.Refused(re, self.code, self.why, self.clause, self.action, self.retry)


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
    if table.setup.host != who:
        raise Refusal("forbidden", "only-the-host")
