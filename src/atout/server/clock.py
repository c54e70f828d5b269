"""Time: what it is now, and calls at a given time. Tests set the clock themselves."""

import asyncio
import time
from collections.abc import Callable
from typing import Final, Protocol

BOOT: Final[int | None] = getattr(time, "CLOCK_BOOTTIME", None)  # counts while the machine sleeps


class Alarm(Protocol):
    """Something that will be called."""

    def cancel(self) -> None:
        """Cancel the call."""


class Clock(Protocol):
    """Milliseconds since 1970."""

    def now(self) -> int:
        """Return the time."""

    def call_at(self, when: int, call: Callable[[], None]) -> Alarm:
        """Call something at that time, or as soon as possible if it has passed."""


def wall_time() -> int:
    """Return what the machine's clock says, which somebody may set at any time."""
    return time.time_ns() // 1_000_000


def elapsed() -> int:
    """Return the milliseconds since some moment, asleep or awake, even if the clock is set."""
    return (time.monotonic_ns() if BOOT is None else time.clock_gettime_ns(BOOT)) // 1_000_000


class ServerClock:
    """The time at which the server began, and what has passed since: setting the machine's clock changes nothing."""

    def __init__(self, begun: int | None = None) -> None:
        self._begun = (wall_time() if begun is None else begun) - elapsed()

    def now(self) -> int:
        """Return the time."""
        return self._begun + elapsed()

    def call_at(self, when: int, call: Callable[[], None]) -> Alarm:
        """Call something at that time, or as soon as possible if it has passed."""
        return asyncio.get_running_loop().call_later(max(0, when - self.now()) / 1000, call)


class Dated(Protocol):
    """Something whose log says when it was changed last."""

    at: int


class TableClock:
    """The time of a table: where its log is ahead of this node's clock, it goes on from there."""

    def __init__(self, clock: Clock, table: Dated) -> None:
        self._clock = clock
        self._table = table
        self._ahead = 0  # how far the table's time is ahead of this node's clock

    def now(self) -> int:
        """Return the time."""
        now, at = self._clock.now() + self._ahead, self._table.at
        if now < at:
            self._ahead += at - now
        return max(now, at)

    def to_node_time(self, when: int) -> int:
        """Return what this node's clock will say at some time of the table."""
        return when - self._ahead


def _do_nothing() -> None:
    pass


class Waker:
    """One call at one time, which may be changed."""

    def __init__(self, clock: Clock, call: Callable[[], object]) -> None:
        self._clock = clock
        self._call = call
        self._alarm: Alarm | None = None
        self._at = -1

    def stop(self) -> None:
        """Never call again, and keep nothing alive."""
        self.set(None)
        self._call = _do_nothing

    def set(self, at: int | None) -> None:
        """Call at that time instead, or not at all."""
        if self._alarm is not None and at != self._at:
            self._alarm.cancel()
            self._alarm = None
        if self._alarm is None and at is not None:
            self._at = at
            self._alarm = self._clock.call_at(at, self._ring)

    def _ring(self) -> None:
        self._alarm = None
        self._call()


async def wait_until(clock: Clock, when: int) -> None:
    """Wait for a time."""
    come = asyncio.get_running_loop().create_future()
    alarm = clock.call_at(when, lambda: None if come.done() else come.set_result(None))
    try:
        await come
    finally:
        alarm.cancel()
