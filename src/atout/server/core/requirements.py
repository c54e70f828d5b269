"""What has to hold of a table before it is changed around the match. Whatever does not raises `Refusal`."""

from atout.server.core.chairs import Chair
from atout.server.core.moves import require_live
from atout.server.core.refusals import Refusal
from atout.server.core.table import OPEN, SEALED, Table


def require_chair(table: Table, seat: int) -> Chair:
    """Return a seat of the table."""
    if not 0 <= seat < len(table.chairs):
        raise Refusal("malformed", "no-such-seat")
    return table.chairs[seat]


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
