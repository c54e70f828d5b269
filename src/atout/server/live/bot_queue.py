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
MOST_REMEMBERED: Final = 1_000


class Claim(NamedTuple):
    """For whom a bot thinks."""

    rank: int
    person: str  # who waits; with many tables nobody gets more
    table: str


class _Waiting:
    """Somebody in the queue."""

    def __init__(self, claim: Claim, cost: int, number: int) -> None:
        self.claim = claim
        self.cost = cost
        self.number = number
        self.come: asyncio.Future[bool] = asyncio.get_running_loop().create_future()


class Turns:
    """A queue for so many workers.

    While some have to wait, whoever has had less of the workers' time comes first; time in which somebody did not ask
    for anything is not saved up. Among the tables of one person it goes round.
    """

    def __init__(self, workers: int, clock: Clock) -> None:
        self._clock = clock
        self._free_at = [0] * workers  # a heap
        self._queue: list[_Waiting] = []
        self._had: dict[str, int] = {}  # by person: milliseconds of workers, on the scale of `_level`
        self._level = 0  # what the one had who was served last
        self._last: dict[str, int] = {}  # by table: when it was served, as a number
        self._numbers = count(1)
        self._alarm: Alarm | None = None

    @property
    def waiting(self) -> int:
        """How many wait."""
        return len(self._queue)

    async def take(self, claim: Claim, cost: int, patience: int) -> bool:
        """Wait for a worker and take it for `cost` milliseconds; False if that would mean, or meant, to wait too long.

        Who would have to wait for longer than `patience` is told at once.
        """
        now = self._clock.now()
        one = _Waiting(claim, cost, next(self._numbers))
        if self._wait_for(one, now) > patience:
            return False
        self._queue.append(one)
        gives_up = self._clock.at(now + patience, lambda: self._end(one, False))
        self._serve()
        try:
            return await one.come
        finally:
            gives_up.cancel()
            self._end(one, False)

    def _end(self, one: _Waiting, come: bool) -> None:
        if one in self._queue:
            self._queue.remove(one)
        if not one.come.done():
            one.come.set_result(come)

    def _serve(self) -> None:
        """Let those think who are next, as far as workers are free."""
        now = self._clock.now()
        while self._queue and self._free_at[0] <= now:
            one = min(self._queue, key=self._order)
            heapq.heapreplace(self._free_at, now + one.cost)
            self._end(one, True)
            self._note(one)
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if self._queue:
            self._alarm = self._clock.at(self._free_at[0], self._serve)

    def _order(self, one: _Waiting) -> tuple[int, int, int, int]:
        claim = one.claim
        return claim.rank, self._had_by(claim.person), self._last.get(claim.table, 0), one.number

    def _had_by(self, person: str) -> int:
        return max(self._level, self._had.get(person, 0))

    def _note(self, one: _Waiting) -> None:
        person, table = one.claim.person, one.claim.table
        if not self._queue:
            self._had, self._level = {}, 0
        had = self._had_by(person)
        if one.claim.rank == PRESENT:
            self._level = had
        self._had[person] = had + one.cost
        self._last.pop(table, None)
        self._last[table] = next(self._numbers)
        if len(self._had) > MOST_REMEMBERED:
            self._had = {who: had for who, had in self._had.items() if had > self._level}  # others have had no more
        if len(self._last) > MOST_REMEMBERED:
            del self._last[next(iter(self._last))]

    def _wait_for(self, one: _Waiting, now: int) -> int:
        """Return how long somebody would wait who comes now, if nobody came later."""
        claim = one.claim
        equals = [other for other in self._queue if other.claim.rank == claim.rank]
        had = self._had_by(claim.person) + sum(other.cost for other in equals if other.claim.person == claim.person)
        before = [other.cost for other in self._queue if other.claim.rank < claim.rank]
        will_have: dict[str, int] = {}
        for other in equals:
            person = other.claim.person
            has = will_have.get(person, self._had_by(person))
            will_have[person] = has + other.cost
            if has <= had:
                before.append(other.cost)
        free_at = [max(now, at) for at in self._free_at]
        heapq.heapify(free_at)
        for cost in before:
            heapq.heapreplace(free_at, free_at[0] + cost)
        return free_at[0] - now
