"""What docs/guide/host.md tells a host: its back-up commands are run here, its tables compared with the program."""

import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
import typer.main

from atout.cli.serve import serve
from atout.server.metrics import HELP
from tests.kit.deadline import DEADLINE
from tests.server.core.sessions import Session
from tests.server.stores.databases import Database, PostgresDatabase, SqliteDatabase, make_events, make_summary

PAGE = (Path(__file__).parents[3] / "docs" / "guide" / "host.md").read_text(encoding="utf-8")
DATABASE = "postgresql://atout@db.example/atout"
MATCH = "a" * 32
PROGRAMS = {"python3": sys.executable, "atout": f"{sys.executable} -m atout"}


def commands(word: str) -> list[str]:
    """Return the lines of the page's shell examples that contain a word."""
    blocks = re.findall(r"^ *```sh\n(.*?)^ *```", PAGE, re.MULTILINE | re.DOTALL)
    return [line.strip() for block in blocks for line in block.splitlines() if word in line]


async def check_restored(database: Database, run: Callable[[str], None], backup: str, restore: Sequence[str]) -> None:
    """What was there when the copy was made is there again, nothing else, and the log goes on."""
    async with database.open_store() as store:
        secret = await store.secret()
        await store.append(make_events(MATCH, 1, 3), make_summary(MATCH))
        run(backup)
        await store.append(make_events(MATCH, 4, 5))
    for command in restore:
        run(command)
    async with database.open_store() as store:
        assert await store.read_events(MATCH) == make_events(MATCH, 1, 3)
        assert await store.secret() == secret
        await store.append(make_events(MATCH, 4, 4))


@pytest.mark.skipif(sys.platform == "win32", reason="the page speaks to a POSIX shell")
async def test_sqlite_backup_and_restore(sqlite: SqliteDatabase) -> None:
    (backup,) = commands("VACUUM INTO")
    remove, copy = commands("atout.db-wal") + commands("cp backup.db")
    folder = sqlite.file.parent

    def shell(command: str) -> None:
        line = command.replace("python3", sys.executable)
        subprocess.run(line, shell=True, check=True, cwd=folder, stdin=subprocess.DEVNULL, timeout=DEADLINE)

    await check_restored(sqlite, shell, backup, [remove, copy])


@pytest.mark.skipif(sys.platform == "win32", reason="the page speaks to a POSIX shell")
async def test_the_copy_is_checked_before_an_upgrade(sqlite: SqliteDatabase) -> None:
    (check,) = commands("check-log")
    (backup,) = commands("VACUUM INTO")
    log = Session().start().finish().log
    async with sqlite.open_store() as store:
        await store.append(log)
        said = b""
        for command in (backup, check):
            line = re.sub("^(python3|atout)", lambda found: PROGRAMS[found[1]], command)
            said += subprocess.run(
                line, shell=True, check=True, cwd=sqlite.file.parent, stdout=subprocess.PIPE, timeout=DEADLINE
            ).stdout
    assert said.decode() == f"1 matches, {len(log)} events: all replay\n"


async def test_postgres_backup_and_restore(postgres: PostgresDatabase, tmp_path: Path) -> None:
    (backup,), (restore,) = commands("pg_dump"), commands("pg_restore")

    def tool(command: str) -> None:
        program, *arguments = command.replace(DATABASE, postgres.url).split()
        path = str(postgres.cluster.programs / program)
        done = subprocess.run([path, *arguments], cwd=tmp_path, capture_output=True, timeout=DEADLINE)
        assert done.returncode == 0, done.stderr

    await check_restored(postgres, tool, backup, [restore])


def test_every_setting_stands_on_the_page() -> None:
    alone = typer.Typer()
    alone.command()(serve)
    options = [option for option in typer.main.get_command(alone).params if option.envvar]
    assert set(re.findall(r"^\| `(--[\w-]+)` \| `(\w+)` \|", PAGE, re.MULTILINE)) == {
        (option.opts[0], option.envvar) for option in options
    }


def test_every_metric_stands_on_the_page() -> None:
    assert set(re.findall(r"^\| `(atout_\w+)` \|", PAGE, re.MULTILINE)) == set(HELP)
