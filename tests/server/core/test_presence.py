"""Who is there: told and logged, missed after a while, and welcome back."""

from atout import fair
from atout.server.core import events, wire
from atout.server.core.events import Clock, Rules
from atout.server.live.presence import LINGER_MS
from tests.server.core.rooms import Recorder, logged_bodies, make_registry
from tests.server.core.sessions import MATCH, digits
from tests.server.core.tables import ask_accepted, begin, join, open_table


async def test_presence_is_told_and_logged_but_a_page_may_load_anew():
    house, memory, hands = make_registry()
    room = await open_table(house)
    ada, bo = Recorder("ada"), Recorder("bo")
    await room.join(ada)
    await room.join(bo)
    assert ada.got[-1] == wire.Presence([True, True, False], 0)
    assert logged_bodies(memory)[-2:] == [events.Came(0, "node"), events.Came(1, "node")]
    length = len(memory.logs[MATCH])
    await room.leave(bo)
    assert ada.got[-1] == wire.Presence([True, False, False], 0)
    await hands.advance(1)
    await room.join(bo)
    await hands.advance(60)
    assert len(memory.logs[MATCH]) == length
    await room.leave(bo)
    await hands.advance(LINGER_MS / 1000)
    assert logged_bodies(memory, length) == [events.Went(1, "node")]
    await join(room, "eve")
    assert ada.got[-1] == wire.Presence([True, False, False], 1, ["Eve"])
    await house.close()


async def test_after_the_grace_time_a_bot_plays_until_the_player_returns():
    house, memory, hands = make_registry()
    room = await begin(await open_table(house, rules=Rules(grace=20)))
    line, bo = Recorder("ada"), Recorder("bo")
    await room.join(line)
    await room.join(bo)
    await room.leave(line)
    await hands.advance(22.9)
    assert room.table.chairs[0].stand_in == ""
    await hands.advance(0.1)
    assert room.table.chairs[0].stand_in == "gone"
    assert room.table.owing_seats() == [0]
    await hands.advance(0.9)
    assert room.table.owing_seats() == [1]
    await room.join(line)
    assert line.table().chairs[0].stand_in == "gone"  # others play too: the player says when
    assert [phrase.key for phrase in line.table().missed] == ["bet"]
    await ask_accepted(room, "ada", wire.Back(1))
    assert (line.table().chairs[0].stand_in, line.table().missed) == ("", [])
    assert [body.why for body in logged_bodies(memory) if isinstance(body, events.StoodIn)] == ["gone", "back"]
    await house.close()


async def test_a_second_connection_keeps_the_seat():
    house, _, hands = make_registry()
    room = await begin(await open_table(house, rules=Rules(grace=5)))
    phone, desk, bo = Recorder("ada"), Recorder("ada"), Recorder("bo")
    for line in (phone, desk, bo):
        await room.join(line)
    await room.leave(phone)
    await hands.advance(60)
    assert room.table.chairs[0].stand_in == ""
    await ask_accepted(room, "ada", wire.Play(1, actions=["0"]))
    assert desk.got[-1] != phone.got[-1]
    await house.close()


async def test_who_left_is_not_brought_back_by_looking():
    house, _, _ = make_registry()
    room = await begin(await open_table(house))
    await ask_accepted(room, "bo", wire.Leave(1))
    line = await join(room, "bo")
    assert room.table.chairs[1].stand_in == "left"
    await ask_accepted(room, "bo", wire.Back(1))
    assert line.table().chairs[1].stand_in == ""
    await house.close()


async def test_a_clock_that_runs_out_lets_the_bot_play_and_back_takes_over():
    house, memory, hands = make_registry()
    room = await begin(await open_table(house, rules=Rules(clock=Clock("decision", 30))))
    line, bo = Recorder("ada"), Recorder("bo")
    await room.join(line)
    await room.join(bo)
    await hands.advance(30)
    assert room.table.chairs[0].stand_in == "clock"
    await ask_accepted(room, "ada", wire.Back(1))
    await hands.advance(9)
    assert room.table.owing_seats() == [0]
    assert house.thoughts == 1  # its thought was overtaken
    await hands.advance(2)
    assert room.table.owing_seats() == [1]
    played = [body for body in logged_bodies(memory) if isinstance(body, events.Played)]
    assert [body.by for body in played] == ["stand_in"]
    await house.close()


async def test_a_failing_database_is_asked_again_but_not_all_the_time():
    house, memory, hands = make_registry()
    room = await begin(await open_table(house, rules=Rules(clock=Clock("decision", 30), grace=0)))
    tries = 0
    append = memory.append

    async def counted(*args):
        nonlocal tries
        tries += 1
        await append(*args)

    memory.append = counted  # type: ignore[method-assign]
    memory.failing = True
    await hands.advance(40)
    assert 10 <= tries <= 12
    memory.failing = False
    await hands.advance(1)
    assert room.table.chairs[0].stand_in == "clock"
    await house.close()


async def test_a_start_that_nobody_reveals_is_cancelled():
    house, memory, hands = make_registry()
    room = await open_table(house)
    line = await join(room, "ada")
    for who in ("ada", "bo"):
        await ask_accepted(room, who, wire.Ready(1, commitment=fair.commitment(MATCH, digits(who))))
    assert (memory.summaries[MATCH].status, line.table().status) == ("sealed", "sealed")
    assert line.table().fairness.until == hands.time + 10_000
    await hands.advance(10)
    assert (memory.summaries[MATCH].status, line.table().status) == ("open", "open")
    assert logged_bodies(memory)[-1] == events.Cancelled((0, 1))
    await house.close()
