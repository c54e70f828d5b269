"""Asking a server and its database: one thing again and again, what it holds, what it has stored."""

import asyncio
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

from benchmarks.server import atout_tables, hosts
from benchmarks.server.hosts import send_request
from benchmarks.server.load import PATIENCE, LostError
from benchmarks.server.sockets import Socket

ASKED_AT_ONCE: Final = 8


class Asker:
    """Somebody at a table who asks for one thing again and again."""

    def __init__(self, port: int, place: atout_tables.OpenTable) -> None:
        self._left = asyncio.Semaphore(ASKED_AT_ONCE)
        self._answered = 0
        headers = {"Cookie": place.cookies[0]}
        self._socket = Socket(port, f"/ws/{place.match}", headers, self._on_message)

    async def open(self) -> None:
        """Connect."""
        await self._socket.open()
        await wait_until(lambda: self._answered > 0)  # the whole table

    def _on_message(self, data: bytes) -> None:
        told = msgspec.json.decode(data)
        if told["type"] == "refused":
            raise LostError(f"refused: {told}")
        if told["type"] == "accepted" or not self._answered:
            self._answered += 1
            self._left.release()

    async def ask_often(self, kind: str, times: int, **fields: str) -> None:
        """Ask that many times, some requests at once, and wait for the last answer."""
        wanted = self._answered + times
        for number in range(times):
            await self._left.acquire()
            self._socket.send(msgspec.json.encode({"type": kind, "re": number, **fields}))
        while self._answered < wanted:
            await self._left.acquire()
            self._left.release()
            await asyncio.sleep(0)


def count_tables(port: int) -> int:
    """Return how many tables a server has in memory."""
    _, body, _ = send_request(port, "GET", "/health")
    return msgspec.json.decode(body, type=hosts.Health).tables


async def wait_until(come: Callable[[], bool]) -> None:
    """Wait for something."""
    deadline = time.monotonic() + PATIENCE
    while not come():
        if time.monotonic() > deadline:
            raise LostError("something that a server should have done has not happened")
        await asyncio.sleep(0.05)


def count_stored_moves(database: Path) -> int:
    """Return how many moves of players a database holds."""
    connection = sqlite3.connect(database)
    try:
        query = "SELECT count(*) FROM events WHERE kind = 'played' AND instr(body, '\"by\"') = 0"
        found: tuple[int] = connection.execute(query).fetchone()
        return found[0]
    finally:
        connection.close()
