"""Databases to test, and what the tests put into them."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import asyncpg
import pytest

from atout.server.stores import schema
from atout.server.stores.base import Event, Identity, Store, Summary
from atout.server.stores.from_url import store_from_url
from tests.kit.deadline import DEADLINE
from tests.server.stores.cluster import Cluster

T = TypeVar("T")


class Database:
    """A database by its URL; every `store()` is another connection to the same one."""

    def __init__(self, url: str) -> None:
        self.url = url

    def store(self) -> Store:
        return store_from_url(self.url)

    @asynccontextmanager
    async def open_store(self) -> AsyncIterator[Store]:
        store = self.store()
        await store.open()
        try:
            yield store
        finally:
            await store.close()

    @asynccontextmanager
    async def open_old_store(self, version: int) -> AsyncIterator[Store]:
        """Open a store as the program had it when there were only so many migrations."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(schema, "MIGRATIONS", schema.MIGRATIONS[:version])
            async with self.open_store() as store:
                yield store


class SqliteDatabase(Database):
    def __init__(self, folder: Path) -> None:
        self.file = folder / "atout.db"
        super().__init__(f"sqlite:///{self.file}")


class PostgresDatabase(Database):
    def __init__(self, cluster: Cluster) -> None:
        self.cluster = cluster
        super().__init__(cluster.url)

    async def execute(self, statement: str) -> list[Any]:
        connection = await asyncpg.connect(self.url)
        try:
            rows: list[Any] = await connection.fetch(statement)
            return rows
        finally:
            await connection.close()

    async def overtake(self, statement: str, work: Coroutine[None, None, T]) -> T:
        """Run a statement, and commit it only when what a store does meanwhile waits for it; return what that gives."""

        async def blocked() -> bool:
            query = "SELECT 1 FROM pg_stat_activity WHERE application_name = 'atout' AND wait_event_type = 'Lock'"
            return bool(await self.execute(query))

        connection = await asyncpg.connect(self.url)
        try:
            async with connection.transaction():
                await connection.execute(statement)
                task = asyncio.create_task(work)
                await wait_until(blocked)
        finally:
            await connection.close()
        return await task

    async def clear(self) -> None:
        await self.hang_up()  # a test that failed may have left transactions open
        await self.execute("DROP SCHEMA IF EXISTS atout CASCADE")

    async def hang_up(self) -> None:
        """End every connection of the stores."""
        await self.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'atout'")


def make_event(match: str, seq: int, body: bytes = b"{}", kind: str = "played") -> Event:
    return Event(match, seq, 1_700_000_000_000 + seq, kind, body)


def make_events(match: str, first: int, last: int) -> list[Event]:
    return [make_event(match, seq, b'{"action":%d}' % seq) for seq in range(first, last + 1)]


def make_summary(match: str, updated: int = 1, **changes: Any) -> Summary:
    fields: dict[str, Any] = {
        "match": match,
        "game": "luz",
        "status": "open",
        "public": True,
        "created": 1,
        "updated": updated,
        "host": "ada",
        "members": ("ada", "bo"),
        "body": b'{"seats":3}',
    }
    return Summary(**{**fields, **changes})


async def add_identities(store: Store, *ids: str) -> None:
    """Make identities whose names are their ids, capitalised."""
    for one in ids:
        await store.add_identity(Identity(one, one.capitalize(), 1, 1))


def match_ids(summaries: Iterable[Summary]) -> list[str]:
    return [one.match for one in summaries]


async def wait_until(attempt: Callable[[], Any]) -> None:
    """Try until it is true, and give up at a deadline."""
    end = time.monotonic() + DEADLINE
    while not await attempt():
        assert time.monotonic() < end, "nothing has changed in time"
        await asyncio.sleep(0.01)
