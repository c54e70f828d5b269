"""What tests of rooms need: a clock whose hands they turn, lines that remember, a store in memory, scripted bots."""

import asyncio
import heapq
import time
from collections.abc import Awaitable, Callable, Sequence
from itertools import count
from typing import cast

import msgspec

from atout.bots.hints import Hint, Opinion
from atout.kernel.view import View
from atout.server.clock import Clock
from atout.server.core import events, parts, wire
from atout.server.core.table import Table
from atout.server.live.bot_queue import Claim
from atout.server.live.registry import RoomRegistry
from atout.server.live.room import Room
from atout.server.settings import Settings
from atout.server.stores.base import (
    Companion,
    ConflictError,
    Event,
    Identity,
    KeptReview,
    Remark,
    Snapshot,
    Store,
    StoreError,
    Summary,
)
from tests.kit.deadline import DEADLINE
from tests.server.core.sessions import MATCH, PEOPLE, START, digits


class Alarm:
    """Something that will be called."""

    def __init__(self, call: Callable[[], None]) -> None:
        self.call: Callable[[], None] | None = call

    def cancel(self) -> None:
        self.call = None


class ManualClock:
    """A clock that stands still until a test moves its hands."""

    def __init__(self) -> None:
        self.time = START
        self._alarms: list[tuple[int, int, Alarm]] = []
        self._count = count()

    def now(self) -> int:
        return self.time

    def call_at(self, when: int, call: Callable[[], None]) -> Alarm:
        alarm = Alarm(call)
        heapq.heappush(self._alarms, (max(when, self.time), next(self._count), alarm))
        return alarm

    async def advance(self, seconds: float) -> None:
        """Let time pass; whatever rings on the way happens at its time."""
        end = self.time + round(1000 * seconds)
        await settle()
        while self._alarms and self._alarms[0][0] <= end:
            when, _, alarm = heapq.heappop(self._alarms)
            self.time = max(self.time, when)
            if alarm.call is not None:
                alarm.call()
                await settle()
        self.time = end
        await settle()


async def settle() -> None:
    """Let everything happen that waits for nothing but its turn."""
    for _ in range(60):
        await asyncio.sleep(0)


async def wait_until(attempt: Callable[[], bool | Awaitable[bool]], seconds: float = DEADLINE) -> None:
    """Wait until something is true, and give up at a deadline."""
    end = time.monotonic() + seconds
    while True:
        found = attempt()
        if found if isinstance(found, bool) else await found:
            return
        assert time.monotonic() < end, "nothing has changed in time"
        await asyncio.sleep(0.001)


class Recorder:
    """A connection that keeps what it is told, as a client reads it."""

    def __init__(self, identity: str) -> None:
        self.identity = identity
        self.address = "192.0.2.1"
        self.got: list[wire.AnyMessage] = []

    def send(self, message: wire.Message) -> None:
        self.got.append(_reader.decode(wire.encode(message)))

    def kinds(self) -> list[str]:
        """Return what kinds of messages came since this was last asked."""
        got, self.got = self.got, []
        return [str(type(message).__struct_config__.tag) for message in got]

    def last(self) -> parts.Display:
        """Return the position that was shown last."""
        for message in reversed(self.got):
            if isinstance(message, wire.Table | wire.Changed) and message.display is not None:
                return message.display
        raise AssertionError("no position was shown")

    def table(self) -> wire.Table[parts.Display]:
        """Return the whole table that was shown last."""
        return next(message for message in reversed(self.got) if isinstance(message, wire.Table))


_reader = msgspec.json.Decoder(wire.AnyMessage)


class MemoryStore:
    """A store that forgets everything, and fails when it is told to."""

    def __init__(self) -> None:
        self.logs: dict[str, list[Event]] = {}
        self.summaries: dict[str, Summary] = {}
        self.snapshots: dict[str, Snapshot] = {}
        self.lines: dict[str, list[Remark]] = {}
        self.leases: dict[str, tuple[str, int]] = {}
        self.reviews: dict[tuple[str, int], KeptReview] = {}
        self.judgements: dict[tuple[str, int], list[bytes]] = {}
        self.hands: Clock = ManualClock()  # those of the first registry
        self.failing = False
        self.appends = 0

    def _require(self) -> None:
        if self.failing:
            raise StoreError("the disk is full")

    async def append(self, new: Sequence[Event], summary: Summary | None = None) -> None:
        self._require()
        self.appends += 1
        await asyncio.sleep(0)  # no database answers at once
        if new:
            log = self.logs.setdefault(new[0].match, [])
            if new[0].seq != len(log) + 1:
                raise ConflictError("too late")
            log.extend(new)
        if summary is not None:
            self.summaries[summary.match] = summary

    async def read_events(self, match: str, after: int = 0) -> list[Event]:
        self._require()
        return self.logs.get(match, [])[after:]

    async def read_log(self, match: str, after: int = 0, limit: int | None = None) -> list[Event]:
        self._require()
        return self.logs.get(match, [])[after:][:limit]

    async def add_remark(self, remark: Remark, keep: int) -> int:
        self._require()
        await asyncio.sleep(0)
        lines = self.lines.setdefault(remark.match, [])
        number = max(remark.number, 1 + max((line.number for line in lines), default=0))
        self.lines[remark.match] = [*lines, msgspec.structs.replace(remark, number=number)][-keep:]
        return number

    async def read_talk(self, match: str, after: int = 0) -> list[Remark]:
        self._require()
        return [line for line in self.lines.get(match, []) if line.number > after]

    async def ask_for_review(self, match: str, seat: int, version: int, asked: int) -> bool:
        self._require()
        kept = self.reviews.get((match, seat))
        if kept is not None and kept.state != "failed" and kept.version >= version:
            return False
        self.reviews[match, seat] = KeptReview(match, seat, version, asked, "waiting", 0, 0, b"")
        self.judgements[match, seat] = []
        return True

    async def review(self, match: str, seat: int) -> KeptReview | None:
        self._require()
        return self.reviews.get((match, seat))

    async def unfinished_reviews(self) -> list[KeptReview]:
        self._require()
        unfinished = [one for one in self.reviews.values() if one.state in ("waiting", "running")]
        return sorted(unfinished, key=lambda one: (one.asked, one.match, one.seat))

    async def add_judgement(self, match: str, seat: int, number: int, body: bytes) -> bool:
        self._require()
        kept = self.judgements.get((match, seat))
        if kept is None or number != len(kept) + 1:
            return False
        kept.append(body)
        self.reviews[match, seat] = msgspec.structs.replace(self.reviews[match, seat], done=number)
        return True

    async def read_judgements(self, match: str, seat: int, after: int = 0) -> list[bytes]:
        self._require()
        return self.judgements.get((match, seat), [])[after:]

    async def mark_review(self, match: str, seat: int, state: str, total: int, body: bytes = b"") -> None:
        self._require()
        kept = self.reviews[match, seat]
        self.reviews[match, seat] = msgspec.structs.replace(kept, state=state, total=total, body=body)

    async def save_snapshot(self, snapshot: Snapshot) -> None:
        self._require()
        self.snapshots[snapshot.match] = snapshot

    async def summary(self, match: str) -> Summary | None:
        self._require()
        return self.summaries.get(match)

    async def ids_with_status(self, statuses: Sequence[str]) -> list[str]:
        self._require()
        return [match for match, summary in self.summaries.items() if summary.status in statuses]

    async def names(self, identities: Sequence[str]) -> dict[str, str]:
        self._require()
        return {one: one.capitalize() for one in identities if one in PEOPLE}

    async def identity(self, identity: str) -> Identity | None:
        return Identity(identity, identity.capitalize(), 0, 0) if identity in PEOPLE else None

    async def count_unfinished(self, identity: str, statuses: Sequence[str]) -> int:
        return sum(one.status in statuses and identity in one.members for one in self.summaries.values())

    async def companions(self, identity: str, statuses: Sequence[str], limit: int) -> list[Companion]:
        shared = [one for one in self.summaries.values() if one.status in statuses and identity in one.members]
        latest = {who: one.updated for one in shared for who in one.members if who != identity}
        return [Companion(who, who.capitalize(), 0, latest[who]) for who in sorted(latest)][:limit]

    async def time(self) -> int:
        return self.hands.now()

    async def lease(self, name: str, node: str, duration: int) -> bool:
        self._require()
        holder, end = self.leases.get(name, (node, 0))
        if holder != node and end > self.hands.now():
            return False
        self.leases[name] = (node, self.hands.now() + duration)
        return True

    async def release(self, node: str) -> None:
        self.leases = {name: lease for name, lease in self.leases.items() if lease[0] != node}

    async def purge(self, statuses: Sequence[str], before: int) -> int:
        return 0

    def listen(self, heard: Callable[[str, int], None], said: Callable[[str, int], None]) -> None:
        pass


class FakeRegistry(RoomRegistry):
    """A registry with ids and secrets that are the same every time, and bots that choose at once."""

    def __init__(
        self, store: "Store | MemoryStore", hands: ManualClock | None = None, node: str = "node", pace: int = 900
    ) -> None:
        settings = Settings(workers=1, bot_pace=pace, unload_after=60_000)
        super().__init__(settings, cast(Store, store), hands)
        if isinstance(store, MemoryStore) and not store.leases:
            store.hands = self.clock
        self.node = node
        self.thoughts = 0
        self.considered: list[View] = []  # for hints, which come when `hints` is set
        self.hints = asyncio.Event()
        tokens = count()
        self.token = lambda size: digits(f"{node} {next(tokens)}")[: 2 * size]

    async def think(self, view: View, game: str, level: str, seed: str) -> int:
        self.thoughts += 1
        return view.legal[0]

    def prepare(self) -> None:
        pass

    def choose_quickly(self, view: View, game: str, level: str, seed: str, late: bool) -> int:
        return view.legal[0]

    async def consider(self, view: View, game: str, seed: str, claim: Claim) -> Hint:
        self.considered.append(view)
        await self.hints.wait()
        told = [Opinion(action, 2.5 - k, 1.0 * k, "far" if k else "best") for k, action in enumerate(view.legal[:3])]
        return Hint(told, [("bet_double", {})])

    async def room_of(self, table: Table) -> Room:
        room = await self.room(table.id)
        assert room is not None
        return room


def make_registry() -> tuple[FakeRegistry, MemoryStore, ManualClock]:
    """Return a registry, its store and its clock."""
    memory, hands = MemoryStore(), ManualClock()
    return FakeRegistry(memory, hands), memory, hands


def logged_bodies(memory: MemoryStore, after: int = 0) -> list[events.AnyBody]:
    """Return what a log says has happened at the table."""
    return [events.decode_event(event).did for event in memory.logs[MATCH][after:]]


def two_registries() -> tuple[FakeRegistry, FakeRegistry, MemoryStore, ManualClock]:
    """Return the registries of two nodes, their store and their clock."""
    memory, hands = MemoryStore(), ManualClock()
    first, second = FakeRegistry(memory, hands, "first"), FakeRegistry(memory, hands, "second")
    return first, second, memory, hands
