"""Tables of Atout, by the protocol that clients speak: guests enter, sit down, get ready, reveal and play."""

import asyncio
import random
import secrets
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from http.client import HTTPConnection
from typing import Final

import msgspec
from msgspec import Struct

from atout import fair
from benchmarks.server.hosts import PATIENCE, send_request_on
from benchmarks.server.load import SEATS, LostError
from benchmarks.server.sockets import Socket

AT_ONCE: Final = 16  # requests while tables are opened
GAME: Final = "mu"
OPTIONS: Final = {"limit": "500"}  # the longest matches there are


class Display(Struct):
    """What of a position matters here."""

    legal: list[str]


class Message(Struct):
    """What of a message matters here."""

    type: str
    seq: int = 0
    status: str = ""
    you: int = -3
    display: Display | None = None
    re: int = 0
    why: str = ""


_decoder = msgspec.json.Decoder(Message)


@dataclass(frozen=True)
class OpenTable:
    """A table that is open, and the cookies of those who will sit at it."""

    match: str
    cookies: tuple[str, ...]


class AtoutTable:
    """One match with four players."""

    def __init__(self, place: OpenTable, rng: random.Random) -> None:
        self.place = place
        self.over = False
        self.moves = 0
        self.size = 0
        self.accepted = 0
        self.seen: Callable[[], None] = lambda: None
        self._rng = rng
        self._sockets: list[Socket] = []
        self._bytes = [secrets.token_hex(32) for _ in range(SEATS)]
        self._legal: list[list[str]] = [[] for _ in range(SEATS)]
        self._status = ["open"] * SEATS
        self._asked: list[set[str]] = [set() for _ in range(SEATS)]
        self._seq = 0
        self._missing = SEATS
        self._numbers = 0
        self._first = 0  # the number of the first request that is a move
        self._playing = asyncio.Event()

    async def open(self, port: int) -> None:
        """Connect four seats; they get ready by themselves."""
        for seat, cookie in enumerate(self.place.cookies):
            path, headers = f"/ws/{self.place.match}", {"Cookie": cookie, "Sec-WebSocket-Protocol": "atout.1"}
            self._sockets.append(Socket(port, path, headers, partial(self._on_message, seat)))
            await self._sockets[seat].open()

    async def wait_until_playing(self) -> None:
        """Wait until the match has begun."""
        async with asyncio.timeout(PATIENCE):
            await self._playing.wait()
        self.moves = self.size = 0
        self._first = self._numbers + 1

    def close(self) -> None:
        """Let all four go."""
        for socket in self._sockets:
            socket.close()

    def move(self) -> None:
        """Let the seat whose turn it is take any action."""
        for seat, legal in enumerate(self._legal):
            if legal:
                self._ask(seat, "play", actions=[self._rng.choice(legal)], seq=self._seq, id=f"{seat}.{self._numbers}")
                return
        raise LostError(f"nobody can move in {self.place.match}")

    def _ask(self, socket: int, kind: str, **more: object) -> None:
        self._numbers += 1
        self._sockets[socket].send(msgspec.json.encode({"type": kind, "re": self._numbers, **more}))

    def _on_message(self, seat: int, data: bytes) -> None:
        told = _decoder.decode(data)
        if told.type == "changed" or told.type == "table":
            self.size += len(data)
            if told.type == "table":
                self._status[seat] = told.status
                self._prepare(seat, told)
            if told.display is not None:
                self._on_display(seat, told.seq, told.display)
        elif told.type == "accepted":
            self.accepted += 0 < self._first <= told.re
        elif told.type != "presence":
            raise LostError(f"{told.type} {told.why}")

    def _prepare(self, seat: int, told: Message) -> None:
        """Do what comes before a match."""
        if told.status == "open" and told.you < 0:
            self._ask_once(seat, "sit", seat=seat)
        elif told.status == "open":
            self._ask_once(seat, "ready", commitment=fair.commitment(self.place.match, self._bytes[seat]))
        elif told.status == "sealed":
            self._ask_once(seat, "reveal", bytes=self._bytes[seat])

    def _ask_once(self, socket: int, kind: str, **more: object) -> None:
        if kind not in self._asked[socket]:
            self._asked[socket].add(kind)
            self._ask(socket, kind, **more)

    def _on_display(self, seat: int, seq: int, shown: Display) -> None:
        """Count views; the fourth of a move is the last."""
        self._legal[seat] = shown.legal
        if seq > self._seq:
            self._seq, self._missing = seq, SEATS
        self._missing -= 1
        if self._missing:
            return
        self.moves += 1
        self.over = "over" in self._status
        self._playing.set()
        self.seen()


def open_tables(port: int, count: int, game: str = GAME, options: Mapping[str, str] | None = None) -> list[OpenTable]:
    """Open tables, each with guests of its own, who are never replaced."""
    kept = threading.local()
    connections: list[HTTPConnection] = []

    def request(method: str, path: str, body: object, cookie: str = "") -> tuple[bytes, str]:
        if not hasattr(kept, "connection"):
            kept.connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
            connections.append(kept.connection)
        status, data, new = send_request_on(kept.connection, method, path, body, cookie)
        if status != 201:
            raise LostError(f"{method} {path}: {status} {data[:200]!r}")
        return data, new

    def place(number: int) -> OpenTable:
        names = [f"Guest {number}.{seat}" for seat in range(SEATS)]
        cookies = tuple(request("POST", "/api/guest", {"name": name})[1] for name in names)
        order = {"game": game, "seats": SEATS, "options": dict(options or OPTIONS), "public": True, "grace": 0}
        opened, _ = request("POST", "/api/tables", order, cookies[0])
        return OpenTable(msgspec.json.decode(opened, type=dict[str, str])["match"], cookies)

    try:
        with ThreadPoolExecutor(AT_ONCE) as pool:
            return list(pool.map(place, range(count)))
    finally:
        for connection in connections:
            connection.close()


async def start_tables(port: int, count: int, rng: random.Random) -> list[AtoutTable]:
    """Return tables where play has begun."""
    tables = [AtoutTable(place, rng) for place in await asyncio.to_thread(open_tables, port, count)]
    for table in tables:
        await table.open(port)
    for table in tables:
        await table.wait_until_playing()
    return tables
