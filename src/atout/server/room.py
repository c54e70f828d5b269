"""A room: one table that is loaded, the connections around it, its bots and its clocks.

Whatever changes a table is decided, appended to the log, and only then applied and told. On one database several nodes
may have a room for the same table; whoever appends first wins, the others read what is new and decide again.
"""

import asyncio
import logging
from collections.abc import Coroutine, Sequence
from types import TracebackType
from typing import Final, Protocol, TypeVar

import msgspec

from atout.bots.hints import Opinion
from atout.kernel.log import SPECTATOR
from atout.kernel.view import Display, View
from atout.server import course, decide, due, events, show, wire
from atout.server.clock import Alarm, Clock, wait_until
from atout.server.course import Bodies
from atout.server.decide import World
from atout.server.news import News
from atout.server.refusal import Refusal
from atout.server.store import ConflictError, Event, Snapshot, Store, StoreError
from atout.server.summary import summary_after
from atout.server.table import LIVE, ReplayError, Table

ATTEMPTS: Final = 8  # at appending, while other nodes append too
AGAIN_MS: Final = 1_000  # until something that could not be kept is tried again
LINGER_MS: Final = 3_000  # until a player without a connection is noted as absent: a page may be loading anew
LEASE_MS: Final = 5_000  # for letting a table's bots think; another node takes over when it has ended
STAGGER_MS: Final = 40  # between bots that answer at once: not who thought fastest comes first
SNAPSHOT_EVERY: Final = 256
UNKNOWN: Final = -1
UNSEEING: Final = frozenset({SPECTATOR})
CLOSE_SECONDS: Final = 5.0

T = TypeVar("T")

log = logging.getLogger("atout.room")


class Line(Protocol):
    """A connection as a room sees it."""

    identity: str

    def send(self, message: wire.Message) -> None:
        """Queue a message; a reader that is too slow gets a resync instead."""


class Surroundings(Protocol):
    """What rooms share."""

    store: Store
    clock: Clock
    node: str
    pace: int  # milliseconds a bot takes for a decision, whatever it holds

    def world(self) -> World:
        """Return the time, and a source of secrets."""

    def alive(self, node: str) -> bool:
        """Tell whether a node is running."""

    async def names(self, identities: tuple[str, ...]) -> dict[str, str]:
        """Return the names of people."""

    async def think(self, view: View, game: str, level: str, seed: str) -> int:
        """Let a bot choose, in another process."""

    async def consider(self, view: View, game: str, seed: str) -> list[Opinion]:
        """Let a good player say what it thinks of the choices, in another process."""

    async def open_rematch(self, table: Table, who: str) -> None:
        """Open the table that a table names as its rematch, unless it is open already."""


class Room:
    """A loaded table."""

    def __init__(self, around: Surroundings, match: str) -> None:
        self.around = around
        self.table = Table(match)
        self.lines: dict[Line, int] = {}  # the observer each connection is
        self.touched = 0
        self.broken = False  # its log cannot be replayed
        self._names: dict[str, str] = {}
        self.lock = asyncio.Lock()
        self.users = 0  # those who have the lock or wait for it
        self._parted: dict[int, int] = {}  # when the last connection of a seat went
        self._thinking: dict[int, asyncio.Task[None]] = {}
        self._hints: dict[int, tuple[int, asyncio.Task[wire.Hinted]]] = {}  # by seat, for which question
        self._tasks: set[asyncio.Task[object]] = set()
        self._alarm: Alarm | None = None
        self._alarm_at = -1
        self._try_again = 0  # not before then
        self._leased_until = 0
        self._notice: int | None = UNKNOWN  # when the log should be told who is connected
        self._snapshot = 0
        self._closed = False

    @property
    def _alone(self) -> "_Alone":
        """Have the table to oneself; made anew each time, so that a room does not hold itself."""
        return _Alone(self)

    # Coming and going

    async def load(self) -> bool:
        """Read the log; say whether there is such a match."""
        async with self._alone:
            await self._catch_up()
            await self._learn_names()
            self.touched = self._now()
            self._snapshot = self.table.seq - self.table.seq % SNAPSHOT_EVERY
            if self.table.seq:
                self._arrange()
        return self.table.seq > 0

    async def join(self, line: Line) -> None:
        """Let a connection in and show it the table."""
        await self._finish(self._join(line))

    async def _join(self, line: Line) -> None:
        async with self._alone:
            if self._closed:
                raise StoreError("the table is being unloaded")
            try:
                await self._catch_up()
            except ReplayError:
                raise
            except StoreError as error:
                log.warning("a table is shown as it was: %s", error, extra={"match": self.table.id})
            observer = self.table.observer(line.identity)
            self.lines[line] = observer
            self._parted.pop(observer, None)
            self._notice = UNKNOWN
            self.touched = self._now()
            await self._learn_names()
            line.send(self.whole(line))
            arrived = self._comings_and_goings()
            if observer >= 0 and self.table.chairs[observer].stand_in in ("gone", "clock"):
                arrived.append(events.StoodIn(observer, False, "back"))
            if not arrived or not await self._try_to_append(arrived):
                self._tell_presence(but=line)
            self._arrange()

    async def part(self, line: Line) -> None:
        """Let a connection go."""
        await self._finish(self._part(line))

    async def _part(self, line: Line) -> None:
        async with self._alone:
            observer = self.lines.pop(line, None)
            if observer is None:
                return
            self.touched = self._now()
            if observer not in self.lines.values():
                self._parted[observer] = self.touched
            self._notice = UNKNOWN
            self._tell_presence()
            self._arrange()

    def idle(self, now: int, after: int) -> bool:
        """Tell whether nobody would miss the room for a while."""
        wakes = self.wakes_at()
        asleep = wakes is None or wakes - now > after
        return asleep and now - self.touched > after and not (self.lines or self.users or self._thinking)

    def wakes_at(self) -> int | None:
        """Return when there will be something to do that nobody asks for."""
        if self._notice == UNKNOWN:
            self._notice = self._next_notice()
        first, notice = due.next_due(self.table), self._notice
        if first is None or (notice is not None and notice < first):
            first = notice
        return None if first is None else max(first, self._try_again)

    async def close(self) -> None:
        """Stop everything; what is being kept is kept."""
        self._closed = True
        if self._alarm is not None:
            self._alarm.cancel()
        for task in self._thinking.values():
            task.cancel()
        waiting = {*self._thinking.values(), *self._tasks}
        if waiting:
            _, late = await asyncio.wait(waiting, timeout=CLOSE_SECONDS)
            for one in late:
                one.cancel()
            await asyncio.gather(*waiting, return_exceptions=True)

    # Requests

    async def ask(self, line: Line, request: wire.AnyRequest) -> wire.Message:
        """Carry out a request of a connection and return the answer; must not be cancelled."""
        try:
            async with self._alone:
                self.touched = self._now()
                try:
                    return await self._carry_out(line, request)
                finally:
                    self._arrange()
        except Refusal as refusal:
            return refusal.message(request.re)
        except StoreError as error:
            log.warning("a request could not be kept: %s", error, extra={"match": self.table.id})
            return wire.Refused(request.re, "unavailable", "nothing-can-be-kept-now", retry=2 * AGAIN_MS)

    async def heard(self, seq: int) -> None:
        """Read what another node has appended; 0: anything may have happened."""
        async with self._alone:
            if seq > self.table.seq or seq == 0:
                await self._catch_up()
                self._arrange()

    async def look_around(self) -> None:
        """See whether nodes have died, and people with them."""
        async with self._alone:
            self._notice = UNKNOWN
            self._tell_presence()
            self._arrange()

    async def called_anew(self) -> None:
        """Tell everybody how people are called now."""
        async with self._alone:
            await self._learn_names()
            for line in self.lines:
                line.send(self.whole(line))

    async def _carry_out(self, line: Line, request: wire.AnyRequest) -> wire.Accepted:
        who, table = line.identity, self.table
        for _ in range(ATTEMPTS):
            done = table.answered(who, request.id) if request.id else None
            if done is None:
                try:
                    bodies = decide.decide(table, who, request, self._world())
                except Refusal:
                    if await self._is_behind():
                        continue
                    raise
                done = table.seq + 1 if bodies else table.seq
                if bodies and not await self._append(bodies, who, request.id):
                    continue
            link = ""
            if isinstance(request, wire.Rematch):
                await self.around.open_rematch(table, who)
                link = table.rematch
            elif isinstance(request, wire.Invite):
                link = table.invite
            elif isinstance(request, wire.Refresh):
                line.send(self.whole(line))
            elif isinstance(request, wire.Hint):
                self._hint(line, request.re)
            return wire.Accepted(request.re, done, link)
        raise StoreError("too many others write to this match")

    async def _is_behind(self) -> bool:
        """Catch up with other nodes; tell whether there was anything new."""
        seq = self.table.seq
        await self._catch_up()
        return self.table.seq > seq

    # Appending and telling

    async def _append(self, bodies: Bodies, who: str = "", request: str = "") -> bool:
        """Append events and apply them; False if another node was faster and the table has changed."""
        now = self._now()
        first = self.table.seq + 1
        entries = [events.Entry(body, who, request if k == 0 else "") for k, body in enumerate(bodies)]
        new = [events.written(self.table.id, first + k, now, entry) for k, entry in enumerate(entries)]
        try:
            await self.around.store.append(new, summary_after(self.table, now, bodies))
        except ConflictError:
            await self._catch_up()
            return False
        news = self._apply(new, entries)
        if news.whole:
            await self._show_all(news)
        return True

    async def _try_to_append(self, bodies: Bodies) -> bool:
        """Append events that nobody asks for; if that is not possible now, time brings them again."""
        try:
            return await self._append(bodies)
        except StoreError as error:
            log.warning("something due could not be kept: %s", error, extra={"match": self.table.id})
            self._try_again = self._now() + AGAIN_MS
            return False

    async def _catch_up(self) -> None:
        new = await self.around.store.read(self.table.id, self.table.seq)
        news = self._apply(new, [None] * len(new)) if new else None
        if news is not None and news.whole:
            await self._show_all(news)

    def _apply(self, new: Sequence[Event], entries: Sequence[events.Entry | None]) -> News:
        """Apply events, and tell every connection what it may know of them, unless it has to see the whole table."""
        table, news = self.table, News(self.table, self._observers())
        try:
            news.happen(new, entries)
        except ReplayError:
            self.broken = True
            raise
        for seq, said in news.said:
            self._tell_all(show.heard(table, seq, said, self._names))
        if news.whole or news.presence:
            self._notice = UNKNOWN
        if not news.whole:
            changes = news.changes(self._now())
            for line, observer in self.lines.items():
                if observer in changes:
                    line.send(changes[observer])
            if news.presence:
                self._tell_presence()
        ended = any(event.kind == "over" for event in new)
        if new[0].seq > 1 and (ended or table.seq - self._snapshot >= SNAPSHOT_EVERY):
            self._snapshot = table.seq
            self._start(self._keep_snapshot())
        return news

    async def _show_all(self, news: News) -> None:
        """Show the whole table to every connection, each as whom it is now."""
        await self._learn_names()
        for line in self.lines:
            self.lines[line] = self.table.observer(line.identity)
        for line, observer in self.lines.items():
            line.send(self.whole(line, news.told(observer)))

    def _tell_all(self, message: wire.Message, but: Line | None = None) -> None:
        for line in self.lines:
            if line is not but:
                line.send(message)

    def _tell_presence(self, but: Line | None = None) -> None:
        self._tell_all(wire.Presence(*self._here()), but)

    def _here(self) -> tuple[list[bool], int]:
        """Return who is connected, to this node or another, and how many watch at this one."""
        present = set(self.lines.values())
        others = [
            any(node != self.around.node and self.around.alive(node) for node in chair.here)
            for chair in self.table.chairs
        ]
        here = [chair.human and (seat in present or others[seat]) for seat, chair in enumerate(self.table.chairs)]
        return here, sum(observer == SPECTATOR for observer in self.lines.values())

    def _observers(self) -> set[int]:
        """Return who is there to see the match; watchers are not where nobody may watch."""
        return set(self.lines.values()) - (UNSEEING if self.table.rules.watch == "nobody" else set())

    def _shown(self, observer: int) -> Display:
        """Return what an observer may be shown of the match now."""
        assert self.table.match is not None
        return self.table.match.view(observer).display()

    def whole(self, line: Line, told: list[wire.Happened] | None = None) -> wire.Table:
        """Return the whole table as a connection may see it."""
        observer = self.table.observer(line.identity)
        blind = self.table.match is None or (observer == SPECTATOR and self.table.rules.watch == "nobody")
        shown = None if blind else self._shown(observer)
        here, watchers = self._here()
        return show.whole(self.table, shown, line.identity, self._names, here, watchers, self._now(), told or [])

    async def _learn_names(self) -> None:
        people = {*self.table.members(), *(line.identity for line in self.lines)}
        try:
            self._names = await self.around.names(tuple(sorted(people)))
        except StoreError as error:
            log.warning("names are not known: %s", error, extra={"match": self.table.id})

    # What nobody asks for

    def _arrange(self) -> None:
        """See to it that bots think and that time is not forgotten."""
        if self._closed:
            return
        table = self.table
        for seat in table.owing():
            answered = table.poll is not None and seat in table.poll.answers
            if table.level_at(seat) and seat not in self._thinking and not answered:
                self._thinking[seat] = asyncio.get_running_loop().create_task(self._let_bot_play(seat))
        wakes = self.wakes_at()
        if self._alarm is not None and wakes != self._alarm_at:
            self._alarm.cancel()
            self._alarm = None
        if self._alarm is None and wakes is not None:
            self._alarm_at = wakes
            self._alarm = self.around.clock.at(wakes, self._ring)

    def _ring(self) -> None:
        self._alarm = None
        self._start(self._see_to_time())

    async def _see_to_time(self) -> None:
        """Carry out what has become due."""
        async with self._alone:
            self._notice = UNKNOWN
            bodies = self._comings_and_goings() or due.due(self.table, self._now())
            if bodies and not self._closed:
                await self._try_to_append(bodies)
            self._arrange()

    def _comings_and_goings(self) -> Bodies:
        """Return what the log does not say yet about who is connected."""
        now, me = self._now(), self.around.node
        bodies: Bodies = []
        for seat, chair in enumerate(self.table.chairs if self.table.status in LIVE else ()):
            if seat in self.lines.values():
                bodies += [] if me in chair.here else [events.Came(seat, me)]
            elif me in chair.here and now >= self._parted.get(seat, 0) + LINGER_MS:
                bodies.append(events.Went(seat, me))
            bodies += [events.Went(seat, node) for node in sorted(chair.here - {me}) if not self.around.alive(node)]
        return bodies

    def _next_notice(self) -> int | None:
        """Return when the log should be told who is connected."""
        if self._comings_and_goings():
            return self.table.at
        me, chairs = self.around.node, self.table.chairs
        times = [
            self._parted.get(seat, 0) + LINGER_MS
            for seat, chair in enumerate(chairs)
            if me in chair.here and seat not in self.lines.values() and self.table.status in LIVE
        ]
        return min(times, default=None)

    async def _let_bot_play(self, seat: int) -> None:
        """Let a bot choose for a seat, at a pace that tells nothing, and carry it out."""
        table, match = self.table, self.table.match
        question, level = table.question(seat), table.level_at(seat)
        if match is None or not question or not level:  # something has happened since this was arranged
            self._thinking.pop(seat, None)
            return
        opened = table.chairs[seat].since if table.poll is None else table.poll.at
        answers_at = opened + self.around.pace + STAGGER_MS * seat
        by: events.By = "bot" if table.chairs[seat].level else "stand_in"
        view = course.asked(table, seat).view(seat)
        try:
            if await self._leased():
                seed = f"{table.setup.secret} {seat} {len(match.steps)}"
                action = await self.around.think(view, match.game.name, level, seed)
                await wait_until(self.around.clock, self._on_the_beat(answers_at))
                async with self._alone:
                    if table.question(seat) == question and table.level_at(seat) == level:
                        await self._append(course.taken(table, seat, [action], by))
            else:
                await wait_until(self.around.clock, self._now() + LEASE_MS // 2)
        except (StoreError, Refusal) as error:
            log.warning("a bot could not play: %s", error, extra={"match": table.id})
            await wait_until(self.around.clock, self._now() + AGAIN_MS)
        finally:
            self._thinking.pop(seat, None)
        self._arrange()

    def _on_the_beat(self, answers_at: int) -> int:
        """Return when a bot answers: in time, or if it thought too long a whole number of paces later."""
        late, pace = max(0, self._now() - answers_at), self.around.pace
        return answers_at + -(-late // pace) * pace if pace else answers_at

    async def _leased(self) -> bool:
        """Tell whether this is the node that lets the bots of the table think."""
        now = self._now()
        if now + LEASE_MS // 2 < self._leased_until:
            return True
        until = now + LEASE_MS
        name = f"bots {self.table.id}"
        leased = await self.around.store.lease(name, self.around.node, now, until)
        self._leased_until = until if leased else 0
        return leased

    def _hint(self, line: Line, re: int) -> None:
        """Let a good player think about what a seat is asked, once for each decision; meanwhile everything goes on."""
        table, match, seat = self.table, self.table.match, self.lines.get(line, SPECTATOR)
        if match is None or seat < 0:
            return
        question = table.question(seat)
        if self._hints.get(seat, (0, None))[0] != question:
            view = course.asked(table, seat).view(seat)
            seed = f"{table.setup.secret} hint {seat} {len(match.steps)}"
            self._hints[seat] = question, self._start(show.hinted(self.around.consider, match.game, view, seed))
        self._start(self._tell_hint(line, re, seat, *self._hints[seat]))

    async def _tell_hint(self, line: Line, re: int, seat: int, question: int, work: asyncio.Task[wire.Hinted]) -> None:
        found = await work
        if line in self.lines and self.table.question(seat) == question:
            line.send(msgspec.structs.replace(found, re=re))

    async def _keep_snapshot(self) -> None:
        try:
            await self.around.store.snapshot(Snapshot.of(await self.around.store.read(self.table.id)))
        except StoreError as error:
            log.warning("no snapshot: %s", error, extra={"match": self.table.id})

    # Small things

    def _now(self) -> int:
        """Return the time, which for a table never goes back."""
        return max(self.around.clock.now(), self.table.at)

    def _world(self) -> World:
        world = self.around.world()
        return world if world.now >= self.table.at else World(self.table.at, world.token)

    def _start(self, work: Coroutine[None, None, T]) -> asyncio.Task[T]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _finish(self, work: Coroutine[None, None, T]) -> T:
        """Let something come to its end, even if who asked for it does not wait: what is kept has to be applied."""
        return await asyncio.shield(self._start(work))


class _Alone:
    """The time for which somebody has a table to oneself."""

    def __init__(self, room: Room) -> None:
        self._room = room

    async def __aenter__(self) -> None:
        self._room.users += 1
        try:
            await self._room.lock.acquire()
        except BaseException:
            self._room.users -= 1
            raise
        if self._room.broken:
            await self.__aexit__()
            raise ReplayError(f"the log of {self._room.table.id} cannot be replayed")

    async def __aexit__(
        self,
        kind: type[BaseException] | None = None,
        error: BaseException | None = None,
        trace: TracebackType | None = None,
    ) -> None:
        self._room.users -= 1
        self._room.lock.release()
