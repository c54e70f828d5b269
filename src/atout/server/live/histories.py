"""Telling somebody everything that has happened at a table, beside what goes on there."""

import asyncio
from typing import Final, Protocol

from atout.server.clock import Clock
from atout.server.core import wire
from atout.server.core.history import History
from atout.server.core.refusals import Refusal
from atout.server.stores.base import Store, StoreError

AT_A_TIME: Final = 16  # events, between which others have their turn
AGAIN_MS: Final = 1_000  # until the same connection may ask again


class Asker(Protocol):
    """A connection, as it is told what has happened."""

    def send(self, message: wire.Message) -> None:
        """Queue a message."""


class Histories:
    """Who of a table has asked for its history, and when."""

    def __init__(self, store: Store, clock: Clock, match: str) -> None:
        self._store = store
        self._clock = clock
        self._match = match
        self._asked: dict[Asker, int] = {}

    def admit(self, line: Asker) -> None:
        """Refuse somebody who asks again at once: a long match takes a while to be told."""
        now = self._clock.now()
        self._asked = {one: at for one, at in self._asked.items() if now < at + AGAIN_MS}
        if line in self._asked:
            raise Refusal("limited", "too-many-requests", retry=self._asked[line] + AGAIN_MS - now)
        self._asked[line] = now

    async def tell(self, line: Asker, re: int, observer: int | None) -> None:
        """Tell a connection what has happened; nothing to somebody who may not see the match."""
        history = History(self._match, 0 if observer is None else observer)
        try:
            log = [] if observer is None else await self._store.read_events(self._match)
        except StoreError:
            log = []
        for number, event in enumerate(log):
            history.add(event)
            if number % AT_A_TIME == 0:
                await asyncio.sleep(0)
        line.send(wire.Chronicle(re, history.passages()))
