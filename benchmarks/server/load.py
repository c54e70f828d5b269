"""Load: tables of four, each with one move on its way, either as fast as they can or at a human pace."""

import asyncio
import random
import time
from collections.abc import Callable, Sequence
from typing import Final, Protocol

SEATS: Final = 4
PATIENCE: Final = 30.0  # seconds until what has not come is lost


class LostError(Exception):
    """Something that was expected has not come, or was refused."""


class Table(Protocol):
    """Four connections at one table."""

    over: bool  # the match has ended
    moves: int  # that all seats have seen
    size: int  # bytes of all views that have come
    seen: Callable[[], None]  # called when all seats have seen a move

    def move(self) -> None:
        """Let somebody move; `seen` is called when the last of the four has got the new view."""


class Load:
    """What tables do together."""

    def __init__(self, tables: Sequence[Table]) -> None:
        self.tables = tables
        self._moving: set[Table] = set()
        self.latencies: list[float] = []
        self._on = False
        self._idle = asyncio.Event()

    @property
    def moves(self) -> int:
        """All moves so far."""
        return sum(table.moves for table in self.tables)

    @property
    def size(self) -> int:
        """The bytes of all views so far."""
        return sum(table.size for table in self.tables)

    async def saturate(self, seconds: float) -> float:
        """Let every table move again as soon as all seats have seen the last move; return moves per second."""
        self._on = True
        before, start = self.moves, time.perf_counter()
        for table in self.tables:
            self._move(table, again=True)
        await asyncio.sleep(seconds)
        rate = (self.moves - before) / (time.perf_counter() - start)
        await self._drain()
        return rate

    async def pace(self, interval: float, seconds: float, rng: random.Random) -> int:
        """Let every table move once in an interval, unless its last move is still on its way; return how many moves."""
        loop, before = asyncio.get_running_loop(), self.moves
        self._on = True
        start = loop.time()
        for table in self.tables:
            self._move_at(start + interval * rng.random(), table, interval)
        await asyncio.sleep(seconds)
        await self._drain()
        return self.moves - before

    def _move_at(self, when: float, table: Table, interval: float) -> None:
        def go() -> None:
            if self._on:
                self._move(table, again=False)
                self._move_at(when + interval, table, interval)

        asyncio.get_running_loop().call_at(when, go)

    def _move(self, table: Table, again: bool) -> None:
        if table.over or table in self._moving:
            return
        start = time.perf_counter()

        def seen() -> None:
            self._moving.discard(table)
            self.latencies.append(time.perf_counter() - start)
            if again and self._on:
                self._move(table, again)
            elif not self._moving:
                self._idle.set()

        self._idle.clear()
        self._moving.add(table)
        table.seen = seen
        table.move()

    async def _drain(self) -> None:
        """Start no more moves and wait for those that are on their way."""
        self._on = False
        if self._moving:
            try:
                await asyncio.wait_for(self._idle.wait(), PATIENCE)
            except TimeoutError:
                raise LostError(f"{len(self._moving)} moves were not seen by everybody") from None


def quantile(values: Sequence[float], part: float) -> float:
    """Return the value below which this part of the values lies."""
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]
