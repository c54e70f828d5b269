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
from typing import Final, NamedTuple, TypeVar

from atout.bots.hints import Hint, hint
from atout.bots.levels import CLUB_SECONDS, EXPERT_SECONDS, make_bot
from atout.bots.uniform import Uniform
from atout.games import load
from atout.kernel.view import View
from atout.server.clock import Clock, wait_until
from atout.server.live.bot_queue import ASIDE, Claim, TurnQueue
from atout.server.metrics import Figures

NO_HINT: Final = Hint([], [])
HINT_SECONDS: Final = 0.5  # a worker may be wanted elsewhere
LOOK_MS: Final = 50  # between two looks whether a worker is free

T = TypeVar("T")

log = logging.getLogger("atout.bot_workers")


def seed_of(text: str) -> int:
    """Return a seed for a bot's decision: the same for the same text."""
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest()) >> 4


def choose(game: str, level: str, seed: int, view: View) -> int:
    """Let a bot choose. This runs in a worker."""
    return make_bot(level, load(game), seed).choose(view)


def consider(game: str, seed: int, view: View) -> Hint:
    """Let a good player say what it thinks of the choices. This runs in a worker."""
    return hint(load(game), view, seed, HINT_SECONDS)


def choose_at_once(view: View, game: str, level: str, seed: str) -> int:
    """Return a choice at once, in this process; if a bot comes to none, chance chooses, so that no table waits."""
    number = seed_of(seed)
    try:
        return make_bot(level, load(game), number).choose(view)
    except Exception:
        log.exception("a bot came to no choice", extra={"game": game})
        return Uniform(number).choose(view)


def _do_nothing() -> None:
    """Do nothing; for this a worker has to be there."""


def _prepare_worker() -> None:
    """Prepare a worker: the server ends it, on purpose or by being killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    multiprocessing.connection.wait([parent.sentinel])
    os._exit(1)


class Cost(NamedTuple):
    """What a decision takes, in milliseconds: nothing here depends on what a bot holds."""

    usual: int  # of a worker's time
    longest: int  # until the choice is there
    patience: int  # how long it may wait for a worker


class Turn(NamedTuple):
    """The turn of a bot."""

    level: str  # at which it thinks: below its own if too many wait
    takes: int  # milliseconds until its choice is there, whatever it holds
    hurried: bool = False  # there is no worker for it


MARGIN: Final = 50  # for what comes around a search
QUICK: Final = "casual"  # takes next to no time
COSTS: Final = {
    "novice": Cost(5, MARGIN, 850),
    "casual": Cost(5, MARGIN, 850),
    "club": Cost(25, MARGIN + round(1000 * CLUB_SECONDS), 750),
    "expert": Cost(MARGIN + round(1000 * EXPERT_SECONDS), MARGIN + round(1000 * EXPERT_SECONDS), 1_800),
}
HINT: Final = Cost(MARGIN + round(1000 * HINT_SECONDS), 0, 5_000)


def quick_level(level: str) -> str:
    """Return the level at which a bot thinks that has no time."""
    return level if COSTS[level].usual <= COSTS[QUICK].usual else QUICK


class BotWorkers:
    """Worker processes that all tables share, and the queue in front of them."""

    def __init__(self, workers: int, clock: Clock, figures: Figures | None = None) -> None:
        self._workers = workers
        self._clock = clock
        self._figures = figures or Figures()
        self._turns = TurnQueue(workers, clock)
        self._pool: ProcessPoolExecutor | None = None

    @property
    def waiting(self) -> int:
        """How many bots wait for a worker."""
        return self._turns.waiting

    async def wait_for_turn(self, level: str, claim: Claim) -> Turn:
        """Wait until a bot may think; if too many wait, it thinks at once, but less."""
        cost = COSTS[level]
        if await self._take_worker(claim, cost):
            return Turn(level, cost.longest)
        if quick_level(level) != level:
            self._figures.count("atout_bots_hurried_total", level=level)
        return Turn(quick_level(level), 0, True)

    async def _take_worker(self, claim: Claim, cost: Cost) -> bool:
        begun = self._clock.now()
        try:
            return await self._turns.take(claim, cost.usual, cost.patience)
        finally:
            self._figures.time("atout_bot_wait_seconds", (self._clock.now() - begun) / 1000)

    async def choose(self, view: View, game: str, level: str, seed: str) -> int:
        """Return the choice of a bot whose turn has come; if it comes to none, a quick one."""
        found = await self._run(game, partial(choose, game, level, seed_of(seed), view))
        return choose_at_once(view, game, QUICK, seed) if found is None else found

    async def consider(self, view: View, game: str, seed: str, claim: Claim) -> Hint:
        """Return what a good player thinks of the choices, or nothing if there was no worker for it."""
        if not await self._take_worker(claim, HINT):
            return NO_HINT
        return await self._run(game, partial(consider, game, seed_of(seed), view)) or NO_HINT

    async def do_aside(self, game: str, work: Callable[[], T], cost: int) -> T | None:
        """Let a worker do something for so many milliseconds as soon as no bot wants it; None if it fails.

        Nobody queues for that: whoever comes next waits no longer than it takes.
        """
        while not await self._turns.take(Claim(ASIDE, "", ""), cost, 0):
            await wait_until(self._clock, self._clock.now() + LOOK_MS)
        return await self._run(game, work)

    def choose_quickly(self, view: View, game: str, level: str, seed: str, late: bool) -> int:
        """Return a choice at once, in this process; `late`: because a worker was not ready in time."""
        if late:
            self._figures.count("atout_bots_late_total")
        return choose_at_once(view, game, quick_level(level), seed)

    def prepare(self) -> None:
        """Start the workers before the first bot thinks."""
        if self._pool is None:
            pool = self._require_pool()
            for _ in range(self._workers):
                pool.submit(_do_nothing)

    async def _run(self, game: str, work: Callable[[], T]) -> T | None:
        """Let a worker do something, and another if it is killed."""
        loop = asyncio.get_running_loop()
        for _ in range(2):
            pool = self._require_pool()
            try:
                return await loop.run_in_executor(pool, work)
            except BrokenProcessPool:  # a worker was killed
                if self._pool is pool:
                    self._pool = None
            except Exception:
                log.exception("a bot came to no choice", extra={"game": game})
                break
        return None

    def _require_pool(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = self._make_pool()
        return self._pool

    def _make_pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self._workers, multiprocessing.get_context("spawn"), initializer=_prepare_worker)

    async def renew(self, folder: Path) -> bool:
        """Change over to workers that import Atout from a folder; if those cannot think, all stays as it is.

        A worker begins with this process's path, on which only new ones look: what is imported here stays as it is.
        Those that think already come to their choices, and end.
        """
        sys.path.insert(0, str(folder))
        fresh = self._make_pool()
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
