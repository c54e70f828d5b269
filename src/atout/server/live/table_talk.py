"""What is said at one table, kept in the store apart from the log."""

from atout.server.core import table_messages, wire
from atout.server.core.table import Table
from atout.server.core.talk import KEPT, Talk
from atout.server.stores.base import Remark, Store


class TableTalk:
    """The last lines of a table, as far as they have been read."""

    def __init__(self, store: Store, table: Table) -> None:
        self._store = store
        self._table = table
        self.talk = Talk()

    async def load(self) -> None:
        """Read what was said, unless that is known."""
        if not self.talk.is_loaded:
            self.talk.load(self._table, await self._store.read_talk(self._table.id))

    async def read_new(self, number: int) -> list[Remark]:
        """Return what was said at other nodes, up to this number at least; 0: anything may have been."""
        if not self.talk.is_loaded or 0 < number <= self.talk.last:
            return []
        return self.talk.add(await self._store.read_talk(self._table.id, self.talk.last))

    async def say(self, who: str, request: wire.Say, now: int) -> tuple[int, list[Remark]]:
        """Keep what somebody says; return the number of the line, and all lines that are new."""
        remark = Remark(self._table.id, self.talk.last + 1, now, who, request.phrase, request.text, request.id)
        number = await self._store.add_remark(remark, KEPT)
        if number == remark.number:
            return number, self.talk.add([remark])
        return number, await self.read_new(0)

    def recall(self, request: wire.Recall, names: dict[str, str]) -> wire.Recalled:
        """Return what was said before, by people who are still there."""
        lines, more = self.talk.page_before(request.before, names)
        words = [table_messages.remark_message(self._table, line, names) for line in lines]
        return wire.Recalled(request.re, words, more)
