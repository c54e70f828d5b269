"""A server on a port of its own, and guests who talk to it over HTTP and WebSocket."""

import asyncio
import json
import socket
import threading
from collections import defaultdict
from collections.abc import Callable, Coroutine, Iterator
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any, ClassVar, TypeVar

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from atout import fair
from atout.cli.serve import open_socket
from atout.kernel.view import View
from atout.server.http.app import Server, create_app, create_server
from atout.server.live.registry import RoomRegistry
from atout.server.settings import Settings
from atout.server.stores.from_url import store_from_url
from tests.kit.deadline import DEADLINE
from tests.kit.seeds import SeededTokens

T = TypeVar("T")
Json = dict[str, Any]


class LiveServer:
    """A server in a thread; bots think inside it, at once, so that no process has to be started.

    It deals from a seed, which is another one for every server of the same database.
    """

    _numbers: ClassVar[defaultdict[str, Iterator[int]]] = defaultdict(count)

    def __init__(self, folder: Path, send_buffer: int = 0, database: str = "", **settings: Any) -> None:
        self.listener = open_socket(settings.get("host", "127.0.0.1"), 0)
        if send_buffer:
            self.listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)
        self.port: int = self.listener.getsockname()[1]
        self.settings = Settings(port=self.port, **{"bot_pace": 0, "limits": False, "workers": 1, **settings})
        self.url = f"http://127.0.0.1:{self.port}"
        self.thoughts = 0
        self.seed = f"{next(self._numbers[database or str(folder)])}"  # of what is dealt
        self.pieces = 0  # of reviews
        self.aside = asyncio.Semaphore(1)
        self.registry: RoomRegistry
        self.state: Any
        self._store = store_from_url(database or f"sqlite:///{folder / 'atout.db'}")
        self._loop: asyncio.AbstractEventLoop
        self._server: Server
        self._ready = threading.Event()
        self._fault: list[BaseException] = []
        self._thread = threading.Thread(target=self._run)

    def __enter__(self) -> "LiveServer":
        self._thread.start()
        assert self._ready.wait(DEADLINE)
        if self._fault:
            raise self._fault[0]
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._server.should_exit = True
        self._thread.join(DEADLINE)
        assert not self._thread.is_alive()
        if self._fault and error is None:
            raise self._fault[0]

    def call(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Run something in the server's loop."""
        return asyncio.run_coroutine_threadsafe(work(), self._loop).result(DEADLINE)

    def guest(self, name: str = "", **headers: str) -> "Guest":
        """Return somebody; with a name, somebody who has entered."""
        guest = Guest(self.url, **headers)
        if name:
            guest.enter(name)
        return guest

    async def do_aside(self, game: str, work: Callable[[], T], cost: int) -> T | None:
        """Do a piece of a review, as soon as it is let in."""
        await self.aside.acquire()
        self.aside.release()
        self.pieces += 1
        return work()

    def _run(self) -> None:
        try:
            asyncio.run(self._serve())
        except BaseException as error:  # raised again where the test is
            self._fault.append(error)
        finally:
            self.listener.close()
            self._ready.set()

    async def _serve(self) -> None:
        await self._store.open()
        try:
            app = create_app(self.settings, self._store)
            self._loop = asyncio.get_running_loop()
            self._server = create_server(app, self.settings, lambda: self._on_started(app.state))
            await self._server.serve([self.listener])
        finally:
            await self._store.close()

    def _on_started(self, state: Any) -> None:
        self.state, self.registry = state, state.registry

        async def think(view: View, game: str, level: str, seed: str) -> int:
            self.thoughts += 1
            return view.legal[0]

        self.registry.token = SeededTokens(lambda: self.seed)
        self.registry.think = think  # type: ignore[method-assign]
        self.registry.prepare = lambda: None  # type: ignore[method-assign]
        self.registry.do_aside = self.do_aside  # type: ignore[method-assign]
        self.registry.reviews.worlds = 2
        self._ready.set()


class Guest:
    """Somebody with a browser of their own."""

    def __init__(self, url: str, **headers: str) -> None:
        self.headers = {name.replace("_", "-"): value for name, value in headers.items()}
        self.http = httpx.Client(base_url=url, headers=self.headers, verify=False)  # no certificates to load
        self._sockets = ExitStack()

    def __enter__(self) -> "Guest":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._sockets.close()
        self.http.close()

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    def enter(self, name: str) -> Json:
        return dict(self.post("/api/guest", name=name))

    def get(self, path: str, status: int = 200, **query: Any) -> Any:
        return self._read(self.http.get(path, params=query), status)

    def post(self, path: str, status: int = 201, **body: Any) -> Any:
        return self._read(self.http.post(path, json=body), status)

    def open(self, status: int = 201, **order: Any) -> Json:
        """Open a table."""
        return dict(self.post("/api/tables", status, **{"game": "luz", "seats": 3, **order}))

    def connect(self, match: str, invite: str = "", **more: Any) -> "Socket":
        """Connect with a table."""
        url = str(self.http.base_url).replace("http", "ws") + f"/ws/{match}"
        offered = ["atout.1", *([f"invite.{invite}"] if invite else [])]
        connection = connect(
            url,
            additional_headers={"Cookie": self.cookie, **self.headers},
            subprotocols=[Subprotocol(item) for item in offered],
            max_size=None,
            **more,
        )
        return Socket(self._sockets.enter_context(connection))

    @staticmethod
    def _read(answer: httpx.Response, status: int) -> Any:
        assert answer.status_code == status, (answer.status_code, answer.text)
        return answer.json() if answer.headers.get("content-type", "").startswith("application/json") else answer.text


class Socket:
    """A WebSocket of a guest."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.seen: list[Json] = []  # every message, in order
        self.table: Json = {}  # the last whole table, with the present position in it
        self._number = 0
        self._read = 0  # how far `expect` has looked

    def close(self) -> None:
        self.socket.close()

    def receive(self) -> Json:
        """Return the next message."""
        message: Json = json.loads(self.socket.recv(DEADLINE))
        self.seen.append(message)
        if message["type"] == "table":
            self.table = message
        elif message["type"] == "changed":
            self.table |= {"display": message["display"], "seq": message["seq"]}
        return message

    def wait_until(self, wanted: Callable[[Json], bool]) -> Json:
        """Return the next message that is wanted, of those not looked at yet."""
        while True:
            while self._read < len(self.seen):
                self._read += 1
                if wanted(self.seen[self._read - 1]):
                    return self.seen[self._read - 1]
            self.receive()

    def skip(self) -> None:
        """Look at nothing that has come so far."""
        self._read = len(self.seen)

    def expect(self, kind: str, **values: Any) -> Json:
        """Return the next message of a kind with these values."""
        return self.wait_until(lambda message: message["type"] == kind and values.items() <= message.items())

    def send(self, **request: Any) -> int:
        """Send a request; return its number."""
        self._number += 1
        self.socket.send(json.dumps({"re": self._number, **request}))
        return self._number

    def ask(self, **request: Any) -> Json:
        """Send a request and return its answer."""
        number = self.send(**request)
        seen = len(self.seen)
        while True:
            for message in self.seen[seen:]:
                if message["type"] in ("accepted", "refused") and message["re"] == number:
                    return message
            seen = len(self.seen)
            self.receive()

    def ask_accepted(self, **request: Any) -> Json:
        """Send a request that has to be accepted."""
        answer = self.ask(**request)
        assert answer["type"] == "accepted", answer
        return answer

    def ask_refused(self, **request: Any) -> tuple[str, str]:
        """Send a request that has to be refused; return the code and why."""
        answer = self.ask(**request)
        assert answer["type"] == "refused", answer
        return answer["code"], answer["why"]

    def follow(self, seq: int) -> None:
        """Read until the table has come that far and rests; complete tricks are shown before what follows."""
        while self.table["seq"] < seq or self._is_passing():
            self.receive()

    def _is_passing(self) -> bool:
        return self.table["status"] == "playing" and not self.table["display"]["owing"]

    def wait_closed(self) -> tuple[int, str]:
        """Wait for the server to end the connection; return why."""
        with pytest.raises(ConnectionClosed) as closed:
            self.wait_until(lambda _: False)
        frame = closed.value.rcvd
        assert frame is not None
        return frame.code, frame.reason


def start(*lines: Socket) -> None:
    """Let all players be ready and reveal their bytes, which starts the match."""
    match = (lines[0].table or lines[0].expect("table"))["match"]
    contributions = [sha256(f"{match} {number}".encode()).hexdigest() for number, _ in enumerate(lines)]
    for line, contribution in zip(lines, contributions, strict=True):
        line.ask_accepted(type="ready", commitment=fair.commitment(match, contribution))
    for line, contribution in zip(lines, contributions, strict=True):
        line.expect("table", status="sealed")
        line.ask_accepted(type="reveal", bytes=contribution)
    for line in lines:
        line.wait_until(lambda message: message["type"] == "table" and message["status"] == "playing")


def play_on(*lines: Socket, until: Callable[[Json], bool] = lambda _: False) -> Json:
    """Let all players play what they may until the match is over, or something holds of the first one's table."""
    first = lines[0]
    while first.table["status"] == "playing" and not until(first.table):
        owing = first.table["display"]["owing"]
        line = next(line for line in lines if line.table["you"] in owing)
        done = line.ask_accepted(type="play", actions=[line.table["display"]["legal"][0]], seq=line.table["seq"])
        for other in lines:
            other.follow(done["seq"])
    return first.table


def abandon(*lines: Socket) -> Json:
    """Let all players give a match up that has just begun."""
    start(*lines)
    for line in lines:
        line.ask_accepted(type="vote", abandon=True)
    return lines[0].wait_until(lambda message: message["type"] == "table" and message["status"] == "abandoned")


@contextmanager
def seat_players(live: LiveServer, count: int, **order: Any) -> Iterator[tuple[list[Guest], list[Socket]]]:
    """Open a table and let a number of people sit at it."""
    guests = [live.guest(name) for name in ("Ada", "Bo", "Cem", "Dora", "Eli")[:count]]
    try:
        opened = guests[0].open(seats=count, **order)
        lines = [guest.connect(opened["match"], opened["invite"]) for guest in guests]
        for seat, line in enumerate(lines[1:], 1):
            line.ask_accepted(type="sit", seat=seat)
        yield guests, lines
    finally:
        for guest in guests:
            guest.close()
