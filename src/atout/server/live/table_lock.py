"""Exclusive use of a table."""

import asyncio
from types import TracebackType

from atout.server.core.table import ReplayError


class TableLock:
    """Exclusive use of a table for the length of an `async with`, unless its log cannot be replayed."""

    def __init__(self, match: str) -> None:
        self.users = 0  # those who have it or wait for it
        self.broken = False  # nobody gets it any more: what the table holds is not what the log says
        self._match = match
        self._lock = asyncio.Lock()

    def locked(self) -> bool:
        """Tell whether somebody has it."""
        return self._lock.locked()

    async def __aenter__(self) -> None:
        self.users += 1
        try:
            await self._lock.acquire()
        except BaseException:
            self.users -= 1
            raise
        if self.broken:
            await self.__aexit__()
            raise ReplayError(f"the log of {self._match} cannot be replayed")

    async def __aexit__(
        self,
        kind: type[BaseException] | None = None,
        error: BaseException | None = None,
        trace: TracebackType | None = None,
    ) -> None:
        self.users -= 1
        self._lock.release()
