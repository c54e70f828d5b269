"""The end of a deal is told to everybody, the next one waits for those who read it, and the history is told whole."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from atout import load, names
from atout.match import Match, shuffler
from atout.server.core import events, messages, parts, wire
from atout.server.core.events import Clock, Rules
from atout.server.core.history import History
from atout.server.core.messages import deal_of
from atout.server.core.reading import READING_MS
from atout.server.core.table import Table
from atout.server.live.room import Room
from tests.server.core.rooms import FakeRegistry, Recorder, make_registry
from tests.server.core.sessions import MATCH, PEOPLE
from tests.server.core.tables import ask_accepted, begin, join, open_table, play_turn

SMALL = {"pack": "small", "deals": "2", "auto_forced": "off"}  # two tricks in a deal


async def played_deal(registry: FakeRegistry, rules: Rules | None = None) -> tuple[Room, list[Recorder]]:
    """Three people have played the first of two deals of Luz, before each other's eyes."""
    room = await begin(await open_table(registry, people=3, bots=0, rules=rules, options=SMALL))
    lines = [Recorder(who) for who in PEOPLE[:3]]
    for line in lines:
        await room.join(line)
    assert room.table.match is not None
    first = room.table.match.state.past
    for number in range(100):
        if room.table.match.state.past is not first:
            break
        await play_turn(room, number + 1)
    return room, lines


@asynccontextmanager
async def after_a_deal() -> AsyncIterator[tuple[Room, list[Recorder]]]:
    """Open a house in which such a deal has been played."""
    house, _, _ = make_registry()
    yield await played_deal(house)
    await house.close()


def changes(line: Recorder) -> list[wire.Changed[parts.Display]]:
    return [message for message in line.got if isinstance(message, wire.Changed)]


async def test_the_end_of_a_deal_comes_before_the_next_one():
    async with after_a_deal() as (_, lines):
        for line in lines:
            end, after = changes(line)[-2:]
            assert end.ended is not None
            assert after.ended is None
            assert (end.ended.deal, len(end.ended.results)) == (1, 3)
            assert end.seq < after.seq
            assert [one.key for one in end.happened][-1] == "trick"
            assert end.ended.results[0].stake.key in ("bet", "bet_safety")
            assert sum(result.tricks for result in end.ended.results) == 2


async def test_who_comes_before_the_next_decision_is_shown_the_end_too():
    async with after_a_deal() as (room, _):
        late = await join(room, "ada")
        assert late.table().ended is not None
        await play_turn(room, 500)
        later = await join(room, "ada")
        assert later.table().ended is None


@pytest.mark.parametrize("name", names())
def test_every_game_says_how_a_deal_ended_and_what_it_brought(name):
    game = load(name)
    match = Match(name, game.seat_counts[-1], game.shortest, shuffle=shuffler(3))
    rng = random.Random(3)
    found = 0
    while not match.over:
        past = match.state.past
        seat = match.turn
        match.play(seat, rng.choice(match.legal(seat)))
        if match.state.past is past:
            continue
        for observer in (*range(match.seats), -3):
            ended = messages.end_of_deal(Table(MATCH), match, match.view(observer))
            if ended is None:
                continue
            found += 1
            totals = [result.total for result in ended.results]
            if ended.results[0].points is not None:
                assert totals == match.scores()
                lines = [line for line in match.score_lines() if deal_of(line.values) == ended.deal]
                assert [result.points for result in ended.results] == [
                    sum(line.points for line in lines if line.seat == seat) for seat in range(match.seats)
                ]
            assert totals == match.scores() or not match.over
    assert found


# Waiting for those who read


async def test_bots_and_clocks_wait_for_those_who_read_but_not_for_ever():
    house, _, hands = make_registry()
    room, lines = await played_deal(house, Rules(clock=Clock("decision", seconds=30)))
    table = room.table
    [seat] = table.owing_seats()
    await ask_accepted(room, PEOPLE[0], wire.Hold(1))
    assert [message.seats for message in lines[1].got if isinstance(message, wire.Reading)] == [[0]]
    before = table.time_left(seat, hands.now())
    await hands.advance(READING_MS / 1000 - 1)
    assert (table.time_left(seat, hands.now()), table.is_clock_running(seat)) == (before, False)
    await hands.advance(2)
    assert table.reading.seats == frozenset()
    assert table.is_clock_running(seat)
    assert (await ask_accepted(room, PEOPLE[0], wire.Hold(2))).seq == table.step
    assert table.reading.seats == frozenset()  # once is enough
    await house.close()


async def test_it_goes_on_when_the_last_reader_does():
    async with after_a_deal() as (room, lines):
        for who in PEOPLE[:2]:
            await ask_accepted(room, who, wire.Hold(1))
        await ask_accepted(room, PEOPLE[0], wire.Hold(2, on=False))
        assert lines[2].got[-1] == wire.Reading([1])
        await ask_accepted(room, PEOPLE[1], wire.Hold(2, on=False))
        assert lines[2].got[-1] == wire.Reading([])


async def test_alone_against_bots_and_without_a_clock_it_waits_until_one_goes_on():
    house, _, hands = make_registry()
    room = await begin(await open_table(house, people=1, bots=2, options=SMALL))
    await room.join(Recorder("ada"))
    assert room.table.match is not None
    first, number = room.table.match.state.past, 0
    while room.table.match.state.past is first:
        await hands.advance(5)
        if room.table.owing_seats() == [0]:
            number += 1
            await play_turn(room, number)
    await ask_accepted(room, "ada", wire.Hold(1))
    waiting = room.table.step
    await hands.advance(3600)
    assert room.table.step == waiting
    await ask_accepted(room, "ada", wire.Hold(2, on=False))
    await hands.advance(5)
    assert room.table.step > waiting or room.table.owing_seats() == [0]
    await house.close()


async def test_nobody_waits_for_who_looks_on_while_a_bot_plays_for_them():
    async with after_a_deal() as (room, _):
        await ask_accepted(room, "bo", wire.Leave(1))
        await ask_accepted(room, "bo", wire.Hold(2))
        assert room.table.reading.seats == frozenset()


async def test_in_the_middle_of_a_deal_nothing_waits():
    house, _, _ = make_registry()
    room = await begin(await open_table(house, people=3, bots=0, options=SMALL))
    await ask_accepted(room, "ada", wire.Hold(1))
    assert room.table.reading.seats == frozenset()
    await house.close()


# The history


async def history_of(room: Room, who: str) -> list[wire.Passage]:
    line = await join(room, who)
    await room.handle_request(line, wire.History(1))
    for _ in range(1000):
        found = [message for message in line.got if isinstance(message, wire.Chronicle)]
        if found:
            return found[0].passages
        await asyncio.sleep(0)
    raise AssertionError("no history")


async def test_the_history_is_what_was_told_live_but_for_cards_that_are_to_be_remembered():
    async with after_a_deal() as (room, lines):
        live = [(message.seq, one) for message in changes(lines[0]) for one in message.happened]
        told = [(passage.seq, one) for passage in await history_of(room, "ada") for one in passage.happened]
        forgotten = [one for _, one in live if one.trick == 1 and one.action]
        assert len(forgotten) == 3
        assert all(one not in [each for _, each in told] for one in forgotten)
        assert [one.key for _, one in told if one.trick == 1] == ["trick"]
        assert [one for one in told if one[1].trick != 1] == [one for one in live if one[1].trick != 1]


async def test_it_names_who_paused_left_and_came_back():
    async with after_a_deal() as (room, _):
        await ask_accepted(room, "bo", wire.Pause(1))
        await ask_accepted(room, "bo", wire.Resume(1))
        await ask_accepted(room, "cem", wire.Leave(1))
        told = [one for passage in await history_of(room, "ada") for one in passage.happened if one.by == "table"]
        assert [(one.key, one.seat) for one in told] == [("paused", 1), ("resumed", 1), ("stand_in_left", 2)]


async def test_who_asks_again_at_once_is_asked_to_wait():
    async with after_a_deal() as (room, lines):
        assert isinstance(await room.handle_request(lines[0], wire.History(1)), wire.Accepted)
        refused = await room.handle_request(lines[0], wire.History(2))
        assert isinstance(refused, wire.Refused)
        assert (refused.code, refused.retry) == ("limited", 1000)


def test_a_history_without_a_match_is_empty():
    history = History(MATCH, 0)
    body = events.Created("luz", 1, 3, {}, "ada", "00", "00")
    history.add(events.encode_event(MATCH, 1, 0, events.Entry(body)))
    assert history.passages() == []
