"""Snapshots of a table's log, so that long ones are read quickly."""

import logging
from typing import Final

from atout.server.core.table import LIVE, Table
from atout.server.live.tasks import Tasks
from atout.server.stores.base import Snapshot, Store, StoreError

FIRST_SNAPSHOT: Final = 256  # events; every further one when the log is half as long again

log = logging.getLogger("atout.room")


class Snapshots:
    """When a snapshot of a table is due; they grow with its log, so that all of them cost no more than it."""

    def __init__(self, store: Store, table: Table, tasks: Tasks) -> None:
        self._store = store
        self._table = table
        self._tasks = tasks
        self._next = FIRST_SNAPSHOT
        self._ended = False  # as far as has been planned

    def plan(self) -> None:
        """See how long the log may get until the next one."""
        self._ended = self._table.status not in LIVE
        while self._next <= self._table.seq:
            self._next += self._next // 2

    def update(self) -> None:
        """Save one if the log has become long enough, or the match has ended; meanwhile everything goes on."""
        table = self._table
        if table.seq >= self._next or (not self._ended and table.status not in LIVE):
            self.plan()
            self._tasks.start(self._save())

    async def _save(self) -> None:
        try:
            snapshot = await Snapshot.take(self._store, self._table.id)
            if snapshot is not None:
                await self._store.save_snapshot(snapshot)
        except StoreError as error:
            log.warning("no snapshot: %s", error, extra={"match": self._table.id})
