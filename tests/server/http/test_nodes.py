"""Two servers on one PostgreSQL: whoever is connected to either notices no difference."""

import asyncio
import re
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from atout.server.stores.postgres_connection import CHANNEL
from tests.kit.deadline import DEADLINE
from tests.server.http.live import Guest, LiveServer, Socket, start
from tests.server.stores.cluster import Cluster
from tests.server.stores.databases import PostgresDatabase

At = Callable[[LiveServer, Guest], Guest]
SECONDS = 12.0  # for what another node takes over: the lease of five seconds, and a slow machine


@pytest.fixture
def nodes(cluster: Cluster, tmp_path: Path) -> Iterator[tuple[LiveServer, LiveServer]]:
    place = PostgresDatabase(cluster)
    try:
        with LiveServer(tmp_path, database=place.url) as one, LiveServer(tmp_path, database=place.url) as two:
            yield one, two
    finally:
        asyncio.run(place.clear())


@pytest.fixture
def at(nodes: tuple[LiveServer, LiveServer]) -> Iterator[At]:
    """Let somebody come to a node with the cookie from another."""
    with ExitStack() as stack:
        yield lambda node, guest: stack.enter_context(Guest(node.url, Cookie=guest.cookie))


@pytest.fixture
def ada(nodes: tuple[LiveServer, LiveServer]) -> Iterator[Guest]:
    with nodes[0].guest("Ada") as guest:
        yield guest


@pytest.fixture
def bo(nodes: tuple[LiveServer, LiveServer]) -> Iterator[Guest]:
    with nodes[1].guest("Bo") as guest:
        yield guest


def seat_players(ada: Guest, bo: Guest, **order: Any) -> tuple[Socket, Socket]:
    """Open a table at Ada's node, with Bo at the other one and a bot."""
    opened = ada.open(bots=[None, None, "casual"], **order)
    lines = ada.connect(opened["match"]), bo.connect(opened["match"], opened["invite"])
    lines[1].ask_accepted(type="sit", seat=1)
    lines[0].wait_until(lambda message: message["type"] == "table" and message["chairs"][1].get("name") == "Bo")
    return lines


def test_any_node_takes_any_player(nodes: tuple[LiveServer, LiveServer], ada: Guest, bo: Guest) -> None:
    lines = seat_players(ada, bo, options={"deals": "2"})
    start(*lines)
    play(*lines)
    lines[1].wait_until(lambda message: message["type"] == "table" and message["status"] == "over")
    assert lines[1].table["places"] == lines[0].table["places"] != []
    thoughts = [node.thoughts for node in nodes]
    assert min(thoughts) == 0  # the bot thought at one of them
    assert max(thoughts) >= 10


def test_a_player_changes_the_node_in_the_middle(
    nodes: tuple[LiveServer, LiveServer], ada: Guest, bo: Guest, at: At
) -> None:
    lines = seat_players(ada, bo)
    start(*lines)
    play(*lines, until=lambda owing: 0 in owing)
    request = {"type": "play", "id": "once", "actions": [lines[0].table["display"]["legal"][0]]}
    done = lines[0].ask_accepted(**request)
    lines[0].close()
    moved = at(nodes[1], ada)
    line = moved.connect(lines[0].table["match"])
    assert line.receive()["you"] == 0
    assert line.ask_accepted(**request)["seq"] == done["seq"]  # answered again, not played again
    log = nodes[1].call(lambda: nodes[1].registry.store.read_events(line.table["match"]))
    assert sum(b'"once"' in event.body for event in log) == 1
    assert moved.get("/api/me")["name"] == "Ada"


def test_a_new_name_is_seen_at_the_other_node(nodes: tuple[LiveServer, LiveServer], ada: Guest, bo: Guest) -> None:
    lines = seat_players(ada, bo)
    assert lines[1].table["chairs"][0]["name"] == "Ada"
    ada._read(ada.http.patch("/api/me", json={"name": "Ida"}), 200)
    lines[1].wait_until(lambda message: message["type"] == "table" and message["chairs"][0]["name"] == "Ida")


def test_who_is_deleted_is_disconnected_at_every_node(
    nodes: tuple[LiveServer, LiveServer], ada: Guest, bo: Guest, at: At
) -> None:
    lines = seat_players(ada, bo)
    start(*lines)
    other = at(nodes[1], ada).connect(lines[0].table["match"])
    other.receive()
    assert ada.http.delete("/api/me").status_code == 204
    assert lines[0].wait_closed() == (4410, "identity-deleted")
    assert other.wait_closed() == (4410, "identity-deleted")
    lines[1].wait_until(
        lambda message: (
            message["type"] == "table"
            and message["chairs"][0].get("stand_in") == "left"
            and not message["chairs"][0].get("name")
        )
    )
    assert lines[1].ask_accepted(type="say", phrase="bye")["type"] == "accepted"


def test_what_was_missed_of_people_is_made_up_for(
    nodes: tuple[LiveServer, LiveServer], ada: Guest, bo: Guest, at: At, cluster: Cluster
) -> None:
    """While the second node hears nothing, Ada is renamed and Bo deleted."""
    lines = seat_players(ada, bo)
    start(*lines)
    guest = nodes[0].guest("Eve")
    with guest:
        watching = at(nodes[1], guest).connect(lines[0].table["match"], lines[0].table["invite"])
        watching.receive()
        ear = nodes[1].registry.store._listener  # type: ignore[attr-defined]
        deaf, ear._listeners[CHANNEL] = ear._listeners[CHANNEL], []
        ada._read(ada.http.patch("/api/me", json={"name": "Ida"}), 200)
        assert guest.http.delete("/api/me").status_code == 204
        lines[0].wait_until(lambda message: message["type"] == "table" and message["chairs"][0]["name"] == "Ida")
        ear._listeners[CHANNEL] = deaf
        asyncio.run(PostgresDatabase(cluster).hang_up())
        assert watching.wait_closed() == (4410, "identity-deleted")
        lines[1].wait_until(lambda message: message["type"] == "table" and message["chairs"][0]["name"] == "Ida")


@asynccontextmanager
async def listening(url: str) -> AsyncIterator[list[str]]:
    heard: list[str] = []
    connection = await asyncpg.connect(url)
    try:
        await connection.add_listener(CHANNEL, lambda *told: heard.append(told[3]))
        yield heard
    finally:
        await connection.close()


def test_notifications_hold_ids_and_nothing_else(
    nodes: tuple[LiveServer, LiveServer], ada: Guest, bo: Guest, cluster: Cluster
) -> None:
    async def work() -> list[str]:
        async with listening(cluster.url) as heard:
            await asyncio.to_thread(play_an_evening, ada, bo)
            async with asyncio.timeout(DEADLINE):
                while len([told for told in heard if told.endswith(":0")]) < 2:
                    await asyncio.sleep(0.01)
            return heard

    heard = asyncio.run(work())
    assert len(heard) > 10
    assert [told for told in heard if not re.fullmatch(r"[0-9a-f]{16}:[0-9a-f]{32}:\d+", told)] == []


def play_an_evening(ada: Guest, bo: Guest) -> None:
    lines = seat_players(ada, bo, chat=True)
    start(*lines)
    lines[0].ask_accepted(type="say", text="hello")
    turns = iter(range(8))
    play(*lines, until=lambda _: next(turns, None) is None)
    ada._read(ada.http.patch("/api/me", json={"name": "Ida"}), 200)
    assert bo.http.delete("/api/me").status_code == 204


def test_the_bots_of_a_dead_node_are_taken_over_within_seconds(cluster: Cluster, tmp_path: Path) -> None:
    """A node goes without a word: it gives no lease back and says to nobody that it is gone."""

    async def nothing(node: str) -> None:
        pass

    place = PostgresDatabase(cluster)
    try:
        with LiveServer(tmp_path, database=place.url) as second:
            with LiveServer(tmp_path, database=place.url) as first, first.guest("Ada") as ada:
                line = ada.connect(ada.open(bots=[None, "casual", "novice"])["match"])
                start(line)
                play_until(line, lambda: first.thoughts > 0)
                assert second.thoughts == 0
                first.registry.store.release = nothing  # type: ignore[method-assign]
                cookie = ada.cookie
            begun = time.monotonic()
            with Guest(second.url, Cookie=cookie) as ada:
                line = ada.connect(line.table["match"])
                line.receive()
                assert line.table["status"] == "playing"
                play_until(line, lambda: second.thoughts > 0)
            assert time.monotonic() - begun < SECONDS
    finally:
        asyncio.run(place.clear())


def play(first: Socket, *others: Socket, until: Callable[[list[int]], bool] = lambda owing: False) -> None:
    """Let all players play what they may, bots between them, until the end or until those who owe a decision fit."""
    while first.table["status"] == "playing" and not until(owing := first.table["display"]["owing"]):
        line = next((line for line in (first, *others) if line.table["you"] in owing), None)
        if line is None:
            first.receive()
            continue
        line.follow(first.table["seq"])
        done = line.ask_accepted(type="play", actions=[line.table["display"]["legal"][0]], seq=line.table["seq"])
        first.follow(done["seq"])


def play_until(line: Socket, come: Callable[[], bool]) -> None:
    """Play whatever there is until something has come to be."""
    while not come():
        if line.table["you"] in line.table["display"]["owing"]:
            line.ask(type="play", actions=[line.table["display"]["legal"][0]], seq=line.table["seq"])
        else:
            line.receive()
