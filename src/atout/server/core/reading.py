"""Who looks at how a deal ended: the first decision of the next one waits, bots think later, clocks stand still."""

from collections.abc import Iterable
from typing import Final

READING_MS: Final = 10_000  # others wait no longer


class Reading:
    """The time between the end of a deal and the first decision of the next one."""

    def __init__(self) -> None:
        self.open = False  # a deal has ended, and nothing has been decided since
        self.since = 0
        self.seats: frozenset[int] = frozenset()  # who looks at it
        self.finished_seats: frozenset[int] = frozenset()  # who has

    def begin(self, at: int) -> None:
        """Let everybody look who wants to."""
        self.open, self.since = True, at
        self.seats = self.finished_seats = frozenset()

    def end(self) -> None:
        """Stop waiting for anybody."""
        self.open = False
        self.seats = self.finished_seats = frozenset()

    def may_begin(self, seat: int) -> bool:
        """Tell whether a seat may begin to look."""
        return self.open and seat not in self.seats and seat not in self.finished_seats

    def stop(self, seats: Iterable[int]) -> None:
        """Let seats have looked enough."""
        self.finished_seats |= self.seats.intersection(seats)
        self.seats -= self.finished_seats
