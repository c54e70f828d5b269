"""Appending to the log in PostgreSQL: everything that waits is written by one statement, which is one commit."""

import asyncio
from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import astuple

from atout.server.stores.base import ConflictError, Event, StoreError, Summary
from atout.server.stores.postgres_connection import (
    CHANNEL,
    FAILURES,
    LOST,
    RACES,
    Connection,
    connect,
    disconnect,
    payload,
    store_error,
)
from atout.server.stores.schema import from_row, members_text, summary_row

MOST_JOBS: Final = 512  # in one statement
ATTEMPTS: Final = 8  # while other nodes write to the same matches

PRESENT: Final = """
    SELECT id,
        coalesce((SELECT max(seq) FROM events WHERE match = id), 0),
        (SELECT members FROM matches WHERE match = id)
    FROM unnest($1::text[]) AS id
"""

# 1 to 5: events. 6 to 14: summaries. 15: matches whose members have changed. 16, 17: their members. 18: notifications.
APPEND: Final = f"""
    WITH happened AS (
        INSERT INTO events SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::bytea[])
    ), listed AS (
        INSERT INTO matches SELECT * FROM unnest(
            $6::text[], $7::text[], $8::text[], $9::smallint[], $10::bigint[], $11::bigint[], $12::text[], $13::text[],
            $14::bytea[]
        )
        ON CONFLICT (match) DO UPDATE SET
            game = excluded.game, status = excluded.status, public = excluded.public, created = excluded.created,
            updated = excluded.updated, host = excluded.host, members = excluded.members, body = excluded.body
    ), unlinked AS (
        DELETE FROM members WHERE match = ANY($15::text[])
        AND (match, identity) NOT IN (SELECT * FROM unnest($16::text[], $17::text[]))
    ), linked AS (
        INSERT INTO members
        SELECT id, pair.match FROM unnest($16::text[], $17::text[]) AS pair (match, identity)
        JOIN identities ON id = pair.identity FOR KEY SHARE OF identities
        ON CONFLICT DO NOTHING
    )
    SELECT pg_notify('{CHANNEL}', told) FROM unnest($18::text[]) AS told
"""  # noqa: S608 - the channel is a constant


class StoredMatch(Struct):
    """How far a match is in the database, and who its row says sits there."""

    match: str
    seq: int
    members: str | None


class Job:
    """Something to append, and who waits for it."""

    def __init__(self, events: Sequence[Event], summary: Summary | None, future: "asyncio.Future[None]") -> None:
        self.events = events
        self.summary = summary
        self.future = future
        self.match = summary.match if summary is not None else events[0].match

    def resolve(self, error: Exception | None = None) -> None:
        """Tell who waits."""
        if self.future.done():
            return
        if error is None:
            self.future.set_result(None)
        else:
            self.future.set_exception(error)


class Appender:
    """The task that appends, with a connection of its own."""

    def __init__(self, dsn: str, node: str) -> None:
        self._dsn = dsn
        self._node = node
        self._queue: asyncio.Queue[Job | None] = asyncio.Queue()
        self._connection: Connection | None = None
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Begin to append."""
        self._connection = await connect(self._dsn)
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Finish what is waiting."""
        if self._task is not None:
            self._queue.put_nowait(None)
            await self._task
        if self._connection is not None:
            await disconnect(self._connection)
        self._task = self._connection = None

    async def append(self, events: Sequence[Event], summary: Summary | None) -> None:
        """Append, and wait until it is committed."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait(Job(events, summary, future))
        await future

    async def _run(self) -> None:
        ended = False
        while not ended:
            jobs = [await self._queue.get()]
            while len(jobs) < MOST_JOBS and not self._queue.empty():
                jobs.append(self._queue.get_nowait())
            ended = None in jobs
            batch = [job for job in jobs if job is not None and not job.future.done()]
            if batch:
                await self._commit(batch)

    async def _commit(self, batch: list[Job]) -> None:
        """Settle all jobs. What fails together for another reason than the connection is tried one by one."""
        try:
            if self._connection is None:
                self._connection = await connect(self._dsn)
            await self._write(self._connection, batch)
        except Exception as error:
            connection = self._connection
            lost = connection is None or connection.is_closed() or isinstance(error, LOST)
            if lost and connection is not None:
                connection.terminate()
                self._connection = None
            for job in batch:
                if lost or len(batch) == 1:
                    job.resolve(store_error(error) if isinstance(error, FAILURES) else error)
                elif not job.future.done():
                    await self._commit([job])

    async def _write(self, connection: Connection, batch: list[Job]) -> None:
        """Append what follows the present logs, and refuse the rest; settle both."""
        waiting = sorted(batch, key=lambda job: job.match)  # one order on all nodes: nobody waits in a circle
        for _ in range(ATTEMPTS):
            ids = list({job.match: None for job in waiting})
            rows = await connection.fetch(PRESENT, ids) if ids else []
            present = {str(row[0]): from_row(StoredMatch, row) for row in rows}
            waiting = _select_following(waiting, {match: there.seq for match, there in present.items()})
            if not waiting:
                return
            try:
                await connection.fetch(APPEND, *self._columns(waiting, present))
            except RACES:
                continue
            for job in waiting:
                job.resolve()
            return
        raise StoreError("too many others write to the same matches")

    def _columns(self, jobs: list[Job], present: dict[str, StoredMatch]) -> list[Sequence[object]]:
        """Return the values of APPEND."""
        events = [event for job in jobs for event in job.events]
        summaries = {job.match: job.summary for job in jobs if job.summary is not None}
        changed = [one for match, one in summaries.items() if members_text(one) != present[match].members]
        pairs = [(summary.match, member) for summary in changed for member in summary.members]
        last = {event.match: event.seq for event in events}
        return [
            *_transpose([astuple(event) for event in events], 5),
            *_transpose([summary_row(summary) for summary in summaries.values()], 9),
            [summary.match for summary in changed],
            *_transpose(pairs, 2),
            [payload(self._node, match, seq) for match, seq in last.items()],
        ]


def _select_following(jobs: list[Job], last: dict[str, int]) -> list[Job]:
    """Return the jobs whose events follow the log, one after the other; refuse the others."""
    following = []
    for job in jobs:
        if job.events and job.events[0].seq != last[job.match] + 1:
            job.resolve(ConflictError(f"event {job.events[0].seq} of {job.match} does not follow {last[job.match]}"))
            continue
        last[job.match] += len(job.events)
        following.append(job)
    return following


def _transpose(rows: Sequence[Sequence[object]], width: int) -> list[Sequence[object]]:
    return [[row[column] for row in rows] for column in range(width)]
