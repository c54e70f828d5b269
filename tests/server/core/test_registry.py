"""A registry: rooms are loaded once, unloaded, and found again after a restart."""

import asyncio
import gc
import weakref

import pytest

from atout.server.core import events, wire
from atout.server.core.events import Clock, Rules
from atout.server.live.room import Room
from atout.server.stores.base import Event, StoreError
from tests.server.core.rooms import (
    FakeRegistry,
    ManualClock,
    MemoryStore,
    Recorder,
    logged_bodies,
    make_registry,
    settle,
)
from tests.server.core.sessions import MATCH, kinds
from tests.server.core.tables import ask_accepted, begin, join, open_attended, open_table, play_turn


async def test_a_room_is_loaded_once_however_many_ask():
    house, _, _ = make_registry()
    table = (await open_table(house)).table
    house.rooms.clear()
    rooms = await asyncio.gather(*(house.room(table.id) for _ in range(10)))
    assert len({id(room) for room in rooms}) == 1
    assert await asyncio.gather(*(house.room(f"no{number}") for number in range(10))) == [None] * 10
    assert house._loading == {}
    await house.close()


async def test_an_idle_room_is_unloaded_and_a_match_of_days_wakes_in_time():
    house, memory, hands = make_registry()
    await house.open()
    room = await begin(await open_table(house, rules=Rules(clock=Clock("days", 3600))))
    line = await join(room, "ada")
    await hands.advance(300)
    assert MATCH in house.rooms
    await room.leave(line)
    await hands.advance(300)
    assert MATCH not in house.rooms
    await hands.advance(2990)
    assert MATCH not in house.rooms
    await hands.advance(20)
    assert events.StoodIn(0, True, "clock") in logged_bodies(memory)
    await house.close()


async def test_a_room_somebody_is_entering_is_not_unloaded():
    house, memory, hands = make_registry()
    await house.open()
    room = await open_table(house)
    gate = asyncio.Event()
    read = memory.read_events

    async def slow(*args):
        await gate.wait()
        return await read(*args)

    memory.read_events = slow  # type: ignore[method-assign]
    line = Recorder("ada")
    task = asyncio.create_task(room.join(line))
    await hands.advance(300)
    assert house.rooms[MATCH] is room
    gate.set()
    await task
    assert line.table().you == 0
    await house.close()


@pytest.mark.parametrize("clock", [Clock(), Clock("days", 7 * 86_400)])
async def test_a_table_that_waits_for_somebody_is_unloaded_and_left_alone(monkeypatch, clock):
    house, _, hands = make_registry()
    await house.open()
    await begin(await open_table(house, rules=Rules(clock=clock)))
    await hands.advance(120)
    assert MATCH not in house.rooms
    loads = 0
    load = Room.load

    async def counted(self: Room) -> bool:
        nonlocal loads
        loads += 1
        return await load(self)

    monkeypatch.setattr(Room, "load", counted)
    await hands.advance(600)
    assert loads == 0
    house._on_append(MATCH, 99)  # another node has written: where time matters it may need this one soon
    await hands.advance(5)
    assert loads == (clock.kind != "none")
    await house.close()


async def restart(rules: Rules) -> tuple[FakeRegistry, MemoryStore, ManualClock]:
    """Kill a server while it is a bot's turn, and start another."""
    house, memory, hands = make_registry()
    room = await open_attended(house, people=1, bots=2, rules=rules)
    await ask_accepted(room, "ada", wire.Play(1, actions=["1"]))
    await room.close()
    again = FakeRegistry(memory, hands, "again")
    await again.open()
    return again, memory, hands


async def test_after_a_restart_nothing_is_loaded_until_somebody_comes():
    house, memory, hands = await restart(Rules(grace=30))
    length = len(memory.logs[MATCH])
    await hands.advance(86_400)
    assert (house.rooms, len(memory.logs[MATCH]), house.thoughts) == ({}, length, 0)
    room = await house.room(MATCH)
    assert room is not None
    line = await join(room, "ada")
    assert (line.table().status, line.table().chairs[0].stand_in, line.last().owing) == ("playing", "", [1])
    await hands.advance(1.92)
    assert room.table.owing_seats() == [0]
    await house.close()


async def test_after_a_restart_matches_of_days_and_clocks_go_on():
    house, _, hands = await restart(Rules(clock=Clock("days", 86_400)))
    await hands.advance(12)  # the lease of the dead has to end first
    assert house.rooms[MATCH].table.owing_seats() == [0]
    await hands.advance(86_400)
    assert house.rooms[MATCH].table.chairs[0].stand_in == "clock"
    await house.close()

    house, memory, hands = await restart(Rules(clock=Clock("decision", 60)))
    length = len(memory.logs[MATCH])
    await hands.advance(100)
    assert kinds(logged_bodies(memory, length)) == ["went"]  # the bot is on turn, and nobody is there
    await house.close()


async def test_a_log_that_cannot_be_replayed_harms_only_its_own_table(caplog):
    house, memory, hands = make_registry()
    rules = Rules(clock=Clock("days", 86_400))
    await begin(await open_table(house, rules=rules))
    good = await begin(await open_table(house, match="0" * 32, rules=rules))
    seq = len(memory.logs[MATCH]) + 1
    memory.logs[MATCH].append(Event(MATCH, seq, hands.time, "danced", b'{"did":{"kind":"danced"}}'))
    line = Recorder("ada")
    room = house.rooms[MATCH]
    with pytest.raises(StoreError):
        await room.join(line)
    answer = await room.handle_request(line, wire.Play(1, actions=["0"]))
    assert isinstance(answer, wire.Refused)
    assert answer.code == "unavailable"
    with pytest.raises(StoreError):
        await house.room(MATCH)
    again = FakeRegistry(memory, hands, "again")
    await again.open()
    await hands.advance(60)
    assert list(again.rooms) == [good.table.id]
    assert 1 <= sum("could not be taken up" in message for message in caplog.messages) <= 2
    assert isinstance(await play_turn(good), wire.Accepted)
    await again.close()
    await house.close()


async def test_names_are_looked_up_again_when_they_change():
    house, memory, hands = make_registry()
    asked_for: list[str] = []
    names = memory.names

    async def counted(identities):
        asked_for.extend(identities)
        return await names(identities)

    memory.names = counted  # type: ignore[method-assign]
    assert await house.names(("ada", "nobody")) == {"ada": "Ada"}
    assert await house.names(("ada",)) == {"ada": "Ada"}
    assert asked_for == ["ada", "nobody"]
    house.forget_name("ada")
    await house.names(("ada",))
    await hands.advance(61)
    await house.names(("ada",))
    assert asked_for == ["ada", "nobody", "ada", "ada"]
    await house.close()


async def test_names_that_are_not_known_now_hold_up_nobody():
    house, memory, _ = make_registry()
    room = await open_table(house)

    async def broken(identities):
        raise StoreError("gone")

    memory.names = broken  # type: ignore[method-assign]
    house._names.clear()
    line = await join(room, "cem")
    assert line.table().chairs[0].name in ("Ada", "")
    await ask_accepted(room, "ada", wire.Bot(1, seat=2))
    await ask_accepted(room, "cem", wire.Sit(1, seat=2))
    assert line.table().you == 2
    await house.close()


async def test_a_closed_room_is_freed_at_once():
    """The collector of a server looks at old things hardly ever."""
    house, _, _ = make_registry()
    room = await begin(await open_table(house))
    line = await join(room, "ada")
    await play_turn(room)
    await room.leave(line)
    gone = weakref.ref(room)
    gc.collect()
    gc.disable()
    try:
        await house.close()
        await settle()
        del room
        assert gone() is None
    finally:
        gc.enable()
