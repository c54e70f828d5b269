"""Bots in their processes: whole matches of every game, views that survive the journey, workers that die."""

import asyncio
import os
import pickle
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from atout.games import load, names
from atout.match import Match
from atout.server.clock import ServerClock
from atout.server.core import events, wire
from atout.server.live.bot_workers import BotWorkers, choose, seed_of
from atout.server.live.registry import RoomRegistry
from atout.server.settings import Settings
from atout.server.stores.base import Identity
from atout.server.stores.sqlite import SqliteStore
from tests.conformance.play import positions
from tests.kit.deadline import DEADLINE
from tests.server.core.rooms import Recorder, wait_until
from tests.server.core.sessions import created_event
from tests.server.core.tables import ask_accepted, begin

SHORT = {"luz": {"deals": "2"}, "meinz": {"rounds": "4"}}


async def test_bots_play_whole_matches_of_every_game_at_once(tmp_path):
    """All tables share one worker, and one player, who leaves at once and looks on."""
    store = SqliteStore(tmp_path / "atout.db")
    await store.open()
    await store.add_identity(Identity("ada", "Ada", 0, 0))
    registry = RoomRegistry(Settings(workers=1, bot_pace=0), store)
    await registry.open()
    rooms = []
    for number, name in enumerate(names()):
        game = load(name)
        seats = game.seat_counts[0]
        bodies: list[events.AnyBody] = [created_event(name, seats, options=shortest(name)), events.Seated(0, "ada")]
        levels = ("novice", "casual")
        bodies += [events.Seated(seat, level=levels[(seat + number) % 2]) for seat in range(1, seats)]
        table = await registry.create(bodies, f"{number:032}", "ada")
        room = await registry.room(table.id)
        assert room is not None
        rooms.append(await begin(room))
        await ask_accepted(room, "ada", wire.Leave(1))
        await room.join(Recorder("ada"))
    await wait_until(lambda: all(room.table.status == "over" for room in rooms), seconds=100)
    for room in rooms:
        played = [events.decode_event(event).did for event in await store.read_events(room.table.id)]
        by = {body.by for body in played if isinstance(body, events.Played)}
        assert {"bot", "stand_in"} <= by <= {"bot", "stand_in", "forced", "window"}
    await registry.close()
    await store.close()


def shortest(name: str) -> dict[str, str]:
    """Return the options that make a match short."""
    return SHORT.get(name, {})


@pytest.mark.parametrize("name", names())
def test_a_view_survives_the_journey(name):
    game = load(name)
    rng = random.Random(name)
    for match in positions(game, game.seat_counts[0], {}, 1):
        if match.turn >= 0 and rng.random() < 0.05:
            for seat in (*range(match.seats), -3):
                view = match.view(seat)
                assert pickle.loads(pickle.dumps(view)) == view
                assert pickle.loads(pickle.dumps(view)).display() == view.display()


def position_with_turn(name: str = "njet") -> tuple[Match, int]:
    match = next(match for match in positions(load(name), 3, {}, 1) if match.turn >= 0)
    return match, match.turn


def test_the_same_seed_gives_the_same_choice():
    match, seat = position_with_turn()
    view = match.view(seat)
    for level in ("novice", "casual"):
        choices = {choose("njet", level, seed_of(f"{number}"), view) for number in range(20)}
        assert choices <= set(match.legal(seat))
        assert choose("njet", level, seed_of("a"), view) == choose("njet", level, seed_of("a"), view)


async def test_a_killed_worker_is_replaced_and_a_bot_that_fails_plays_by_chance(caplog):
    match, seat = position_with_turn()
    bot_workers = BotWorkers(1, ServerClock())
    view = match.view(seat)
    assert await bot_workers.choose(view, "njet", "novice", "a") == choose("njet", "novice", seed_of("a"), view)
    for worker in workers_of(bot_workers):
        os.kill(worker, signal.SIGKILL)
    assert await bot_workers.choose(view, "njet", "casual", "a") in view.legal
    assert await bot_workers.choose(view, "njet", "no such level", "a") in view.legal
    assert "a bot came to no choice" in caplog.text
    bot_workers.close()


def workers_of(bot_workers: BotWorkers) -> list[int]:
    assert bot_workers._pool is not None
    return list(bot_workers._pool._processes)


KILLED = """
import asyncio, os, signal
from tests.server.core.test_bots import position_with_turn, workers_of
from atout.server.clock import ServerClock
from atout.server.live.bot_workers import BotWorkers

async def main():
    match, seat = position_with_turn()
    bot_workers = BotWorkers(1, ServerClock())
    await bot_workers.choose(match.view(seat), "njet", "novice", "a")
    print(*workers_of(bot_workers), flush=True)
    os.kill(os.getpid(), signal.SIGKILL)

if __name__ == "__main__":
    asyncio.run(main())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="nothing is killed like that there")
def test_workers_end_with_a_server_that_is_killed(tmp_path):
    script = tmp_path / "killed.py"
    script.write_text(KILLED)
    path = os.pathsep.join(item for item in sys.path if item)
    done = subprocess.run(
        [sys.executable, str(script)], env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True
    )
    assert done.returncode == -signal.SIGKILL, done.stderr
    end = time.monotonic() + DEADLINE
    for worker in map(int, done.stdout.split()):
        while is_running(worker):
            assert time.monotonic() < end, "a worker has outlived its server"
            time.sleep(0.01)


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{process}/stat")
    return not status.exists() or status.read_text().rpartition(")")[2].split()[0] != "Z"  # ended, but nobody asks


async def test_nothing_waits_when_a_hall_closes_in_the_middle_of_a_thought():
    match, seat = position_with_turn()
    bot_workers = BotWorkers(1, ServerClock())
    task = asyncio.create_task(bot_workers.choose(match.view(seat), "njet", "novice", "a"))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    bot_workers.close()
