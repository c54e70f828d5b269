"""Registries on real databases: durable, conflict by conflict, through restarts and restored connections."""

import asyncio
from pathlib import Path
from typing import Any

from atout.server.core import events, wire
from atout.server.core.events import Rules
from atout.server.core.table import Table
from atout.server.live.registry import RoomRegistry
from atout.server.live.snapshots import FIRST_SNAPSHOT
from atout.server.stores.base import Identity, Store
from atout.server.stores.sqlite import SqliteStore
from tests.server.core.rooms import FakeRegistry, Recorder, wait_until
from tests.server.core.sessions import MATCH, PEOPLE
from tests.server.core.tables import ask, ask_accepted, begin, first_choice, join, open_table, play_turn
from tests.server.core.test_replay import table_parts
from tests.server.stores.databases import PostgresDatabase


async def add_people(store: Store) -> None:
    for one in PEOPLE:
        await store.add_identity(Identity(one, one.capitalize(), 0, 0))


async def open_sqlite(folder: Path) -> SqliteStore:
    store = SqliteStore(folder / "atout.db")
    await store.open()
    return store


async def new_sqlite(folder: Path) -> SqliteStore:
    """Open a database that knows everybody."""
    store = await open_sqlite(folder)
    await add_people(store)
    return store


async def play_to_end(registry: RoomRegistry, number: int = 1) -> None:
    """Play to the end, at every turn of a player the first thing there is to do."""
    room = registry.rooms[MATCH]
    while room.table.status == "playing":
        if any(not room.table.level_at(seat) for seat in room.table.owing_seats()):
            assert isinstance(await play_turn(room, number), wire.Accepted)
            number += 1
        else:
            seq = room.table.seq
            await wait_until(lambda seq=seq: room.table.seq > seq)  # type: ignore[misc]


async def test_a_match_on_sqlite_is_kept_event_by_event(tmp_path):
    store = await new_sqlite(tmp_path)
    registry = FakeRegistry(store, pace=0)
    room = await begin(await open_table(registry, "schrecklicht", people=2, bots=1))
    line = await join(room, "ada")
    await play_to_end(registry)
    log = await store.read_events(MATCH)
    again = Table(MATCH)
    again.replay(log)
    assert table_parts(again) == table_parts(room.table)
    summary = await store.summary(MATCH)
    assert summary is not None
    assert (summary.status, sorted(summary.members)) == ("over", ["ada", "bo"])
    assert [chair.name for chair in line.table().chairs] == ["Ada", "Bo", ""]
    await registry.close()
    await store.close()


async def test_a_full_disk_refuses_and_recovers(tmp_path):
    store = await new_sqlite(tmp_path)
    registry = FakeRegistry(store, pace=0)
    room = await begin(await open_table(registry, people=2, bots=1, rules=Rules(chat=True)))
    line = await join(room, "bo")
    registry.limited = False
    line.got.clear()
    pragma = "PRAGMA max_page_count = "
    await store._require_open().write(lambda connection: connection.execute(f"{pragma}{pages(connection)}").fetchall())
    text = wire.Say(1, text="x" * 300)
    answer: wire.Message = wire.Accepted(1, 0)
    said = 0
    while isinstance(answer, wire.Accepted):
        answer = await ask(room, "ada", text)
        said += isinstance(answer, wire.Accepted)
    assert isinstance(answer, wire.Refused)
    assert (answer.code, line.kinds().count("heard"), len(await store.read_talk(MATCH))) == ("unavailable", said, said)
    await store._require_open().write(lambda connection: connection.execute(f"{pragma}1000000").fetchall())
    await ask_accepted(room, "ada", text)
    await registry.close()
    await store.close()


def pages(connection: Any) -> int:
    count: int = connection.execute("PRAGMA page_count").fetchone()[0]
    return count


async def test_a_restarted_server_goes_on_where_the_log_ends(tmp_path):
    store = await new_sqlite(tmp_path)
    registry = FakeRegistry(store, node="first", pace=0)
    await registry.open()
    room = await begin(await open_table(registry, "luz", people=1, bots=2, options={"deals": "2"}))
    await room.join(Recorder("ada"))
    await play_turn(room, 1)
    await wait_until(lambda: room.table.owing_seats() == [0])
    before = table_parts(room.table)
    await registry.close()
    await store.close()
    store = await open_sqlite(tmp_path)
    again = FakeRegistry(store, node="second", pace=0)
    await again.open()
    assert await again.room(MATCH) is not None
    assert table_parts(again.rooms[MATCH].table) == before
    line = Recorder("ada")
    await again.rooms[MATCH].join(line)
    assert (line.table().status, line.last().owing) == ("playing", [0])
    answer = await ask(again.rooms[MATCH], "ada", wire.Play(1, "turn 1", ["0"]))
    assert isinstance(answer, wire.Accepted)  # answered again, not played again
    assert again.rooms[MATCH].table.owing_seats() == [0]
    await play_to_end(again, 2)
    await again.close()
    await store.close()


async def test_a_long_match_has_snapshots(tmp_path):
    store = await new_sqlite(tmp_path)
    registry = FakeRegistry(store, pace=0)
    registry.limited = False
    room = await begin(await open_table(registry, people=2, bots=1))
    for number in range(FIRST_SNAPSHOT):
        await ask_accepted(room, "ada", wire.Invite(number))

    async def kept() -> bool:
        rows = await store._require_open().read(
            lambda connection: connection.execute("SELECT seq FROM snapshots").fetchall()
        )
        return bool(rows) and rows[0][0] >= FIRST_SNAPSHOT

    await wait_until(kept)
    snapshot = await store.read_snapshot(MATCH)
    assert snapshot is not None
    assert snapshot.events() == (await store.read_log(MATCH))[: snapshot.seq]
    again = Table(MATCH)
    again.replay(await store.read_events(MATCH))
    assert table_parts(again) == table_parts(room.table)
    await registry.close()
    await store.close()


# Two nodes


async def nodes(place: PostgresDatabase) -> tuple[FakeRegistry, FakeRegistry]:
    first, second = place.store(), place.store()
    await first.open()
    await second.open()
    await add_people(first)
    halls = FakeRegistry(first, node="first", pace=0), FakeRegistry(second, node="second", pace=0)
    for registry in halls:
        await registry.open()
    return halls


async def close_all(*halls: FakeRegistry) -> None:
    for registry in halls:
        await registry.close()
        await registry.store.close()


async def test_players_on_two_nodes_play_one_match(postgres):
    first, second = await nodes(postgres)
    here = await open_table(first, "schrecklicht", people=2, bots=1)
    there = await second.room_of(here.table)
    ada, bo = Recorder("ada"), Recorder("bo")
    await here.join(ada)
    await there.join(bo)
    await begin(here)
    await wait_until(lambda: there.table.status == "playing")
    number = 0
    while here.table.status == "playing":
        for room, who, seat in ((here, "ada", 0), (there, "bo", 1)):
            if room.table.status == "playing" and seat in room.table.owing_seats():
                number += 1
                await ask(room, who, wire.Play(number, f"{number}", first_choice(room, seat)))
        await asyncio.sleep(0.001)
    await wait_until(lambda: there.table.seq == here.table.seq)
    assert table_parts(there.table) == table_parts(here.table)
    assert ada.table().places == bo.table().places != []
    assert ada.table().chairs[1].here
    assert bo.table().chairs[0].here
    assert first.thoughts == 0 or second.thoughts == 0  # the bot thought at one of them
    await close_all(first, second)


async def test_two_nodes_that_write_at_once_lose_nothing_and_double_nothing(postgres):
    first, second = await nodes(postgres)
    here = await begin(await open_table(first, "meinz", people=4, bots=0))
    there = await second.room_of(here.table)
    requests = []
    for number in range(20):
        for room in (here, there):
            who = PEOPLE[number % 4]
            requests.append(ask(room, who, wire.Say(number, f"say {number}", phrase="hello")))  # the same twice
    for seat in range(4):
        for room in (here, there):
            requests.append(ask(room, PEOPLE[seat], wire.Play(1, f"discard {seat}", first_choice(room, seat))))
    answers = await asyncio.gather(*requests)
    assert all(isinstance(answer, wire.Accepted) for answer in answers), answers
    log = [events.decode_event(event).did for event in await first.store.read_events(MATCH)]
    assert len(await first.store.read_talk(MATCH)) == 20
    assert sorted(body.seat for body in log if isinstance(body, events.Played)) == [0, 1, 2, 3]
    await wait_until(lambda: here.table.seq == there.table.seq == len(log))
    assert table_parts(here.table) == table_parts(there.table)
    await close_all(first, second)


async def test_rematches_asked_for_at_two_nodes_at_once_are_one(postgres):
    first, second = await nodes(postgres)
    here = await begin(await open_table(first))
    there = await second.room_of(here.table)
    await ask_accepted(here, "ada", wire.Vote(1))
    await ask_accepted(there, "bo", wire.Vote(1))
    answers = await asyncio.gather(
        ask_accepted(here, "ada", wire.Rematch(1, "r")), ask_accepted(there, "bo", wire.Rematch(1, "r"))
    )
    assert answers[0].link == answers[1].link
    assert sorted(await first.store.match_ids()) == sorted([MATCH, answers[0].link])
    new = await second.room(answers[0].link)
    assert new is not None
    assert [chair.identity for chair in new.table.chairs] == ["", "ada", "bo"]
    await close_all(first, second)


async def test_a_lost_connection_is_caught_up_with(postgres):
    first, second = await nodes(postgres)
    here = await begin(await open_table(first, rules=Rules(grace=0)))
    there = await second.room_of(here.table)
    await postgres.hang_up()

    async def said() -> bool:
        return isinstance(await ask(here, "ada", wire.Play(1, "once", ["0"])), wire.Accepted)

    await wait_until(said)
    await wait_until(lambda: there.table.seq == here.table.seq)
    assert sum(event.kind == "played" for event in await first.store.read_events(MATCH)) == 1
    await close_all(first, second)
