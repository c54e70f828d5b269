"""Somebody sets the machine's clock, or the clocks of nodes differ: bots answer in time, and so do deadlines."""

import asyncio
import time

import pytest

from atout.server import clock
from atout.server.clock import ServerClock
from atout.server.core import wire
from atout.server.core.events import Clock, Rules
from atout.server.live.room import Room
from tests.kit.deadline import DEADLINE
from tests.server.core.rooms import FakeRegistry, ManualClock, MemoryStore, Recorder, wait_until
from tests.server.core.sessions import MATCH
from tests.server.core.tables import ask_accepted, begin, first_choice, join, open_attended, open_table

HOUR = 3_600_000
BOTS = 2 * 0.9 + 0.04 + 0.08  # seconds in which two of them have answered


@pytest.fixture
def wall(monkeypatch):
    """Let a test shift the machine's clock by some seconds."""
    real = time.time_ns

    def set_by(seconds: float) -> None:
        monkeypatch.setattr(time, "time_ns", lambda: real() + round(seconds * 1e9))

    return set_by


@pytest.mark.parametrize("seconds", [-120, -3600, 3600])
def test_the_servers_clock_does_not_care_who_sets_the_machines(wall, seconds):
    here = ServerClock()
    before = here.now()
    assert abs(before - clock.wall_time()) < 10_000
    wall(seconds)
    assert 0 <= here.now() - before < 10_000
    assert abs(clock.wall_time() - before - 1000 * seconds) < 10_000


async def test_an_alarm_rings_in_time_though_the_clock_was_set_back(wall):
    here = ServerClock()
    rung = asyncio.Event()
    wall(-3600)
    here.call_at(here.now() + 10, rung.set)
    await asyncio.wait_for(rung.wait(), DEADLINE)


def test_it_begins_when_it_is_told_to():
    assert 0 <= ServerClock(5_000).now() - 5_000 < 10_000


async def test_bots_answer_while_the_clock_is_set_back_by_two_minutes(wall):
    house = FakeRegistry(MemoryStore(), pace=30)
    room = await open_attended(house, people=1, bots=2)
    await ask_accepted(room, "ada", wire.Play(1, actions=["1"]))
    wall(-120)
    await wait_until(lambda: room.table.owing_seats() == [0])
    await house.close()


async def come_back(house: FakeRegistry, hands: ManualClock) -> Room:
    """Let Ada come back to a match where it is a bot's turn, and wait for the bots."""
    room = await house.room(MATCH)
    assert room is not None
    await join(room, "ada")
    assert room.table.owing_seats() == [1]
    await hands.advance(BOTS)
    assert room.table.owing_seats() == [0]
    return room


async def test_an_hour_back_and_started_again(caplog):
    memory, hands = MemoryStore(), ManualClock()
    house = FakeRegistry(memory, hands)
    room = await open_attended(house, people=1, bots=2, rules=Rules(clock=Clock("decision", 60)))
    await ask_accepted(room, "ada", wire.Play(1, actions=["1"]))
    await house.close()
    late = ManualClock()
    late.time -= HOUR
    again = FakeRegistry(memory, late, "again")
    memory.hands = late
    room = await come_back(again, late)
    stamps = [event.at for event in memory.logs[MATCH]]
    assert stamps == sorted(stamps)
    assert room.table_message(Recorder("ada")).chairs[0].clock == 60_000
    await late.advance(59.9)
    assert room.table.chairs[0].stand_in == ""
    await late.advance(0.1)
    assert room.table.chairs[0].stand_in == "clock"
    assert caplog.text == ""
    await again.close()


@pytest.mark.parametrize("apart", [-HOUR, HOUR])
async def test_two_nodes_whose_clocks_are_an_hour_apart(apart):
    memory, hands, others = MemoryStore(), ManualClock(), ManualClock()
    others.time += apart
    first, second = FakeRegistry(memory, hands, "first"), FakeRegistry(memory, others, "second")
    memory.hands = hands
    here = await begin(await open_table(first, people=2, bots=1, rules=Rules(grace=60)))
    there = await second.room_of(here.table)
    ada, bo = Recorder("ada"), Recorder("bo")
    await here.join(ada)
    await there.join(bo)

    async def both(seconds: float) -> None:
        for _ in range(round(seconds * 50)):
            await hands.advance(0.02)
            await others.advance(0.02)
            await here.on_append(0)
            await there.on_append(0)

    for number in range(6):
        await both(0.1)
        assert here.table.owing_seats() == [0]
        await ask_accepted(here, "ada", wire.Play(number, actions=first_choice(here, 0)))
        await both(0.1)
        await ask_accepted(there, "bo", wire.Play(number, actions=first_choice(there, 1)))
        await both(1.1)
        if here.table.owing_seats() != [0]:
            break
    stamps = [event.at for event in memory.logs[MATCH]]
    assert stamps == sorted(stamps)
    assert stamps[-1] - stamps[0] < HOUR + 60_000
    assert all(chair.stand_in == "" for chair in here.table.chairs)
    await first.close()
    await second.close()
