"""Too much: floods on WebSockets, silent connections, too many of them; everybody else goes on."""

import asyncio
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode

from atout.server.http import open_sockets, websocket_protocol
from atout.server.http.open_sockets import Config, Sockets
from atout.server.http.websocket_protocol import PIECE, DirectWebSocket
from atout.server.limits import Limit, Limits
from atout.server.metrics import Figures
from atout.server.settings import Settings
from benchmarks.server.flood import FRAMES, flood
from benchmarks.server.sockets import frame_message, upgrade
from tests.kit.deadline import DEADLINE
from tests.server.http.live import Guest, LiveServer
from tests.server.http.raw import Wire, read_to_end
from tests.server.http.test_host import samples

Guests = Callable[..., Guest]


# One socket, without a network


class CountingListener:
    """An application's end that counts."""

    def __init__(self) -> None:
        self.heard_: list[str] = []

    def on_message(self, text: str) -> None:
        self.heard_.append(text)

    def on_drain(self) -> None:
        pass


async def application(scope: Any, receive: Any, send: Any) -> None:
    await receive()
    await send({"type": "websocket.accept"})
    while (await receive())["type"] != "websocket.disconnect":
        pass


async def open_websocket(limits: bool = False) -> tuple[DirectWebSocket, Wire, CountingListener]:
    """Return the server's end of a WebSocket that is open."""
    settings = Settings(limits=limits)
    config = Config(application, ws="websockets-sansio", lifespan="off", log_config=None)
    config.load()
    config.sockets = Sockets(settings, Limits(limits), Figures())
    protocol, wire, ear = DirectWebSocket(config, ServerState(), {}), Wire(), CountingListener()
    config.sockets.admit(wire, "192.0.2.1")
    protocol.connection_made(wire)
    protocol.data_received(upgrade(1, "/", {}))
    while not protocol.handshake_complete:
        await asyncio.sleep(0)
    protocol.listener = ear
    wire.written.clear()
    return protocol, wire, ear


async def end(protocol: DirectWebSocket) -> None:
    protocol.connection_lost(None)
    while protocol.tasks:
        await asyncio.sleep(0)


@pytest.mark.parametrize("kind", ["pings", "messages"])
def test_others_have_their_turn_between_the_pieces_of_what_has_come(kind: str) -> None:
    async def main() -> None:
        protocol, wire, ear = await open_websocket()
        frame = FRAMES[kind]
        count = 65_536 // len(frame)
        most = 0

        def done() -> int:
            return len(ear.heard_) + len(wire.written) // 2

        protocol.data_received(frame * count)
        assert wire.states[-1] is False
        while done() < count:
            before = done()
            await asyncio.sleep(0)  # the turn of others
            most = max(most, done() - before)
        assert 0 < most <= PIECE // len(frame) + 1
        await asyncio.sleep(0)
        assert wire.reading
        assert done() == count
        await end(protocol)

    asyncio.run(main())


@pytest.mark.parametrize("size", [1, 7, PIECE - 1, PIECE, PIECE + 1, 10_000])
def test_messages_are_whole_however_they_arrive(size: int) -> None:
    async def main() -> None:
        protocol, wire, ear = await open_websocket()
        texts = [f"{number} {'é' * (number * 37 % 300)}" for number in range(100)]
        data = b"".join(frame_message(text.encode(), 1) for text in texts)
        for place in range(0, len(data), size):
            protocol.data_received(data[place : place + size])
            await asyncio.sleep(0)
        while not wire.reading:
            await asyncio.sleep(0)
        assert ear.heard_ == texts
        await end(protocol)

    asyncio.run(main())


def test_nothing_is_taken_while_the_listener_has_enough() -> None:
    async def main() -> None:
        protocol, wire, ear = await open_websocket()
        protocol.data_received(frame_message(b"1", 1))
        protocol.pause_reading()
        protocol.data_received(frame_message(b"2", 1) * 1000)
        for _ in range(10):
            await asyncio.sleep(0)
        assert (ear.heard_, wire.reading) == (["1"], False)
        protocol.resume_reading()
        while not wire.reading:
            await asyncio.sleep(0)
        assert len(ear.heard_) == 1001
        await end(protocol)

    asyncio.run(main())


def test_everything_counts_and_who_keeps_on_is_told_why_it_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main(kind: str) -> None:
        protocol, wire, _ = await open_websocket(limits=True)
        limits = protocol._sockets.limits
        limits.traffic_of_socket = Limit(20, 1000)
        monkeypatch.setattr(websocket_protocol, "PATIENCE", 0.05)
        if kind == "fragments":
            protocol.data_received(Frame(Opcode.TEXT, b"", fin=False).serialize(mask=True))
        protocol.data_received(FRAMES[kind] * 5_000)
        await asyncio.sleep(0)
        assert wire.states[-1] is False
        async with asyncio.timeout(DEADLINE):
            while not protocol.close_sent:
                await asyncio.sleep(0.001)
        assert b"too-much-too-fast" in wire.written
        assert wire.reading  # and what comes is thrown away, else the reason would not arrive
        written = len(wire.written)
        protocol.data_received(FRAMES["pings"] * 5_000)
        await asyncio.sleep(0)
        assert len(wire.written) == written
        await end(protocol)
        assert not limits.traffic_of_socket._buckets

    for kind in ("pings", "messages", "fragments"):
        asyncio.run(main(kind))


def test_who_stops_in_time_goes_on() -> None:
    async def main() -> None:
        protocol, wire, ear = await open_websocket(limits=True)
        protocol._sockets.limits.traffic_of_socket = Limit(20, 1000)
        for _ in range(3):
            protocol.data_received(FRAMES["messages"] * 100)
            while not wire.reading:
                await asyncio.sleep(0.001)
        assert len(ear.heard_) == 300
        assert not protocol.close_sent
        await end(protocol)

    asyncio.run(main())


def test_a_limit_is_paid_afterwards() -> None:
    limit = Limit(10, 2)
    assert limit.use("a", 10, 0.0) == 0
    assert limit.use("a", 6, 0.0) == 3
    assert limit.use("a", 1, 3.0) == 0.5
    assert limit.use("b", 1, 3.0) == 0
    assert limit.use("a", 10, 100.0) == 0
    assert limit.wait("a") == limit.wait("c") == 0
    assert limit.use("a", 1e6, time.monotonic()) > limit.wait("a") > 0
    limit.forget("a")
    assert limit.use("a", 10, 100.0) == 0


def test_sockets_of_one_guest_share_a_limit_and_wait_for_each_other() -> None:
    async def main() -> None:
        one, wire, ear = await open_websocket(limits=True)
        two, second, other = await open_websocket(limits=True)
        two._sockets.limits = one._sockets.limits
        one._sockets.limits.traffic = Limit(20, 1000)
        for protocol in (one, two):
            assert protocol.assign_to("ada", "192.0.2.1")
        one.data_received(FRAMES["messages"] * 60)
        await asyncio.sleep(0)
        assert len(ear.heard_) == 60
        two.data_received(FRAMES["messages"])
        await asyncio.sleep(0)
        assert (other.heard_, second.states[-1]) == ([], False)
        async with asyncio.timeout(DEADLINE):
            while not (wire.reading and second.reading):
                await asyncio.sleep(0.001)
        assert len(other.heard_) == 1
        await end(one)
        await end(two)

    asyncio.run(main())


# Floods


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[LiveServer]:
    with LiveServer(tmp_path, limits=True) as live:
        yield live


@pytest.mark.parametrize(("kind", "count"), [("pings", 1), ("messages", 1), ("messages", 20), ("bombs", 5)])
def test_another_table_goes_on_during_a_flood(strict: LiveServer, kind: str, count: int) -> None:
    """The bound is generous, for busy machines; `dev.py bench --server --only flood` has the figures."""
    with strict.guest("Ada") as ada, strict.guest("Mallory") as mallory:
        line = ada.connect(ada.open()["match"])
        line.ask_accepted(type="refresh")
        times = []
        with flood(strict.port, mallory.open()["match"], mallory.cookie, kind, count):
            for _ in range(30):
                begun = time.perf_counter()
                line.ask_accepted(type="refresh")
                times.append(time.perf_counter() - begun)
                time.sleep(0.05)  # as often as somebody may ask
        assert sorted(times)[-2] < 0.4


def test_a_flood_ends_with_a_reason_and_is_counted(strict: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(websocket_protocol, "PATIENCE", 0.2)
    strict.state.limits.traffic_of_socket = Limit(50, 50)
    with strict.guest("Mallory") as mallory:
        line = mallory.connect(mallory.open()["match"], ping_interval=None)
        line.socket.socket.sendall(FRAMES["pings"] * 3_000)
        assert line.wait_closed() == (4429, "too-much-too-fast")
        assert samples(mallory.get("/metrics"))['atout_turned_away_total{why="too-much-too-fast"}'] == 1
        assert mallory.connect(mallory.open()["match"]).receive()["type"] == "table"


# Silence


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"GET /health HTTP/1.1\r\nHost: x\r\n",
        b"POST /api/guest HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\nContent-Type: application/json\r\n\r\n{",
    ],
    ids=["nothing", "half a head", "half a body"],
)
def test_who_does_not_finish_a_request_is_not_waited_for(
    live: LiveServer, guest: Guests, monkeypatch: pytest.MonkeyPatch, said: bytes
) -> None:
    monkeypatch.setattr(open_sockets, "REQUEST_SECONDS", 0.3)
    with socket.create_connection(("127.0.0.1", live.port)) as raw:
        raw.sendall(said)
        assert read_to_end(raw) == b""
    assert samples(guest().get("/metrics"))['atout_turned_away_total{why="silent"}'] > 0


def test_a_byte_now_and_then_keeps_nothing_open(live: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_sockets, "REQUEST_SECONDS", 0.5)
    with socket.create_connection(("127.0.0.1", live.port)) as raw:
        raw.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
        assert raw.recv(4096).startswith(b"HTTP/1.1 200")
        begun = time.monotonic()
        with suppress(OSError):
            while time.monotonic() < begun + DEADLINE:
                raw.sendall(b"G")
                time.sleep(0.05)
        assert time.monotonic() < begun + DEADLINE


def test_who_does_not_read_the_answer_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_sockets, "ANSWER_SECONDS", 0.3)
    (tmp_path / "index.html").write_bytes(b"x" * 20_000_000)
    with LiveServer(tmp_path, web=tmp_path) as live, socket.create_connection(("127.0.0.1", live.port)) as raw:
        raw.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        end_of = time.monotonic() + DEADLINE
        while live.state.sockets.open and time.monotonic() < end_of:
            time.sleep(0.01)
        assert live.state.sockets.open == 0


def test_watchers_may_be_silent(live: LiveServer, guest: Guests, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_sockets, "REQUEST_SECONDS", 0.1)
    ada, bo = guest("Ada"), guest("Bo")
    match = ada.open(public=True)["match"]
    line = bo.connect(match)
    line.receive()
    time.sleep(0.4)
    assert line.ask_accepted(type="refresh")
