"""Bots change over to a compiled package while the server runs, and no choice is lost."""

import asyncio
import shutil
import sys
from functools import partial
from pathlib import Path

import atout
from atout.kernel import bits
from atout.server.clock import ServerClock
from atout.server.live import compiled
from atout.server.live.bot_workers import BotWorkers
from tests.server.core.test_bots import position_with_turn

WHERE = "__import__('atout').__file__"  # asked in a worker, which needs no module of these tests for it


def other_package(folder: Path) -> Path:
    """Return a folder with another copy of Atout, as dev.py makes a compiled one."""
    home = Path(str(atout.__file__)).parent
    shutil.copytree(home, folder / "atout", ignore=shutil.ignore_patterns("__pycache__", "tests", "web"))
    for extension in home.parent.glob("atout__mypyc*"):
        shutil.copy(extension, folder)
    return folder


async def test_workers_change_over_and_those_that_think_come_to_their_choices(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "path", list(sys.path))
    folder = other_package(tmp_path)
    match, seat = position_with_turn()
    view = match.view(seat)
    bot_workers = BotWorkers(1, ServerClock())
    first = str(await bot_workers._run("njet", partial(eval, WHERE)))
    waiting = [asyncio.create_task(bot_workers.choose(view, "njet", "novice", str(number))) for number in range(5)]
    await asyncio.sleep(0)
    assert await bot_workers.renew(folder)
    later = [asyncio.create_task(bot_workers.choose(view, "njet", "novice", str(number))) for number in range(5)]
    assert await asyncio.gather(*waiting) == await asyncio.gather(*later)
    second = str(await bot_workers._run("njet", partial(eval, WHERE)))
    bot_workers.close()
    assert first is not None
    assert second is not None
    assert Path(first).parent == Path(str(atout.__file__)).parent
    assert Path(second).parent == folder / "atout"


async def test_a_package_that_cannot_be_imported_changes_nothing(tmp_path, monkeypatch, caplog):
    monkeypatch.setattr(sys, "path", list(sys.path))
    (tmp_path / "atout").mkdir()
    (tmp_path / "atout" / "__init__.py").write_text("raise SystemExit(3)")
    path = list(sys.path)
    match, seat = position_with_turn()
    bot_workers = BotWorkers(1, ServerClock())
    assert not await bot_workers.renew(tmp_path)
    assert await bot_workers.choose(match.view(seat), "njet", "novice", "a") in match.legal(seat)
    bot_workers.close()
    assert sys.path == path
    assert "bots cannot think with what was compiled" in caplog.text


async def test_a_file_says_where_the_compiled_package_is(tmp_path, monkeypatch):
    monkeypatch.setattr(compiled, "LOOK_MS", 1)
    told = tmp_path / "ready.txt"
    waiting = asyncio.create_task(compiled.compiled_package(told, ServerClock()))
    await asyncio.sleep(0)
    assert not waiting.done()
    told.write_text(f"{tmp_path}\n")
    assert await waiting == tmp_path


async def test_an_empty_file_says_that_there_will_be_none(tmp_path):
    told = tmp_path / "ready.txt"
    told.write_text("")
    assert await compiled.compiled_package(told, ServerClock()) is None


def test_a_server_knows_how_its_bots_think():
    is_compiled = not str(bits.__file__).endswith(".py")
    assert compiled.core_at_start(awaited=False) == ("compiled" if is_compiled else "interpreted")
    assert compiled.core_at_start(awaited=True) == ("compiled" if is_compiled else "compiling")
