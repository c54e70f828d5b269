"""A match that nobody attends stands still, and nobody is played for whom nobody misses."""

import asyncio

import pytest

from atout.server.core import events, wire
from atout.server.core.events import Clock, Rules
from atout.server.live.registry import RoomRegistry
from atout.server.live.room import Room
from atout.server.settings import Settings
from tests.server.core import rooms
from tests.server.core.sessions import MATCH, PEOPLE, kinds
from tests.server.core.tables import ask_accepted, begin, join, open_attended, open_table

DAY = 86_400


def connect(room: Room, who: str) -> rooms.Recorder:
    found = next(line for line in room.lines if line.identity == who)
    assert isinstance(found, rooms.Recorder)
    return found


async def test_alone_against_bots_the_match_waits_for_ever_and_goes_on_where_it_was():
    house, memory, hands = rooms.make_registry()
    room = await open_attended(house, people=1, bots=2, rules=Rules(grace=60))
    await ask_accepted(room, "ada", wire.Play(1, actions=["1"]))
    await hands.advance(0.5)
    await room.leave(connect(room, "ada"))
    length = len(memory.logs[MATCH])
    await hands.advance(365 * DAY)
    assert kinds(rooms.logged_bodies(memory, length)) == ["went"]
    line = await join(room, "ada")
    assert (line.table().chairs[0].stand_in, line.last().owing) == ("", [1])
    await hands.advance(0.939)
    assert room.table.owing_seats() == [1]  # not at once: it is as if it had just been asked
    await hands.advance(0.001)
    assert room.table.owing_seats() == [2]
    await hands.advance(0.98)
    assert room.table.owing_seats() == [0]
    await house.close()


async def test_a_watcher_is_somebody_too():
    house, _, hands = rooms.make_registry()
    room = await begin(await open_table(house, people=1, bots=2))
    await ask_accepted(room, "ada", wire.Play(1, actions=["1"]))
    await hands.advance(100)
    assert room.table.owing_seats() == [1]
    await room.join(rooms.Recorder("eve"))
    await hands.advance(2)
    assert room.table.owing_seats() == [0]
    await house.close()


async def test_who_left_is_played_for_while_somebody_is_there():
    house, _, hands = rooms.make_registry()
    room = await open_attended(house, people=2, bots=1)
    bo = await join(room, "bo")
    await ask_accepted(room, "ada", wire.Leave(1))
    await hands.advance(1)
    assert room.table.owing_seats() == [1]
    await ask_accepted(room, "bo", wire.Leave(1))
    await room.leave(connect(room, "ada"))
    await hands.advance(2)
    assert room.table.owing_seats() != [1]
    await room.leave(bo)
    seq = room.table.seq
    await hands.advance(1000)
    assert room.table.seq <= seq + 2  # that they are gone
    await house.close()


async def test_a_thought_that_nobody_waits_for_any_more_comes_to_nothing():
    house, memory, hands = rooms.make_registry()
    room = await open_attended(house, people=1, bots=2)
    await ask_accepted(room, "ada", wire.Play(1, actions=["1"]))
    await hands.advance(0.93)
    length = len(memory.logs[MATCH])
    await room.leave(connect(room, "ada"))
    await hands.advance(0.1)
    assert len(memory.logs[MATCH]) == length
    assert (room._bots.thinking, house.bot_workers.waiting) == ({}, 0)
    await house.close()


@pytest.mark.parametrize("kind", ["decision", "bank"])
async def test_clocks_keep_their_meaning_but_bots_do_not_play_on_alone(kind):
    house, memory, hands = rooms.make_registry()
    room = await open_attended(house, people=1, bots=2, rules=Rules(clock=Clock(kind, 30)))
    length = len(memory.logs[MATCH])
    await room.leave(connect(room, "ada"))
    await hands.advance(1000)
    assert kinds(rooms.logged_bodies(memory, length)) == ["went", "stood_in"]
    line = await join(room, "ada")
    assert (line.table().chairs[0].stand_in, line.last().owing) == ("", [0])
    await house.close()


async def test_where_a_decision_may_take_days_bots_go_on_while_a_player_is_left():
    house, memory, hands = rooms.make_registry()
    room = await begin(await open_table(house, people=2, bots=1, rules=Rules(clock=Clock("days", DAY))))
    await ask_accepted(room, "ada", wire.Play(1, actions=["1"]))
    await ask_accepted(room, "bo", wire.Play(1, actions=["1"]))
    await hands.advance(1)
    assert room.table.owing_seats() == [0]
    await ask_accepted(room, "bo", wire.Leave(2))
    await ask_accepted(room, "ada", wire.Leave(2))
    length = len(memory.logs[MATCH])
    await hands.advance(10 * DAY)
    assert len(memory.logs[MATCH]) == length
    await house.close()


async def test_nobody_is_missed_by_those_who_come_later():
    """The grace time begins when somebody is there who waits."""
    house, memory, hands = rooms.make_registry()
    room = await open_attended(house, people=2, bots=1, rules=Rules(grace=60))
    await room.join(bo := rooms.Recorder("bo"))
    for line in (bo, connect(room, "ada")):
        await room.leave(line)
    await hands.advance(DAY)
    assert not any(isinstance(body, events.StoodIn) for body in rooms.logged_bodies(memory))
    await room.join(bo)
    await hands.advance(59.9)
    assert room.table.chairs[0].stand_in == ""
    await hands.advance(0.1)
    assert room.table.chairs[0].stand_in == "gone"
    await house.close()


async def test_a_player_who_left_misses_nobody():
    house, _, hands = rooms.make_registry()
    room = await open_attended(house, people=2, bots=1, rules=Rules(grace=60))
    await room.join(rooms.Recorder("bo"))
    await ask_accepted(room, "bo", wire.Leave(1))
    await room.leave(connect(room, "ada"))
    await hands.advance(1000)
    assert room.table.chairs[0].stand_in == ""
    await house.close()


async def test_a_node_where_nobody_is_gives_the_bots_to_another():
    memory, hands = rooms.MemoryStore(), rooms.ManualClock()
    first, second = rooms.FakeRegistry(memory, hands, "first"), rooms.FakeRegistry(memory, hands, "second")
    room = await open_attended(first, people=1, bots=2)
    other = await second.room_of(room.table)
    await ask_accepted(room, "ada", wire.Play(1, actions=["1"]))
    await hands.advance(0.1)
    assert memory.leases[f"bots {MATCH}"][0] == "first"
    await room.leave(connect(room, "ada"))
    await other.join(rooms.Recorder("ada"))
    await hands.advance(0.98)
    assert (other.table.owing_seats(), second.thoughts) == ([2], 2)
    await first.close()
    await second.close()


async def test_tables_opened_and_left_take_nothing_from_others():
    """A hundred tables with bots, begun and left: nobody thinks for them."""
    house, _, hands = rooms.make_registry()
    for number in range(100):
        room = await begin(await open_table(house, people=1, bots=2, match=f"{number:032}"))
        line = await join(room, "ada")
        if room.table.owing_seats() == [0]:
            await ask_accepted(room, "ada", wire.Play(1, actions=["1"]))
        await room.leave(line)
    await rooms.settle()
    assert house.bot_workers.waiting == 0
    await hands.advance(100)
    assert all(not room._bots.thinking for room in house.rooms.values())
    assert house.thoughts <= 100  # what was begun in the moment
    await house.close()


# How much somebody may have


class LimitedRegistry(rooms.FakeRegistry):
    """A registry with limits."""

    def __init__(self, memory: rooms.MemoryStore, most: int) -> None:
        super().__init__(memory, rooms.ManualClock())
        self.settings = Settings(matches_per_person=most)


async def test_somebody_who_sits_in_too_many_matches_takes_no_further_seat():
    house = LimitedRegistry(rooms.MemoryStore(), 2)
    first = await begin(await open_table(house, people=1, bots=2, match="1" * 32))
    await begin(await open_table(house, people=1, bots=2, match="2" * 32))
    other = await open_table(house, people=2, bots=1, match="3" * 32)
    await ask_accepted(other, "ada", wire.Leave(1))
    line = rooms.Recorder("ada")
    before = other.table.seq
    assert await other.handle_request(line, wire.Sit(1, seat=0)) == wire.Refused(1, "limited", "too-many-matches")
    assert other.table.seq == before
    await ask_accepted(other, "bo", wire.Sit(1, seat=0))
    await ask_accepted(first, "ada", wire.Vote(1))
    await ask_accepted(other, "ada", wire.Sit(1, seat=1))
    assert isinstance(house, RoomRegistry)
    await house.close()


async def test_a_rematch_is_a_new_table():
    memory = rooms.MemoryStore()
    house = LimitedRegistry(memory, 100)
    room = await begin(await open_table(house))
    for who in PEOPLE[:2]:
        await ask_accepted(room, who, wire.Vote(1))
    seq = room.table.seq
    while not house.limits.tables.take("ada"):
        pass
    answer = await room.handle_request(rooms.Recorder("ada"), wire.Rematch(1, "r"))
    assert isinstance(answer, wire.Refused)
    assert (answer.code, answer.why, answer.retry > 0) == ("limited", "too-many-tables", True)
    assert (room.table.seq, len(memory.logs)) == (seq, 1)
    assert (await ask_accepted(room, "bo", wire.Rematch(1, "r"))).link in memory.logs
    assert (await ask_accepted(room, "ada", wire.Rematch(2, "s"))).link in memory.logs  # to find it costs nothing
    await house.close()


async def test_many_people_at_one_address_play_an_evening():
    house = LimitedRegistry(rooms.MemoryStore(), 100)
    for number in range(200):
        assert house.limits.open_table(f"guest {number}", "192.0.2.1") == 0
    while not house.limits.open_table(f"{asyncio.get_running_loop().time()}", "192.0.2.1"):
        pass
    assert house.limits.open_table("ada", "192.0.2.2") == 0
    await house.close()
