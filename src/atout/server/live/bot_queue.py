"""Whose bot thinks next: fair by person and by table, and nobody waits for longer than a player would.

When a turn comes depends on what everybody may know: who waits, at which tables, for bots of which levels. How long a
bot really thinks does not count, for that may depend on what it holds: a worker is taken for as long as the level is
known to need.
"""

import asyncio
import heapq
from itertools import count
from typing import Final, NamedTuple

from atout.server.clock import Alarm, Clock

PRESENT: Final = 0  # people are at the table
ABSENT: Final = 1  # nobody is there just now
ASIDE: Final = 2  # the match does not wait for it
SHORT: Final = 50  # milliseconds


class Claim(NamedTuple):
    """For whom a bot thinks."""

    rank: int
    person: str  # who waits; with many tables nobody gets more
    table: str


class _Waiting:
    """Somebody in the queue."""

    def __init__(self, claim: Claim, cost: int, finish_time: float, number: int) -> None:
        self.claim = claim
        self.cost = cost
        self.finish_time = finish_time
        self.order = claim.rank, cost > SHORT, finish_time, number
        self.admitted: asyncio.Future[bool] = asyncio.get_running_loop().create_future()


class TurnQueue:
    """A queue for a number of workers.

    What takes next to no time comes first. Otherwise this is fair queuing: the clock of the queue goes as fast as all
    who wait are served, and a request has the time at which it would be finished at that pace, after those the same
    person made before. What would finish first comes first. Time in which somebody asked for nothing is not saved up.
    """

    def __init__(self, workers: int, clock: Clock) -> None:
        self._clock = clock
        self._free_at = [0] * workers  # a heap
        self._queue: list[_Waiting] = []
        self._finish_times: dict[str, float] = {}  # by person: that of the last request
        self._time = 0.0  # the clock of the queue, in milliseconds of workers for everybody who waits
        self._numbers = count()
        self._alarm: Alarm | None = None

    @property
    def waiting(self) -> int:
        """How many are waiting."""
        return len(self._queue)

    async def take(self, claim: Claim, cost: int, patience: int) -> bool:
        """Wait for a worker and take it for `cost` milliseconds; False if the wait would be, or was, too long.

        Anyone who would have to wait for longer than `patience` is told at once.
        """
        now = self._clock.now()
        before = max(self._time, self._finish_times.get(claim.person, 0.0))
        one = _Waiting(claim, cost, before + cost, next(self._numbers))
        if self._wait_for(one, now) > patience:
            return False
        self._finish_times[claim.person] = one.finish_time
        self._queue.append(one)
        gives_up = self._clock.call_at(now + patience, lambda: self._leave(one, False))
        self._serve()
        try:
            return await one.admitted
        finally:
            gives_up.cancel()
            self._leave(one, False)

    def _leave(self, one: _Waiting, admitted: bool) -> None:
        """Let somebody leave the queue; anyone not admitted counts as never having been there."""
        if one in self._queue:
            self._queue.remove(one)
            if not admitted and self._finish_times.get(one.claim.person) == one.finish_time:
                self._finish_times[one.claim.person] -= one.cost
        if not one.admitted.done():
            one.admitted.set_result(admitted)

    def _serve(self) -> None:
        """Admit those who are next, as far as workers are free."""
        now = self._clock.now()
        while self._queue and self._free_at[0] <= now:
            one = min(self._queue, key=lambda other: other.order)
            heapq.heapreplace(self._free_at, now + one.cost)
            self._time += one.cost / len({other.claim.person for other in self._queue})
            self._leave(one, True)
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if self._queue:
            self._alarm = self._clock.call_at(self._free_at[0], self._serve)
        else:
            self._finish_times, self._time = {}, 0.0  # nobody waits, so nobody has had too much

    def _wait_for(self, one: _Waiting, now: int) -> int:
        """Return how long somebody would wait who comes now, if nobody came later."""
        free_at = [max(now, at) for at in self._free_at]
        heapq.heapify(free_at)
        for other in self._queue:
            if other.order < one.order:
                heapq.heapreplace(free_at, free_at[0] + other.cost)
        return free_at[0] - now
