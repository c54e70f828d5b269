"""A connection: what somebody asks goes to the room one after the other, what the room tells goes out at once.

A reader that is too slow for its table misses messages and then gets the whole table; it never holds anybody up.
"""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final, Protocol

import msgspec

from atout.server.core import wire
from atout.server.core.refusals import Refusal
from atout.server.limits import Limits
from atout.server.live.services import Client
from atout.server.metrics import Figures

MOST_WAITING: Final = 16  # requests of one connection; then it is not read for a while
LONGEST_MESSAGE: Final = 16_384  # bytes; what is longer is refused
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


class Answers(Protocol):
    """A room, as a connection needs it."""

    async def handle_request(self, line: Client, request: wire.AnyRequest) -> wire.Message:
        """Carry out a request and return the answer."""


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


async def answer_message(
    text: str | None, room: Answers, connection: Connection, limits: Limits, figures: Figures
) -> wire.Message:
    """Return the answer to a message."""
    begun = time.perf_counter()
    kind, read = parse_request(text, connection.identity, limits)
    answer = read if isinstance(read, wire.Refused) else await room.handle_request(connection, read)
    seconds = time.perf_counter() - begun
    asyncio.get_running_loop().call_soon(count_request, figures, kind, answer, seconds)  # when it has gone out
    return answer


def count_request(figures: Figures, kind: str, answer: wire.Message, seconds: float) -> None:
    """Count a request that was answered."""
    outcome = answer.code if isinstance(answer, wire.Refused) else "accepted"
    figures.count("atout_requests_total", type=kind, answer=outcome)
    figures.time("atout_request_seconds", seconds)


def parse_request(text: str | None, identity: str, limits: Limits) -> tuple[str, wire.AnyRequest | wire.Refused]:
    """Return what kind of request a message is, and the request, or why it is not even one."""
    if text is None:
        return "unreadable", refuse_message(None, "malformed", "messages-are-text")
    wait = limits.messages.take(identity)
    if wait:
        return "unread", refuse_message(text, "limited", "too-many-requests", retry=int(1000 * wait) + 1)
    if len(text.encode()) > LONGEST_MESSAGE:
        return "unreadable", refuse_message(None, "malformed", "message-is-too-long")
    try:
        request = wire.decode(text)
    except (msgspec.MsgspecError, RecursionError):
        return "unreadable", refuse_message(text, "malformed", "no-such-request")
    return wire.kind(request), request


def refuse_message(text: str | None, code: wire.Code, why: str, retry: int = 0) -> wire.Refused:
    """Return the refusal of a message, with the number of its request where one can be read."""
    number = 0
    if text is not None and len(text) <= LONGEST_MESSAGE:
        with suppress(msgspec.MsgspecError, RecursionError):
            number = msgspec.json.decode(text, type=wire.RequestNumber).re
    return Refusal(code, why, retry=retry).message(number)
