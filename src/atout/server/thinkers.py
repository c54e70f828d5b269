"""Bots think in processes of their own, which are given views and nothing else."""

import asyncio
import hashlib
import logging
import multiprocessing
import multiprocessing.connection
import os
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

from atout.bots.hints import Opinion, adviser, opinions
from atout.bots.levels import make
from atout.bots.sight import Sight
from atout.bots.uniform import Uniform
from atout.games import load
from atout.kernel.view import View

HINT_SECONDS: Final = 0.5  # a worker may be wanted elsewhere

T = TypeVar("T")

log = logging.getLogger("atout.thinkers")


def seed_of(text: str) -> int:
    """Return a seed for a bot's decision: the same for the same text."""
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest()) >> 4


def choose(game: str, level: str, seed: int, sight: Sight) -> int:
    """Let a bot choose. This runs in a worker."""
    return make(level, load(game), seed).choose(sight.view())


def consider(game: str, seed: int, sight: Sight) -> list[Opinion]:
    """Let a good player say what it thinks of the choices. This runs in a worker."""
    rules = load(game)
    return opinions(adviser(rules, seed, HINT_SECONDS).consider(sight.view()), rules.advice().spread())


def _begin() -> None:
    """Prepare a worker: the server ends it, on purpose or by being killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    multiprocessing.connection.wait([parent.sentinel])
    os._exit(1)


class Thinkers:
    """Worker processes that all tables share, first come, first served; a table has few decisions open at a time."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._pool: ProcessPoolExecutor | None = None

    async def choose(self, view: View, game: str, level: str, seed: str) -> int:
        """Return the choice of a bot; if it comes to none, chance chooses, so that a table never waits for ever.

        One that has no choice waits in the same line: how long it takes must not tell what it holds.
        """
        number = seed_of(seed)
        found = await self._run(game, partial(choose, game, level, number, Sight(view)))
        return Uniform(number).choose(view) if found is None else found

    async def consider(self, view: View, game: str, seed: str) -> list[Opinion]:
        """Return what a good player thinks of the choices, or nothing if it could not think."""
        return await self._run(game, partial(consider, game, seed_of(seed), Sight(view))) or []

    async def _run(self, game: str, work: Callable[[], T]) -> T | None:
        """Let a worker do something, and another if it is killed."""
        loop = asyncio.get_running_loop()
        for _ in range(2):
            pool = self._running()
            try:
                return await loop.run_in_executor(pool, work)
            except BrokenProcessPool:  # a worker was killed
                if self._pool is pool:
                    self._pool = None
            except Exception:
                log.exception("a bot came to no choice", extra={"game": game})
                break
        return None

    def _running(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = self._made()
        return self._pool

    def _made(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self._workers, multiprocessing.get_context("spawn"), initializer=_begin)

    async def renew(self, folder: Path) -> bool:
        """Change over to workers that import Atout from a folder; if those cannot think, all stays as it is.

        A worker begins with this process's path, on which only new ones look: what is imported here stays as it is.
        Those that think already come to their choices, and end.
        """
        sys.path.insert(0, str(folder))
        fresh = self._made()
        loop = asyncio.get_running_loop()
        try:
            await asyncio.gather(*(loop.run_in_executor(fresh, os.getpid) for _ in range(self._workers)))
        except BrokenProcessPool:
            log.warning("bots cannot think with what was compiled", extra={"folder": str(folder)})
            sys.path.remove(str(folder))
            return False
        except BaseException:
            fresh.shutdown(wait=False)
            raise
        old, self._pool = self._pool, fresh
        if old is not None:
            old.shutdown(wait=False)
        return True

    def close(self) -> None:
        """End the workers."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
