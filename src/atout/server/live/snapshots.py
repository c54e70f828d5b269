"""Snapshots of a table's log, so that long ones are read quickly."""

import logging
from typing import Final

from atout.server.core.table import Table
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

    def is_due(self) -> bool:
        """Tell whether the log is long enough for another one."""
        return self._table.seq >= self._next

    def plan(self) -> None:
        """See how long the log may get until the next one."""
        while self._next <= self._table.seq:
            self._next += self._next // 2

    def start(self) -> None:
        """Save one now, while everything goes on."""
        self.plan()
        self._tasks.start(self._save())

    async def _save(self) -> None:
        try:
            snapshot = await Snapshot.take(self._store, self._table.id)
            if snapshot is not None:
                await self._store.save_snapshot(snapshot)
        except StoreError as error:
            log.warning("no snapshot: %s", error, extra={"match": self._table.id})
