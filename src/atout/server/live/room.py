"""A room: one table that is loaded, the connections around it, its bots and its clocks.

Whatever changes a table is decided, appended to the log, and only then applied and told. On one database several nodes
may have a room for the same table; whoever appends first wins, the others read what is new and decide again.
"""

import asyncio
import logging
from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Raw

from atout.kernel.log import SPECTATOR
from atout.server.clock import TableClock, Waker
from atout.server.core import decide, events, messages, moves, table_messages, timers, wire
from atout.server.core.decide import World
from atout.server.core.messages import TableChanges
from atout.server.core.moves import Bodies
from atout.server.core.refusals import Refusal
from atout.server.core.summaries import summary_after
from atout.server.core.table import ReplayError, Table
from atout.server.core.talk import SHOWN, TableLimits
from atout.server.live.bot_queue import ASIDE
from atout.server.live.bot_seats import BotSeats
from atout.server.live.hints import Hints
from atout.server.live.histories import Histories
from atout.server.live.presence import Presence
from atout.server.live.services import Client, RoomServices
from atout.server.live.snapshots import Snapshots
from atout.server.live.table_talk import TableTalk
from atout.server.live.tasks import Tasks
from atout.server.stores.base import ConflictError, Event, Remark, StoreError

ATTEMPTS: Final = 8  # at appending, while other nodes append too
AGAIN_MS: Final = 1_000  # until something that could not be kept is tried again
MOST_HAND_WATCHERS: Final = 500  # watchers who are shown all hands: each of them is in the log
UNSEEING: Final = frozenset({SPECTATOR})
CLOSE_SECONDS: Final = 5.0

log = logging.getLogger("atout.room")


class TableLock(asyncio.Lock):
    """Exclusive use of a table, unless its log cannot be replayed."""

    users = 0  # those who have it or wait for it
    broken = False  # what the table holds is not what the log says

    async def acquire(self) -> Literal[True]:
        """Wait for it."""
        self.users += 1
        try:
            await super().acquire()
            if self.broken:
                super().release()
                raise ReplayError("the log cannot be replayed")
        except BaseException:
            self.users -= 1
            raise
        return True

    def release(self) -> None:
        """Let others have it."""
        self.users -= 1
        super().release()


class Room:
    """A loaded table."""

    def __init__(self, services: RoomServices, match: str) -> None:
        self.services = services
        self.table = Table(match)
        self.lines: dict[Client, int] = {}  # the observer each connection is
        self.lock = TableLock()
        self.last_used = 0
        self._names: dict[str, str] = {}
        self._clock = TableClock(services.clock, self.table)
        self._tasks = Tasks()
        self._presence = Presence(services, self.table, self.lines, self._clock)
        self._bots = BotSeats(services, self.table, self.lines, self._clock, self._tasks)
        self._hints = Hints(services, self.table, self.lines, self._tasks)
        self._talk = TableTalk(services.store, self.table)
        self._snapshots = Snapshots(services.store, self.table, self._tasks)
        self._limits = TableLimits()
        self._waker = Waker(services.clock, lambda: self._tasks.start(self._run_due()))
        self._try_again = 0  # not before then
        self._histories = Histories(services.store, services.clock, match)
        self._closed = False

    # Coming and going

    async def load(self) -> bool:
        """Read the log; say whether there is such a match."""
        async with self.lock:
            await self._catch_up()
            await self._load_names()
            self.last_used = self._clock.now()
            self._snapshots.plan()
            if self.table.seq:
                self.update()
        return self.table.seq > 0

    async def join(self, line: Client) -> None:
        """Let a connection in and show it the table."""
        await self._tasks.run_to_end(self._join(line))

    async def _join(self, line: Client) -> None:
        async with self.lock:
            if self._closed:
                raise StoreError("the table is being unloaded")
            try:
                await self._catch_up()
            except ReplayError:
                raise
            except StoreError as error:
                log.warning("a table is shown as it was: %s", error, extra={"match": self.table.id})
            try:
                await self._talk.load()
            except StoreError as error:
                log.warning("what was said is not known: %s", error, extra={"match": self.table.id})
            observer = self.table.observer(line.identity)
            self.lines[line] = observer
            self._presence.on_join(observer)
            self.last_used = self._clock.now()
            if any(chair.level for chair in self.table.chairs):
                self.services.prepare()
            await self._load_names()
            await self._reveal_hands()
            line.send(self.table_message(line))
            arrived = self._presence.due_events()
            alone = observer >= 0 and self.table.is_solo  # others have seen the bot play: then the player says when
            if alone and self.table.chairs[observer].stand_in in ("gone", "clock"):
                arrived.append(events.StoodIn(observer, False, "back"))
            if not arrived or not await self._try_to_append(arrived):
                self._tell_presence(but=line)
            self.update()

    async def leave(self, line: Client) -> None:
        """Remove a connection."""
        await self._tasks.run_to_end(self._leave(line))

    async def _leave(self, line: Client) -> None:
        async with self.lock:
            observer = self.lines.pop(line, None)
            if observer is None:
                return
            self.last_used = self._clock.now()
            self._presence.on_leave(observer)
            self._tell_presence()
            self.update()

    def is_idle(self, after: int) -> bool:
        """Tell whether nobody would miss the room for a while."""
        wakes = self.wakes_at()
        asleep = wakes is None or wakes - self.services.clock.now() > after
        return (
            asleep
            and self._clock.now() - self.last_used > after
            and not (self.lines or self.lock.users or self._bots.thinking)
        )

    def wakes_at(self) -> int | None:
        """Return when, by this node's clock, there will be something to do that nobody asks for."""
        first, notice = timers.next_due_at(self.table), self._presence.next_due_at()
        if first is None or (notice is not None and notice < first):
            first = notice
        return None if first is None else self._clock.to_node_time(max(first, self._try_again))

    async def close(self) -> None:
        """Stop everything; what is being kept is kept."""
        self._closed = True
        self._waker.stop()
        await self._tasks.finish(self._bots.stop(), CLOSE_SECONDS)

    # Requests

    async def handle_request(self, line: Client, request: wire.AnyRequest) -> wire.Message:
        """Carry out a request of a connection and return the answer; must not be cancelled."""
        if isinstance(request, wire.Ping):  # which waits for nobody
            return wire.Accepted(request.re, self.table.step)
        try:
            async with self.lock:
                self.last_used = self._clock.now()
                try:
                    return await self._carry_out(line, request)
                finally:
                    asyncio.get_running_loop().call_soon(self.update)  # when everybody has been told
        except Refusal as refusal:
            return refusal.message(request.re)
        except StoreError as error:
            log.warning("a request could not be kept: %s", error, extra={"match": self.table.id})
            return wire.Refused(request.re, "unavailable", "nothing-can-be-kept-now", retry=2 * AGAIN_MS)

    async def on_append(self, seq: int) -> None:
        """Read what another node has appended; 0: anything may have happened."""
        async with self.lock:
            if seq > self.table.seq or seq == 0:
                await self._catch_up()
                self.update()
            if seq == 0:
                await self._tell_talk(await self._talk.read_new(0))

    async def on_remark(self, number: int) -> None:
        """Read what was said at another node; 0: anything may have been."""
        async with self.lock:
            await self._tell_talk(await self._talk.read_new(number))

    async def check_presence(self) -> None:
        """See whether nodes have died, and people with them."""
        async with self.lock:
            self._presence.refresh()
            self._tell_presence()
            self.update()

    async def refresh_names(self) -> None:
        """Tell everybody the present names."""
        async with self.lock:
            await self._load_names()
            for line in self.lines:
                line.send(self.table_message(line))

    async def _carry_out(self, line: Client, request: wire.AnyRequest) -> wire.Accepted:
        who, table = line.identity, self.table
        admitted = set[str]()
        if isinstance(request, wire.Say | wire.Recall):
            await self._talk.load()
        for _ in range(ATTEMPTS):
            done = table.step_of_request(who, request.id) if request.id else None
            if done is None and isinstance(request, wire.Say):
                done = self._talk.talk.number_of(who, request.id)
            if done is None:
                try:
                    bodies = decide.decide(table, who, request, await self._world(request))
                except Refusal:
                    seq = table.seq
                    await self._catch_up()
                    if table.seq > seq:  # other nodes have changed it
                        continue
                    raise
                if bodies and isinstance(request, wire.Sit | wire.Rematch) and who not in admitted:
                    if isinstance(request, wire.Rematch) or table.seat_of(who) is None:
                        await self.services.admit(line, isinstance(request, wire.Rematch))
                    admitted.add(who)
                if isinstance(request, wire.History):
                    self._histories.admit(line)
                if isinstance(request, wire.Say):
                    return wire.Accepted(request.re, await self._say(who, request))
                if self.services.limited and bodies and self._is_act(who, request):
                    self._limits.count_change(table, who, self._clock.now())
                done = table.step + (1 if bodies and not isinstance(bodies[0], events.QUIET) else 0)
                if bodies and not await self._append(bodies, who, request.id):
                    continue
            link = ""
            if isinstance(request, wire.Rematch):
                await self.services.open_rematch(table, who)
                link = table.rematch
            elif isinstance(request, wire.Invite):
                link = table.invite
            elif isinstance(request, wire.Refresh):
                await self._reveal_hands()
                line.send(self.table_message(line))
            elif isinstance(request, wire.Recall):
                await self._load_names()
                line.send(self._talk.recall(request, self._names))
            elif isinstance(request, wire.Hint):
                self._hints.start(line, request.re, self._bots.claim(ASIDE))
            elif isinstance(request, wire.History):
                observer = None if self._is_blind(line) else table.observer(who)
                self._tasks.start(self._histories.tell(line, request.re, observer))
            return wire.Accepted(request.re, done, link)
        raise StoreError("too many others write to this match")

    async def _world(self, request: wire.AnyRequest) -> World:
        """Return what a decision needs besides the table."""
        closed = isinstance(request, wire.Rematch) and await self.services.is_closed(self.table.rematch)
        return World(self._clock.now(), self.services.token, closed)

    def _is_act(self, who: str, request: wire.AnyRequest) -> bool:
        """Tell whether a request adds to the log what the rules do not bound: anything but a decision or the end of it.

        Answers can be changed as often as one likes; leaving is never refused.
        """
        if isinstance(request, wire.Play):
            return self.table.seat_of(who) in self.table.poll.answers
        return not isinstance(request, wire.Leave)

    # Appending and telling

    async def _append(self, bodies: Bodies, who: str = "", request: str = "") -> bool:
        """Append events and apply them; False if another node was faster and the table has changed."""
        now = self._clock.now()
        first = self.table.seq + 1
        entries = [events.Entry(body, who, request if k == 0 else "") for k, body in enumerate(bodies)]
        new = [events.encode_event(self.table.id, first + k, now, entry) for k, entry in enumerate(entries)]
        try:
            listed = any(type(body) in events.LISTED for body in bodies)
            await self.services.store.append(new, summary_after(self.table, now, bodies) if listed else None)
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
            self._try_again = self._clock.now() + AGAIN_MS
            return False

    async def _catch_up(self) -> None:
        new = await self.services.store.read_events(self.table.id, self.table.seq)
        news = self._apply(new, [None] * len(new)) if new else None
        if news is not None and news.whole:
            await self._show_all(news)

    def _apply(self, new: Sequence[Event], entries: Sequence[events.Entry | None]) -> TableChanges:
        """Apply events, and tell every connection what it may know of them, unless it has to see the whole table."""
        news = TableChanges(self.table, self._observers())
        try:
            news.apply(new, entries)
        except ReplayError:
            self.lock.broken = True
            raise
        self._clock.now()  # which counts on from here
        if news.whole or news.presence:
            self._presence.refresh()
        for changes in [*news.frames, *([] if news.whole else [news.messages(self._clock.now())])]:
            for line, observer in self.lines.items():
                if observer in changes and not self._is_blind(line):
                    line.send(changes[observer])
        if news.presence and not news.whole:
            self._tell_presence()
        if news.reading and not news.whole:
            self._tell_all(wire.Reading(sorted(self.table.reading.seats)))
        return news

    async def _show_all(self, news: TableChanges) -> None:
        """Show the whole table to every connection, each as whom it is now."""
        await self._load_names()
        for line in self.lines:
            self.lines[line] = self.table.observer(line.identity)
        for line, observer in self.lines.items():
            line.send(self.table_message(line, [] if self._is_blind(line) else news.events_for(observer)))
        for line in await self._reveal_hands():
            line.send(self.table_message(line))

    def _tell_all(self, message: wire.Message, but: Client | None = None) -> None:
        for line in self.lines:
            if line is not but:
                line.send(message)

    def _tell_presence(self, but: Client | None = None) -> None:
        self._tell_all(self._presence.message(self._names), but)

    def _observers(self) -> set[int]:
        """Return who is there to see the match; watchers are not where nobody may watch."""
        return set(self.lines.values()) - (UNSEEING if self.table.rules.watch == "nobody" else set())

    def _is_blind(self, line: Client) -> bool:
        """Tell whether a connection may not see the match: nobody may watch, or the log does not say yet who does."""
        table = self.table
        if table.observer(line.identity) != SPECTATOR:
            return False
        return table.rules.watch == "nobody" or (table.shows_hands and line.identity not in table.hand_watchers)

    async def _reveal_hands(self) -> list[Client]:
        """Let watchers see all hands where they may; first the log has to say so. Return who can see now."""
        table = self.table
        blind = [line for line in self.lines if table.shows_hands and self._is_blind(line)]
        for _ in range(ATTEMPTS):
            unseen = sorted({line.identity for line in blind if self._is_blind(line)})
            people = unseen[: max(0, MOST_HAND_WATCHERS - len(table.hand_watchers))] if table.shows_hands else []
            if not people or await self._try_to_append([events.Saw(one) for one in people]):
                break
        return [line for line in blind if not self._is_blind(line)]

    def table_message(self, line: Client, told: list[wire.Happened] | None = None) -> wire.Table[Raw]:
        """Return the whole table as a connection may see it."""
        table, match, who = self.table, self.table.match, line.identity
        view = None if match is None or self._is_blind(line) else match.view(table.observer(who))
        ended = None
        if match is not None and view is not None and messages.is_just_over(match):
            ended = messages.end_of_deal(table, match, view)
        shown = None if view is None else view.display()
        there, now, words = self._presence.message(self._names), self._clock.now(), self._talk.talk.lines[-SHOWN:]
        return table_messages.table_message(table, shown, who, self._names, there, now, told or [], words, ended)

    async def _load_names(self) -> None:
        try:
            self._names = await self.services.names(tuple(sorted(self.people())))
        except StoreError as error:
            log.warning("names are not known: %s", error, extra={"match": self.table.id})

    def people(self) -> set[str]:
        """Return everybody who sits here, has played, is connected, or has said something."""
        return {*self.table.members(), *(line.identity for line in self.lines), *self._talk.talk.speakers()}

    # Talk

    async def _say(self, who: str, request: wire.Say) -> int:
        """Keep what somebody says and tell everybody; return the number of the line."""
        now = self._clock.now()
        if self.services.limited:
            self._limits.count_remark(who, now)
        number, new = await self._talk.say(who, request, now)
        await self._tell_talk(new)
        return number

    async def _tell_talk(self, lines: Sequence[Remark]) -> None:
        if any(line.identity not in self._names for line in lines):
            await self._load_names()
        for line in lines:
            if line.identity in self._names:
                self._tell_all(table_messages.remark_message(self.table, line, self._names))

    # What nobody asks for

    def update(self) -> None:
        """Set bots thinking while somebody is there, and set the alarm for what is due next."""
        if self._closed:
            return
        self._snapshots.update()
        self._bots.update(self)
        self._waker.set(self.wakes_at())

    async def _run_due(self) -> None:
        """Carry out what has become due."""
        async with self.lock:
            self._presence.refresh()
            bodies = self._presence.due_events() or timers.due_events(self.table, self._clock.now())
            if bodies and not self._closed:
                await self._try_to_append(bodies)
            self.update()

    async def play_for_bot(self, seat: int, question: int, level: str, actions: list[int], by: events.By) -> None:
        """Take the decision of a bot, unless something has happened since it was asked, or everybody has gone."""
        table = self.table
        async with self.lock:
            same = table.question(seat) == question and table.level_at(seat) == level
            if same and self._bots.is_attended():
                await self._append(moves.take_decision(table, seat, actions, by))
