"""Every test of a store runs on SQLite and on PostgreSQL, unless it asks for one of them by name."""

from pathlib import Path

import pytest

from tests.server.stores.databases import Database, SqliteDatabase


@pytest.fixture
def sqlite(tmp_path: Path) -> SqliteDatabase:
    return SqliteDatabase(tmp_path)


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest) -> Database:
    place: Database = request.getfixturevalue(request.param)
    return place
