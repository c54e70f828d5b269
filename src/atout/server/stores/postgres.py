"""The store in PostgreSQL: for several nodes that hear of each other."""

import secrets
from collections.abc import Callable, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import astuple

from atout.server.stores.base import (
    EVERYTHING,
    LONGEST_LEASE,
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
from atout.server.stores.postgres_connection import (
    CHANNEL,
    RACES,
    TALK_CHANNEL,
    NotificationListener,
    Runner,
    connect_pool,
    disconnect,
    migrate,
    payload,
    translate_errors,
)
from atout.server.stores.postgres_log import Appender
from atout.server.stores.schema import from_row, require_consecutive, summary_from_row, unpack_snapshot

PURGE_STEP: Final = 50  # matches deleted in one go
NOW: Final = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"  # one clock for all nodes
SNAPSHOT: Final = "SELECT match, seq, body FROM snapshots WHERE match = $1"
TALK: Final = "SELECT match, number, at, identity, phrase, text, request FROM talk"
ATTEMPTS: Final = 8  # at saying something while others at other nodes do

# 1 to 7: the remark. 8: how many lines stay. 9: what notifications begin with.
SAY: Final = f"""
    WITH known AS (
        SELECT number FROM talk WHERE match = $1 AND identity = $4 AND request = $7 AND request <> ''
    ), said AS (
        INSERT INTO talk
        SELECT $1, greatest($2::bigint, 1 + (SELECT coalesce(max(number), 0) FROM talk WHERE match = $1)),
            $3::bigint, $4, $5, $6, $7
        WHERE NOT EXISTS (SELECT FROM known) AND EXISTS (SELECT FROM events WHERE match = $1)
            AND EXISTS (SELECT FROM identities WHERE id = $4)
        RETURNING number
    ), unsaid AS (
        DELETE FROM talk USING said WHERE talk.match = $1 AND talk.number <= said.number - $8::bigint
    )
    SELECT number, pg_notify('{TALK_CHANNEL}', $9 || number)::text FROM said UNION ALL SELECT number, '' FROM known
"""  # noqa: S608 - the channel is a constant
UNFINISHED: Final = "state IN ('waiting', 'running')"
UNSAY: Final = "UPDATE talk SET identity = '', phrase = '', text = '', request = '' WHERE identity = $1"


class LineNumber(Struct):
    """The number of a line."""

    number: int


class Judgement(Struct):
    """What is kept of one decision of a review."""

    body: bytes


class PostgresStore:
    """A `Store` in PostgreSQL, in a schema of its own."""

    def __init__(self, dsn: str) -> None:
        self._dsn = dsn
        self._node = secrets.token_hex(8)
        self._listener = NotificationListener(dsn, self._node)
        self._appender = Appender(dsn, self._node)
        self._pool: Runner | None = None
        self._health = Health()

    async def open(self) -> None:
        self._health = Health()
        with translate_errors():
            await migrate(self._dsn)
            try:
                self._pool = await connect_pool(self._dsn)
                await self._appender.open()
                await self._listener.open()
            except BaseException:
                await self.close()
                raise

    async def close(self) -> None:
        pool, self._pool = self._pool, None
        await self._listener.close()
        await self._appender.close()
        if pool is not None:
            await disconnect(pool)

    async def secret(self) -> bytes:
        await self._execute("INSERT INTO keys VALUES ('secret', $1) ON CONFLICT DO NOTHING", secrets.token_bytes(32))
        kept = await self._value("SELECT value FROM keys WHERE name = 'secret'")
        assert isinstance(kept, bytes)
        return kept

    async def append(self, events: Sequence[Event], summary: Summary | None = None) -> None:
        require_consecutive(events, summary)
        self._runner()
        if events or summary is not None:
            await self._appender.append(events, summary)

    async def read_events(self, match: str, after: int = 0) -> list[Event]:
        snapshot = [] if after else await self._rows(SNAPSHOT, match)
        events = unpack_snapshot(snapshot[0]) if snapshot else []
        return events + await self.read_log(match, max(after, len(events)))

    async def read_log(self, match: str, after: int = 0, limit: int | None = None) -> list[Event]:
        query = "SELECT match, seq, at, kind, body FROM events WHERE match = $1 AND seq > $2 ORDER BY seq LIMIT $3"
        return [from_row(Event, row) for row in await self._rows(query, match, after, limit)]

    async def save_snapshot(self, snapshot: Snapshot) -> None:
        statement = """
            INSERT INTO snapshots AS old
            SELECT $1::text, $2::bigint, $3::bytea WHERE EXISTS (SELECT FROM events WHERE match = $1 AND seq = $2)
            ON CONFLICT (match) DO UPDATE SET seq = excluded.seq, body = excluded.body WHERE excluded.seq > old.seq
        """
        await self._execute(statement, *astuple(snapshot))

    async def read_snapshot(self, match: str) -> Snapshot | None:
        found = await self._rows(SNAPSHOT, match)
        return from_row(Snapshot, found[0]) if found else None

    async def summary(self, match: str) -> Summary | None:
        found = await self._rows("SELECT * FROM matches WHERE match = $1", match)
        return summary_from_row(found[0]) if found else None

    async def public_matches(self, statuses: Sequence[str], limit: int) -> list[Summary]:
        query = """
            SELECT * FROM matches WHERE public = 1 AND status = ANY($1::text[]) ORDER BY updated DESC, match LIMIT $2
        """
        return [summary_from_row(row) for row in await self._rows(query, list(statuses), limit)]

    async def matches_of(
        self, identity: str, limit: int, before: int | None = None, only: Filter = EVERYTHING
    ) -> list[Summary]:
        query = """
            WITH found AS (
                SELECT matches.* FROM members AS own JOIN matches USING (match)
                WHERE own.identity = $1 AND ($2::bigint IS NULL OR updated < $2) AND $4::text IN ('', game)
                AND ($5::text[] = '{}' OR status = ANY($5))
                AND ($6::text = '' OR EXISTS (
                    SELECT FROM members JOIN identities ON id = identity
                    WHERE members.match = matches.match AND id <> $1 AND name = $6
                ))
            )
            SELECT * FROM found WHERE updated >= (
                SELECT min(updated) FROM (SELECT updated FROM found ORDER BY updated DESC LIMIT $3) AS page
            )
            ORDER BY updated DESC, match
        """
        rows = await self._rows(query, identity, before, limit, only.game, list(only.statuses), only.name)
        return [summary_from_row(row) for row in rows]

    async def count_unfinished(self, identity: str, statuses: Sequence[str]) -> int:
        query = """
            SELECT count(*) FROM members JOIN matches USING (match) WHERE identity = $1 AND status = ANY($2::text[])
        """
        found = await self._value(query, identity, list(statuses))
        assert isinstance(found, int)
        return found

    async def ids_with_status(self, statuses: Sequence[str]) -> list[str]:
        return await self._column(
            "SELECT match FROM matches WHERE status = ANY($1::text[]) ORDER BY match", list(statuses)
        )

    async def match_ids(self, after: str = "", limit: int = 500) -> list[str]:
        query = """
            WITH RECURSIVE ids (id) AS (
                SELECT min(match) FROM events WHERE match > $1
                UNION ALL
                SELECT (SELECT min(match) FROM events WHERE match > id) FROM ids WHERE id IS NOT NULL
            )
            SELECT id FROM ids WHERE id IS NOT NULL LIMIT $2
        """
        return await self._column(query, after, limit)

    async def purge(self, statuses: Sequence[str], before: int) -> int:
        statement = """
            WITH old AS (
                SELECT match FROM matches WHERE status = ANY($1::text[]) AND updated < $2
                LIMIT $3 FOR UPDATE SKIP LOCKED
            ), purged AS (
                DELETE FROM matches USING old WHERE matches.match = old.match RETURNING matches.match
            ), unsaid AS (
                DELETE FROM events USING purged WHERE events.match = purged.match
            ), unkept AS (
                DELETE FROM snapshots USING purged WHERE snapshots.match = purged.match
            ), unheard AS (
                DELETE FROM talk USING purged WHERE talk.match = purged.match
            )
            SELECT match FROM purged
        """
        await self._execute("DELETE FROM transfers WHERE until < $1", before)
        await self._execute(f"DELETE FROM leases WHERE until <= {NOW}")  # noqa: S608 - fixed
        purged = 0
        while some := await self._column(statement, list(statuses), before, PURGE_STEP):
            purged += len(some)
        return purged

    async def add_remark(self, remark: Remark, keep: int) -> int:
        told = payload(self._node, remark.match, "")
        for _ in range(ATTEMPTS):
            with translate_errors():
                try:
                    rows = await self._runner().fetch(SAY, *astuple(remark), keep, told)
                except RACES:  # somebody else has this number now
                    continue
            if not rows:
                raise ConflictError(f"there is no match {remark.match}, or nobody called {remark.identity}")
            return from_row(LineNumber, rows[0][:1]).number
        raise StoreError("too many others are talking at this table")

    async def read_talk(self, match: str, after: int = 0) -> list[Remark]:
        rows = await self._rows(f"{TALK} WHERE match = $1 AND number > $2 ORDER BY number", match, after)
        return [from_row(Remark, row) for row in rows]

    async def ask_for_review(self, match: str, seat: int, version: int, asked: int) -> bool:
        useless = "DELETE FROM reviews WHERE match = $1 AND seat = $2 AND (state = 'failed' OR version < $3)"
        statement = """
            INSERT INTO reviews
            SELECT match, $2::bigint, $3::bigint, $4::bigint, 'waiting', 0, 0, '' FROM matches WHERE match = $1
            ON CONFLICT (match, seat) DO NOTHING
        """
        await self._execute(useless, match, seat, version)
        return await self._execute(statement, match, seat, version, asked) == 1

    async def review(self, match: str, seat: int) -> KeptReview | None:
        found = await self._rows("SELECT * FROM reviews WHERE match = $1 AND seat = $2", match, seat)
        return from_row(KeptReview, found[0]) if found else None

    async def unfinished_reviews(self) -> list[KeptReview]:
        rows = await self._rows(f"SELECT * FROM reviews WHERE {UNFINISHED} ORDER BY asked, match, seat")  # noqa: S608 - fixed
        return [from_row(KeptReview, row) for row in rows]

    async def add_judgement(self, match: str, seat: int, number: int, body: bytes) -> bool:
        statement = f"""
            WITH counted AS (
                UPDATE reviews SET done = $3::bigint WHERE match = $1 AND seat = $2 AND done = $3 - 1 AND {UNFINISHED}
                RETURNING match, seat, done
            )
            INSERT INTO judgements SELECT match, seat, done, $4::bytea FROM counted
        """  # noqa: S608 - fixed
        return await self._execute(statement, match, seat, number, body) == 1

    async def read_judgements(self, match: str, seat: int, after: int = 0) -> list[bytes]:
        query = "SELECT body FROM judgements WHERE match = $1 AND seat = $2 AND number > $3 ORDER BY number"
        return [from_row(Judgement, row).body for row in await self._rows(query, match, seat, after)]

    async def mark_review(self, match: str, seat: int, state: str, total: int, body: bytes = b"") -> None:
        statement = f"""
            UPDATE reviews SET state = $3, total = $4, body = $5 WHERE match = $1 AND seat = $2 AND {UNFINISHED}
        """  # noqa: S608 - fixed
        await self._execute(statement, match, seat, state, total, body)

    async def add_identity(self, identity: Identity) -> None:
        statement = "INSERT INTO identities VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING"
        if not await self._execute(statement, *astuple(identity)):
            raise ConflictError(f"the identity {identity.id} already exists")

    async def identity(self, identity: str) -> Identity | None:
        found = await self._rows("SELECT id, name, created, seen FROM identities WHERE id = $1", identity)
        return from_row(Identity, found[0]) if found else None

    async def names(self, identities: Sequence[str]) -> dict[str, str]:
        rows = await self._rows("SELECT id, name FROM identities WHERE id = ANY($1::text[])", list(identities))
        return {str(row[0]): str(row[1]) for row in rows}

    async def rename(self, identity: str, name: str) -> None:
        statement = "UPDATE identities SET name = $3 WHERE id = $1 RETURNING id"
        await self._tell_others(statement, identity, name)

    async def touch(self, identity: str, now: int) -> None:
        await self._execute("UPDATE identities SET seen = $1 WHERE id = $2", now, identity)

    async def companions(self, identity: str, statuses: Sequence[str], limit: int) -> list[Companion]:
        query = """
            SELECT id, name, seen, max(updated) AS played
            FROM members AS own JOIN matches USING (match) JOIN members AS others USING (match)
            JOIN identities ON id = others.identity
            WHERE own.identity = $1 AND id <> $1 AND status = ANY($2::text[])
            GROUP BY id, name, seen ORDER BY played DESC, id LIMIT $3
        """
        return [from_row(Companion, row) for row in await self._rows(query, identity, list(statuses), limit)]

    async def forget(self, identity: str) -> None:
        await self._execute(UNSAY, identity)
        await self._tell_others("DELETE FROM identities WHERE id = $1 RETURNING id", identity)
        await self._execute(UNSAY, identity)  # what was said at another node in between

    async def add_transfer(self, digest: bytes, identity: str, until: int) -> None:
        await self._execute("INSERT INTO transfers VALUES ($1, $2, $3)", digest, identity, until)

    async def take_transfer(self, digest: bytes, now: int) -> str | None:
        query = """
            WITH taken AS (DELETE FROM transfers WHERE digest = $1 RETURNING identity, until)
            SELECT identity FROM taken WHERE until > $2
        """
        found = await self._column(query, digest, now)
        return found[0] if found else None

    async def time(self) -> int:
        now = await self._value(f"SELECT {NOW}")
        assert isinstance(now, int)
        return now

    async def lease(self, name: str, node: str, duration: int) -> bool:
        statement = f"""
            INSERT INTO leases AS old VALUES ($1, $2, {NOW} + $3)
            ON CONFLICT (name) DO UPDATE SET node = excluded.node, until = excluded.until
            WHERE old.node = excluded.node OR old.until <= {NOW} OR old.until > {NOW} + $4
        """  # noqa: S608 - fixed
        return bool(await self._execute(statement, name, node, duration, LONGEST_LEASE))

    async def release(self, node: str) -> None:
        await self._execute("DELETE FROM leases WHERE node = $1", node)

    def listen(self, heard: Callable[[str, int], None], said: Callable[[str, int], None]) -> None:
        self._listener.listen(heard, said)

    async def is_healthy(self) -> bool:
        return self._pool is not None and await self._health.check(self._can_write)

    async def _can_write(self) -> bool:
        """Tell whether something can be kept."""
        statement = """
            INSERT INTO keys VALUES ('health', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value
        """
        return await self._execute(statement, secrets.token_bytes(8)) == 1

    async def _tell_others(self, change: str, identity: str, *values: object) -> None:
        """Change an identity, and let the other nodes know."""
        query = f"WITH changed AS ({change}) SELECT pg_notify('{CHANNEL}', $2) FROM changed"  # noqa: S608 - all fixed
        await self._rows(query, identity, payload(self._node, identity, 0), *values)

    def _runner(self) -> Runner:
        if self._pool is None:
            raise StoreError("the database is closed")
        return self._pool

    async def _execute(self, statement: str, *values: object) -> int:
        """Run one statement; return how many rows it changed."""
        with translate_errors():
            return int((await self._runner().execute(statement, *values)).rpartition(" ")[2])

    async def _rows(self, query: str, *values: object) -> Sequence[Sequence[object]]:
        with translate_errors():
            return await self._runner().fetch(query, *values)

    async def _value(self, query: str, *values: object) -> object:
        with translate_errors():
            return await self._runner().fetchval(query, *values)

    async def _column(self, query: str, *values: object) -> list[str]:
        return [str(row[0]) for row in await self._rows(query, *values)]
