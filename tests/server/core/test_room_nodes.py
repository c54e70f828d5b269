"""Rooms of one table on two nodes."""

from atout.server.core import events, wire
from atout.server.core.events import Rules
from atout.server.live.room import Room
from tests.server.core.rooms import FakeRegistry, Recorder, logged_bodies, two_registries
from tests.server.core.sessions import kinds
from tests.server.core.tables import ask, ask_accepted, begin, join, open_table


async def begin_on_two_nodes() -> tuple[FakeRegistry, FakeRegistry, Room, Room]:
    """Begin a match on one node, and open its table on another."""
    first, second, _, _ = two_registries()
    here = await begin(await open_table(first))
    return first, second, here, await second.room_of(here.table)


async def test_two_nodes_decide_at_once_and_one_decides_again():
    first, second, memory, _ = two_registries()
    here = await begin(await open_table(first))
    there = await second.room_of(here.table)
    line = await join(there, "bo")
    await here.on_append(0)
    line.got.clear()
    await ask_accepted(here, "ada", wire.Play(1, "a", ["0"]))
    await ask_accepted(there, "bo", wire.Play(1, "b", ["1"]))  # decided on an older table, refused, decided again
    assert [body.seat for body in logged_bodies(memory) if isinstance(body, events.Played)] == [0, 1]
    assert [message.happened[0].seat for message in line.got if isinstance(message, wire.Changed)] == [0, 1]
    answer = await ask(there, "ada", wire.Play(2, "a", ["0"]))  # the repetition reaches another node
    assert isinstance(answer, wire.Accepted)
    assert len(logged_bodies(memory)) == there.table.seq
    assert isinstance(await ask(here, "ada", wire.Play(3, actions=["0"])), wire.Refused)
    await first.close()
    await second.close()


async def test_a_client_that_comes_from_a_faster_node_is_not_told_to_be_late():
    first, second, here, there = await begin_on_two_nodes()
    await ask_accepted(here, "bo", wire.Vote(1))
    assert there.table.step < here.table.step
    await ask_accepted(there, "ada", wire.Play(1, actions=["0"], seq=here.table.step))
    await first.close()
    await second.close()


async def test_who_joins_sees_what_other_nodes_have_written():
    first, second, here, there = await begin_on_two_nodes()
    await ask_accepted(here, "ada", wire.Play(1, actions=["0"]))
    line = await join(there, "bo")
    assert line.table().seq >= here.table.step
    assert line.last().owing == [1]
    await first.close()
    await second.close()


async def test_who_is_connected_to_another_node_is_there():
    first, second, memory, hands = two_registries()
    here = await begin(await open_table(first, rules=Rules(grace=5)))
    there = await second.room_of(here.table)
    ada, bo = Recorder("ada"), Recorder("bo")
    await here.join(ada)
    await there.join(bo)
    await here.on_append(0)
    assert there.table_message(bo).chairs[0].here
    assert ada.got[-1] == wire.Presence([True, True, False], 0)
    await here.leave(ada)  # and comes back through the other node
    await hands.advance(1)
    await there.join(ada)
    await here.on_append(0)
    await hands.advance(60)
    assert [chair.stand_in for chair in here.table.chairs] == ["", "", ""]
    assert kinds(logged_bodies(memory)).count("went") == 1
    await first.close()
    await second.close()


async def test_a_dead_node_takes_its_people_with_it():
    first, second, memory, hands = two_registries()
    await first.open()
    await second.open()
    here = await begin(await open_table(first, rules=Rules(grace=20)))
    await here.join(Recorder("ada"))
    there = await second.room_of(here.table)
    await there.join(Recorder("bo"))
    await hands.advance(60)
    assert there.table.chairs[0].stand_in == ""
    for task in first._tasks.running:
        task.cancel()  # killed: nothing is released, nobody says goodbye
    here._closed = True
    await hands.advance(14)
    assert there.table_message(Recorder("bo")).chairs[0].here
    await hands.advance(10)
    assert logged_bodies(memory)[-1] == events.Went(0, "first")
    assert not there.table_message(Recorder("bo")).chairs[0].here
    await hands.advance(20)
    assert there.table.chairs[0].stand_in == "gone"
    await second.close()
