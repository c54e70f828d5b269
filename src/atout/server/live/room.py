"""A room: one table that is loaded, the connections around it, its bots and its clocks.

Whatever changes a table is decided, appended to the log, and only then applied and told. On one database several nodes
may have a room for the same table; whoever appends first wins, the others read what is new and decide again.
"""

import asyncio
import logging
from collections.abc import Coroutine, Sequence
from functools import partial
from types import TracebackType
from typing import Final, Protocol, TypeVar

import msgspec

from atout.bots.hints import Opinion
from atout.kernel.log import SPECTATOR
from atout.kernel.view import Display, View
from atout.server.clock import Alarm, Clock, wait_until
from atout.server.core import decide, events, messages, moves, timers, wire
from atout.server.core.changes import TableChanges
from atout.server.core.decide import World
from atout.server.core.moves import Bodies
from atout.server.core.refusals import Refusal
from atout.server.core.summaries import summary_after
from atout.server.core.table import LIVE, ReplayError, Table
from atout.server.core.talk import KEPT, SHOWN, TableLimits, Talk
from atout.server.live.bot_queue import ABSENT, ASIDE, PRESENT, Claim
from atout.server.live.bot_workers import Turn
from atout.server.stores.base import ConflictError, Event, Remark, Snapshot, Store, StoreError

ATTEMPTS: Final = 8  # at appending, while other nodes append too
AGAIN_MS: Final = 1_000  # until something that could not be kept is tried again
LINGER_MS: Final = 3_000  # until a player without a connection is noted as absent: a page may be reloading
FLICKERS: Final = 16  # absences after which it takes another LINGER_MS, so that no log fills with them
LEASE_MS: Final = 5_000  # for letting a table's bots think; another node takes over when it has ended
STAGGER_MS: Final = 40  # between bots that answer at once: not who thought fastest comes first
FIRST_SNAPSHOT: Final = 256  # events; every further one when the log is half as long again
MOST_SEERS: Final = 500  # watchers who are shown all hands: each of them is in the log
UNKNOWN: Final = -1
UNSEEING: Final = frozenset({SPECTATOR})
CLOSE_SECONDS: Final = 5.0

T = TypeVar("T")

log = logging.getLogger("atout.room")


class Client(Protocol):
    """A connection as a room sees it."""

    identity: str
    address: str  # where it comes from, for counting

    def send(self, message: wire.Message) -> None:
        """Queue a message; a reader that is too slow gets a resync instead."""


class RoomServices(Protocol):
    """What rooms share."""

    store: Store
    clock: Clock
    node: str
    pace: int  # milliseconds a bot takes for a decision, whatever it holds
    limited: bool  # whether there are limits on how often people may do things

    def world(self) -> World:
        """Return the time, and a source of secrets."""

    def is_alive(self, node: str) -> bool:
        """Tell whether a node is running."""

    async def names(self, identities: tuple[str, ...]) -> dict[str, str]:
        """Return the names of people."""

    def prepare(self) -> None:
        """Get ready for bots to think."""

    async def wait_for_turn(self, level: str, claim: Claim) -> Turn:
        """Wait until a bot may think."""

    async def think(self, view: View, game: str, level: str, seed: str) -> int:
        """Let a bot choose, in another process."""

    def choose_quickly(self, view: View, game: str, level: str, seed: str, late: bool) -> int:
        """Let a quick bot choose, here and now; `late`: because another did not choose in time."""

    async def consider(self, view: View, game: str, seed: str, claim: Claim) -> list[Opinion]:
        """Let a good player say what it thinks of the choices, in another process."""

    async def admit(self, line: Client, opens: bool) -> None:
        """Refuse somebody who sits in too many matches, or (`opens`) has opened too many tables."""

    async def open_rematch(self, table: Table, who: str) -> None:
        """Open the table that a table names as its rematch, unless it is open already."""


class Room:
    """A loaded table."""

    def __init__(self, around: RoomServices, match: str) -> None:
        self.around = around
        self.table = Table(match)
        self.lines: dict[Client, int] = {}  # the observer each connection is
        self.touched = 0
        self.broken = False  # its log cannot be replayed
        self._names: dict[str, str] = {}
        self.lock = asyncio.Lock()
        self.users = 0  # those who have the lock or wait for it
        self._parted: dict[int, int] = {}  # when the last connection of a seat went
        self._thinking: dict[int, asyncio.Task[None]] = {}
        self._asked: dict[int, tuple[int, str]] = {}  # about which question, at which level, until it is decided
        self._hints: dict[int, tuple[int, asyncio.Task[wire.Hinted]]] = {}  # by seat, for which question
        self._tasks: set[asyncio.Task[object]] = set()
        self._alarm: Alarm | None = None
        self._alarm_at = -1
        self._try_again = 0  # not before then
        self._leased_until = 0
        self._attended_since: int | None = None
        self._ahead = 0  # how far the table's time is ahead of this node's clock
        self._notice: int | None = UNKNOWN  # when the log should be told who is connected
        self._talk = Talk()
        self._paces = TableLimits()
        self._next_snapshot = FIRST_SNAPSHOT
        self._closed = False

    @property
    def _exclusive(self) -> "_ExclusiveAccess":
        """Exclusive use of the table; a new object each time, so that a room holds no reference to itself."""
        return _ExclusiveAccess(self)

    # Coming and going

    async def load(self) -> bool:
        """Read the log; say whether there is such a match."""
        async with self._exclusive:
            await self._catch_up()
            await self._load_names()
            self.touched = self._now()
            self._plan_snapshot()
            if self.table.seq:
                self._schedule()
        return self.table.seq > 0

    async def join(self, line: Client) -> None:
        """Let a connection in and show it the table."""
        await self._run_to_end(self._join(line))

    async def _join(self, line: Client) -> None:
        async with self._exclusive:
            if self._closed:
                raise StoreError("the table is being unloaded")
            try:
                await self._catch_up()
            except ReplayError:
                raise
            except StoreError as error:
                log.warning("a table is shown as it was: %s", error, extra={"match": self.table.id})
            try:
                await self._load_talk()
            except StoreError as error:
                log.warning("what was said is not known: %s", error, extra={"match": self.table.id})
            observer = self.table.observer(line.identity)
            self.lines[line] = observer
            self._parted.pop(observer, None)
            self._notice = UNKNOWN
            self.touched = self._now()
            if any(chair.level for chair in self.table.chairs):
                self.around.prepare()
            await self._load_names()
            await self._reveal_hands()
            line.send(self.table_message(line))
            arrived = self._presence_events()
            if observer >= 0 and self.table.chairs[observer].stand_in in ("gone", "clock"):
                arrived.append(events.StoodIn(observer, False, "back"))
            if not arrived or not await self._try_to_append(arrived):
                self._tell_presence(but=line)
            self._schedule()

    async def leave(self, line: Client) -> None:
        """Remove a connection."""
        await self._run_to_end(self._leave(line))

    async def _leave(self, line: Client) -> None:
        async with self._exclusive:
            observer = self.lines.pop(line, None)
            if observer is None:
                return
            self.touched = self._now()
            if observer not in self.lines.values():
                self._parted[observer] = self.touched
            self._notice = UNKNOWN
            self._tell_presence()
            self._schedule()

    def is_idle(self, after: int) -> bool:
        """Tell whether nobody would miss the room for a while."""
        wakes = self.wakes_at()
        asleep = wakes is None or wakes - self.around.clock.now() > after
        return asleep and self._now() - self.touched > after and not (self.lines or self.users or self._thinking)

    def wakes_at(self) -> int | None:
        """Return when, by this node's clock, there will be something to do that nobody asks for."""
        if self._notice == UNKNOWN:
            self._notice = self._next_presence_at()
        first, notice = timers.next_due_at(self.table), self._notice
        if first is None or (notice is not None and notice < first):
            first = notice
        return None if first is None else self._to_node_time(max(first, self._try_again))

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

    async def handle_request(self, line: Client, request: wire.AnyRequest) -> wire.Message:
        """Carry out a request of a connection and return the answer; must not be cancelled."""
        try:
            async with self._exclusive:
                self.touched = self._now()
                try:
                    return await self._carry_out(line, request)
                finally:
                    self._schedule()
        except Refusal as refusal:
            return refusal.message(request.re)
        except StoreError as error:
            log.warning("a request could not be kept: %s", error, extra={"match": self.table.id})
            return wire.Refused(request.re, "unavailable", "nothing-can-be-kept-now", retry=2 * AGAIN_MS)

    async def on_append(self, seq: int) -> None:
        """Read what another node has appended; 0: anything may have happened."""
        async with self._exclusive:
            if seq > self.table.seq or seq == 0:
                await self._catch_up()
                self._schedule()
            if seq == 0 and self._talk.known:
                await self._read_new_talk()

    async def on_remark(self, number: int) -> None:
        """Read what was said at another node; 0: anything may have been."""
        async with self._exclusive:
            if self._talk.known and (number > self._talk.last or number == 0):
                await self._read_new_talk()

    async def check_presence(self) -> None:
        """See whether nodes have died, and people with them."""
        async with self._exclusive:
            self._notice = UNKNOWN
            self._tell_presence()
            self._schedule()

    async def refresh_names(self) -> None:
        """Tell everybody the present names."""
        async with self._exclusive:
            await self._load_names()
            for line in self.lines:
                line.send(self.table_message(line))

    async def _carry_out(self, line: Client, request: wire.AnyRequest) -> wire.Accepted:
        who, table = line.identity, self.table
        admitted = set[str]()
        if isinstance(request, wire.Say | wire.Recall):
            await self._load_talk()
        for _ in range(ATTEMPTS):
            done = table.step_of_request(who, request.id) if request.id else None
            if done is None and isinstance(request, wire.Say):
                done = self._talk.number_of(who, request.id)
            if done is None:
                try:
                    bodies = decide.decide(table, who, request, self._world())
                except Refusal:
                    if await self._is_behind():
                        continue
                    raise
                if bodies and isinstance(request, wire.Sit | wire.Rematch) and who not in admitted:
                    if isinstance(request, wire.Rematch) or table.seat_of(who) is None:
                        await self.around.admit(line, isinstance(request, wire.Rematch))
                    admitted.add(who)
                if isinstance(request, wire.Say):
                    return wire.Accepted(request.re, await self._say(who, request))
                if self.around.limited and bodies and self._is_act(who, request):
                    self._paces.count_change(table, who, self._now())
                done = table.step + (1 if bodies and not isinstance(bodies[0], events.QUIET) else 0)
                if bodies and not await self._append(bodies, who, request.id):
                    continue
            link = ""
            if isinstance(request, wire.Rematch):
                await self.around.open_rematch(table, who)
                link = table.rematch
            elif isinstance(request, wire.Invite):
                link = table.invite
            elif isinstance(request, wire.Refresh):
                await self._reveal_hands()
                line.send(self.table_message(line))
            elif isinstance(request, wire.Recall):
                await self._load_names()
                words, more = self._talk.page_before(request.before, self._names)
                line.send(
                    wire.Recalled(request.re, [messages.remark_message(table, one, self._names) for one in words], more)
                )
            elif isinstance(request, wire.Hint):
                self._start_hint(line, request.re)
            return wire.Accepted(request.re, done, link)
        raise StoreError("too many others write to this match")

    def _is_act(self, who: str, request: wire.AnyRequest) -> bool:
        """Tell whether a request adds to the log what the rules do not bound: anything but a decision or the end of it.

        Answers can be changed as often as one likes; leaving is never refused.
        """
        poll = self.table.poll
        if isinstance(request, wire.Play):
            return poll is not None and self.table.seat_of(who) in poll.answers
        return not isinstance(request, wire.Leave)

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
        new = [events.encode_event(self.table.id, first + k, now, entry) for k, entry in enumerate(entries)]
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
        new = await self.around.store.read_events(self.table.id, self.table.seq)
        news = self._apply(new, [None] * len(new)) if new else None
        if news is not None and news.whole:
            await self._show_all(news)

    def _apply(self, new: Sequence[Event], entries: Sequence[events.Entry | None]) -> TableChanges:
        """Apply events, and tell every connection what it may know of them, unless it has to see the whole table."""
        table, news = self.table, TableChanges(self.table, self._observers())
        try:
            news.apply(new, entries)
        except ReplayError:
            self.broken = True
            raise
        self._now()  # which counts on from here
        if news.whole or news.presence:
            self._notice = UNKNOWN
        if not news.whole:
            changes = news.messages(self._now())
            for line, observer in self.lines.items():
                if observer in changes and not self._is_blind(line):
                    line.send(changes[observer])
            if news.presence:
                self._tell_presence()
        ended = any(event.kind == "over" for event in new)
        if new[0].seq > 1 and (ended or table.seq >= self._next_snapshot):
            self._plan_snapshot()
            self._start(self._save_snapshot())
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
        self._tell_all(wire.Presence(*self._presence()), but)

    def _presence(self) -> tuple[list[bool], int]:
        """Return who is connected, to this node or another, and how many watch at this one."""
        present = set(self.lines.values())
        others = [
            any(node != self.around.node and self.around.is_alive(node) for node in chair.here)
            for chair in self.table.chairs
        ]
        here = [chair.is_human and (seat in present or others[seat]) for seat, chair in enumerate(self.table.chairs)]
        return here, sum(observer == SPECTATOR for observer in self.lines.values())

    def _observers(self) -> set[int]:
        """Return who is there to see the match; watchers are not where nobody may watch."""
        return set(self.lines.values()) - (UNSEEING if self.table.rules.watch == "nobody" else set())

    def _is_blind(self, line: Client) -> bool:
        """Tell whether a connection may not see the match: nobody may watch, or the log does not say yet who does."""
        table = self.table
        if table.observer(line.identity) != SPECTATOR:
            return False
        return table.rules.watch == "nobody" or (table.shows_hands and line.identity not in table.seers)

    async def _reveal_hands(self) -> list[Client]:
        """Let watchers see all hands where they may; first the log has to say so. Return who can see now."""
        table = self.table
        blind = [line for line in self.lines if table.shows_hands and self._is_blind(line)]
        for _ in range(ATTEMPTS):
            unseen = sorted({line.identity for line in blind if self._is_blind(line)})
            people = unseen[: max(0, MOST_SEERS - len(table.seers))] if table.shows_hands else []
            if not people or await self._try_to_append([events.Saw(one) for one in people]):
                break
        return [line for line in blind if not self._is_blind(line)]

    def _display_for(self, observer: int) -> Display:
        """Return what an observer may be shown of the match now."""
        assert self.table.match is not None
        return self.table.match.view(observer).display()

    def table_message(self, line: Client, told: list[wire.Happened] | None = None) -> wire.Table:
        """Return the whole table as a connection may see it."""
        table, who = self.table, line.identity
        shown = None if table.match is None or self._is_blind(line) else self._display_for(table.observer(who))
        here, watchers = self._presence()
        words = self._talk.lines[-SHOWN:]
        return messages.table_message(table, shown, who, self._names, here, watchers, self._now(), told or [], words)

    async def _load_names(self) -> None:
        try:
            self._names = await self.around.names(tuple(sorted(self.people())))
        except StoreError as error:
            log.warning("names are not known: %s", error, extra={"match": self.table.id})

    def people(self) -> set[str]:
        """Return everybody who sits here, has played, is connected, or has said something."""
        return {*self.table.members(), *(line.identity for line in self.lines), *self._talk.speakers()}

    # Talk

    async def _say(self, who: str, request: wire.Say) -> int:
        """Keep what somebody says and tell everybody; return the number of the line."""
        now = self._now()
        if self.around.limited:
            self._paces.count_remark(who, now)
        remark = Remark(self.table.id, self._talk.last + 1, now, who, request.phrase, request.text, request.id)
        number = await self.around.store.add_remark(remark, KEPT)
        if number == remark.number:
            await self._tell_talk(self._talk.add([remark]))
        else:
            await self._read_new_talk()
        return number

    async def _load_talk(self) -> None:
        """Read what was said, unless that is known."""
        if not self._talk.known:
            self._talk.load(self.table, await self.around.store.read_talk(self.table.id))

    async def _read_new_talk(self) -> None:
        """Read what was said at other nodes, and tell."""
        await self._tell_talk(self._talk.add(await self.around.store.read_talk(self.table.id, self._talk.last)))

    async def _tell_talk(self, lines: Sequence[Remark]) -> None:
        if any(line.identity not in self._names for line in lines):
            await self._load_names()
        for line in lines:
            if line.identity in self._names:
                self._tell_all(messages.remark_message(self.table, line, self._names))

    # What nobody asks for

    def _schedule(self) -> None:
        """Set bots thinking while somebody is there, and set the alarm for what is due next."""
        if self._closed:
            return
        table = self.table
        attended = self._is_attended()
        for seat, asked in list(self._asked.items()):
            if not attended or asked != (table.question(seat), table.level_at(seat)):
                del self._asked[seat]
                self._thinking.pop(seat).cancel()
        if not attended:
            self._attended_since = None
            if self._leased_until:
                self._start(self._give_lease_back())
        else:
            if self._attended_since is None:
                self._attended_since = self._now()
            for seat in table.owing_seats():
                answered = table.poll is not None and seat in table.poll.answers
                if table.level_at(seat) and seat not in self._thinking and not answered:
                    self._thinking[seat] = asyncio.get_running_loop().create_task(self._let_bot_play(seat))
        wakes = self.wakes_at()
        if self._alarm is not None and wakes != self._alarm_at:
            self._alarm.cancel()
            self._alarm = None
        if self._alarm is None and wakes is not None:
            self._alarm_at = wakes
            self._alarm = self.around.clock.call_at(wakes, self._on_alarm)

    def _is_attended(self) -> bool:
        """Tell whether bots go on: somebody is connected here, or plays a match of days and will look in again."""
        table = self.table
        return bool(self.lines) or (
            table.rules.clock.kind == "days" and any(chair.is_attended for chair in table.chairs)
        )

    def _claim(self, rank: int | None = None) -> Claim:
        """Return for whom the bots of the table think: a player who is here, else somebody who looks on."""
        here = sorted(self.lines.items(), key=lambda item: (item[1] < 0, item[1]))
        person = here[0][0].identity if here else self.table.setup.host
        return Claim((PRESENT if here else ABSENT) if rank is None else rank, person, self.table.id)

    def _on_alarm(self) -> None:
        self._alarm = None
        self._start(self._run_due())

    async def _run_due(self) -> None:
        """Carry out what has become due."""
        async with self._exclusive:
            self._notice = UNKNOWN
            bodies = self._presence_events() or timers.due_events(self.table, self._now())
            if bodies and not self._closed:
                await self._try_to_append(bodies)
            self._schedule()

    def _presence_events(self) -> Bodies:
        """Return what the log does not say yet about who is connected."""
        now, me = self._now(), self.around.node
        bodies: Bodies = []
        for seat, chair in enumerate(self.table.chairs if self.table.status in LIVE else ()):
            if seat in self.lines.values():
                bodies += [] if me in chair.here else [events.Came(seat, me)]
            elif me in chair.here and now >= self._absent_at(seat):
                bodies.append(events.Went(seat, me))
            bodies += [events.Went(seat, node) for node in sorted(chair.here - {me}) if not self.around.is_alive(node)]
        return bodies

    def _absent_at(self, seat: int) -> int:
        """Return when a seat without a connection is noted as absent: the later, the more often it has been."""
        return self._parted.get(seat, 0) + LINGER_MS * (1 + self.table.chairs[seat].absences // FLICKERS)

    def _next_presence_at(self) -> int | None:
        """Return when the log should be told who is connected."""
        if self._presence_events():
            return self.table.at
        me, chairs = self.around.node, self.table.chairs
        times = [
            self._absent_at(seat)
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
        self._asked[seat] = question, level
        opened = table.chairs[seat].since if table.poll is None else table.poll.at
        answers_at = max(opened, self._attended_since or 0) + self.around.pace + STAGGER_MS * seat
        view = moves.state_when_asked(table, seat).view(seat)
        seed = f"{table.setup.secret} {seat} {len(match.steps)}"
        try:
            if await self._hold_lease():
                turn = await self.around.wait_for_turn(level, self._claim())
                action = await self._choose(view, match.game.name, turn, seed, answers_at)
                by: events.By = "bot" if table.chairs[seat].level else "stand_in"
                by = by if turn.level == level else "hurried"
                self._asked.pop(seat, None)
                async with self._exclusive:
                    same = table.question(seat) == question and table.level_at(seat) == level
                    if same and self._is_attended():
                        await self._append(moves.take_decision(table, seat, [action], by))
            else:
                await wait_until(self.around.clock, self.around.clock.now() + LEASE_MS // 2)
        except (StoreError, Refusal) as error:
            log.warning("a bot could not play: %s", error, extra={"match": table.id})
            await wait_until(self.around.clock, self.around.clock.now() + AGAIN_MS)
        finally:
            if self._thinking.get(seat) is asyncio.current_task():
                del self._thinking[seat]
                self._asked.pop(seat, None)
        self._schedule()

    async def _choose(self, view: View, game: str, turn: Turn, seed: str, answers_at: int) -> int:
        """Return what a bot chooses, when it is time: the moment is fixed before anybody looks at what it holds.

        If it has not chosen by then, a quick bot does, and nobody is told: who has no choice is never late.
        """
        beat = self._to_node_time(self._answer_time(answers_at, self._now() + turn.takes))
        if turn.hurried:
            await wait_until(self.around.clock, beat)
            return self.around.choose_quickly(view, game, turn.level, seed, late=False)
        work = asyncio.get_running_loop().create_task(self.around.think(view, game, turn.level, seed))
        try:
            if not self.around.pace:
                return await work
            await wait_until(self.around.clock, beat)
            if work.done():
                return work.result()
        finally:
            work.cancel()
        return self.around.choose_quickly(view, game, turn.level, seed, late=True)

    def _answer_time(self, answers_at: int, ready: int) -> int:
        """Return when a bot answers: in time, or if its turn came too late a whole number of paces later."""
        late, pace = max(0, ready - answers_at), self.around.pace
        return answers_at + -(-late // pace) * pace if pace else answers_at

    async def _hold_lease(self) -> bool:
        """Tell whether this is the node that lets the bots of the table think."""
        now = self.around.clock.now()
        if now + LEASE_MS // 2 < self._leased_until:
            return True
        leased = await self.around.store.lease(self._lease_name, self.around.node, LEASE_MS)
        self._leased_until = now + LEASE_MS if leased else 0
        return leased

    async def _give_lease_back(self) -> None:
        """Let other nodes see to the bots, where somebody may be."""
        self._leased_until = 0
        try:
            await self.around.store.lease(self._lease_name, self.around.node, 0)
        except StoreError:
            log.warning("a lease could not be given back")

    @property
    def _lease_name(self) -> str:
        return f"bots {self.table.id}"

    def _start_hint(self, line: Client, re: int) -> None:
        """Let a good player think about what a seat is asked, once for each decision; meanwhile everything goes on."""
        table, match, seat = self.table, self.table.match, self.lines.get(line, SPECTATOR)
        if match is None or seat < 0:
            return
        question = table.question(seat)
        if self._hints.get(seat, (0, None))[0] != question:
            view = moves.state_when_asked(table, seat).view(seat)
            seed = f"{table.setup.secret} hint {seat} {len(match.steps)}"
            consider = partial(self.around.consider, claim=self._claim(ASIDE))
            self._hints[seat] = question, self._start(messages.make_hint(consider, match.game, view, seed))
        self._start(self._tell_hint(line, re, seat, *self._hints[seat]))

    async def _tell_hint(
        self, line: Client, re: int, seat: int, question: int, work: asyncio.Task[wire.Hinted]
    ) -> None:
        found = await work
        if line in self.lines and self.table.question(seat) == question:
            line.send(msgspec.structs.replace(found, re=re))

    def _plan_snapshot(self) -> None:
        """See how long the log may get until a snapshot is due; they grow with it, so that all cost no more than it."""
        while self._next_snapshot <= self.table.seq:
            self._next_snapshot += self._next_snapshot // 2

    async def _save_snapshot(self) -> None:
        try:
            snapshot = await Snapshot.take(self.around.store, self.table.id)
            if snapshot is not None:
                await self.around.store.save_snapshot(snapshot)
        except StoreError as error:
            log.warning("no snapshot: %s", error, extra={"match": self.table.id})

    # Small things

    def _now(self) -> int:
        """Return the table's time: where its log is ahead of this node's clock, it goes on from there."""
        now = self.around.clock.now() + self._ahead
        if now < self.table.at:
            self._ahead += self.table.at - now
        return max(now, self.table.at)

    def _to_node_time(self, when: int) -> int:
        """Return what this node's clock will say at some time of the table."""
        return when - self._ahead

    def _world(self) -> World:
        return World(self._now(), self.around.world().token)

    def _start(self, work: Coroutine[None, None, T]) -> asyncio.Task[T]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _run_to_end(self, work: Coroutine[None, None, T]) -> T:
        """Let something come to its end, even if who asked for it does not wait: what is kept has to be applied."""
        return await asyncio.shield(self._start(work))


class _ExclusiveAccess:
    """Exclusive use of a room's table, for the length of an `async with`."""

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
