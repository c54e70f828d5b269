"""When something comes tells nothing: with other hidden cards and other thoughts, everything comes when it came.

The bots of these tables think for a time that depends on what they hold, and then do what a history says. What an
observer is sent, with the time of each message, is compared as in test_leaks: in the truth and in worlds that this
observer cannot tell from it.
"""

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count

import pytest

from atout.games import load, names
from atout.games.meinz.actions import CRY
from atout.kernel.log import ACTION, SPECTATOR, kind_of, seat_of
from atout.kernel.view import View
from atout.match import PlayStep
from atout.server.clock import wait_until
from atout.server.core import events, moves, timers, wire
from atout.server.core.table import Table
from atout.server.live.bot_queue import PRESENT, Claim
from atout.server.live.bot_seats import STAGGER_MS, BotSeats
from atout.server.live.bot_workers import Turn
from atout.server.live.registry import RoomRegistry
from atout.server.live.room import Room
from atout.server.stores.base import StoreError
from tests.conformance.oracle import History, Play
from tests.conformance.play import DEPTH, observers
from tests.server.core.leaks import (
    WATCHER,
    ObserverConnection,
    Performance,
    Scenario,
    WatchedStore,
    fix_deals,
    polled_seats,
)
from tests.server.core.rooms import FakeRegistry, ManualClock, MemoryStore, Recorder
from tests.server.core.sessions import MATCH, PEOPLE, created_event
from tests.server.core.tables import ask_accepted, begin, first_choice
from tests.server.core.test_leaks import Tally, check_same, match_and_worlds

PACE = 900
WORLDS = 2  # of one match
LONGEST = 50  # steps
STEP_MS = 100


class TimedRecorder(ObserverConnection):
    """Keeps the time with every message."""

    def __init__(self, identity: str, heard: list[bytes], hands: ManualClock) -> None:
        super().__init__(identity, heard)
        self.hands = hands

    def send(self, message: wire.Message) -> None:
        self.heard.append(b"%d " % self.hands.time + wire.encode(message))


# Bots


class ThoughtfulRegistry(FakeRegistry):
    """A registry whose bots do what a history says, after thinking about what they hold."""

    def __init__(self, heard: list[bytes], history: History, pace: int, busy: bool = False) -> None:
        self.hands = ManualClock()
        super().__init__(WatchedStore(heard), self.hands, pace=pace)
        self.others = [asyncio.create_task(self._keep_busy(number)) for number in range(2 if busy else 0)]
        self.plays: dict[int, list[str]] = {}
        for step in history:
            if isinstance(step, Play):
                self.plays.setdefault(step.seat, []).append(step.text)

    async def _keep_busy(self, number: int) -> None:
        """Want a worker for an expert of another table, again and again."""
        while True:
            await self.wait_for_turn("expert", Claim(PRESENT, f"other {number}", f"{number}"))
            await wait_until(self.hands, self.hands.time + PACE)

    async def close(self) -> None:
        for task in self.others:
            task.cancel()
        await super().close()

    def next_text(self, room: Room, seat: int, view: View | None = None) -> str | None:
        """Return what a seat does next by the history, if that goes on; a view may lie within a choice of several."""
        match = room.table.match
        assert match is not None
        done = sum(isinstance(step, PlayStep) and step.seat == seat for step in match.steps)
        if view is not None and not room.table.poll.waiting:
            done += own_actions(view) - own_actions(match.state.view(seat))
        own = self.plays.get(seat, [])
        return own[done] if done < len(own) else None

    async def think(self, view: View, game: str, level: str, seed: str) -> int:
        self.thoughts += 1
        text = self.next_text(self.rooms[MATCH], view.seat, view)
        if text is None:
            await asyncio.get_running_loop().create_future()  # until the room is closed
            raise AssertionError
        await wait_until(self.hands, self.hands.time + sum(view.log) % (PACE - 100))
        action = load(game).parse(text)
        return action if action in view.legal else random.Random(sum(view.log)).choice(view.legal)

    def choose_quickly(self, view: View, game: str, level: str, seed: str, late: bool) -> int:
        text = self.next_text(self.rooms[MATCH], view.seat, view)
        if text is None:
            raise StoreError("the history has ended")
        action = load(game).parse(text)
        return action if action in view.legal else random.Random(sum(view.log)).choice(view.legal)


def own_actions(view: View) -> int:
    """Return how many actions the seat of a view has taken in this part of the match."""
    return sum(kind_of(item) == ACTION and seat_of(item) == view.seat for item in view.log)


async def perform(evening: Scenario, history: History, pace: int, level: str) -> tuple[list[bytes], int]:
    """Let one person play with bots; return what the observer was sent, and how often bots thought."""
    heard: list[bytes] = []
    registry = ThoughtfulRegistry(heard, history, pace, busy=level == "expert")
    person = max(evening.observer, 0)
    bodies: list[events.AnyBody] = [created_event(evening.game, evening.seats, None, evening.options)]
    bodies.append(events.Seated(person, PEOPLE[person]))
    bodies += [events.Seated(seat, level=level) for seat in range(evening.seats) if seat != person]
    room = await registry.room_of(await registry.create(bodies, MATCH, PEOPLE[person]))
    await room.join(TimedRecorder(WATCHER if evening.observer == SPECTATOR else PEOPLE[person], heard, registry.hands))
    await begin(room)
    still = 0
    while still < 20:  # until nobody has anything to do
        before = len(heard)
        if person in room.table.owing_seats():
            text = registry.next_text(room, person)
            if text is None:
                break
            if text not in legal(room, person):
                text = first_choice(room, person)[0]
            await ask_accepted(room, PEOPLE[person], wire.Play(1, actions=[text]))
        await registry.hands.advance(0.3)
        still = 0 if len(heard) > before else still + 1
    thoughts = registry.thoughts
    await registry.close()
    return heard, thoughts


def legal(room: Room, seat: int) -> list[str]:
    game = load(room.table.setup.game)
    return [game.text(action) for action in moves.state_when_asked(room.table, seat).legal(seat)]


def compare(name: str, patch: pytest.MonkeyPatch, pace: int = PACE, level: str = "novice") -> int:
    """Perform matches and worlds of them with bots, for every observer; return how often bots thought."""
    game = load(name)
    seats = game.seat_counts[-1]
    thoughts = hurried = 0
    missing = observers(seats) * DEPTH
    for number in count():
        if not missing:
            assert (hurried > 0) == (level == "expert")
            return thoughts
        evening, truth, worlds = match_and_worlds(game, seats, number, Tally(), WORLDS, LONGEST)
        if evening.arrives or evening.observer not in missing or not worlds:
            continue
        missing.remove(evening.observer)
        for world in worlds:
            told = []
            for history in (truth[: len(world)], world):
                fix_deals(history, game, seats, evening.options, patch)
                heard, some = asyncio.run(perform(evening, history, pace, level))
                told.append(heard)
                thoughts += some
                hurried += sum(b'"by":"hurried"' in message for message in heard)
            check_same({0: told[1]}, {0: told[0]}, 0, evening)
    raise AssertionError


@pytest.mark.parametrize("name", names())
def test_delays_do_not_depend_on_hidden_cards(name, monkeypatch):
    assert compare(name, monkeypatch) > 100


@pytest.mark.parametrize("name", ["njet", "meinz"])
def test_nor_do_they_where_many_wait_for_workers(name, monkeypatch):
    assert compare(name, monkeypatch, level="expert") > 100


def test_without_the_pause_thoughts_would_show(monkeypatch):
    with pytest.raises(pytest.fail.Exception, match="something hidden is told"):
        compare("meinz", monkeypatch, pace=0)


# A busy server


class BusyRegistry(FakeRegistry):
    """Many tables with experts, whose workers are really busy: for as long as `thinks` says of a view."""

    def __init__(self, thinks: Callable[[View], int]) -> None:
        self.hands = ManualClock()
        super().__init__(MemoryStore(), self.hands)
        self.thinks = thinks
        self.free_at = self.hands.time
        self.views: dict[tuple[str, int, int], int] = {}  # by match, seat and steps: how many choices there were

    async def think(self, view: View, game: str, level: str, seed: str) -> int:
        start = max(self.free_at, self.hands.time)
        self.free_at = start + self.thinks(view)
        await wait_until(self.hands, self.free_at)
        return view.legal[-1]

    def choose_quickly(self, view: View, game: str, level: str, seed: str, late: bool) -> int:
        return view.legal[-1]


async def play_busy_tables(thinks: Callable[[View], int], tables: int, seconds: int, game: str = "luz") -> BusyRegistry:
    """Let people who answer at once play at several tables with experts."""
    house = BusyRegistry(thinks)
    rooms = []
    for number in range(tables):
        bodies: list[events.AnyBody] = [created_event(game, 3), events.Seated(0, PEOPLE[number])]
        bodies += [events.Seated(seat, level="expert") for seat in (1, 2)]
        room = await house.room_of(await house.create(bodies, f"{number:032}", PEOPLE[number]))
        await room.join(Recorder(PEOPLE[number]))
        rooms.append(await begin(room))
    for _ in range(10 * seconds):
        for room in rooms:
            if 0 in room.table.owing_seats():
                await ask_accepted(room, PEOPLE[rooms.index(room)], wire.Play(1, actions=first_choice(room, 0)))
        await house.hands.advance(0.1)
    return house


def delays(house: BusyRegistry) -> list[tuple[bool, int]]:
    """Return for every decision of a bot whether it had no choice, and how long it took."""
    found = []
    for match, log in house.store.logs.items():  # type: ignore[attr-defined]
        table = Table(match)
        for event in log:
            did = events.decode_event(event).did
            if isinstance(did, events.Played) and did.by in ("bot", "hurried"):
                forced = len(moves.state_when_asked(table, did.seat).legal(did.seat)) == 1
                found.append((forced, event.at - table.chairs[did.seat].since - STAGGER_MS * did.seat))
            table.apply(event)
    return found


def test_a_busy_server_answers_when_it_answers_whatever_bots_think_about():
    """The whole evening, with the time of every event, is the same for any thoughts, also for those that never end."""
    logs = []
    for thinks in (lambda view: 0, lambda view: 800, lambda view: 1 + sum(view.log) % 1_600, lambda view: 10**7):
        house = asyncio.run(play_busy_tables(thinks, 4, 40))
        logs.append(house.store.logs)  # type: ignore[attr-defined]
        assert {delay % PACE for _, delay in delays(house)} == {0}
        assert len({delay for _, delay in delays(house)}) > 1  # it is busy
    assert all(log == logs[0] for log in logs)


def at_first_beat(tables: int) -> tuple[float, float]:
    """Return which part of the decisions with and without a choice came at the first beat of a busy server."""
    found = delays(asyncio.run(play_busy_tables(lambda view: 1 if len(view.legal) == 1 else 800, tables, 250, "njet")))
    shares = []
    for kind in (False, True):
        times = [delay == PACE for forced, delay in found if forced == kind]
        assert len(times) > 40
        shares.append(sum(times) / len(times))
    return shares[0], shares[1]


def test_who_has_no_choice_answers_neither_sooner_nor_later():
    free, forced = at_first_beat(5)
    assert 0.2 < free < 0.8  # it is busy
    assert abs(free - forced) < 0.15


def test_a_beat_that_waits_for_the_thought_would_show_who_had_a_choice(monkeypatch):
    async def turn(self: RoomRegistry, level: str, claim: Claim) -> Turn:
        return Turn(level, 0)

    async def choose(self: BotSeats, view: View, game: str, turn: Turn, seed: str, at: int) -> int:
        services = self._services
        action = await services.think(view, game, turn.level, seed)
        await wait_until(services.clock, self._answer_time(at, self._clock.now()))
        return action

    monkeypatch.setattr(RoomRegistry, "wait_for_turn", turn)
    monkeypatch.setattr(BotSeats, "_choose", choose)
    free, forced = at_first_beat(3)
    assert forced - free > 0.3


# People who are asked at once


@dataclass(frozen=True)
class AskedPoll:
    """A question, what most said to it in secret, and when the observer heard anything."""

    answers: tuple[str, ...]
    times: tuple[int, ...]


async def play_until_asked(evening: Scenario, history: History, hidden: int, patch: pytest.MonkeyPatch) -> AskedPoll:
    """Play until several are asked; let all answer but the last, who is waited for, and the observer."""
    performance = Performance(evening, history, hidden, patch)
    await performance.play_all()
    room, hands, steps = performance.room, performance.hands, performance.steps_done()
    heard: list[bytes] = []
    answers = []
    await room.join(TimedRecorder(performance.who, heard, hands))
    for seat in room.table.poll.waiting[:-1]:
        if seat != evening.observer and room.table.poll.waiting:
            answers.append(performance.hidden.choice(performance.choices(seat)))
            await ask_accepted(room, PEOPLE[seat], wire.Play(1, actions=answers[-1:]))
            await hands.advance(STEP_MS / 1000)
    while performance.steps_done() == steps:
        await hands.advance(STEP_MS / 1000)
    await performance.house.close()
    return AskedPoll(tuple(answers), tuple(int(message.split()[0]) for message in heard))


def compare_polls(patch: pytest.MonkeyPatch) -> int:
    """Ask in the truth and in worlds whether somebody cries; return how often others answered otherwise."""
    game = load("meinz")
    seats = game.seat_counts[-1]
    different = 0
    for number in range(20 * DEPTH):
        evening, truth, worlds = match_and_worlds(
            game, seats, number, Tally(), LONGEST // 2, LONGEST, lambda pair: len(polled_seats(pair.state)) > 1
        )
        for world in worlds:
            found = []
            for hidden, history in enumerate((truth[: len(world)], world)):
                found.append(asyncio.run(play_until_asked(evening, history, 2 * number + hidden, patch)))
            one, other = found
            assert one.times == other.times, f"an answer is heard before all are counted, {evening}"
            different += one.answers != other.answers
    return different


def test_a_question_stays_open_whatever_is_answered_in_secret(monkeypatch):
    assert compare_polls(monkeypatch) >= 5 * DEPTH


def test_a_question_that_a_cry_makes_shorter_would_show(monkeypatch):
    def counted_early(table: Table) -> int | None:
        at, early = counted_at(table), any(answer.action == CRY for answer in table.poll.answers.values())
        return at - STEP_MS if at is not None and early else at

    counted_at = timers._counted_at
    monkeypatch.setattr(timers, "_counted_at", counted_early)
    with pytest.raises(AssertionError, match="before all are counted"):
        compare_polls(monkeypatch)
