"""One visitor with a hundred tables of experts, and an honest player who waits for bots of the level `club`."""

import asyncio
import random
import secrets
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from http.client import HTTPConnection
from typing import Final

import msgspec
from msgspec import Struct

from atout import fair
from benchmarks.server.hosts import PATIENCE
from benchmarks.server.load import LostError
from benchmarks.server.sockets import Socket

GAME: Final = "luz"
SEATS: Final = 4
HONEST, VISITOR = "192.0.2.1", "192.0.2.66"  # addresses, as a proxy would name them
PER_PERSON: Final = 10  # tables of one identity
BOTS: Final = ("bot", "hurried")


class Move(Struct):
    """What of something that happened matters here."""

    by: str = ""


class Display(Struct):
    """What of a position matters here."""

    legal: list[str]
    owing: list[int]


class Message(Struct):
    """What of a message matters here."""

    type: str
    status: str = ""
    display: Display | None = None
    happened: list[Move] = []
    why: str = ""


_decoder = msgspec.json.Decoder(Message)


class Player:
    """Somebody alone with bots, who answers at once."""

    def __init__(self, port: int, address: str, cookie: str, match: str, rng: random.Random) -> None:
        headers = {"Cookie": cookie, "X-Forwarded-For": address, "Sec-WebSocket-Protocol": "atout.1"}
        self.waits: list[float] = []  # seconds from a bot's question to its answer
        self.hurried = 0
        self.begun = asyncio.Event()
        self.over = False
        self._socket = Socket(port, f"/ws/{match}", headers, self._on_message)
        self._match = match
        self._rng = rng
        self._bytes = secrets.token_hex(32)
        self._asked_at = 0.0
        self._number = 0

    async def open(self) -> None:
        """Connect, and begin."""
        await self._socket.open()

    @property
    def is_open(self) -> bool:
        """Whether the server has let it in and not closed it."""
        return not self._socket.closed

    def close(self) -> None:
        """Leave, without a word."""
        self._socket.close()

    def _ask(self, kind: str, **more: object) -> None:
        self._number += 1
        self._socket.send(msgspec.json.encode({"type": kind, "re": self._number, **more}))

    def _on_message(self, data: bytes) -> None:
        said = _decoder.decode(data)
        if said.type == "table" and said.status == "open":
            self._ask("ready", commitment=fair.commitment(self._match, self._bytes))
        elif said.type == "table" and said.status == "sealed":
            self._ask("reveal", bytes=self._bytes)
        elif said.type == "refused":
            raise LostError(f"refused: {said.why}")
        if said.type == "table" and said.status in ("over", "abandoned"):
            self.over = True
        elif said.display is not None:
            self._on_display(said, said.display)

    def _on_display(self, said: Message, shown: Display) -> None:
        now = time.perf_counter()
        moved = [one.by for one in said.happened if one.by in BOTS]
        if moved and self._asked_at:
            self.waits.append(now - self._asked_at)
            self.hurried += "hurried" in moved
        self._asked_at = 0.0 if shown.legal or not shown.owing else now
        if shown.legal:
            self._ask("play", actions=[self._rng.choice(shown.legal)])
            self._asked_at = now
        if shown.owing:
            self.begun.set()


def open_tables(port: int, address: str, count: int, level: str) -> list[tuple[str, str]]:
    """Open tables with bots of a level from one address; return cookies and matches."""

    def ask(connection: HTTPConnection, path: str, body: object, cookie: str = "") -> tuple[int, bytes, str]:
        headers = {"Content-Type": "application/json", "X-Forwarded-For": address}
        connection.request(
            "POST", path, msgspec.json.encode(body), {**headers, **({"Cookie": cookie} if cookie else {})}
        )
        answer = connection.getresponse()
        return answer.status, answer.read(), (answer.getheader("set-cookie") or "").partition(";")[0]

    def person(number: int) -> list[tuple[str, str]]:
        connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        try:
            _, _, cookie = ask(connection, "/api/guest", {"name": f"Guest {number}"})
            order = {"game": GAME, "seats": SEATS, "bots": [None, *[level] * (SEATS - 1)]}
            found = []
            for _ in range(min(count - PER_PERSON * number, PER_PERSON)):
                status, body, _ = ask(connection, "/api/tables", order, cookie)
                if status != 201:
                    raise LostError(f"no table: {status} {body[:200]!r}")
                found.append((cookie, msgspec.json.decode(body, type=dict[str, str])["match"]))
            return found
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        return [one for some in pool.map(person, range(-(-count // PER_PERSON))) for one in some]


async def start_players(port: int, address: str, count: int, level: str, rng: random.Random) -> list[Player]:
    """Return players whose matches have begun."""
    places = await asyncio.to_thread(partial(open_tables, port, address, count, level))
    found = [Player(port, address, cookie, match, rng) for cookie, match in places]
    for one in found:
        await one.open()
    for one in found:
        async with asyncio.timeout(PATIENCE):
            await one.begun.wait()
    return found


async def measure_waits(port: int, seconds: float, rng: random.Random) -> tuple[list[float], int]:
    """Play honestly for a while; return how long bots took, and how many of them were hurried."""
    found: list[float] = []
    hurried = 0
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        (one,) = await start_players(port, HONEST, 1, "club", rng)
        while time.perf_counter() < end and not one.over:
            await asyncio.sleep(0.1)
            if not one.is_open:
                raise LostError("the honest player was thrown out")
        one.close()
        found += one.waits
        hurried += one.hurried
    return found, hurried
