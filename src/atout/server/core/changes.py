"""What events change at a table, gathered for everybody who looks on. Compiled: this is most of what a move costs."""

from collections.abc import Sequence
from typing import Final

from atout.kernel.view import Display
from atout.server.core import events, messages, wire
from atout.server.core.table import Table
from atout.server.stores.base import Event

MOVES: Final = frozenset({"played", "dealt"})


class TableChanges:
    """What has happened at a table since it was made, and what has to be told of it."""

    def __init__(self, table: Table, observers: set[int]) -> None:
        self.table = table
        self.observers = observers  # who is there to see the match
        self.whole = False  # something has changed that only the whole table shows
        self.presence = False  # somebody came or went
        self._told: dict[int, list[wire.Happened]] = {}
        self._shown: dict[int, Display] = {}
        self._private: set[int] = set()
        self._scored = False

    def apply(self, new: Sequence[Event], entries: Sequence[events.Entry | None]) -> None:
        """Apply events, which may have been read already; ReplayError if they do not fit."""
        for event, entry in zip(new, entries, strict=True):
            match = self.table.match
            if match is not None and self.observers and event.kind in MOVES:
                moment, polled = messages.ChangeRecorder(match), bool(self.table.poll.waiting)
                self._record_move(moment, self.table.apply(event, entry), polled)
            else:
                self._record_other(self.table.apply(event, entry))

    def _record_move(self, moment: messages.ChangeRecorder, did: events.AnyBody, polled: bool) -> None:
        """Gather what observers see of a move. Whether somebody declined or said nothing, the others are not told."""
        by = others = did.by if isinstance(did, events.Played) else ""
        seat = did.seat if isinstance(did, events.Played) else -1
        if polled and by == "window":
            others = "player"
        self._scored = self._scored or moment.has_scored()
        for observer in self.observers:
            shown = moment.match.view(observer).display()
            self._shown[observer] = shown
            self._told.setdefault(observer, []).extend(moment.events_for(shown, by if observer == seat else others))

    def _record_other(self, did: events.AnyBody) -> None:
        """Note what else has to be told."""
        if isinstance(did, (events.Played, events.Dealt)):
            pass  # nobody looks
        elif isinstance(did, (events.Answered, events.Hushed)):
            self._private.add(did.seat)
        elif isinstance(did, (events.Came, events.Went)):
            self.presence = True
        elif not isinstance(did, events.QUIET):
            self.whole = True

    def events_for(self, observer: int) -> list[wire.Happened]:
        """Return what an observer saw happen in the match."""
        return self._told.get(observer, [])

    def messages(self, now: int) -> dict[int, wire.Message]:
        """Return what observers are told who see the match differently now."""
        table, match = self.table, self.table.match
        if match is None:
            return {}
        if not self._shown:
            self._shown = {seat: match.view(seat).display() for seat in self.observers & self._private}
        if not self._shown:
            return {}
        left, running = messages.clocks(table, now)
        lines = messages.score_lines(match) if self._scored else None
        scene = messages.DisplayWriter(table, match)
        return {
            observer: wire.Changed(table.step, now, self.events_for(observer), scene.write(shown), left, running, lines)
            for observer, shown in self._shown.items()
        }
