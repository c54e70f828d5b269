"""A player without a person: takes a seat over HTTP and WebSocket, plays at random, and keeps what it was told.

It behaves as a client should: after a lost connection it comes back by itself, to another node if need be, and sends
what was not answered again with the same id. What it sent and heard is compared with the log afterwards (`audit.py`).
"""

import asyncio
import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import blake2b
from random import Random
from typing import Final

import msgspec
from msgspec import Raw, Struct
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from atout import fair
from atout.server.http.identities import COOKIE

BACK_SECONDS: Final = 0.1  # between two attempts to connect
CONNECT_SECONDS: Final = 5.0
HTTP_SECONDS: Final = 15.0
IDLE_SECONDS: Final = 1.0  # who has nothing to play for so long says something
TWICE: Final = 0.05  # share of requests that are sent twice
NEVER: Final = float("inf")

Where = Callable[[], Sequence[str]]  # "host:port" of every node that may answer


# What is read of the server's messages


class Chair(Struct):
    """A seat of the table."""

    level: str = ""
    ready: bool = False
    revealed: bool = False


class Happened(Struct):
    """Something that happened."""

    by: str = ""


class Message(Struct):
    """Any message of the server, with the fields of all kinds."""

    type: str
    seq: int = 0
    re: int = 0
    link: str = ""
    code: str = ""
    why: str = ""
    retry: int = 0
    status: str = ""
    you: int = -3
    chairs: list[Chair] = []
    happened: list[Happened] = []
    display: Raw = Raw(b"null")


class Shown(Struct):
    """What of a position matters to somebody who plays at random."""

    legal: list[str]
    answered: bool = False


_told = msgspec.json.Decoder(Message)
_shown = msgspec.json.Decoder(Shown | None)


# What is kept for the comparison


@dataclass
class Request:
    """A request as it was sent, and every answer to it."""

    match: str
    who: str
    id: str
    type: str
    fields: dict[str, object]
    sent: float = NEVER
    again: bool = False  # sent again on another connection
    done: bool = False
    accepted: list[int] = field(default_factory=list)  # the numbers of events it was told
    refused: str = ""  # why, if it was refused for good


@dataclass(frozen=True)
class Position:
    """A position that a player was shown."""

    match: str
    who: str
    seq: int
    digest: bytes


def digest(display: bytes) -> bytes:
    """Return what stands for a position in the comparison."""
    return blake2b(display, digest_size=12).digest()


# HTTP


async def call(address: str, path: str, body: dict[str, object] | None = None, cookie: str = "") -> tuple[int, bytes]:
    """Ask over HTTP; return the status and the body, or for a new guest the cookie."""

    def work() -> tuple[int, bytes]:
        headers = {"Content-Type": "application/json", **({"Cookie": f"{COOKIE}={cookie}"} if cookie else {})}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://{address}{path}", data, headers)
        try:
            with urllib.request.urlopen(request, timeout=HTTP_SECONDS) as answer:
                made: str = answer.headers.get("Set-Cookie") or ""
                text: bytes = answer.read()
                if made.startswith(f"{COOKIE}="):
                    text = made.partition("=")[2].partition(";")[0].encode()
                return answer.status, text
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read()

    return await asyncio.to_thread(work)


async def enter(address: str, name: str) -> str:
    """Enter as a guest; return the cookie."""
    status, cookie = await call(address, "/api/guest", {"name": name})
    assert status == 201, (status, cookie)
    return cookie.decode()


async def open_table(address: str, cookie: str, **order: object) -> str:
    """Open a table; return the id of its match."""
    status, text = await call(address, "/api/tables", order, cookie)
    assert status == 201, (status, text)
    match: str = json.loads(text)["match"]
    return match


# Playing


class Player:
    """One person at one table, and at its rematches."""

    def __init__(self, cookie: str, match: str, seat: int, where: Where, rng: Random, pace: float = 0.05) -> None:
        self.cookie = cookie
        self.who = cookie.partition(".")[0]
        self.match = match
        self.address = ""  # of the node it is connected to
        self.requests: list[Request] = []
        self.positions: set[Position] = set()
        self.strange: list[str] = []  # what no server should do
        self.unavailable = 0  # refusals because the database kept nothing
        self.drops = 0  # connections that the server ended, or could not be opened
        self.slowest = 0.0  # seconds from a request to its answer
        self.resumed_at = NEVER  # when everything was as before, after `shake`
        self.accepted_at = -NEVER  # when a request was last accepted
        self.bot_at = -NEVER  # when a bot was last seen to play
        self._seat = seat  # where it wants to sit
        self._where = where
        self._rng = rng
        self._pace = pace
        self._home = rng.randrange(1 << 16)  # which node it tries first
        self._number = 0
        self._numbers: dict[int, Request] = {}
        self._pending: Request | None = None
        self._bytes = self._draw_bytes()  # its part in the deals
        self._revealed = False  # known to others: the next attempt needs new ones
        self._table = Message("")
        self._seq = 0
        self._shown: Shown | None = None
        self._due = NEVER  # when to send something
        self._socket: ClientConnection | None = None
        self._dead = ""  # the address that was killed
        self._whole = False  # the table has come over this connection
        self._ending = False

    # What others ask of it

    async def run(self) -> None:
        """Play until told to end and nothing is unanswered."""
        while not (self._ending and self._pending is None):
            addresses = self._where()
            match = self.match
            if addresses:
                self.address = addresses[self._home % len(addresses)]
                with suppress(OSError, TimeoutError, WebSocketException):
                    await self._visit(self.address)
                self._whole = False
            if self.match == match:
                self.drops += not self._ending
                self._home += 1
                await asyncio.sleep(BACK_SECONDS)

    def end(self) -> None:
        """Begin nothing more."""
        self._ending = True
        self._due = 0.0

    def note_dead_node(self) -> None:
        """Take note that the node is dead: only a connection to another one, or its next life, counts as being back."""
        self._dead = self.address
        self.resumed_at = NEVER

    async def disconnect(self) -> None:
        """Break the connection off, which leads to another node."""
        if self._socket is not None:
            await self._socket.close()

    @property
    def is_waiting(self) -> bool:
        """Whether a request is on its way."""
        return self._pending is not None and self._pending.sent < NEVER

    @property
    def moves(self) -> int:
        """How many decisions were acknowledged."""
        return sum(request.type == "play" and bool(request.accepted) for request in self.requests)

    # One connection

    async def _visit(self, address: str) -> None:
        headers = {"Cookie": f"{COOKIE}={self.cookie}"}
        match = self.match
        async with connect(
            f"ws://{address}/ws/{match}",
            additional_headers=headers,
            open_timeout=CONNECT_SECONDS,
            close_timeout=1,
            compression=None,
            max_size=None,
            proxy=None,
        ) as socket:
            self._socket = socket
            self._numbers = {}
            while self.match == match:
                try:
                    async with asyncio.timeout_at(min(self._due, asyncio.get_running_loop().time() + 60)):
                        data = await socket.recv(decode=False)
                except TimeoutError:
                    if not await self._act(socket):
                        return
                else:
                    await self._on_message(socket, data)

    async def _on_message(self, socket: ClientConnection, data: bytes) -> None:
        told = _told.decode(data)
        if told.type in ("table", "changed"):
            self._take_in(told)
            if not self._whole:
                self._whole = True
                await self._send_again(socket)
                self._note_resumed()
        elif told.type in ("accepted", "refused"):
            self._on_answer(told)
        self._plan()

    def _take_in(self, told: Message) -> None:
        """Take in a new table or position."""
        self._seq = told.seq
        if told.type == "table":
            self._table = told
        display = bytes(told.display)
        self._shown = _shown.decode(display)
        if self._shown is not None:
            self.positions.add(Position(self.match, self.who, told.seq, digest(display)))
        if any(item.by in ("bot", "stand_in") for item in told.happened):
            self.bot_at = time.monotonic()

    # Requests

    def _plan(self) -> None:
        """Choose when to act next: on what is unanswered, on its own turn, or just to say something."""
        now = asyncio.get_running_loop().time()
        if self._ending:
            self._due = 0.0 if self._pending is None else min(self._due, now + IDLE_SECONDS)
        elif self._pending is not None or not self._whole:
            pass
        elif self._choose_request() is not None:
            self._due = min(self._due, now + self._rng.uniform(0, self._pace))
        else:
            self._due = min(self._due, now + IDLE_SECONDS)

    async def _act(self, socket: ClientConnection) -> bool:
        """Do what is due; False if there is nothing more to do here."""
        self._due = NEVER
        if self._pending is not None:
            if self._pending.sent == NEVER:  # refused for now: it is time to try again
                await self._send(socket, self._pending)
            return True
        if self._ending:
            return False
        if self._whole:
            kind, fields = self._choose_request() or ("say", {"phrase": "hello"})
            request = Request(self.match, self.who, f"{self._rng.getrandbits(64):016x}", kind, fields)
            self.requests.append(request)
            self._pending = request
            await self._send(socket, request)
        return True

    def _choose_request(self) -> tuple[str, dict[str, object]] | None:
        """Return what this player would do now."""
        table, shown = self._table, self._shown
        if table.status not in ("open", "sealed", "playing", "paused"):
            return "rematch", {}
        if table.you < 0:
            return "sit", {"seat": self._seat}
        chair = table.chairs[table.you]
        if table.status == "open" and not chair.ready:
            if self._revealed:
                self._bytes, self._revealed = self._draw_bytes(), False
            return "ready", {"commitment": fair.commitment(self.match, self._bytes)}
        if table.status == "sealed" and not chair.revealed:
            self._revealed = True
            return "reveal", {"bytes": self._bytes}
        if table.status == "playing" and shown is not None and shown.legal and not shown.answered:
            return "play", {"actions": [self._rng.choice(shown.legal)], "seq": self._seq}
        return None

    def _draw_bytes(self) -> str:
        return f"{self._rng.getrandbits(256):064x}"

    async def _send(self, socket: ClientConnection, request: Request) -> None:
        request.sent = time.monotonic()
        for _ in range(2 if self._rng.random() < TWICE else 1):
            self._number += 1
            self._numbers[self._number] = request
            message = {"type": request.type, "re": self._number, "id": request.id, **request.fields}
            await socket.send(msgspec.json.encode(message), text=True)

    async def _send_again(self, socket: ClientConnection) -> None:
        if self._pending is not None:
            self._pending.again = True
            await self._send(socket, self._pending)

    def _on_answer(self, told: Message) -> None:
        request = self._numbers.pop(told.re, None)
        if request is None:
            self.strange.append(f"an answer to nothing: {told}")
            return
        now = time.monotonic()
        if told.code in ("unavailable", "limited"):
            self.unavailable += told.code == "unavailable"
            if not request.done:
                self.slowest = max(self.slowest, now - request.sent)
                request.sent = NEVER
                self._due = asyncio.get_running_loop().time() + told.retry / 1000
            return
        if told.type == "accepted":
            request.accepted.append(told.seq)
            self.accepted_at = now
        elif not request.accepted:
            request.refused = f"{told.code} {told.why}"
        else:
            self.strange.append(f"accepted, then refused ({told.code} {told.why}): {request}")
        if not request.done:
            request.done = True
            self.slowest = max(self.slowest, now - min(request.sent, now))
            self._due = NEVER
            self._pending = None
            if request.type == "rematch" and told.link:
                self.match, self._shown, self._table = told.link, None, Message("")
                self._bytes, self._revealed = self._draw_bytes(), False
            self._note_resumed()

    def _note_resumed(self) -> None:
        back = self._whole and not (self._pending is not None and self._pending.again)
        if back and self.address != self._dead and self.resumed_at == NEVER:
            self.resumed_at = time.monotonic()
