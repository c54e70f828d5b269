"""Who is connected to a table, and what the log should say about it."""

from collections.abc import Mapping
from typing import Final

from atout.kernel.log import SPECTATOR
from atout.server.clock import TableClock
from atout.server.core import events, wire
from atout.server.core.moves import Bodies
from atout.server.core.table import LIVE, Table
from atout.server.live.services import Client, RoomPart, RoomServices

LINGER_MS: Final = 3_000  # until a player without a connection is noted as absent: a page may be reloading
FLICKERS: Final = 16  # absences after which it takes another LINGER_MS, so that no log fills with them
MOST_NAMED: Final = 50  # watchers whose names are told
UNKNOWN: Final = -1


class Presence(RoomPart):
    """The connections of one table at this node, and what is known of those at others."""

    def __init__(self, services: RoomServices, table: Table, lines: dict[Client, int], clock: TableClock) -> None:
        super().__init__(services, table, lines)
        self._clock = clock
        self._left: dict[int, int] = {}  # when the last connection of a seat went
        self._due_at: int | None = UNKNOWN  # when the log should be told who is connected

    def on_join(self, observer: int) -> None:
        """Note that somebody has come."""
        self._left.pop(observer, None)
        self.refresh()

    def on_leave(self, observer: int) -> None:
        """Note that somebody's connection has gone."""
        if observer not in self._lines.values():
            self._left[observer] = self._clock.now()
        self.refresh()

    def refresh(self) -> None:
        """See again when the log should be told: something has changed."""
        self._due_at = UNKNOWN

    def due_events(self) -> Bodies:
        """Return what the log does not say yet about who is connected."""
        now, me = self._clock.now(), self._services.node
        bodies: Bodies = []
        for seat, chair in enumerate(self._table.chairs if self._table.status in LIVE else ()):
            if seat in self._lines.values():
                bodies += [] if me in chair.nodes else [events.Came(seat, me)]
            elif me in chair.nodes and now >= self._absent_at(seat):
                bodies.append(events.Went(seat, me))
            dead = [node for node in sorted(chair.nodes - {me}) if not self._services.is_alive(node)]
            bodies += [events.Went(seat, node) for node in dead]
        return bodies

    def next_due_at(self) -> int | None:
        """Return when the log should be told who is connected."""
        if self._due_at == UNKNOWN:
            self._due_at = self._find_due_at()
        return self._due_at

    def _find_due_at(self) -> int | None:
        if self.due_events():
            return self._table.at
        times = [
            self._absent_at(seat)
            for seat, chair in enumerate(self._table.chairs)
            if self._services.node in chair.nodes and seat not in self._lines.values() and self._table.status in LIVE
        ]
        return min(times, default=None)

    def _absent_at(self, seat: int) -> int:
        """Return when a seat without a connection is noted as absent: the later, the more often it has been."""
        return self._left.get(seat, 0) + LINGER_MS * (1 + self._table.chairs[seat].absences // FLICKERS)

    def message(self, names: Mapping[str, str]) -> wire.Presence:
        """Return who is connected, to this node or another, and who watches at this one."""
        present = set(self._lines.values())
        others = [
            any(node != self._services.node and self._services.is_alive(node) for node in chair.nodes)
            for chair in self._table.chairs
        ]
        here = [chair.is_human and (seat in present or others[seat]) for seat, chair in enumerate(self._table.chairs)]
        watchers = dict.fromkeys(line.identity for line, observer in self._lines.items() if observer == SPECTATOR)
        return wire.Presence(here, len(watchers), [names[one] for one in watchers if one in names][:MOST_NAMED])
