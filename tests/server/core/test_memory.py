"""What the rules leave to memory is listed nowhere while the match runs: not in the log, not in a replay."""

import asyncio
import random

import msgspec
import pytest

from atout.server.core import wire
from atout.server.http import middleware, past_matches
from atout.server.live.room import Room
from atout.server.stores.base import Identity
from tests.server.core.rooms import Recorder, make_registry
from tests.server.core.tables import ask_accepted, begin, open_table

PEOPLE = ("ada", "bo", "cem")


async def play_on(room: Room, decisions: int, seed: int = 1) -> list[wire.Happened]:
    """Let people play anything; return what a watcher of the first seat was told live."""
    rng = random.Random(seed)
    line = Recorder("ada")
    await room.join(line)
    table = room.table
    for _ in range(decisions):
        seat = table.owing_seats()[0]
        assert table.match is not None
        action = table.match.game.text(rng.choice(table.match.legal(seat)))
        await ask_accepted(room, PEOPLE[seat], wire.Play(1, actions=[action]))
    return [one for message in line.got if isinstance(message, wire.Changed) for one in message.happened]


async def ask_for_history(room: Room, who: str) -> list[wire.Happened]:
    line = Recorder(who)
    await room.join(line)
    await room.handle_request(line, wire.History(1))
    while True:
        for message in line.got:
            if isinstance(message, wire.Chronicle):
                return [one for passage in message.passages for one in passage.happened]
        await asyncio.sleep(0)


@pytest.mark.parametrize(
    ("game", "options", "keys", "decisions"),
    [
        ("luz", {"history": "hidden"}, {"play"}, 40),
        ("schrecklicht", {"covers": "memory"}, {"lay", "cover"}, 9),
        ("was_sticht", {"draft_memory": "strict"}, {"pick", "announced", "left_over"}, 24),
    ],
)
async def test_what_is_to_be_remembered_is_listed_nowhere(
    game: str, options: dict[str, str], keys: set[str], decisions: int
) -> None:
    house, _, _ = make_registry()
    room = await begin(await open_table(house, game, people=3, bots=0, options=options))
    live = await play_on(room, decisions)
    assert room.table.status == "playing"
    newest = max(place for place, one in enumerate(live) if one.action)
    lying = (live[newest].deal, live[newest].trick or -1)  # the trick that may be looked at
    past = [one for one in live[:newest] if one.key in keys and (one.deal, one.trick) != lying]
    assert len(past) >= 5, "nothing was played that could be forgotten"
    told = await ask_for_history(room, "ada")
    assert not [one for one in told if one in past]
    table = Recorder("bo")
    await room.join(table)
    assert not [one for one in table.table().happened if one in past]
    for who in (*PEOPLE, "watcher"):
        with pytest.raises(middleware.Refused) as refused:
            past_matches.require_visible(room.table, Identity(who, who, 0, 0))
        assert refused.value.problem.why == "match-is-not-over"
    await house.close()


@pytest.mark.parametrize(
    ("game", "options", "decisions"),
    [
        ("luz", {"history": "open"}, 40),
        ("schrecklicht", {"covers": "open"}, 9),
        ("was_sticht", {"draft_memory": "log"}, 24),
    ],
)
async def test_with_the_other_options_the_log_has_it_all(game: str, options: dict[str, str], decisions: int) -> None:
    house, _, _ = make_registry()
    room = await begin(await open_table(house, game, people=3, bots=0, options=options))
    live = await play_on(room, decisions)
    told = await ask_for_history(room, "ada")
    assert msgspec.json.encode(told[-len(live) :]) == msgspec.json.encode(live)
    await house.close()
