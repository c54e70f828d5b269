"""The registry: all rooms of this node, and what they share."""

import asyncio
import logging
import secrets
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

from atout.bots.hints import Hint
from atout.kernel.view import View
from atout.server.clock import Clock, ServerClock, wait_until
from atout.server.core import decide, events
from atout.server.core.decide import World
from atout.server.core.refusals import Refusal
from atout.server.core.summaries import parse_summary, summary_of
from atout.server.core.table import ABANDONED, CLOSED, ENDED, LIVE, OPEN, PLAYING, SEALED, Table
from atout.server.limits import Limits
from atout.server.live.bot_queue import Claim
from atout.server.live.bot_workers import BotWorkers, Turn
from atout.server.live.compiled import Core, compiled_package, core_at_start
from atout.server.live.reviews import Reviews
from atout.server.live.room import Room
from atout.server.live.services import Client
from atout.server.live.tasks import Tasks
from atout.server.metrics import Figures
from atout.server.settings import Settings
from atout.server.stores.base import ConflictError, Identity, Store, StoreError

SWEEP_MS: Final = 5_000
NODE_MS: Final = 15_000  # a node that has not been heard of for so long is dead
BROKEN_MS: Final = 60_000  # until a match that could not be loaded is tried again
NAMES_MS: Final = 60_000  # another node may have changed a name
DAY_MS: Final = 24 * 3600 * 1000
FORGOTTEN_MS: Final = 7 * DAY_MS  # a table that was never begun, and nobody came or went
CLEAR_OUT_MS: Final = 3600 * 1000
ATTEMPTS: Final = 10  # at what was heard from another node
AGAIN_MS: Final = 1_000
NEVER: Final = 1 << 62

T = TypeVar("T")

log = logging.getLogger("atout.registry")


class RoomRegistry:
    """Loads rooms when they are needed and forgets them when they are not."""

    def __init__(
        self, settings: Settings, store: Store, clock: Clock | None = None, figures: Figures | None = None
    ) -> None:
        self.settings = settings
        self.store = store
        self.clock: Clock = clock or ServerClock()
        self.node = secrets.token_hex(8)
        self.pace = settings.bot_pace
        self.token: Callable[[int], str] = secrets.token_hex
        self.limits = Limits(settings.limits, settings.tables_per_address)
        self.figures = figures or Figures()
        self.bot_workers = BotWorkers(settings.workers, self.clock, self.figures)
        self.limited = settings.limits
        self.reviews = Reviews(self)
        self.core: Core = core_at_start(settings.compiled is not None)
        self.rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self._asleep: dict[str, int] = {}  # running matches that need not be loaded before then
        self._nodes: dict[str, bool] = {}  # whether other nodes are alive, as far as known
        self._names: dict[str, tuple[str, int]] = {}  # and until when to believe it
        self._tasks = Tasks()
        self.on_deleted: Callable[[str], None] = lambda identity: (
            None
        )  # called when somebody was deleted, here or elsewhere

    # Life

    async def open(self) -> None:
        """Take up every match that is running: bots go on, clocks go on."""
        self.store.listen(self._on_append, self._on_remark)
        try:
            await self._look_at_nodes()
        except StoreError as error:
            log.warning("the database does not answer: %s", error)
        self._tasks.start(self._sweep())
        self._tasks.start(self._delete_old_matches())
        self._tasks.start(self.reviews.run())
        if self.core == "compiling" and self.settings.compiled is not None:
            self._tasks.start(self._switch_to_compiled(self.settings.compiled))

    async def close(self) -> None:
        """Close all rooms."""
        tasks = [*self._tasks.running, *self._loading.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*(room.close() for room in self.rooms.values()))
        self.rooms.clear()
        self.bot_workers.close()
        try:
            await self.store.release(self.node)
        except StoreError:
            log.warning("leases could not be given back")

    async def _switch_to_compiled(self, told: Path) -> None:
        """Let bots think in compiled code as soon as there is some."""
        folder = await compiled_package(told, self.clock)
        self.core = "compiled" if folder is not None and await self.bot_workers.renew(folder) else "interpreted"
        if self.core == "compiled":
            log.info("bots think in compiled code from now on")

    async def _sweep(self) -> None:
        """Every few seconds: say that this node lives, unload what is idle, take up what nobody looks after."""
        while True:
            try:
                await self._unload()
                await self._load_running()
                await self._look_at_nodes()
            except StoreError as error:
                log.warning("the database does not answer: %s", error)
            await wait_until(self.clock, self.clock.now() + SWEEP_MS)

    async def _delete_old_matches(self) -> None:
        """Every hour: delete matches that are over for longer than the host keeps them, and tables never begun."""
        while True:
            now, days = self.clock.now(), self.settings.retention_days
            try:
                purged = await self.store.purge((OPEN, CLOSED), now - FORGOTTEN_MS)
                if days:
                    purged += await self.store.purge((ENDED, ABANDONED), now - days * DAY_MS)
                if purged:
                    log.info("old matches were deleted", extra={"matches": purged})
            except StoreError as error:
                log.warning("the database does not answer: %s", error)
            await wait_until(self.clock, now + CLEAR_OUT_MS)

    async def _unload(self) -> None:
        """Forget the rooms that nobody is in and that have nothing to do for a while."""
        for match, room in list(self.rooms.items()):
            if room.is_idle(self.settings.unload_after):
                wakes = room.wakes_at()
                self._asleep[match] = NEVER if wakes is None else wakes
                del self.rooms[match]
                await room.close()

    async def _load_running(self) -> None:
        """Load what is not over and may have something to do without anybody asking: where there is a clock, or nobody.

        Elsewhere nothing happens while nobody is there.
        """
        running = await self.store.ids_with_status((OPEN, SEALED, PLAYING))
        self._asleep = {match: self._asleep[match] for match in running if match in self._asleep}
        for match in running:
            if match not in self.rooms and self.clock.now() >= self._asleep.get(match, 0):
                self._asleep.pop(match, None)
                try:
                    if await self._can_wait(match):
                        self._asleep[match] = NEVER
                    else:
                        await self.room(match)
                except StoreError as error:
                    log.warning("a match could not be taken up: %s", error, extra={"match": match})
                    self._asleep[match] = self.clock.now() + BROKEN_MS

    async def _can_wait(self, match: str) -> bool:
        """Tell whether a match stands still until somebody comes."""
        summary = await self.store.summary(match)
        return summary is None or (summary.status == PLAYING and parse_summary(summary).clock.kind == "none")

    async def _look_at_nodes(self) -> None:
        """Say that this node is alive, and see which of the others still are."""
        await self.store.lease(f"node {self.node}", self.node, NODE_MS)
        known = {node for room in self.rooms.values() for chair in room.table.chairs for node in chair.nodes}
        self._nodes = {node: await self._holds_lease(node) for node in known - {self.node}}
        for room in list(self.rooms.values()):
            if any(not self.is_alive(node) for chair in room.table.chairs for node in chair.nodes):
                await room.check_presence()

    async def _holds_lease(self, node: str) -> bool:
        """Tell whether a node has renewed its lease: one that can be had for no time at all has ended."""
        return not await self.store.lease(f"node {node}", self.node, 0)

    # Rooms

    async def room(self, match: str) -> Room | None:
        """Return the room of a match, loaded, or None if there is no such match; StoreError if it cannot be read."""
        found = self.rooms.get(match)
        if found is not None and not found.lock.broken:
            return found
        task = self._loading.get(match)
        if task is None:
            task = self._loading[match] = asyncio.get_running_loop().create_task(self._load(match))
            task.add_done_callback(lambda _: self._loading.pop(match, None))
        return await asyncio.shield(task)

    async def _load(self, match: str) -> Room | None:
        broken = self.rooms.pop(match, None)
        if broken is not None:
            await broken.close()
        room = Room(self, match)
        try:
            if not await room.load():
                return None
            for node in {node for chair in room.table.chairs for node in chair.nodes} - {self.node, *self._nodes}:
                self._nodes[node] = await self._holds_lease(node)
        except BaseException:
            await room.close()
            raise
        self.rooms[match] = room
        return room

    async def create(self, bodies: list[events.AnyBody], match: str, who: str) -> Table:
        """Open a table with its first events."""
        now = self.clock.now()
        new = [events.encode_event(match, seq, now, events.Entry(body, who)) for seq, body in enumerate(bodies, 1)]
        table = Table(match)
        table.replay(new)
        await self.store.append(new, summary_of(table))
        return table

    async def is_closed(self, match: str) -> bool:
        """Tell whether a table was closed before its match began."""
        summary = await self.store.summary(match)
        return summary is not None and summary.status == CLOSED

    async def open_rematch(self, table: Table, who: str) -> None:
        """Open the table that a table names as its rematch, unless it is open already."""
        if await self.store.summary(table.rematch) is None:
            with suppress(ConflictError):  # another node has opened it in between
                await self.create(decide.begin_rematch(table, who, self.world()), table.rematch, who)

    def _on_append(self, match: str, seq: int) -> None:
        """Another node has appended, or with no number changed a person; without an id: anything may have happened."""
        self._asleep = {} if not match else self._asleep
        self._asleep.pop(match, None)
        if not seq:
            self._tasks.start(
                self._retry_until_done(partial(self._refresh_people, [match] if match else sorted(self._people())))
            )
        for known, room in self.rooms.items():
            if match in ("", known):
                self._tasks.start(self._retry_until_done(partial(room.on_append, seq)))

    def _on_remark(self, match: str, number: int) -> None:
        """Somebody has said something at another node."""
        room = self.rooms.get(match)
        if room is not None:
            self._tasks.start(self._retry_until_done(partial(room.on_remark, number)))

    async def _retry_until_done(self, work: Callable[[], Coroutine[None, None, None]]) -> None:
        """Do what nobody waits for, again and again while the database does not answer."""
        for _ in range(ATTEMPTS):
            try:
                return await work()
            except StoreError as error:
                log.warning("the database does not answer: %s", error)
            await wait_until(self.clock, self.clock.now() + AGAIN_MS)

    # What rooms share

    def world(self) -> World:
        """Return the time, and a source of secrets."""
        return World(self.clock.now(), self.token)

    def is_alive(self, node: str) -> bool:
        """Tell whether a node is running, as far as is known."""
        return node == self.node or self._nodes.get(node, True)

    async def names(self, identities: tuple[str, ...]) -> dict[str, str]:
        """Return the names of people."""
        now = self.clock.now()
        unknown = tuple(one for one in identities if self._names.get(one, ("", 0))[1] <= now)
        if unknown:
            found = await self.store.names(unknown)
            for one in unknown:
                self._names.pop(one, None)
            self._names |= {one: (name, now + NAMES_MS) for one, name in found.items()}
        return {one: self._names[one][0] for one in identities if one in self._names}

    async def identity(self, identity: str) -> Identity | None:
        """Return a guest."""
        return await self.store.identity(identity)

    def _people(self) -> set[str]:
        """Return everybody who sits at a table of this node, is connected to it or has said something there."""
        return {one for room in self.rooms.values() for one in room.people()}

    async def _refresh_people(self, people: list[str]) -> None:
        """Look up the present names, and who was deleted."""
        known = await self.store.names(people)
        for one in people:
            if known.get(one, "") != self._names.get(one, ("", 0))[0]:
                self.forget_name(one)
            if one not in known:
                self.on_deleted(one)

    def forget(self, identity: str) -> None:
        """Have nothing more to do with somebody who was deleted."""
        self.forget_name(identity)
        self.on_deleted(identity)

    def forget_name(self, identity: str) -> None:
        """Look a name up again: it was changed or deleted."""
        self._names.pop(identity, None)
        for room in self.rooms.values():
            if identity in room.people():
                self._tasks.start(self._retry_until_done(room.refresh_names))

    def prepare(self) -> None:
        """Get ready for bots to think."""
        self.bot_workers.prepare()

    async def wait_for_turn(self, level: str, claim: Claim) -> Turn:
        """Wait until a bot may think."""
        return await self.bot_workers.wait_for_turn(level, claim)

    async def think(self, view: View, game: str, level: str, seed: str) -> int:
        """Let a bot choose, in another process."""
        return await self.bot_workers.choose(view, game, level, seed)

    def choose_quickly(self, view: View, game: str, level: str, seed: str, late: bool) -> int:
        """Let a quick bot choose, here and now; `late`: because another did not choose in time."""
        return self.bot_workers.choose_quickly(view, game, level, seed, late)

    async def consider(self, view: View, game: str, seed: str, claim: Claim) -> Hint:
        """Let a good player say what it thinks of the choices, in another process."""
        return await self.bot_workers.consider(view, game, seed, claim)

    async def do_aside(self, game: str, work: Callable[[], T], cost: int) -> T | None:
        """Let another process do something that nobody at a table waits for; None if it fails."""
        return await self.bot_workers.do_aside(game, work, cost)

    # How much somebody may have

    async def admit(self, line: Client, opens: bool) -> None:
        """Refuse somebody who sits in too many matches, or (`opens`) has opened too many tables."""
        if await self.has_too_many(line.identity):
            raise Refusal("limited", "too-many-matches")
        wait = self.limits.open_table(line.identity, line.address) if opens else 0.0
        if wait:
            raise Refusal("limited", "too-many-tables", retry=int(1000 * wait) + 1)

    async def has_too_many(self, identity: str) -> bool:
        """Tell whether somebody sits in as many unfinished matches as anybody may."""
        most = self.settings.matches_per_person
        return self.settings.limits and await self.store.count_unfinished(identity, LIVE) >= most
