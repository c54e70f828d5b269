"""What was acknowledged stays, whatever happens to the process, the disk or the server."""

import asyncio
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from atout.server.stores import health
from atout.server.stores.base import ConflictError, StoreError
from atout.server.stores.opening import open_store
from tests.server.stores import appending
from tests.server.stores.places import Place, PostgresPlace, SqlitePlace, event, run, summary, until, welcome

ACKNOWLEDGED = 400


def appender(url: str) -> "subprocess.Popen[str]":
    return subprocess.Popen([sys.executable, str(Path(appending.__file__)), url], stdout=subprocess.PIPE, text=True)


async def test_a_killed_process_has_lost_nothing_it_acknowledged(place: Place) -> None:
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
    async with place.opened() as store:
        for match, seq in last.items():
            kept = [event.seq for event in await store.read(match)]
            assert kept == list(range(1, len(kept) + 1))
            assert len(kept) >= seq
            await store.append([event(match, len(kept) + 1)])


async def test_closing_finishes_what_waits(place: Place) -> None:
    store = place.store()
    await store.open()
    waiting = [asyncio.create_task(store.append([event(f"m{k}", 1)])) for k in range(50)]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*waiting)
    async with place.opened() as store:
        assert len(await store.every_match()) == 50


async def test_commits_are_durable_in_sqlite(sqlite: SqlitePlace) -> None:
    async with sqlite.opened() as store:
        writing = store._file._writer._connection  # type: ignore[attr-defined]
        assert writing.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert writing.execute("PRAGMA synchronous").fetchone() == (2,)


async def test_a_second_server_on_the_same_file_is_refused(sqlite: SqlitePlace) -> None:
    """In another process, in the same one, and only while the first one lives."""
    message = f"^{sqlite.file}: in use by another server; several servers need PostgreSQL$"
    with appender(sqlite.url) as process:
        assert process.stdout is not None
        process.stdout.readline()
        with pytest.raises(StoreError, match=message):
            await sqlite.store().open()
        process.kill()
    async with sqlite.opened() as store:
        with pytest.raises(StoreError, match=message):
            await sqlite.store().open()
        assert await store.read("m0")
    async with sqlite.opened() as store:
        assert await store.read("m0")


async def test_a_command_beside_a_server_reads_and_writes_safely(sqlite: SqlitePlace) -> None:
    async with sqlite.opened() as store:
        await store.append([event("m", 1)])
        beside = open_store(sqlite.url, shared=True)
        await beside.open()
        assert await beside.read("m") == [event("m", 1)]
        for seq in range(2, 30):
            rivals = (store.append([event("m", seq, b"one")]), beside.append([event("m", seq, b"two")]))
            results = await asyncio.gather(*rivals, return_exceptions=True)
            assert [result for result in results if result is not None] != []
            assert sum(isinstance(result, ConflictError) for result in results) == 1
        assert len(await store.read("m")) == 29
        await beside.close()


async def test_a_full_disk_loses_nothing_and_goes_on_when_there_is_room(sqlite: SqlitePlace) -> None:
    large = b"x" * 2000
    async with sqlite.opened() as store:
        await welcome(store, "ada")
        file = store._file  # type: ignore[attr-defined]
        await file.write(lambda connection: connection.execute("PRAGMA max_page_count = 60").fetchone())
        kept: list[str] = []
        failures = 0
        for turn in range(20):
            names = [f"m{turn}-{k}" for k in range(5)]
            appends = (store.append([event(name, 1, large)], summary(name)) for name in names)
            for name, result in zip(names, await asyncio.gather(*appends, return_exceptions=True), strict=True):
                if result is None:
                    kept.append(name)
                else:
                    assert isinstance(result, StoreError)
                    assert str(result) == "the database keeps nothing now: database or disk is full"
                    failures += 1
        assert len(kept) > 5
        assert failures > 5
        assert sorted(await store.every_match()) == sorted(kept)
        assert not await store.healthy()
        await file.write(lambda connection: connection.execute("PRAGMA max_page_count = 100000").fetchone())
        await until(store.healthy)
        await asyncio.gather(*(store.append(run(f"later{k}", 1, 3), summary(f"later{k}")) for k in range(5)))
    async with sqlite.opened() as store:
        assert sorted(await store.every_match()) == sorted([*kept, *(f"later{k}" for k in range(5))])
        for name in kept:
            assert await store.read(name) == [event(name, 1, large)]
            assert await store.summary(name) == summary(name)


async def test_health_tries_a_write_and_not_for_everybody_who_asks(
    sqlite: SqlitePlace, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with sqlite.opened() as store:
        file = store._file  # type: ignore[attr-defined]
        writes: list[object] = []
        write = file.write

        def counted(work: Any) -> Any:
            writes.append(work)
            return write(work)

        monkeypatch.setattr(file, "write", counted)
        assert await asyncio.gather(*(store.healthy() for _ in range(50))) == [True] * 50
        assert len(writes) == 1
        monkeypatch.setattr(health, "HOLDS", 0)
        await write(lambda connection: connection.execute("PRAGMA max_page_count = 1").fetchone())
        assert not await store.healthy()  # though nothing else was refused yet, and everything can be read
        assert await store.secret()
        await write(lambda connection: connection.execute("PRAGMA max_page_count = 100000").fetchone())
        assert await store.healthy()
        assert len(writes) == 4  # with that for the secret


async def test_a_postgres_that_is_read_only_is_not_well(
    postgres: PostgresPlace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "HOLDS", 0)
    async with postgres.opened() as store:
        assert await store.healthy()
        await postgres.execute("ALTER SYSTEM SET default_transaction_read_only = on")
        try:
            await postgres.execute("SELECT pg_reload_conf()")

            async def ill() -> bool:
                return not await store.healthy()

            await until(ill)
            with pytest.raises(StoreError):
                await store.append([event("m", 1)])
        finally:
            await postgres.execute("ALTER SYSTEM RESET default_transaction_read_only")
            await postgres.execute("SELECT pg_reload_conf()")
        await until(store.healthy)
