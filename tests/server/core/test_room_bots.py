"""Bots in a room: they think with a view, are overtaken, and answer in secret where several are asked."""

import asyncio

from atout.server.clock import wait_until
from atout.server.core import events, wire
from atout.server.core.events import Rules
from atout.server.live.room import Room
from tests.server.core import rooms
from tests.server.core.sessions import MATCH, PEOPLE, kinds
from tests.server.core.tables import ask_accepted, begin, join, open_attended, open_table, play_turn


async def test_a_bot_whose_thought_was_overtaken_is_asked_again():
    house, memory, hands = rooms.make_registry()
    gates: list[asyncio.Future[int]] = []

    async def think(view, game, level, seed):
        gates.append(asyncio.get_running_loop().create_future())
        return await gates[-1]

    house.think = think  # type: ignore[method-assign]
    room = await open_attended(house, people=1, bots=2)
    await ask_accepted(room, "ada", wire.Play(1, actions=["1"]))
    await rooms.settle()
    assert len(gates) == 1
    await hands.advance(0.9)
    await ask_accepted(room, "ada", wire.TakeBack(2))
    await ask_accepted(room, "ada", wire.Play(3, actions=["2"]))
    await rooms.settle()
    assert gates[0].cancelled()  # it was about a position that is no more
    assert len(gates) == 2
    gates[1].set_result(2)
    await hands.advance(0.939)
    assert kinds(rooms.logged_bodies(memory))[-3:] == ["played", "took_back", "played"]
    await hands.advance(0.001)
    assert rooms.logged_bodies(memory)[-1] == events.Played(1, (2,), "bot")
    await house.close()


async def test_bots_rest_while_the_match_does():
    house, memory, hands = rooms.make_registry()
    room = await open_attended(house, people=1, bots=2)
    await ask_accepted(room, "ada", wire.Play(1, actions=["1"]))
    await ask_accepted(room, "ada", wire.Pause(1))
    length = len(memory.logs[MATCH])
    await hands.advance(100)
    assert len(memory.logs[MATCH]) == length
    await ask_accepted(room, "ada", wire.Resume(1))
    await hands.advance(0.94)
    assert kinds(rooms.logged_bodies(memory, length)) == ["resumed", "played"]
    await house.close()


async def test_a_bot_that_chooses_what_is_illegal_does_not_run_wild():
    house, _, hands = rooms.make_registry()
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
    house, _, hands = rooms.make_registry()
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
        house, memory, hands = rooms.make_registry()

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
        (chosen,) = [body for body in rooms.logged_bodies(memory) if isinstance(body, events.Played) and body.seat == 1]
        assert (chosen.actions != (0,), chosen.by) == (thought < 940, "bot")
        await house.close()


async def test_only_the_node_with_the_lease_lets_bots_think_and_another_takes_over():
    memory, hands = rooms.MemoryStore(), rooms.ManualClock()
    first = rooms.FakeRegistry(memory, hands, "first")
    second = rooms.FakeRegistry(memory, hands, "second")
    room = await begin(await open_table(first, people=1, bots=2))
    other = await second.room_of(room.table)
    await room.join(rooms.Recorder("ada"))
    await other.join(rooms.Recorder("eve"))
    await ask_accepted(room, "ada", wire.Play(1, actions=["1"]))
    await rooms.settle()
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


async def room_asking_for_cries(house: rooms.FakeRegistry, people: int, bots: int) -> Room:
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
    house, _, hands = rooms.make_registry()
    room = await room_asking_for_cries(house, 4, 0)
    first, second = room.table.owing_seats()
    lines = [rooms.Recorder(who) for who in PEOPLE[:4]]
    for line in (*lines, watcher := rooms.Recorder("finn")):
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
    house, _, _ = rooms.make_registry()
    room = await room_asking_for_cries(house, 4, 0)
    for seat in range(4):
        line = await join(room, PEOPLE[seat])
        asked_too = seat in room.table.owing_seats()
        assert line.last().legal == (["-", "meinz"] if asked_too else [])
        assert (line.last().prompt != "") == asked_too
    await house.close()


async def test_bots_answer_in_secret_and_at_their_pace():
    house, memory, hands = rooms.make_registry()

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
    line = await join(room, "ada")
    line.got.clear()
    asked_at = room.table.poll.at
    await hands.advance((asked_at + 3_600_000 - hands.time) / 1000)
    assert line.got == []  # who plays alone has all the time
    assert kinds(rooms.logged_bodies(memory))[-1] == "answered"
    await ask_accepted(room, "ada", wire.Play(1, actions=["-"]))
    assert line.got != []
    assert kinds(rooms.logged_bodies(memory))[-1] == "played"
    await house.close()


async def test_a_bot_lays_cards_that_form_one_choice_in_one_go():
    house, memory, hands = rooms.make_registry()
    await open_attended(house, "loop", people=1, bots=3)
    await hands.advance(2)
    assert [len(body.actions) for body in rooms.logged_bodies(memory) if isinstance(body, events.Played)] == [2, 2, 2]
    await house.close()


async def test_a_bid_of_a_bot_comes_whole():
    house, memory, hands = rooms.make_registry()

    async def think(view, game, level, seed):
        return view.legal[min(1, len(view.legal) - 1)]  # the lowest card that may be laid

    house.think = think  # type: ignore[method-assign]
    room = await open_attended(house, "mu", people=1, bots=3)
    for number in range(4):
        if room.table.question(0):
            await ask_accepted(room, "ada", wire.Play(number, f"pass {number}", ["-"], room.table.step))
        await hands.advance(1.2)
    bids = [
        len(body.actions)
        for body in rooms.logged_bodies(memory)
        if isinstance(body, events.Played) and body.by == "bot"
    ]
    assert bids[:3] == [1, 2, 3]  # each one card more than the one before
    await house.close()
