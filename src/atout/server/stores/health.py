"""Whether a database keeps what it is given: tried by a small write, though not for everybody who asks."""

import asyncio
import math
import time
from collections.abc import Awaitable, Callable
from typing import Final

from atout.server.stores.base import StoreError

HOLDS: Final = 2.0  # seconds for which an answer is repeated
PATIENCE: Final = 2.0  # seconds until a database that says nothing is ill


class Health:
    """What was found out last."""

    def __init__(self) -> None:
        self._is_well = False
        self._at = -math.inf
        self._trial: asyncio.Task[bool] | None = None

    async def check(self, keeps: Callable[[], Awaitable[bool]]) -> bool:
        """Tell whether something can be kept; `keeps` finds out."""
        if time.monotonic() - self._at >= HOLDS:
            if self._trial is None:
                self._trial = asyncio.get_running_loop().create_task(self._try(keeps))
            return await asyncio.shield(self._trial)
        return self._is_well

    async def _try(self, keeps: Callable[[], Awaitable[bool]]) -> bool:
        try:
            async with asyncio.timeout(PATIENCE):
                self._is_well = await keeps()
        except (StoreError, TimeoutError):
            self._is_well = False
        finally:
            self._at = time.monotonic()
            self._trial = None
        return self._is_well
