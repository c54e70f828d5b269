"""Everything that has happened at a table, told again, but for what the rules leave to memory."""

from collections.abc import Collection, Iterable, Iterator

import msgspec

from atout.server.core import parts, table_messages, wire
from atout.server.core.messages import TableChanges
from atout.server.core.table import Table
from atout.server.stores.base import Event


class History:
    """What one observer has been told of, from the events of a table, one after the other."""

    def __init__(self, match: str, observer: int) -> None:
        self.table = Table(match)
        self.observer = observer
        self._passages: list[wire.Passage] = []

    def add(self, event: Event) -> None:
        """Let the next event happen."""
        news = TableChanges(self.table, {self.observer})
        news.apply([event], [None])
        told = news.events_for(self.observer)
        if told and self.table.match is not None:
            self._passages.append(wire.Passage(self.table.step, event.at, told))

    def passages(self) -> list[wire.Passage]:
        """Return what may be told of it now."""
        match = self.table.match
        if match is None:
            return self._passages
        kept = without_faded(self._passages, table_messages.fading(match))
        return list(without_forgotten(kept, table_messages.lookup(match)))


def without_faded(passages: list[wire.Passage], fading: Collection[str]) -> Iterator[wire.Passage]:
    """Leave out what was left to memory when the next decision was taken."""
    told = [one for passage in passages for one in passage.happened]
    newest = max((place for place, one in enumerate(told) if one.action), default=0)
    place = 0
    for passage in passages:
        kept = [one for at, one in enumerate(passage.happened, place) if at >= newest or one.key not in fading]
        place += len(passage.happened)
        if kept:
            yield msgspec.structs.replace(passage, happened=kept)


def without_forgotten(passages: Iterable[wire.Passage], lookup: wire.Lookup) -> Iterator[wire.Passage]:
    """Leave out the cards of tricks that may no longer be looked at; who took them stays."""
    told = list(passages)
    shown = _tricks_in_sight([one for passage in told for one in passage.happened], lookup)
    for passage in told:
        kept = [one for one in passage.happened if not one.action or _is_in_sight(one, shown)]
        stripped = [
            one if _is_in_sight(one, shown) else msgspec.structs.replace(one, why=parts.Phrase()) for one in kept
        ]
        if stripped:
            yield msgspec.structs.replace(passage, happened=stripped)


Sight = tuple[int, int, int]  # a deal, the first of its tricks that may be seen; the deal from which on everything may


def _tricks_in_sight(told: list[wire.Happened], lookup: wire.Lookup) -> Sight:
    played = [one for one in told if one.trick]
    if lookup == "all" or not played:
        return 0, 0, 0
    deal = max((one.deal for one in told), default=0)
    last = played[-1]
    complete = not last.action
    first = last.trick - (1 if lookup == "last" and not complete else 0)
    return last.deal, first, deal - 1 if lookup == "deal_before" else deal + 1


def _is_in_sight(one: wire.Happened, sight: Sight) -> bool:
    deal, first, whole = sight
    if not one.trick or not deal:
        return True
    if one.deal == deal:
        return one.trick >= first
    return one.deal >= whole and one.deal < deal
