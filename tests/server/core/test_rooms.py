"""Rooms: nothing is told before it is kept, everybody is told what is theirs, and nobody is missed by mistake."""

import asyncio
import gc
import weakref

import pytest

from atout import fair
from atout.server.clock import wait_until
from atout.server.core import events, wire
from atout.server.core.events import Clock, Rules
from atout.server.live.connection import Connection
from atout.server.live.presence import LINGER_MS
from atout.server.live.room import Room
from atout.server.stores.base import Event, StoreError
from tests.server.core.rooms import FakeRegistry, ManualClock, MemoryStore, Recorder, settle
from tests.server.core.sessions import MATCH, PEOPLE, digits, kinds
from tests.server.core.tables import ask, ask_accepted, begin, open_attended, open_table, play_turn


def make_registry() -> tuple[FakeRegistry, MemoryStore, ManualClock]:
    memory, hands = MemoryStore(), ManualClock()
    return FakeRegistry(memory, hands), memory, hands


def logged_bodies(memory: MemoryStore, after: int = 0) -> list[events.AnyBody]:
    return [events.decode_event(event).did for event in memory.logs[MATCH][after:]]


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
    line = Recorder("ada")
    await room.join(line)
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


async def test_two_rematches_at_once_are_one():
    house, memory, _ = make_registry()
    room = await begin(await open_table(house))
    await ask_accepted(room, "ada", wire.Vote(1))
    await ask_accepted(room, "bo", wire.Vote(1))
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
    room = await begin(await open_table(house))
    await ask_accepted(room, "ada", wire.Vote(1))
    await ask_accepted(room, "bo", wire.Vote(1))
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
    line = Recorder("ada")
    await room.join(line)
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
    line = Recorder("ada")
    await room.join(line)
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
    first = Recorder("ada")
    await room.join(first)
    await ask_accepted(room, "bo", wire.Say(1, phrase="hurry"))
    await room.leave(first)
    again = Recorder("ada")
    await room.join(again)
    table = again.table()
    assert (table.you, table.status, table.seq) == (0, "playing", room.table.step)
    assert table.display is not None
    assert (table.display.prompt != "", "0" in table.display.legal) == (True, True)
    assert [(word.name, word.seat, word.phrase) for word in table.words] == [("Bo", 1, "hurry")]
    await house.close()


async def test_refresh_sends_the_whole_table_before_its_answer():
    house, _, _ = make_registry()
    room = await open_table(house)
    line = Recorder("ada")
    await room.join(line)
    line.got.clear()
    assert await room.handle_request(line, wire.Refresh(9)) == wire.Accepted(9, room.table.step)
    assert line.kinds() == ["table"]
    await house.close()


async def test_a_watcher_sees_nothing_where_nobody_may_watch():
    house, _, _ = make_registry()
    room = await begin(await open_table(house, rules=Rules(watch="nobody")))
    line = Recorder("eve")
    await room.join(line)
    await ask_accepted(room, "ada", wire.Play(1, actions=["0"]))
    tables = [message for message in line.got if not isinstance(message, wire.Presence)]
    assert [type(message) for message in tables] == [wire.Table]
    assert (line.table().display, line.table().lines) == (None, [])
    await house.close()


async def test_a_guest_who_is_removed_sees_the_table_as_a_stranger_does():
    house, _, hands = make_registry()
    room = await begin(await open_table(house))
    line = Recorder("bo")
    await room.join(line)
    assert line.last().seat == 1
    await ask_accepted(room, "ada", wire.Remove(1, seat=1))
    assert (line.table().you, line.last().seat, line.table().invite) == (-3, -3, "")
    again = Recorder("bo")
    await room.join(again)
    assert again.table().you == -3
    await hands.advance(10)
    assert room.table.chairs[1].here == frozenset()
    await house.close()


async def test_who_takes_a_seat_over_sees_its_cards_from_then_on():
    house, _, _ = make_registry()
    room = await begin(await open_table(house))
    line = Recorder("cem")
    await room.join(line)
    await ask_accepted(room, "bo", wire.Leave(1))
    assert line.last().seat == -3
    await ask_accepted(room, "cem", wire.Sit(1, seat=1))
    assert (line.table().you, line.last().seat) == (1, 1)
    await ask_accepted(room, "ada", wire.Play(1, actions=["0"]))
    assert line.last().legal
    await house.close()


# Who is there


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
    watcher = Recorder("eve")
    await room.join(watcher)
    assert ada.got[-1] == wire.Presence([True, False, False], 1)
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
    assert room.table.chairs[0].stand_in == ""
    assert line.table().chairs[0].stand_in == ""
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
    line = Recorder("bo")
    await room.join(line)
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
    line = Recorder("ada")
    await room.join(line)
    for who in ("ada", "bo"):
        await ask_accepted(room, who, wire.Ready(1, commitment=fair.commitment(MATCH, digits(who))))
    assert (memory.summaries[MATCH].status, line.table().status) == ("sealed", "sealed")
    assert line.table().fairness.until == hands.time + 10_000
    await hands.advance(10)
    assert (memory.summaries[MATCH].status, line.table().status) == ("open", "open")
    assert logged_bodies(memory)[-1] == events.Cancelled((0, 1))
    await house.close()


# Bots


async def test_a_bot_whose_thought_was_overtaken_is_asked_again():
    house, memory, hands = make_registry()
    gates: list[asyncio.Future[int]] = []

    async def think(view, game, level, seed):
        gates.append(asyncio.get_running_loop().create_future())
        return await gates[-1]

    house.think = think  # type: ignore[method-assign]
    room = await open_attended(house, people=1, bots=2)
    await ask_accepted(room, "ada", wire.Play(1, actions=["1"]))
    await settle()
    assert len(gates) == 1
    await hands.advance(0.9)
    await ask_accepted(room, "ada", wire.TakeBack(2))
    await ask_accepted(room, "ada", wire.Play(3, actions=["2"]))
    await settle()
    assert gates[0].cancelled()  # it was about a position that is no more
    assert len(gates) == 2
    gates[1].set_result(2)
    await hands.advance(0.939)
    assert kinds(logged_bodies(memory))[-3:] == ["played", "took_back", "played"]
    await hands.advance(0.001)
    assert logged_bodies(memory)[-1] == events.Played(1, (2,), "bot")
    await house.close()


async def test_bots_rest_while_the_match_does():
    house, memory, hands = make_registry()
    room = await open_attended(house, people=1, bots=2)
    await ask_accepted(room, "ada", wire.Play(1, actions=["1"]))
    await ask_accepted(room, "ada", wire.Pause(1))
    length = len(memory.logs[MATCH])
    await hands.advance(100)
    assert len(memory.logs[MATCH]) == length
    await ask_accepted(room, "ada", wire.Resume(1))
    await hands.advance(0.94)
    assert kinds(logged_bodies(memory, length)) == ["resumed", "played"]
    await house.close()


async def test_a_bot_that_chooses_what_is_illegal_does_not_run_wild():
    house, _, hands = make_registry()
    thoughts = 0

    async def think(view, game, level, seed):
        nonlocal thoughts
        thoughts += 1
        return 71

    house.think = think  # type: ignore[method-assign]
    room = await open_attended(house, people=1, bots=2)
    await ask_accepted(room, "ada", wire.Play(1, actions=["1"]))
    await hands.advance(10)
    assert 3 <= thoughts <= 10
    await house.close()


async def test_the_seed_of_a_bot_is_not_what_players_know():
    house, _, hands = make_registry()
    seeds: list[str] = []

    async def think(view, game, level, seed):
        seeds.append(seed)
        return view.legal[0]

    house.think = think  # type: ignore[method-assign]
    room = await open_attended(house, people=1, bots=2)
    await ask_accepted(room, "ada", wire.Play(1, actions=["1"]))
    await hands.advance(2)
    assert len(set(seeds)) == 2
    assert all(room.table.setup.secret in seed for seed in seeds)
    await house.close()


async def test_a_bot_that_thinks_too_long_is_overtaken_by_a_quick_one_and_nobody_can_tell():
    for thought in (0, 939, 950, 1500, 10**6):
        house, memory, hands = make_registry()

        async def think(view, game, level, seed, hands=hands, thought=thought):
            await wait_until(hands, hands.time + thought)
            return view.legal[1]

        house.think = think  # type: ignore[method-assign]
        room = await open_attended(house, people=1, bots=2)
        await ask_accepted(room, "ada", wire.Play(1, actions=["1"]))
        await hands.advance(0.939)
        assert room.table.owing_seats() == [1]
        await hands.advance(0.001)
        assert room.table.owing_seats() == [2]
        assert memory.logs[MATCH][-1].at == hands.time
        (chosen,) = [body for body in logged_bodies(memory) if isinstance(body, events.Played) and body.seat == 1]
        assert (chosen.actions != (0,), chosen.by) == (thought < 940, "bot")
        await house.close()


async def test_only_the_node_with_the_lease_lets_bots_think_and_another_takes_over():
    memory, hands = MemoryStore(), ManualClock()
    first = FakeRegistry(memory, hands, "first")
    second = FakeRegistry(memory, hands, "second")
    room = await begin(await open_table(first, people=1, bots=2))
    other = await second.room_of(room.table)
    await room.join(Recorder("ada"))
    await other.join(Recorder("eve"))
    await ask_accepted(room, "ada", wire.Play(1, actions=["1"]))
    await settle()
    await other.on_append(0)
    await hands.advance(1)
    await other.on_append(0)
    assert (first.thoughts, second.thoughts) == (2, 0)
    await room.close()  # as if the node had died, with its lease
    await other.on_append(0)
    await hands.advance(10)
    assert second.thoughts == 1
    assert other.table.owing_seats() == [0]
    await first.close()
    await second.close()


# What several are asked


async def room_asking_for_cries(house: FakeRegistry, people: int, bots: int) -> Room:
    """Return a table of Meinz where two seats are asked whether they cry."""
    room = await begin(await open_table(house, "meinz", people, bots, Rules(grace=0)))
    number = 0
    while not room.table.poll.waiting or len(room.table.owing_seats()) != 2:
        number += 1
        if not room.table.poll.waiting:
            await play_turn(room, number)
        else:
            for seat in room.table.owing_seats():
                await ask_accepted(room, PEOPLE[seat], wire.Play(1, actions=["-"]))
    return room


async def test_an_answer_is_told_to_nobody_but_who_gave_it():
    house, _, hands = make_registry()
    room = await room_asking_for_cries(house, 4, 0)
    first, second = room.table.owing_seats()
    lines = [Recorder(who) for who in PEOPLE[:4]]
    for line in (*lines, watcher := Recorder("finn")):
        await room.join(line)
    for line in (*lines, watcher):
        assert (line.last().polled, line.last().until) == ([first, second], hands.time + 5_000)
        line.got.clear()
    await ask_accepted(room, PEOPLE[second], wire.Play(1, actions=["meinz"]))
    assert lines[second].last().answered
    await ask_accepted(room, PEOPLE[first], wire.Hush(1))
    assert lines[first].last().hushed
    await ask_accepted(room, PEOPLE[first], wire.Hush(1, on=False))
    assert not lines[first].last().hushed
    others = [line for seat, line in enumerate(lines) if seat not in (first, second)]
    assert all(line.got == [] for line in (*others, watcher))
    await ask_accepted(room, PEOPLE[first], wire.Play(1, actions=["meinz"]))
    for line in (*lines, watcher):
        told = [one for message in line.got if isinstance(message, wire.Changed) for one in message.happened]
        assert [(one.seat, one.action) for one in told] == [(first, "meinz")]  # the second cry is never known
        assert b"answered" in wire.encode(line.got[-1])
    await house.close()


async def test_everybody_who_is_asked_is_offered_the_answers():
    house, _, _ = make_registry()
    room = await room_asking_for_cries(house, 4, 0)
    for seat in range(4):
        line = Recorder(PEOPLE[seat])
        await room.join(line)
        asked_too = seat in room.table.owing_seats()
        assert line.last().legal == (["-", "meinz"] if asked_too else [])
        assert (line.last().prompt != "") == asked_too
    await house.close()


async def test_bots_answer_in_secret_and_at_their_pace():
    house, memory, hands = make_registry()

    async def think(view, game, level, seed):
        return view.legal[-1]

    room = await open_attended(house, "meinz", 1, 3, Rules(grace=0))
    while not room.table.poll.waiting or 0 not in room.table.owing_seats() or len(room.table.owing_seats()) < 2:
        if not room.table.poll.waiting and 0 in room.table.owing_seats():
            await play_turn(room, room.table.seq)
        elif room.table.poll.waiting and 0 in room.table.owing_seats():
            await ask_accepted(room, "ada", wire.Play(1, actions=["-"]))
        else:
            await hands.advance(0.1)
    house.think = think  # type: ignore[method-assign]
    line = Recorder("ada")
    await room.join(line)
    line.got.clear()
    asked_at = room.table.poll.at
    await hands.advance((asked_at + 4_999 - hands.time) / 1000)
    assert line.got == []
    assert kinds(logged_bodies(memory))[-1] == "answered"
    await hands.advance(0.001)
    assert line.got != []
    assert kinds(logged_bodies(memory))[-1] == "played"
    await house.close()


# Another node


def two_registries() -> tuple[FakeRegistry, FakeRegistry, MemoryStore, ManualClock]:
    memory, hands = MemoryStore(), ManualClock()
    first, second = FakeRegistry(memory, hands, "first"), FakeRegistry(memory, hands, "second")
    return first, second, memory, hands


async def test_two_nodes_decide_at_once_and_one_decides_again():
    first, second, memory, _ = two_registries()
    here = await begin(await open_table(first))
    there = await second.room_of(here.table)
    line = Recorder("bo")
    await there.join(line)
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
    first, second, _, _ = two_registries()
    here = await begin(await open_table(first))
    there = await second.room_of(here.table)
    await ask_accepted(here, "bo", wire.Vote(1))
    assert there.table.step < here.table.step
    await ask_accepted(there, "ada", wire.Play(1, actions=["0"], seq=here.table.step))
    await first.close()
    await second.close()


async def test_who_joins_sees_what_other_nodes_have_written():
    first, second, _, _ = two_registries()
    here = await begin(await open_table(first))
    there = await second.room_of(here.table)
    await ask_accepted(here, "ada", wire.Play(1, actions=["0"]))
    line = Recorder("bo")
    await there.join(line)
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


# A registry


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
    line = Recorder("ada")
    await room.join(line)
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
    line = Recorder("ada")
    await room.join(line)
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
    line = Recorder("cem")
    await room.join(line)
    assert line.table().chairs[0].name in ("Ada", "")
    await ask_accepted(room, "ada", wire.Bot(1, seat=2))
    await ask_accepted(room, "cem", wire.Sit(1, seat=2))
    assert line.table().you == 2
    await house.close()


async def test_a_closed_room_is_freed_at_once():
    """The collector of a server looks at old things hardly ever."""
    house, _, _ = make_registry()
    room = await begin(await open_table(house))
    line = Recorder("ada")
    await room.join(line)
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
