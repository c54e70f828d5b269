"""A connection: what somebody asks goes to the room one after the other, what the room tells goes out at once.

A reader that is too slow for its table misses messages and then gets the whole table; it never holds anybody up.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final, Protocol

from atout.server.core import wire

MOST_WAITING: Final = 16  # requests of one connection; then it is not read for a while
ANSWERS: Final = (wire.Accepted, wire.Refused)


class Pipe(Protocol):
    """A socket, as a connection needs it."""

    full: bool  # more has been written than the client has read

    def write(self, *messages: bytes) -> None:
        """Send messages."""

    def pause_reading(self) -> None:
        """Stop reading for now."""

    def resume_reading(self) -> None:
        """Read again."""


class Connection:
    """The server's end of a WebSocket, at one table."""

    def __init__(self, identity: str, pipe: Pipe) -> None:
        self.identity = identity
        self.address = ""  # where it comes from, for counting
        self.resyncs = 0
        self.ended = asyncio.Event()  # the server wants to end it
        self.fault: Exception | None = None  # why, if the program is at fault
        self.answer: Callable[[str | None], Awaitable[wire.Message]] | None = None
        self.whole: Callable[[], wire.Message] | None = None
        self._pipe = pipe
        self._behind = False  # it has missed messages
        self._holding = False  # it is not read for now
        self._held: list[bytes] = []  # goes out with the answer to a request, or else in the next turn
        self._asked: deque[str | None] = deque()
        self._work: asyncio.Task[None] | None = None

    def send(self, message: wire.Message) -> None:
        """Send a message; to a slow reader only answers, and the rest as a whole when it has caught up."""
        if self._pipe.full and not isinstance(message, ANSWERS):
            self._behind = True
        elif self._work is None and not self._held:
            self._pipe.write(wire.encode(message))
        else:
            if not self._held:
                asyncio.get_running_loop().call_soon(self._flush)
            self._held.append(wire.encode(message))

    def on_drain(self) -> None:
        """Show the whole table to a reader that has missed something."""
        if self._behind and self.whole is not None:
            self._behind = False
            self.resyncs += 1
            self.send(wire.Resync())
            self.send(self.whole())

    def on_message(self, text: str | None) -> None:
        """Take a request; it is answered after those before it."""
        self._asked.append(text)
        if len(self._asked) >= MOST_WAITING and not self._holding:
            self._holding = True
            self._pipe.pause_reading()
        if self._work is None:
            self._work = asyncio.get_running_loop().create_task(self._answer_all())

    async def finish(self) -> None:
        """Let the request that is being carried out come to its end; forget the others."""
        self._asked.clear()
        if self._work is not None:
            await asyncio.shield(self._work)

    def _flush(self) -> None:
        """Write what was held back."""
        if self._held:
            held, self._held = self._held, []
            self._pipe.write(*held)

    async def _answer_all(self) -> None:
        assert self.answer is not None
        try:
            while self._asked:
                text = self._asked.popleft()
                self.send(await self.answer(text))
                self._flush()
                if self._holding and len(self._asked) < MOST_WAITING:
                    self._holding = False
                    self._pipe.resume_reading()
                if self._asked:
                    await asyncio.sleep(0)  # an answer that needed no waiting gave nobody else a turn
        except Exception as error:
            self.fault = error
            self.ended.set()
        finally:
            self._work = None
