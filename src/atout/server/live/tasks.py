"""Tasks that nobody waits for, kept until they are done."""

import asyncio
from collections.abc import Coroutine, Iterable
from typing import TypeVar

T = TypeVar("T")


class Tasks:
    """The tasks of one owner."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[object]] = set()

    @property
    def running(self) -> list[asyncio.Task[object]]:
        """Those that are not done."""
        return list(self._running)

    def start(self, work: Coroutine[None, None, T]) -> asyncio.Task[T]:
        """Start a task."""
        task = asyncio.get_running_loop().create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return task

    async def finish(self, others: Iterable[asyncio.Task[None]], seconds: float) -> None:
        """Wait for all tasks and some others, for so long; then cancel them."""
        waiting = {*others, *self._running}
        if waiting:
            _, late = await asyncio.wait(waiting, timeout=seconds)
            for one in late:
                one.cancel()
            await asyncio.gather(*waiting, return_exceptions=True)

    async def run_to_end(self, work: Coroutine[None, None, T]) -> T:
        """Let something come to its end, even if who asked for it does not wait: what is kept has to be applied."""
        return await asyncio.shield(self.start(work))
