"""Hints: from the seat's own view, beside everything else, for those alone against bots; nothing is kept of them."""

import asyncio
import json
import tomllib
from pathlib import Path

import pytest

from atout.bots.hints import Hint, make_adviser, opinions
from atout.bots.search import Choice
from atout.games import load, names
from atout.server.clock import ServerClock
from atout.server.core import parts, wire
from atout.server.live.bot_queue import ASIDE, Claim
from atout.server.live.bot_workers import BotWorkers, consider, seed_of
from atout.server.live.room import Room
from tests.conformance.play import positions
from tests.server.core.rooms import FakeRegistry, ManualClock, MemoryStore, Recorder, settle
from tests.server.core.sessions import MATCH
from tests.server.core.tables import ask, ask_accepted, begin, join, open_table, play_turn

ROOT = Path(__file__).parents[3]
CLAIM = Claim(ASIDE, "ada", MATCH)


async def open_hint_table(people: int = 1) -> tuple[FakeRegistry, MemoryStore, ManualClock, Room, Recorder]:
    """Return a table of Luz where it is Ada's turn, and her connection."""
    memory, hands = MemoryStore(), ManualClock()
    house = FakeRegistry(memory, hands)
    room = await begin(await open_table(house, people=people, bots=3 - people))
    line = await join(room, "ada")
    while 0 not in room.table.owing_seats():
        if room.table.level_at(room.table.owing_seats()[0]):
            await hands.advance(1)
        else:
            await play_turn(room)
    line.got.clear()
    return house, memory, hands, room, line


def hint_messages(line: Recorder) -> list[wire.Hinted]:
    return [message for message in line.got if isinstance(message, wire.Hinted)]


async def test_a_hint_comes_from_the_own_view_and_leaves_nothing():
    house, memory, _, room, line = await open_hint_table()
    log, seq = list(memory.logs[MATCH]), room.table.step
    assert await room.handle_request(line, wire.Hint(5, "once")) == wire.Accepted(5, seq)
    await settle()
    assert (hint_messages(line), room.lock.locked()) == ([], False)
    house.hints.set()
    await settle()
    (found,) = hint_messages(line)
    assert found.re == 5
    assert found.why == [parts.Phrase("bet_double")]
    assert [one.how for one in found.opinions] == ["best", "far", "far"]
    assert [one.loss for one in found.opinions] == [0, 1, 2]
    match = room.table.match
    assert match is not None
    legal = [match.game.text(action) for action in match.legal(0)]
    assert [one.action for one in found.opinions] == legal[:3]
    assert found.opinions[0].name == parts.Phrase("bet", {"n": "0"})
    assert house.considered == [match.view(0)]
    assert memory.logs[MATCH] == log
    await house.close()


async def test_asked_again_it_is_told_again_without_a_second_thought():
    house, _, _, room, line = await open_hint_table()
    house.hints.set()
    for number in (1, 2, 3):
        await room.handle_request(line, wire.Hint(number))
    await settle()
    assert [hint.re for hint in hint_messages(line)] == [1, 2, 3]
    assert len(house.considered) == 1
    await house.close()


async def test_the_table_goes_on_while_somebody_thinks_and_a_hint_that_is_too_late_is_not_told():
    house, _, hands, room, line = await open_hint_table()
    await room.handle_request(line, wire.Hint(1))
    await settle()
    answer = await play_turn(room)
    assert isinstance(answer, wire.Accepted)
    await hands.advance(5)
    assert line.kinds().count("changed") > 1
    house.hints.set()
    await settle()
    assert hint_messages(line) == []
    await house.close()


async def test_nobody_gets_one_against_people_or_without_a_decision():
    house, _, _, room, line = await open_hint_table(people=2)
    refusal = wire.Refused(1, "forbidden", "hints-against-bots-only")
    assert await room.handle_request(line, wire.Hint(1)) == refusal
    await ask_accepted(room, "bo", wire.Leave(1))  # and may come back
    assert await room.handle_request(line, wire.Hint(1)) == refusal
    await house.close()

    house, _, _, room, line = await open_hint_table()
    assert await ask(room, "eve", wire.Hint(2)) == wire.Refused(2, "forbidden", "not-at-the-table")
    await play_turn(room)
    if 0 not in room.table.owing_seats():
        assert await room.handle_request(line, wire.Hint(3)) == wire.Refused(3, "stale", "nothing-to-decide")
    await ask_accepted(room, "ada", wire.Pause(4))
    assert await room.handle_request(line, wire.Hint(5)) == wire.Refused(5, "stale", "match-is-not-running")
    assert house.considered == []
    await house.close()


@pytest.mark.parametrize("name", names())
def test_every_game_has_hints(name: str) -> None:
    game = load(name)
    match = next(found for found in positions(game, game.seat_counts[0], {}, 3) if found.turn >= 0)
    view = match.view(match.turn)
    best, *others = opinions(make_adviser(game, 1, 0.05).consider(view), game.advice().spread())
    assert best.action in view.legal
    assert best.how == "best"
    assert {one.action for one in others} <= set(view.legal) - {best.action}


async def test_workers_think_and_one_that_fails_has_no_opinion(caplog: pytest.LogCaptureFixture) -> None:
    match = next(found for found in positions(load("njet"), 3, {}, 1) if found.turn >= 0)
    view = match.view(match.turn)
    bot_workers = BotWorkers(1, ServerClock())
    try:
        ticks = 0
        work = asyncio.create_task(bot_workers.consider(view, "njet", "a", CLAIM))
        while not work.done():
            await asyncio.sleep(0.01)
            ticks += 1
        found = work.result()
        assert found.opinions[0].action in view.legal
        assert found.why
        assert ticks > 10  # the loop was free
        assert await bot_workers.consider(view, "no such game", "a", CLAIM) == Hint([], [])
        assert "came to no choice" in caplog.text
    finally:
        bot_workers.close()
    assert consider.__module__.endswith("bot_workers")
    assert seed_of("a") != seed_of("b")


def test_classes_are_by_points_lost() -> None:
    choices = [Choice(k, 10, 0.5, 10.0 - loss) for k, loss in enumerate((0.0, -0.4, 0.5, 1.9, 4.9, 5.0))]
    assert [one.how for one in opinions(choices, 10.0)] == ["best", "equal", "equal", "less", "worse", "far"]


@pytest.mark.parametrize("lang", ["en", "fr", "de"])
def test_page_and_terminal_say_it_in_the_same_words(lang: str) -> None:
    terminal = tomllib.loads((ROOT / "src" / "atout" / "locale" / f"{lang}.toml").read_text(encoding="utf-8"))["play"]
    page = json.loads((ROOT / "web" / "src" / "words" / f"{lang}.json").read_text(encoding="utf-8"))
    for key in ("choice", "close", "points", "points_one", "cost", "cost_one", "less", "worse", "far"):
        assert page[f"hint.{key}"] == terminal[f"hint_{key}"]
