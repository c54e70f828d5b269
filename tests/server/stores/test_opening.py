"""Opening a database: addresses, files that are not ours, migrations."""

import asyncio
import os
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from atout.server.stores import schema
from atout.server.stores.base import Store, StoreError
from atout.server.stores.from_url import store_from_url
from atout.server.stores.sqlite import SqliteStore
from tests.server.stores.cluster import programs
from tests.server.stores.databases import (
    Database,
    PostgresDatabase,
    SqliteDatabase,
    make_event,
    make_events,
    make_summary,
)

ADDED = "ALTER TABLE matches ADD COLUMN colour TEXT NOT NULL DEFAULT 'red'"


@pytest.fixture
def closed_folder() -> Iterator[Path]:
    """Make a folder that cannot be written, not even by root, who steps down for the test."""
    folder = Path(tempfile.mkdtemp(prefix="atout-"))
    folder.chmod(0o555)
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)
    yield folder
    if root:
        os.seteuid(0)
    folder.rmdir()


async def refusal(store: Store) -> str:
    with pytest.raises(StoreError) as caught:
        await store.open()
    text = str(caught.value)
    assert "\n" not in text
    await store.close()
    return f"{type(caught.value).__name__}: {text}"


async def test_a_database_is_made_when_it_is_opened_and_found_again(place: Database) -> None:
    async with place.open_store() as store:
        await store.append(make_events("m", 1, 3), make_summary("m"))
    async with place.open_store() as store:
        assert await store.read_events("m") == make_events("m", 1, 3)
        assert await store.summary("m") == make_summary("m")


async def test_a_store_can_be_opened_again(place: Database) -> None:
    store = place.store()
    for seq in (1, 2):
        await store.open()
        await store.append([make_event("m", seq)])
        await store.close()
    await store.close()


async def test_a_closed_store_refuses_everything(place: Database) -> None:
    store = place.store()
    for _ in range(2):
        with pytest.raises(StoreError, match="closed"):
            await store.append([make_event("m", 1)])
        with pytest.raises(StoreError, match="closed"):
            await store.read_events("m")
        assert not await store.is_healthy()
        await store.open()
        assert await store.is_healthy()
        await store.close()


async def test_an_older_schema_is_migrated_and_a_newer_one_refused(
    place: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with place.open_store() as store:
        await store.append(make_events("m", 1, 3), make_summary("m"))
    with monkeypatch.context() as patch:
        patch.setattr(schema, "MIGRATIONS", [*schema.MIGRATIONS, (ADDED,), ("CREATE TABLE more (x $bytes)",)])
        async with place.open_store() as store:
            assert await store.read_events("m") == make_events("m", 1, 3)
            assert await store.summary("m") == make_summary("m")
        async with place.open_store() as store:
            assert await store.is_healthy()
    text = await refusal(place.store())
    assert text.startswith("SchemaError: ")
    assert text.endswith("the database was made by a newer Atout: schema 5, but this one knows 3")


async def test_a_migration_that_fails_changes_nothing(place: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    async with place.open_store() as store:
        await store.append(make_events("m", 1, 3))
    with monkeypatch.context() as patch:
        patch.setattr(schema, "MIGRATIONS", [*schema.MIGRATIONS, (ADDED, "DROP TABLE events", "no SQL")])
        assert (await refusal(place.store())).startswith("StoreError: ")
    async with place.open_store() as store:
        assert await store.read_events("m") == make_events("m", 1, 3)
    with monkeypatch.context() as patch:
        patch.setattr(schema, "MIGRATIONS", [*schema.MIGRATIONS, (ADDED,)])
        async with place.open_store() as store:
            assert await store.read_events("m") == make_events("m", 1, 3)


async def test_a_full_disk_is_told_in_one_line(sqlite: SqliteDatabase, monkeypatch: pytest.MonkeyPatch) -> None:
    """As SQLite does on a full disk, which ends a transaction by itself."""
    async with sqlite.open_store() as store:
        await store.append(make_events("m", 1, 3))
    connect = sqlite3.connect

    class Full(sqlite3.Connection):
        def execute(self, sql: str, *more: Any) -> sqlite3.Cursor:
            if sql.startswith("PRAGMA application_id ="):
                super().execute("ROLLBACK")
                raise sqlite3.OperationalError("database or disk is full")
            return super().execute(sql, *more)

    with monkeypatch.context() as patch:
        patch.setattr(sqlite3, "connect", lambda *args, **more: connect(*args, factory=Full, **more))
        assert await refusal(sqlite.store()) == f"StoreError: {sqlite.file}: database or disk is full"
    async with sqlite.open_store() as store:
        assert await store.read_events("m") == make_events("m", 1, 3)


async def test_several_nodes_may_make_the_schema_at_once(postgres: PostgresDatabase) -> None:
    stores = [postgres.store() for _ in range(4)]
    await asyncio.gather(*(store.open() for store in stores))
    secrets = await asyncio.gather(*(store.secret() for store in stores))
    assert len(set(secrets)) == 1
    for store in stores:
        await store.close()


async def test_a_file_of_another_program_is_left_alone(sqlite: SqliteDatabase) -> None:
    connection = sqlite3.connect(sqlite.file)
    connection.execute("CREATE TABLE theirs (x)")
    connection.commit()
    connection.close()
    before = sqlite.file.read_bytes()
    assert await refusal(sqlite.store()) == f"SchemaError: {sqlite.file}: this is a database of another program"
    assert sqlite.file.read_bytes() == before


async def test_a_file_that_is_no_database_is_left_alone(sqlite: SqliteDatabase) -> None:
    sqlite.file.write_text("Dear diary, " * 100)
    assert await refusal(sqlite.store()) == f"SchemaError: {sqlite.file}: file is not a database"
    assert sqlite.file.read_text() == "Dear diary, " * 100


async def test_a_schema_of_another_program_is_left_alone(postgres: PostgresDatabase) -> None:
    await postgres.execute("CREATE SCHEMA atout")
    text = await refusal(postgres.store())
    assert text == "SchemaError: PostgreSQL: the schema atout belongs to another program"


@pytest.mark.parametrize(
    ("url", "path"),
    [
        ("sqlite:///a.db", Path("a.db")),
        ("sqlite:///b/a.db", Path("b/a.db")),
        ("sqlite:////srv/a%20b.db", Path("/srv/a b.db")),
    ],
)
def test_a_url_names_a_file(url: str, path: Path) -> None:
    store = store_from_url(url)
    assert isinstance(store, SqliteStore)
    assert store.path == path


@pytest.mark.parametrize("scheme", ["postgres", "postgresql"])
def test_a_url_names_postgresql(scheme: str) -> None:
    assert type(store_from_url(f"{scheme}://host/name")).__name__ == "PostgresStore"


@pytest.mark.parametrize(
    "url", ["atout.db", "mysql://ada:secret@host/atout", "secret", "sqlite:/a.db", "postgresql://"]
)
def test_other_urls_are_refused_without_repeating_a_password(url: str) -> None:
    with pytest.raises(StoreError, match=r"^the URL of a database begins with sqlite:/// or postgresql://$"):
        store_from_url(url)


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///", "sqlite://a.db", "sqlite:///:memory:"])
def test_a_url_without_a_file_is_refused(url: str) -> None:
    with pytest.raises(StoreError, match="names no file; write sqlite:///"):
        store_from_url(url)


def test_without_asyncpg_postgresql_is_refused_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "atout.server.stores.postgres", raising=False)
    monkeypatch.delitem(sys.modules, "atout.server.stores.postgres_connection", raising=False)
    monkeypatch.delitem(sys.modules, "atout.server.stores.postgres_log", raising=False)
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(StoreError, match=r"pip install 'atout\[postgres\]'"):
        store_from_url("postgresql://host/name")


async def test_without_a_url_there_is_a_file_in_the_data_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr("atout.server.stores.from_url.user_data_path", lambda name, appauthor: tmp_path / "data" / name)
    store = store_from_url()
    await store.open()
    await store.close()
    assert (tmp_path / "data" / "atout" / "atout.db").is_file()


async def test_nobody_else_may_read_the_file(sqlite: SqliteDatabase) -> None:
    async with sqlite.open_store() as store:
        await store.append([make_event("m", 1)])
        files = [file for file in sqlite.file.parent.iterdir() if not file.name.endswith(".lock")]
        assert len(files) == 3  # with the write-ahead log and its index
        if sys.platform != "win32":
            assert {file.stat().st_mode & 0o077 for file in files} == {0}


async def test_a_folder_that_does_not_exist_is_named(tmp_path: Path) -> None:
    store = store_from_url(f"sqlite:///{tmp_path}/none/atout.db")
    assert await refusal(store) == f"StoreError: {tmp_path}/none/atout.db: there is no such folder"


async def test_a_folder_in_the_place_of_the_file_is_named(tmp_path: Path) -> None:
    assert (await refusal(store_from_url(f"sqlite:///{tmp_path}"))).startswith(f"StoreError: {tmp_path}: ")


@pytest.mark.skipif(sys.platform == "win32", reason="modes are of Unix")
async def test_a_folder_that_cannot_be_written_is_named(closed_folder: Path) -> None:
    text = await refusal(store_from_url(f"sqlite:///{closed_folder}/a.db"))
    assert text == f"StoreError: {closed_folder}/a.db: unable to open database file"


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://atout:secret@127.0.0.1:1/postgres",
        "postgresql://atout:secret@127.0.0.1:nowhere/postgres",
        "postgresql://atout:secret@host.invalid/postgres",
    ],
)
async def test_a_server_out_of_reach_is_told_in_one_line(url: str) -> None:
    text = await refusal(store_from_url(url))
    assert text.startswith("StoreError: PostgreSQL: ")
    assert "secret" not in text


async def test_a_database_that_does_not_exist_is_named(postgres: PostgresDatabase) -> None:
    text = await refusal(store_from_url(postgres.url.replace("/postgres", "/nowhere")))
    assert text == 'StoreError: PostgreSQL: database "nowhere" does not exist'


def test_no_postgresql_is_a_failure_that_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ATOUT_POSTGRES", raising=False)
    monkeypatch.setattr("pathlib.Path.glob", lambda folder, pattern: [])
    monkeypatch.setattr("shutil.which", lambda name: None)
    packaged = programs()
    assert (packaged / ("initdb.exe" if sys.platform == "win32" else "initdb")).is_file()
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(RuntimeError, match="no PostgreSQL found"):
        programs()
