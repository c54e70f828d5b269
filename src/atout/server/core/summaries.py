"""What lists show about a match."""

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from atout.server.core import events
from atout.server.core.table import Table
from atout.server.stores.base import Summary


class ListedMatch(Struct, frozen=True, omit_defaults=True):
    """A match in a list; identities are replaced by names before it is shown."""

    seats: int
    options: dict[str, str]
    chairs: list[str]  # "" free, "bot:LEVEL", or an identity
    clock: events.Clock
    watch: str
    chat: bool
    scores: list[int] = []
    places: list[int] = []
    rematch: str = ""
    bots: list[str] = []  # by seat, what bots are called


def summary_of(table: Table) -> Summary:
    """Return the summary of a table as it stands."""
    listed = ListedMatch(
        table.setup.seats,
        table.setup.options,
        [chair.identity or (f"bot:{chair.level}" if chair.level else "") for chair in table.chairs],
        table.rules.clock,
        table.rules.watch,
        table.rules.chat,
        list(table.result.scores) if table.result is not None else [],
        list(table.result.places) if table.result is not None else [],
        table.rematch,
        [chair.bot for chair in table.chairs],
    )
    return Summary(
        table.id,
        table.setup.game,
        table.status,
        table.rules.public,
        table.created_at,
        table.at,
        table.host,
        table.members(),
        msgspec.json.encode(listed),
    )


def summary_after(table: Table, at: int, bodies: Sequence[events.AnyBody]) -> Summary | None:
    """Return the summary of a table after these events, if they change what lists show."""
    telling = [body for body in bodies if type(body) in events.LISTED]
    if not telling:
        return None
    after = outline(table, at)
    for body in telling:
        after.apply_body(body)
    return summary_of(after)


def outline(table: Table, at: int) -> Table:
    """Return a copy that goes its own way, except that it plays no cards: enough for what lists show."""
    new = Table(table.id)
    new.seq, new.step, new.at, new.created_at = table.seq, table.step, at, table.created_at
    new.host, new.going, new.until = table.host, table.going, table.until
    new.status, new.adjourned, new.setup, new.match = table.status, table.adjourned, table.setup, table.match
    new.chairs, new.played_seats, new.barred = (
        [chair.copy() for chair in table.chairs],
        dict(table.played_seats),
        table.barred,
    )
    new.result, new.rematch, new.invite = table.result, table.rematch, table.invite
    return new


def parse_summary(summary: Summary) -> ListedMatch:
    """Return what the lists show of a summary."""
    return msgspec.json.decode(summary.body, type=ListedMatch)
