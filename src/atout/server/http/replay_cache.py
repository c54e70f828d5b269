"""Answers that take work: made one after the other beside the event loop, shared, and kept for whoever asks next."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from atout.server.http.middleware import Refused

LARGEST: Final = 32 << 20  # bytes that are kept
MOST_WAITING: Final = 16  # answers that are still to be made


class AnswerCache:
    """Keeps the answers that were asked for last."""

    def __init__(self, largest: int = LARGEST) -> None:
        self.size = 0
        self._largest = largest
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self._making: dict[Hashable, asyncio.Task[bytes]] = {}
        self._thread = ThreadPoolExecutor(1, "atout-shelf")  # one: each more would slow down the event loop

    async def answer(self, key: Hashable, make: Callable[[], bytes], admit: Callable[[], None]) -> bytes:
        """Return an answer; one that has to be made needs to be admitted. Nothing is kept of one that is empty."""
        kept = self._kept.get(key)
        if kept is not None:
            self._kept.move_to_end(key)
            return kept
        task = self._making.get(key)
        if task is None:
            admit()
            if len(self._making) >= MOST_WAITING:
                raise Refused(429, "limited", "too-many-requests", retry=2)
            task = self._making[key] = asyncio.get_running_loop().create_task(self._make(key, make))
        return await asyncio.shield(task)

    def close(self) -> None:
        """Make nothing more."""
        self._thread.shutdown(cancel_futures=True)

    async def _make(self, key: Hashable, make: Callable[[], bytes]) -> bytes:
        try:
            made = await asyncio.get_running_loop().run_in_executor(self._thread, make)
        finally:
            del self._making[key]
        if 0 < len(made) <= self._largest:
            self._kept[key] = made
            self.size += len(made)
            while self.size > self._largest:
                self.size -= len(self._kept.popitem(last=False)[1])
        return made
