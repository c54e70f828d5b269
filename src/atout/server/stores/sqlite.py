"""The store in one SQLite file: for a server that is one process."""

import secrets
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from sqlite3 import Connection
from typing import Final

from msgspec import json
from msgspec.structs import astuple

from atout.server import clock
from atout.server.stores import health
from atout.server.stores.base import (
    EVERYTHING,
    Companion,
    ConflictError,
    Event,
    Filter,
    Identity,
    KeptReview,
    Remark,
    Snapshot,
    StoreError,
    Summary,
)
from atout.server.stores.health import Health
from atout.server.stores.schema import (
    from_row,
    members_text,
    require_consecutive,
    summary_from_row,
    summary_row,
    unpack_snapshot,
)
from atout.server.stores.sqlite_file import File

ROOM: Final = 1 << 14  # bytes that a healthy database has room for
PURGE_STEP: Final = 50  # matches deleted in one go, so that appends do not wait for long
LAST: Final = "SELECT coalesce(max(seq), 0) FROM events WHERE match = ?1"
APPEND: Final = f"INSERT INTO events SELECT ?1, ?2, ?3, ?4, ?5 WHERE ?2 = 1 + ({LAST})"
SNAPSHOT: Final = "SELECT match, seq, body FROM snapshots WHERE match = ?"
TALK: Final = "SELECT match, number, at, identity, phrase, text, request FROM talk"
SAY: Final = """
    INSERT INTO talk
    SELECT ?1, max(?2, 1 + (SELECT coalesce(max(number), 0) FROM talk WHERE match = ?1)), ?3, ?4, ?5, ?6, ?7
    WHERE EXISTS (SELECT 1 FROM events WHERE match = ?1) AND EXISTS (SELECT 1 FROM identities WHERE id = ?4)
    RETURNING number
"""
UNFINISHED: Final = "state IN ('waiting', 'running')"
UNSAY: Final = "UPDATE talk SET identity = '', phrase = '', text = '', request = '' WHERE identity = ?"


class SqliteStore:
    """A `Store` in a file. `shared` lets it in beside a running server, which then hears nothing of what it writes."""

    def __init__(self, path: Path, *, shared: bool = False) -> None:
        self.path = path
        self._shared = shared
        self._file: File | None = None
        self._leases: dict[str, tuple[str, int]] = {}  # who, until when: of one process, so not kept
        self._health = Health()

    async def open(self) -> None:
        self._health = Health()
        self._file = File(self.path, self._shared)

    async def close(self) -> None:
        file, self._file = self._file, None
        if file is not None:
            await file.close()

    async def secret(self) -> bytes:
        def work(connection: Connection) -> bytes:
            connection.execute("INSERT OR IGNORE INTO keys VALUES ('secret', ?)", (secrets.token_bytes(32),))
            kept: tuple[bytes] = connection.execute("SELECT value FROM keys WHERE name = 'secret'").fetchone()
            return kept[0]

        return await self._require_open().write(work)

    async def append(self, events: Sequence[Event], summary: Summary | None = None) -> None:
        require_consecutive(events, summary)
        rows = [astuple(event) for event in events]

        def work(connection: Connection) -> None:
            for row in rows:
                if connection.execute(APPEND, row).rowcount != 1:
                    last: tuple[int] = connection.execute(LAST, row[:1]).fetchone()
                    raise ConflictError(f"event {row[1]} of {row[0]} does not follow {last[0]}")
            if summary is not None:
                _write_summary(connection, summary)

        if summary is None and rows:
            await self._require_open().insert(APPEND, rows, work)
        else:
            await self._require_open().write(work)

    async def read_events(self, match: str, after: int = 0) -> list[Event]:
        def work(connection: Connection) -> list[Event]:
            snapshot = None if after else connection.execute(SNAPSHOT, (match,)).fetchone()
            events = [] if snapshot is None else unpack_snapshot(snapshot)
            return events + _read_log(connection, match, max(after, len(events)))

        return await self._require_open().read(work)

    async def read_log(self, match: str, after: int = 0, limit: int | None = None) -> list[Event]:
        return await self._require_open().read(lambda connection: _read_log(connection, match, after, limit))

    async def save_snapshot(self, snapshot: Snapshot) -> None:
        statement = """
            INSERT INTO snapshots
            SELECT ?1, ?2, ?3 WHERE EXISTS (SELECT 1 FROM events WHERE match = ?1 AND seq = ?2)
            ON CONFLICT (match) DO UPDATE SET seq = excluded.seq, body = excluded.body WHERE excluded.seq > seq
        """
        await self._execute(statement, *astuple(snapshot))

    async def read_snapshot(self, match: str) -> Snapshot | None:
        row = await self._require_open().read(lambda connection: connection.execute(SNAPSHOT, (match,)).fetchone())
        return None if row is None else from_row(Snapshot, row)

    async def summary(self, match: str) -> Summary | None:
        found = await self._summaries("SELECT * FROM matches WHERE match = ?", match)
        return found[0] if found else None

    async def public_matches(self, statuses: Sequence[str], limit: int) -> list[Summary]:
        query = """
            SELECT * FROM matches WHERE public = 1 AND status IN (SELECT value FROM json_each(?))
            ORDER BY updated DESC, match LIMIT ?
        """
        return await self._summaries(query, _json_array(statuses), limit)

    async def matches_of(
        self, identity: str, limit: int, before: int | None = None, only: Filter = EVERYTHING
    ) -> list[Summary]:
        query = """
            WITH found AS (
                SELECT matches.* FROM members AS own JOIN matches USING (match)
                WHERE own.identity = ?1 AND (?2 IS NULL OR updated < ?2) AND ?4 IN ('', game)
                AND (?5 = '[]' OR status IN (SELECT value FROM json_each(?5)))
                AND (?6 = '' OR EXISTS (
                    SELECT 1 FROM members JOIN identities ON id = identity
                    WHERE members.match = matches.match AND id <> ?1 AND name = ?6
                ))
            )
            SELECT * FROM found WHERE updated >= (
                SELECT min(updated) FROM (SELECT updated FROM found ORDER BY updated DESC LIMIT ?3)
            )
            ORDER BY updated DESC, match
        """
        return await self._summaries(query, identity, before, limit, only.game, _json_array(only.statuses), only.name)

    async def count_unfinished(self, identity: str, statuses: Sequence[str]) -> int:
        query = """
            SELECT count(*) FROM members JOIN matches USING (match)
            WHERE identity = ? AND status IN (SELECT value FROM json_each(?))
        """
        return int((await self._column(query, identity, _json_array(statuses)))[0])

    async def ids_with_status(self, statuses: Sequence[str]) -> list[str]:
        query = "SELECT match FROM matches WHERE status IN (SELECT value FROM json_each(?)) ORDER BY match"
        return await self._column(query, _json_array(statuses))

    async def match_ids(self, after: str = "", limit: int = 500) -> list[str]:
        query = """
            WITH RECURSIVE ids (id) AS (
                SELECT min(match) FROM events WHERE match > ?
                UNION ALL
                SELECT (SELECT min(match) FROM events WHERE match > id) FROM ids WHERE id IS NOT NULL
            )
            SELECT id FROM ids WHERE id IS NOT NULL LIMIT ?
        """
        return await self._column(query, after, limit)

    async def purge(self, statuses: Sequence[str], before: int) -> int:
        query = """
            SELECT match FROM matches WHERE status IN (SELECT value FROM json_each(?)) AND updated < ? LIMIT ?
        """

        def work(connection: Connection) -> int:
            ids: list[tuple[str]] = connection.execute(query, (_json_array(statuses), before, PURGE_STEP)).fetchall()
            for table in ("events", "snapshots", "talk", "matches"):
                connection.executemany(f"DELETE FROM {table} WHERE match = ?", ids)  # noqa: S608 - four fixed names
            return len(ids)

        await self._execute("DELETE FROM transfers WHERE until < ?", before)
        now = clock.elapsed()
        self._leases = {name: lease for name, lease in self._leases.items() if lease[1] > now}
        purged = 0
        while some := await self._require_open().write(work):
            purged += some
        return purged

    async def add_remark(self, remark: Remark, keep: int) -> int:
        def work(connection: Connection) -> int:
            known = f"{TALK} WHERE match = ? AND identity = ? AND request = ? AND request <> ''"
            found = connection.execute(known, (remark.match, remark.identity, remark.request)).fetchone()
            if found is not None:
                return from_row(Remark, found).number
            said: tuple[int] | None = connection.execute(SAY, astuple(remark)).fetchone()
            if said is None:
                raise ConflictError(f"there is no match {remark.match}, or nobody called {remark.identity}")
            connection.execute("DELETE FROM talk WHERE match = ? AND number <= ?", (remark.match, said[0] - keep))
            return said[0]

        return await self._require_open().write(work)

    async def read_talk(self, match: str, after: int = 0) -> list[Remark]:
        def work(connection: Connection) -> list[Remark]:
            rows = connection.execute(f"{TALK} WHERE match = ? AND number > ? ORDER BY number", (match, after))
            return [from_row(Remark, row) for row in rows]

        return await self._require_open().read(work)

    async def ask_for_review(self, match: str, seat: int, version: int, asked: int) -> bool:
        statement = """
            INSERT INTO reviews SELECT match, ?2, ?3, ?4, 'waiting', 0, 0, x'' FROM matches WHERE match = ?1
            ON CONFLICT (match, seat) DO NOTHING
        """

        def work(connection: Connection) -> bool:
            useless = "DELETE FROM reviews WHERE match = ? AND seat = ? AND (state = 'failed' OR version < ?)"
            connection.execute(useless, (match, seat, version))
            return connection.execute(statement, (match, seat, version, asked)).rowcount == 1

        return await self._require_open().write(work)

    async def review(self, match: str, seat: int) -> KeptReview | None:
        found = await self._reviews("SELECT * FROM reviews WHERE match = ? AND seat = ?", match, seat)
        return found[0] if found else None

    async def unfinished_reviews(self) -> list[KeptReview]:
        return await self._reviews(f"SELECT * FROM reviews WHERE {UNFINISHED} ORDER BY asked, match, seat")  # noqa: S608 - fixed

    async def add_judgement(self, match: str, seat: int, number: int, body: bytes) -> bool:
        count = f"""
            UPDATE reviews SET done = ?3 WHERE match = ?1 AND seat = ?2 AND done = ?3 - 1 AND {UNFINISHED}
        """  # noqa: S608 - fixed

        def work(connection: Connection) -> bool:
            counted = connection.execute(count, (match, seat, number)).rowcount == 1
            if counted:
                connection.execute("INSERT INTO judgements VALUES (?, ?, ?, ?)", (match, seat, number, body))
            return counted

        return await self._require_open().write(work)

    async def read_judgements(self, match: str, seat: int, after: int = 0) -> list[bytes]:
        def work(connection: Connection) -> list[bytes]:
            query = "SELECT body FROM judgements WHERE match = ? AND seat = ? AND number > ? ORDER BY number"
            return [row[0] for row in connection.execute(query, (match, seat, after))]

        return await self._require_open().read(work)

    async def mark_review(self, match: str, seat: int, state: str, total: int, body: bytes = b"") -> None:
        statement = f"""
            UPDATE reviews SET state = ?, total = ?, body = ? WHERE match = ? AND seat = ? AND {UNFINISHED}
        """  # noqa: S608 - fixed
        await self._execute(statement, state, total, body, match, seat)

    async def add_identity(self, identity: Identity) -> None:
        if not await self._execute("INSERT OR IGNORE INTO identities VALUES (?, ?, ?, ?)", *astuple(identity)):
            raise ConflictError(f"the identity {identity.id} already exists")

    async def identity(self, identity: str) -> Identity | None:
        def work(connection: Connection) -> Identity | None:
            row = connection.execute("SELECT * FROM identities WHERE id = ?", (identity,)).fetchone()
            return None if row is None else from_row(Identity, row)

        return await self._require_open().read(work)

    async def names(self, identities: Sequence[str]) -> dict[str, str]:
        def work(connection: Connection) -> dict[str, str]:
            query = "SELECT id, name FROM identities WHERE id IN (SELECT value FROM json_each(?))"
            rows: list[tuple[str, str]] = connection.execute(query, (_json_array(identities),)).fetchall()
            return dict(rows)

        return await self._require_open().read(work)

    async def rename(self, identity: str, name: str) -> None:
        await self._execute("UPDATE identities SET name = ? WHERE id = ?", name, identity)

    async def touch(self, identity: str, now: int) -> None:
        await self._execute("UPDATE identities SET seen = ? WHERE id = ?", now, identity)

    async def companions(self, identity: str, statuses: Sequence[str], limit: int) -> list[Companion]:
        query = """
            SELECT id, name, seen, max(updated) AS played
            FROM members AS own JOIN matches USING (match) JOIN members AS others USING (match)
            JOIN identities ON id = others.identity
            WHERE own.identity = ?1 AND id <> ?1 AND status IN (SELECT value FROM json_each(?2))
            GROUP BY id, name, seen ORDER BY played DESC, id LIMIT ?3
        """

        def work(connection: Connection) -> list[Companion]:
            rows = connection.execute(query, (identity, _json_array(statuses), limit))
            return [from_row(Companion, row) for row in rows]

        return await self._require_open().read(work)

    async def forget(self, identity: str) -> None:
        def work(connection: Connection) -> None:
            connection.execute(UNSAY, (identity,))
            connection.execute("DELETE FROM identities WHERE id = ?", (identity,))

        await self._require_open().write(work)

    async def add_transfer(self, digest: bytes, identity: str, until: int) -> None:
        await self._execute("INSERT INTO transfers VALUES (?, ?, ?)", digest, identity, until)

    async def take_transfer(self, digest: bytes, now: int) -> str | None:
        def work(connection: Connection) -> str | None:
            query = "SELECT identity FROM transfers WHERE digest = ? AND until > ?"
            found: tuple[str] | None = connection.execute(query, (digest, now)).fetchone()
            connection.execute("DELETE FROM transfers WHERE digest = ?", (digest,))
            return None if found is None else found[0]

        return await self._require_open().write(work)

    async def time(self) -> int:
        return clock.wall_time()

    async def lease(self, name: str, node: str, duration: int) -> bool:
        now = clock.elapsed()
        holder, until = self._leases.get(name, (node, now))
        if holder != node and until > now:
            return False
        self._leases[name] = node, now + duration
        return True

    async def release(self, node: str) -> None:
        self._leases = {name: lease for name, lease in self._leases.items() if lease[0] != node}

    def listen(self, heard: Callable[[str, int], None], said: Callable[[str, int], None]) -> None:
        """Do nothing: no other node can be on this file."""

    async def is_healthy(self) -> bool:
        return self._file is not None and await self._health.check(self._can_write)

    async def _can_write(self) -> bool:
        """Tell whether something can be kept: a write that is small, and room for one that is not."""

        def work(connection: Connection) -> None:
            connection.execute("SAVEPOINT room")
            connection.execute("INSERT INTO keys VALUES ('room', zeroblob(?))", (ROOM,))
            connection.execute("ROLLBACK TO room")
            connection.execute("RELEASE room")
            connection.execute("INSERT OR REPLACE INTO keys VALUES ('health', ?)", (secrets.token_bytes(8),))

        file = self._require_open()
        if time.monotonic() - file.refused_at < health.HOLDS:
            return False
        await file.write(work)
        return True

    def _require_open(self) -> File:
        if self._file is None:
            raise StoreError("the database is closed")
        return self._file

    async def _execute(self, statement: str, *values: object) -> int:
        """Run one statement; return how many rows it changed."""
        return await self._require_open().write(
            lambda connection: connection.execute(statement, values).rowcount, single=True
        )

    async def _summaries(self, query: str, *values: object) -> list[Summary]:
        return await self._require_open().read(
            lambda connection: [summary_from_row(row) for row in connection.execute(query, values)]
        )

    async def _reviews(self, query: str, *values: object) -> list[KeptReview]:
        return await self._require_open().read(
            lambda connection: [from_row(KeptReview, row) for row in connection.execute(query, values)]
        )

    async def _column(self, query: str, *values: object) -> list[str]:
        return await self._require_open().read(lambda connection: [row[0] for row in connection.execute(query, values)])


def _read_log(connection: Connection, match: str, after: int, limit: int | None = None) -> list[Event]:
    """Return the events with higher numbers, at most `limit` of them."""
    query = "SELECT match, seq, at, kind, body FROM events WHERE match = ? AND seq > ? ORDER BY seq LIMIT ?"
    return [from_row(Event, row) for row in connection.execute(query, (match, after, -1 if limit is None else limit))]


def _json_array(texts: Sequence[str]) -> str:
    """Return texts as SQLite's json_each takes them."""
    return json.encode(texts).decode()


def _write_summary(connection: Connection, summary: Summary) -> None:
    """Write a summary, and who is linked to the match."""
    query = "SELECT members FROM matches WHERE match = ?"
    before: tuple[str] | None = connection.execute(query, (summary.match,)).fetchone()
    statement = """
        INSERT INTO matches VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (match) DO UPDATE SET
            game = excluded.game, status = excluded.status, public = excluded.public, created = excluded.created,
            updated = excluded.updated, host = excluded.host, members = excluded.members, body = excluded.body
    """
    connection.execute(statement, summary_row(summary))
    members = members_text(summary)
    if before != (members,):
        connection.execute("DELETE FROM members WHERE match = ?", (summary.match,))
        query = "SELECT id, ? FROM identities WHERE id IN (SELECT value FROM json_each(?))"
        connection.execute(f"INSERT INTO members {query}", (summary.match, members))
