"""What was acknowledged stays, whatever happens to the process, the disk or the server."""

import asyncio
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from atout.server.stores import health
from atout.server.stores.base import ConflictError, StoreError
from atout.server.stores.from_url import store_from_url
from tests.server.stores import append_for_ever
from tests.server.stores.databases import (
    Database,
    PostgresDatabase,
    SqliteDatabase,
    add_identities,
    make_event,
    make_events,
    make_summary,
    wait_until,
)

ACKNOWLEDGED = 400


def appender(url: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, str(Path(append_for_ever.__file__)), url], stdout=subprocess.PIPE, text=True
    )


async def test_a_killed_process_has_lost_nothing_it_acknowledged(place: Database) -> None:
    with appender(place.url) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(ACKNOWLEDGED)]
        process.kill()
        lines += process.stdout.readlines()
    last: dict[str, int] = {}
    for line in lines:
        if line.endswith("\n"):
            match, number = line.split()
            last[match] = int(number)
    assert len(last) == 8
    async with place.open_store() as store:
        for match, seq in last.items():
            kept = [event.seq for event in await store.read_events(match)]
            assert kept == list(range(1, len(kept) + 1))
            assert len(kept) >= seq
            await store.append([make_event(match, len(kept) + 1)])


async def test_closing_finishes_what_waits(place: Database) -> None:
    store = place.store()
    await store.open()
    waiting = [asyncio.create_task(store.append([make_event(f"m{k}", 1)])) for k in range(50)]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*waiting)
    async with place.open_store() as store:
        assert len(await store.match_ids()) == 50


async def test_commits_are_durable_in_sqlite(sqlite: SqliteDatabase) -> None:
    async with sqlite.open_store() as store:
        writing = store._file._writer._connection  # type: ignore[attr-defined]
        assert writing.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert writing.execute("PRAGMA synchronous").fetchone() == (2,)


async def test_a_second_server_on_the_same_file_is_refused(sqlite: SqliteDatabase) -> None:
    """In another process, in the same one, and only while the first one lives."""
    message = f"^{sqlite.file}: in use by another server; several servers need PostgreSQL$"
    with appender(sqlite.url) as process:
        assert process.stdout is not None
        process.stdout.readline()
        with pytest.raises(StoreError, match=message):
            await sqlite.store().open()
        process.kill()
    async with sqlite.open_store() as store:
        with pytest.raises(StoreError, match=message):
            await sqlite.store().open()
        assert await store.read_events("m0")
    async with sqlite.open_store() as store:
        assert await store.read_events("m0")


async def test_a_command_beside_a_server_reads_and_writes_safely(sqlite: SqliteDatabase) -> None:
    async with sqlite.open_store() as store:
        await store.append([make_event("m", 1)])
        beside = store_from_url(sqlite.url, shared=True)
        await beside.open()
        assert await beside.read_events("m") == [make_event("m", 1)]
        for seq in range(2, 30):
            rivals = (store.append([make_event("m", seq, b"one")]), beside.append([make_event("m", seq, b"two")]))
            results = await asyncio.gather(*rivals, return_exceptions=True)
            assert [result for result in results if result is not None] != []
            assert sum(isinstance(result, ConflictError) for result in results) == 1
        assert len(await store.read_events("m")) == 29
        await beside.close()


async def test_a_full_disk_loses_nothing_and_goes_on_when_there_is_room(sqlite: SqliteDatabase) -> None:
    large = b"x" * 2000
    async with sqlite.open_store() as store:
        await add_identities(store, "ada")
        file = store._file  # type: ignore[attr-defined]
        await file.write(lambda connection: connection.execute("PRAGMA max_page_count = 60").fetchone())
        kept: list[str] = []
        failures = 0
        for turn in range(20):
            names = [f"m{turn}-{k}" for k in range(5)]
            appends = (store.append([make_event(name, 1, large)], make_summary(name)) for name in names)
            for name, result in zip(names, await asyncio.gather(*appends, return_exceptions=True), strict=True):
                if result is None:
                    kept.append(name)
                else:
                    assert isinstance(result, StoreError)
                    assert str(result) == "the database cannot save anything now: database or disk is full"
                    failures += 1
        assert len(kept) > 5
        assert failures > 5
        assert sorted(await store.match_ids()) == sorted(kept)
        assert not await store.is_healthy()
        await file.write(lambda connection: connection.execute("PRAGMA max_page_count = 100000").fetchone())
        await wait_until(store.is_healthy)
        await asyncio.gather(
            *(store.append(make_events(f"later{k}", 1, 3), make_summary(f"later{k}")) for k in range(5))
        )
    async with sqlite.open_store() as store:
        assert sorted(await store.match_ids()) == sorted([*kept, *(f"later{k}" for k in range(5))])
        for name in kept:
            assert await store.read_events(name) == [make_event(name, 1, large)]
            assert await store.summary(name) == make_summary(name)


async def test_health_tries_a_write_and_not_for_everybody_who_asks(
    sqlite: SqliteDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with sqlite.open_store() as store:
        file = store._file  # type: ignore[attr-defined]
        writes: list[object] = []
        write = file.write

        def counted(work: Any) -> Any:
            writes.append(work)
            return write(work)

        monkeypatch.setattr(file, "write", counted)
        assert await asyncio.gather(*(store.is_healthy() for _ in range(50))) == [True] * 50
        assert len(writes) == 1
        monkeypatch.setattr(health, "HOLDS", 0)
        await write(lambda connection: connection.execute("PRAGMA max_page_count = 1").fetchone())
        assert not await store.is_healthy()  # though nothing else was refused yet, and everything can be read
        assert await store.secret()
        await write(lambda connection: connection.execute("PRAGMA max_page_count = 100000").fetchone())
        assert await store.is_healthy()
        assert len(writes) == 4  # with that for the secret


async def test_a_postgres_that_is_read_only_is_not_well(
    postgres: PostgresDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "HOLDS", 0)
    async with postgres.open_store() as store:
        assert await store.is_healthy()
        await postgres.execute("ALTER SYSTEM SET default_transaction_read_only = on")
        try:
            await postgres.execute("SELECT pg_reload_conf()")

            async def ill() -> bool:
                return not await store.is_healthy()

            await wait_until(ill)
            with pytest.raises(StoreError):
                await store.append([make_event("m", 1)])
        finally:
            await postgres.execute("ALTER SYSTEM RESET default_transaction_read_only")
            await postgres.execute("SELECT pg_reload_conf()")
        await wait_until(store.is_healthy)
