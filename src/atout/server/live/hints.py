"""What a good player would do, for whoever asks."""

import asyncio
from functools import partial

import msgspec

from atout.kernel.log import SPECTATOR
from atout.server.core import moves, table_messages, wire
from atout.server.core.table import Table
from atout.server.live.bot_queue import Claim
from atout.server.live.services import Client, RoomPart, RoomServices
from atout.server.live.tasks import Tasks


class Hints(RoomPart):
    """The hints of one table: a good player thinks once for each decision, and meanwhile everything goes on."""

    def __init__(self, services: RoomServices, table: Table, lines: dict[Client, int], tasks: Tasks) -> None:
        super().__init__(services, table, lines)
        self._tasks = tasks
        self._work: dict[int, tuple[int, asyncio.Task[wire.Hinted]]] = {}  # by seat, for which question

    def start(self, line: Client, re: int, claim: Claim) -> None:
        """Let a good player think about what the seat of a connection is asked, and tell it."""
        table, match, seat = self._table, self._table.match, self._lines.get(line, SPECTATOR)
        if match is None or seat < 0:
            return
        question = table.question(seat)
        if self._work.get(seat, (0, None))[0] != question:
            view = moves.state_when_asked(table, seat).view(seat)
            seed = f"{table.setup.secret} hint {seat} {len(match.steps)}"
            consider = partial(self._services.consider, claim=claim)
            self._work[seat] = question, self._tasks.start(table_messages.make_hint(consider, match.game, view, seed))
        self._tasks.start(self._tell(line, re, seat, *self._work[seat]))

    async def _tell(self, line: Client, re: int, seat: int, question: int, work: asyncio.Task[wire.Hinted]) -> None:
        found = await work
        if line in self._lines and self._table.question(seat) == question:
            line.send(msgspec.structs.replace(found, re=re))
