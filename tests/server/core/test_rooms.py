"""Rooms: nothing is told before it is kept, everybody is told what is theirs, and nobody is missed by mistake."""

import asyncio

import pytest

from atout.server.core import wire
from atout.server.core.events import Rules
from atout.server.live.connection import Connection
from atout.server.live.room import Room
from atout.server.stores.base import StoreError
from tests.server.core.rooms import FakeRegistry, Recorder, make_registry, settle
from tests.server.core.sessions import MATCH
from tests.server.core.tables import ask, ask_accepted, begin, join, open_table, play_turn


async def test_what_cannot_be_kept_is_not_told_and_has_not_happened():
    house, memory, _ = make_registry()
    room = await begin(await open_table(house))
    lines = [Recorder("ada"), Recorder("bo"), Recorder("eve")]
    for line in lines:
        await room.join(line)
    before = (room.table.seq, room.table.status, room.table.owing_seats(), len(memory.logs[MATCH]))
    step = room.table.step
    for line in lines:
        line.got.clear()
    memory.failing = True
    requests: list[wire.AnyRequest] = [
        wire.Play(7, "p", ["0"]),
        wire.Pause(7),
        wire.Vote(7),
        wire.Leave(7),
        wire.Say(7, phrase="hello"),
        wire.Remove(7, seat=1),
        wire.Invite(7),
    ]
    for request in requests:
        answer = await ask(room, "ada", request)
        assert answer == wire.Refused(7, "unavailable", "nothing-can-be-kept-now", retry=2000)
    assert (room.table.seq, room.table.status, room.table.owing_seats(), len(memory.logs[MATCH])) == before
    assert [line.got for line in lines] == [[], [], []]
    memory.failing = False
    assert await ask_accepted(room, "ada", wire.Play(8, "p", ["0"])) == wire.Accepted(8, step + 1)
    assert [line.kinds() for line in lines] == [["changed"]] * 3
    await house.close()


async def test_lines_are_told_only_after_the_commit():
    house, memory, _ = make_registry()
    room = await begin(await open_table(house))
    line = await join(room, "ada")
    line.got.clear()
    gate = asyncio.Event()
    append = memory.append

    async def slow(*args):
        await gate.wait()
        await append(*args)

    memory.append = slow  # type: ignore[method-assign]
    task = asyncio.create_task(room.handle_request(line, wire.Play(1, actions=["0"])))
    await settle()
    assert (line.got, task.done()) == ([], False)
    gate.set()
    assert isinstance(await task, wire.Accepted)
    assert line.kinds() == ["changed"]
    await house.close()


class Pipe:
    """A socket nobody reads from."""

    full = True

    def write(self, *messages: bytes) -> None:
        pass

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass


async def test_a_request_is_finished_even_if_its_connection_is_gone():
    house, memory, _ = make_registry()
    room = await begin(await open_table(house))
    line, other = Connection("ada", Pipe()), Recorder("bo")
    line.answer = lambda text: room.handle_request(line, wire.decode(text or ""))
    await room.join(other)
    other.got.clear()
    append = memory.append
    gate = asyncio.Event()

    async def slow(*args):
        await append(*args)
        await gate.wait()

    memory.append = slow  # type: ignore[method-assign]
    line.on_message('{"type": "play", "re": 1, "actions": ["0"]}')
    await settle()
    task = asyncio.create_task(line.finish())
    await settle()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    gate.set()
    await settle()
    assert room.table.seq == len(memory.logs[MATCH])
    assert other.kinds() == ["changed"]
    await house.close()


async def test_a_commit_that_seemed_to_fail_is_found_when_the_request_is_repeated():
    house, memory, _ = make_registry()
    room = await begin(await open_table(house))
    append = memory.append

    async def lost(*args):
        await append(*args)
        raise StoreError("connection lost")

    memory.append = lost  # type: ignore[method-assign]
    answer = await ask(room, "ada", wire.Play(1, "once", ["0"]))
    assert isinstance(answer, wire.Refused)
    memory.append = append  # type: ignore[method-assign]
    seq = len(memory.logs[MATCH])
    assert await ask_accepted(room, "ada", wire.Play(2, "once", ["0"])) == wire.Accepted(2, seq)
    assert len(memory.logs[MATCH]) == seq
    await house.close()


async def test_a_repeated_request_is_answered_again_with_its_link():
    house, _, _ = make_registry()
    room = await open_table(house)
    first = await ask_accepted(room, "ada", wire.Invite(1, "i"))
    assert first.link == room.table.invite != "invite"
    again = await ask_accepted(room, "ada", wire.Invite(2, "i"))
    assert again == wire.Accepted(2, first.seq, first.link)
    assert await ask_accepted(room, "ada", wire.Invite(3, "j")) != again
    await house.close()


async def open_abandoned(house: FakeRegistry) -> Room:
    """Open a table at which everybody has voted to end the match."""
    room = await begin(await open_table(house))
    for who in ("ada", "bo"):
        await ask_accepted(room, who, wire.Vote(1))
    return room


async def test_two_rematches_at_once_are_one():
    house, memory, _ = make_registry()
    room = await open_abandoned(house)
    answers = await asyncio.gather(*(ask_accepted(room, who, wire.Rematch(1, "again")) for who in ("ada", "bo")))
    assert {answer.link for answer in answers} == {room.table.rematch}
    assert set(memory.logs) == {MATCH, room.table.rematch}
    assert (await ask_accepted(room, "bo", wire.Rematch(2, "again"))).link == room.table.rematch
    new = await house.room(room.table.rematch)
    assert new is not None
    assert [chair.identity or chair.level for chair in new.table.chairs] == ["novice", "ada", "bo"]
    await house.close()


async def test_a_rematch_that_could_not_be_opened_is_opened_by_the_next_request():
    house, memory, _ = make_registry()
    room = await open_abandoned(house)
    create = house.create

    async def broken(*args):
        raise StoreError("full")

    house.create = broken  # type: ignore[method-assign]
    assert isinstance(await ask(room, "ada", wire.Rematch(1, "r")), wire.Refused)
    house.create = create  # type: ignore[method-assign]
    assert (await ask_accepted(room, "ada", wire.Rematch(1, "r"))).link in memory.logs
    await house.close()


async def test_every_append_is_one_message_with_all_that_happened():
    house, _, _ = make_registry()
    room = await open_table(house, "luz", people=1, bots=2)
    line = await join(room, "ada")
    line.got.clear()
    await begin(room)
    assert line.kinds() == ["table", "table"]  # sealed; begun and dealt
    await ask_accepted(room, "ada", wire.Play(1, actions=["3"]))
    (message,) = line.got
    assert isinstance(message, wire.Changed)
    assert [(one.key, one.seat, one.action, one.by) for one in message.happened] == [("bet", 0, "3", "player")]
    await house.close()


async def test_the_end_is_told_with_what_led_to_it_and_opens_the_secret():
    house, memory, hands = make_registry()
    room = await begin(await open_table(house, "schrecklicht", people=1, bots=2))
    line = await join(room, "ada")
    number = 0
    while room.table.status == "playing":
        if 0 in room.table.owing_seats():
            number += 1
            assert line.table().fairness.secret == ""
            await play_turn(room, number)
        else:
            await hands.advance(1)
    table = line.table()
    assert (table.status, table.fairness.secret, sorted(table.places)) == ("over", room.table.setup.secret, [1, 2, 3])
    assert table.happened
    assert memory.summaries[MATCH].status == "over"
    assert memory.snapshots[MATCH].seq == len(memory.logs[MATCH])
    await house.close()


async def test_who_reconnects_gets_the_position_the_question_and_the_last_words():
    house, _, _ = make_registry()
    room = await begin(await open_table(house))
    first = await join(room, "ada")
    await ask_accepted(room, "bo", wire.Say(1, phrase="hurry"))
    await room.leave(first)
    again = await join(room, "ada")
    table = again.table()
    assert (table.you, table.status, table.seq) == (0, "playing", room.table.step)
    assert table.display is not None
    assert (table.display.prompt != "", "0" in table.display.legal) == (True, True)
    assert [(word.name, word.seat, word.phrase) for word in table.words] == [("Bo", 1, "hurry")]
    await house.close()


async def test_refresh_sends_the_whole_table_before_its_answer():
    house, _, _ = make_registry()
    room = await open_table(house)
    line = await join(room, "ada")
    line.got.clear()
    assert await room.handle_request(line, wire.Refresh(9)) == wire.Accepted(9, room.table.step)
    assert line.kinds() == ["table"]
    await house.close()


async def test_a_watcher_sees_nothing_where_nobody_may_watch():
    house, _, _ = make_registry()
    room = await begin(await open_table(house, rules=Rules(watch="nobody")))
    line = await join(room, "eve")
    await ask_accepted(room, "ada", wire.Play(1, actions=["0"]))
    tables = [message for message in line.got if not isinstance(message, wire.Presence)]
    assert [type(message) for message in tables] == [wire.Table]
    assert (line.table().display, line.table().lines) == (None, [])
    await house.close()


async def test_a_guest_who_is_removed_sees_the_table_as_a_stranger_does():
    house, _, hands = make_registry()
    room = await begin(await open_table(house))
    line = await join(room, "bo")
    assert line.last().seat == 1
    await ask_accepted(room, "ada", wire.Remove(1, seat=1))
    assert (line.table().you, line.last().seat, line.table().invite) == (-3, -3, "")
    again = await join(room, "bo")
    assert again.table().you == -3
    await hands.advance(10)
    assert room.table.chairs[1].nodes == frozenset()
    await house.close()


async def test_who_takes_a_seat_over_sees_its_cards_from_then_on():
    house, _, _ = make_registry()
    room = await begin(await open_table(house))
    line = await join(room, "cem")
    await ask_accepted(room, "bo", wire.Leave(1))
    assert line.last().seat == -3
    await ask_accepted(room, "cem", wire.Sit(1, seat=1))
    assert (line.table().you, line.last().seat) == (1, 1)
    await ask_accepted(room, "ada", wire.Play(1, actions=["0"]))
    assert line.last().legal
    await house.close()
