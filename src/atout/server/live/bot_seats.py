"""The bots of one table: who of them has to decide, at what pace, and which node lets them think."""

import asyncio
import logging
from typing import Final, Protocol

from atout.kernel.view import View
from atout.match import Match, is_same_choice
from atout.server.clock import Clock, TableClock, wait_until
from atout.server.core import events, moves
from atout.server.core.refusals import Refusal
from atout.server.core.table import Table
from atout.server.live.bot_queue import ABSENT, PRESENT, Claim
from atout.server.live.bot_workers import Turn
from atout.server.live.services import Client, RoomPart, RoomServices
from atout.server.live.tasks import Tasks
from atout.server.stores.base import Store, StoreError

LEASE_MS: Final = 5_000  # for letting a table's bots think; another node takes over when it has ended
STAGGER_MS: Final = 40  # between bots that answer at once: not who thought fastest comes first
AGAIN_MS: Final = 1_000  # until a bot whose choice could not be kept thinks again

log = logging.getLogger("atout.room")


class Mover(Protocol):
    """Who carries out what bots choose."""

    async def play_for_bot(self, seat: int, question: int, level: str, actions: list[int], by: events.By) -> None:
        """Take a decision, unless something has happened since the bot was asked."""

    def update(self) -> None:
        """See who has to decide now."""


class BotSeats(RoomPart):
    """The seats that bots play, their own or as stand-ins."""

    def __init__(
        self, services: RoomServices, table: Table, lines: dict[Client, int], clock: TableClock, tasks: Tasks
    ) -> None:
        super().__init__(services, table, lines)
        self._clock = clock
        self._tasks = tasks
        self._lease = Lease(services.store, services.clock, services.node, f"bots {table.id}")
        self._asked: dict[int, tuple[int, str]] = {}  # about which question, at which level, until it is decided
        self._attended_since: int | None = None
        self.thinking: dict[int, asyncio.Task[None]] = {}

    def is_attended(self) -> bool:
        """Tell whether bots go on: somebody is connected here, or plays a match of days and will look in again.

        They wait for those who look at how a deal ended.
        """
        table = self._table
        if table.reading.seats:
            return False
        return bool(self._lines) or (
            table.rules.clock.kind == "days" and any(chair.is_attended for chair in table.chairs)
        )

    def claim(self, rank: int | None = None) -> Claim:
        """Return for whom the bots of the table think: a player who is here, else somebody who looks on."""
        here = sorted(self._lines.items(), key=lambda item: (item[1] < 0, item[1]))
        person = here[0][0].identity if here else self._table.host
        return Claim((PRESENT if here else ABSENT) if rank is None else rank, person, self._table.id)

    def update(self, mover: Mover) -> None:
        """Set bots thinking that have to decide, while somebody is there; else let other nodes see to them."""
        table, attended = self._table, self.is_attended()
        for seat, asked in list(self._asked.items()):
            if not attended or asked != (table.question(seat), table.level_at(seat)):
                del self._asked[seat]
                self.thinking.pop(seat).cancel()
        if not attended:
            self._attended_since = None
            if self._lease.held:
                self._tasks.start(self._lease.give_back())
            return
        if self._attended_since is None:
            self._attended_since = self._clock.now()
        for seat in table.owing_seats():
            if table.level_at(seat) and seat not in self.thinking and not table.poll.has_answered(seat):
                self.thinking[seat] = asyncio.get_running_loop().create_task(self._play(seat, mover))

    def stop(self) -> list[asyncio.Task[None]]:
        """Let no bot think any more; return the tasks that have to come to their end."""
        for task in self.thinking.values():
            task.cancel()
        return list(self.thinking.values())

    async def _play(self, seat: int, mover: Mover) -> None:
        """Let a bot choose for a seat, at a pace that tells nothing, and have it carried out."""
        table, match = self._table, self._table.match
        question, level = table.question(seat), table.level_at(seat)
        if match is None or not (question and level and self.is_attended()):  # something has happened since
            self.thinking.pop(seat, None)
            return
        self._asked[seat] = question, level
        answers_at = (
            max(table.question_put_at(seat), self._attended_since or 0) + self._services.pace + STAGGER_MS * seat
        )
        clock = self._services.clock
        try:
            if await self._lease.hold():
                turn = await self._services.wait_for_turn(level, self.claim())
                actions = await self._choose_all(seat, match, turn, answers_at)
                by: events.By = "bot" if table.chairs[seat].level else "stand_in"
                by = by if turn.level == level else "hurried"
                self._asked.pop(seat, None)
                await mover.play_for_bot(seat, question, level, actions, by)
            else:
                await wait_until(clock, clock.now() + LEASE_MS // 2)
        except (StoreError, Refusal) as error:
            log.warning("a bot could not play: %s", error, extra={"match": table.id})
            await wait_until(clock, clock.now() + AGAIN_MS)
        finally:
            if self.thinking.get(seat) is asyncio.current_task():
                del self.thinking[seat]
                self._asked.pop(seat, None)
        mover.update()

    async def _choose_all(self, seat: int, match: Match, turn: Turn, answers_at: int) -> list[int]:
        """Return a whole choice of a bot: cards that form one, such as a bid, are laid in one go."""
        table, state, game = self._table, moves.state_when_asked(self._table, seat), match.game
        several = seat not in table.poll.waiting and state.view(seat).display().phase in game.words().several
        first, actions = state, list[int]()
        while not actions or (several and is_same_choice(first, state, seat)):
            seed = f"{table.setup.secret} {seat} {len(match.steps) + len(actions)}"
            ready = self._clock.now() + turn.takes
            at = ready if actions else self._answer_time(answers_at, ready)
            actions.append(await self._choose(state.view(seat), game.name, turn, seed, at))
            if state.check(seat, actions[-1]) is not None:  # it will be refused
                break
            state = state.clone()
            state.apply(seat, actions[-1])
        return actions

    async def _choose(self, view: View, game: str, turn: Turn, seed: str, at: int) -> int:
        """Return what a bot chooses, when it is time: the moment is fixed before anybody looks at what it holds.

        If it has not chosen by then, a quick bot does, and nobody is told: who has no choice is never late.
        """
        services = self._services
        beat = self._clock.to_node_time(at)
        if turn.hurried:
            await wait_until(services.clock, beat)
            return services.choose_quickly(view, game, turn.level, seed, late=False)
        work = asyncio.get_running_loop().create_task(services.think(view, game, turn.level, seed))
        try:
            if not services.pace:
                return await work
            await wait_until(services.clock, beat)
            if work.done():
                return work.result()
        finally:
            work.cancel()
        return services.choose_quickly(view, game, turn.level, seed, late=True)

    def _answer_time(self, answers_at: int, ready: int) -> int:
        """Return when a bot answers: in time, or if its turn came too late a whole number of paces later."""
        late, pace = max(0, ready - answers_at), self._services.pace
        return answers_at + -(-late // pace) * pace if pace else answers_at


class Lease:
    """The right of one node to do something, for a while."""

    def __init__(self, store: Store, clock: Clock, node: str, name: str) -> None:
        self._store = store
        self._clock = clock
        self._node = node
        self._name = name
        self._until = 0

    @property
    def held(self) -> bool:
        """Whether this node has it, or had it last."""
        return self._until > 0

    async def hold(self) -> bool:
        """Get it, or renew it in time; tell whether this node has it."""
        now = self._clock.now()
        if now + LEASE_MS // 2 < self._until:
            return True
        leased = await self._store.lease(self._name, self._node, LEASE_MS)
        self._until = now + LEASE_MS if leased else 0
        return leased

    async def give_back(self) -> None:
        """Let others have it at once."""
        self._until = 0
        try:
            await self._store.lease(self._name, self._node, 0)
        except StoreError:
            log.warning("a lease could not be given back")
