"""The tables, as numbered migrations that both databases run in order, and how rows become what `store.py` names.

A migration that was released is never edited. One only adds, so that nodes of the version before can go on beside it.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from string import Template
from typing import Final, TypeVar

from msgspec import MsgspecError, Struct, json

from atout.server.stores.base import Event, SchemaError, Snapshot, Summary

S = TypeVar("S", bound=Struct)

# $id: text that sorts by its bytes. $clustered: rows are kept in the order of the primary key where that can be had.
MIGRATIONS: Final[list[tuple[str, ...]]] = [
    (
        """
        CREATE TABLE events (
            match $id NOT NULL,
            seq BIGINT NOT NULL,
            at BIGINT NOT NULL,
            kind TEXT NOT NULL,
            body $bytes NOT NULL,
            PRIMARY KEY (match, seq)
        ) $clustered
        """,
        "CREATE TABLE snapshots (match $id NOT NULL PRIMARY KEY, seq BIGINT NOT NULL, body $bytes NOT NULL)",
        """
        CREATE TABLE matches (
            match $id NOT NULL PRIMARY KEY,
            game TEXT NOT NULL,
            status TEXT NOT NULL,
            public SMALLINT NOT NULL,
            created BIGINT NOT NULL,
            updated BIGINT NOT NULL,
            host TEXT NOT NULL,
            members TEXT NOT NULL,
            body $bytes NOT NULL
        )
        """,
        "CREATE INDEX matches_by_status ON matches (status, updated)",
        """
        CREATE TABLE identities (
            id $id NOT NULL PRIMARY KEY,
            name TEXT NOT NULL,
            created BIGINT NOT NULL,
            seen BIGINT NOT NULL
        )
        """,
        """
        CREATE TABLE members (
            identity $id NOT NULL REFERENCES identities (id) ON DELETE CASCADE,
            match $id NOT NULL REFERENCES matches (match) ON DELETE CASCADE,
            PRIMARY KEY (identity, match)
        ) $clustered
        """,
        "CREATE INDEX members_by_match ON members (match)",
        """
        CREATE TABLE transfers (
            digest $bytes NOT NULL PRIMARY KEY,
            identity $id NOT NULL REFERENCES identities (id) ON DELETE CASCADE,
            until BIGINT NOT NULL
        )
        """,
        "CREATE INDEX transfers_by_identity ON transfers (identity)",
        "CREATE TABLE leases (name $id NOT NULL PRIMARY KEY, node TEXT NOT NULL, until BIGINT NOT NULL)",
        "CREATE TABLE keys (name TEXT NOT NULL PRIMARY KEY, value $bytes NOT NULL)",
    ),
    (
        """
        CREATE TABLE talk (
            match $id NOT NULL,
            number BIGINT NOT NULL,
            at BIGINT NOT NULL,
            identity $id NOT NULL,
            phrase TEXT NOT NULL,
            text TEXT NOT NULL,
            request TEXT NOT NULL,
            PRIMARY KEY (match, number)
        ) $clustered
        """,
        "CREATE UNIQUE INDEX talk_by_request ON talk (identity, match, request) WHERE request <> ''",
        "CREATE INDEX talk_by_identity ON talk (identity) WHERE identity <> ''",
    ),
    (
        """
        CREATE TABLE reviews (
            match $id NOT NULL REFERENCES matches (match) ON DELETE CASCADE,
            seat BIGINT NOT NULL,
            version BIGINT NOT NULL,
            asked BIGINT NOT NULL,
            state TEXT NOT NULL,
            done BIGINT NOT NULL,
            total BIGINT NOT NULL,
            body $bytes NOT NULL,
            PRIMARY KEY (match, seat)
        )
        """,
        "CREATE INDEX reviews_unfinished ON reviews (asked) WHERE state IN ('waiting', 'running')",
        """
        CREATE TABLE judgements (
            match $id NOT NULL,
            seat BIGINT NOT NULL,
            number BIGINT NOT NULL,
            body $bytes NOT NULL,
            PRIMARY KEY (match, seat, number),
            FOREIGN KEY (match, seat) REFERENCES reviews (match, seat) ON DELETE CASCADE
        ) $clustered
        """,
    ),
]


def newest_version() -> int:
    """Return the number of the last migration."""
    return len(MIGRATIONS)


def missing_migrations(number: int, types: dict[str, str]) -> list[str]:
    """Return the statements that bring a database with that many migrations up to date, in one database's words."""
    if number > newest_version():
        raise SchemaError(
            f"the database was made by a newer Atout: schema {number}, but this one knows {newest_version()}"
        )
    return [Template(statement).substitute(types) for migration in MIGRATIONS[number:] for statement in migration]


def require_consecutive(events: Sequence[Event], summary: Summary | None) -> None:
    """Refuse what is not a run of events of one match, with the summary of the same."""
    for before, event in pairwise(events):
        if event.match != before.match or event.seq != before.seq + 1:
            raise ValueError(f"event {event.seq} of {event.match} does not follow {before.seq} of {before.match}")
    if events and events[0].seq < 1:
        raise ValueError("events are numbered from 1")
    if events and summary is not None and events[0].match != summary.match:
        raise ValueError(f"the summary of {summary.match} does not belong to events of {events[0].match}")


def from_row(shape: type[S], row: Iterable[object]) -> S:
    """Return a row as what it is, its columns being the fields in order."""
    return shape(*row)


def summary_row(summary: Summary) -> tuple[str, str, str, int, int, int, str, str, bytes]:
    """Return the row of a summary."""
    return (
        *(summary.match, summary.game, summary.status, int(summary.public), summary.created, summary.updated),
        *(summary.host, members_text(summary), summary.body),
    )


def members_text(summary: Summary) -> str:
    """Return how the members of a match stand in its row."""
    return json.encode(summary.members).decode()


def summary_from_row(row: Sequence[object]) -> Summary:
    """Return the summary a row holds."""
    members = json.decode(str(row[7]), type=tuple[str, ...])
    return from_row(Summary, (*row[:3], bool(row[3]), *row[4:7], members, row[8]))


def unpack_snapshot(snapshot: Sequence[object]) -> list[Event]:
    """Return the events the row of a snapshot holds; none if another version has written it, the log has them too."""
    try:
        return from_row(Snapshot, snapshot).events()
    except MsgspecError:
        return []
