"""The same evening at a table, in the truth and in worlds that one observer cannot tell from it.

A performance is a match played through a room from its start, with everything that happens around a match in between:
refusals, reconnections, words, pauses, stand-ins, looks at the lobby. Cards and hidden choices come from a history; all
the rest is the same in every performance of an evening: ids, times, the bytes of the start, and whatever the observer
does, which is thought out in the first performance and repeated in the others. What the observer is sent is kept as
bytes.
"""

import asyncio
import random
from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec
import pytest

from atout.games import load
from atout.kernel.game import Game
from atout.kernel.log import SPECTATOR
from atout.kernel.options import SPECTATOR_VIEW
from atout.kernel.state import State
from atout.match import Match, is_same_choice
from atout.server.core import decide, events, moves, wire
from atout.server.core.events import Clock, Rules
from atout.server.core.refusals import Refusal
from atout.server.core.setups import ClockOrder, TableSetup
from atout.server.http import friends, middleware, past_matches, reviews, tables
from atout.server.stores.base import Event, Identity, Summary
from tests.conformance.oracle import Deal, History, Play
from tests.conformance.play import order_of
from tests.server.core.rooms import FakeRegistry, ManualClock, MemoryStore, Recorder
from tests.server.core.sessions import MATCH, PEOPLE
from tests.server.core.tables import ask_accepted, begin, open_table

WATCHER = "watcher"
PROBES = 8
CLOCKS = (Clock(), Clock("bank", seconds=36_000, increment=5))
Told = dict[int, list[bytes]]  # messages, by how many steps of the match had been taken before


def polled_seats(state: State) -> list[int]:
    """Return the seats that are asked at once."""
    poll = state.poll()
    return [] if poll is None else poll.seats


class ObserverConnection:
    """The compared observer's connections: keeps bytes."""

    def __init__(self, identity: str, heard: list[bytes]) -> None:
        self.identity = identity
        self.address = "192.0.2.1"
        self.heard = heard

    def send(self, message: wire.Message) -> None:
        self.heard.append(wire.encode(message))


class WatchedStore(MemoryStore):
    """A store that shows the observer every change of what lists are made of."""

    def __init__(self, heard: list[bytes]) -> None:
        super().__init__()
        self.heard = heard

    async def append(self, new: Sequence[Event], summary: Summary | None = None) -> None:
        await super().append(new, summary)
        if summary is not None:
            self.heard.append(msgspec.json.encode(summary))


class FixedDeals:
    """Deals that are known in advance, in place of shuffles."""

    def __init__(self, orders: list[list[int]]) -> None:
        self.orders = orders

    def order(self, size: int, index: int) -> list[int]:
        """Return the order of a pack; beyond the history, where only something tried out can lead, any order."""
        return self.orders[index] if index < len(self.orders) else list(range(size))


def fix_deals(
    history: History, game: Game, seats: int, options: dict[str, str], patch: pytest.MonkeyPatch
) -> list[list[int]]:
    """Let the packs of a history be dealt; return their orders."""
    match = Match(game, seats, options)
    orders = []
    for step in history:
        if isinstance(step, Deal):
            orders.append(order_of(match.state.pack().names, step.names))
            match.deal(orders[-1])
        else:
            match.state.apply(step.seat, game.parse(step.text))
    patch.setattr(moves, "deal_source", lambda table, more=None: FixedDeals(orders))
    return orders


@dataclass
class Scenario:
    """What is the same in the truth and in every world."""

    game: str
    seats: int
    options: dict[str, str]
    observer: int
    seed: str
    arrives: int  # after how many steps the observer comes; 0: before the match begins
    probes: frozenset[int]  # the steps before which the observer tries to find out everything
    tries: dict[tuple[int, int], wire.AnyRequest] = field(default_factory=dict, repr=False)  # asked for in vain
    at_once: dict[int, int] = field(default_factory=dict, repr=False)  # how many actions came as one choice

    async def perform(self, history: History, hidden: int, patch: pytest.MonkeyPatch) -> Told:
        """Play a history; return what the observer was sent before each decision and after the last.

        `hidden` is the seed of answers that nobody will ever see.
        """
        return await Performance(self, history, hidden, patch).run()


class Performance:
    """One match through a room."""

    def __init__(self, evening: Scenario, history: History, hidden: int, patch: pytest.MonkeyPatch) -> None:
        self.evening = evening
        self.game = load(evening.game)
        self.history = history
        self.orders = fix_deals(history, self.game, evening.seats, evening.options, patch)
        self.hidden = random.Random(hidden)
        self.heard: list[bytes] = []
        self.who = WATCHER if evening.observer == SPECTATOR else PEOPLE[evening.observer]
        self.others = [name for seat, name in enumerate(PEOPLE[: evening.seats]) if seat != evening.observer]
        self.ear = ObserverConnection(self.who, self.heard)
        self.hands = ManualClock()
        self.store = WatchedStore(self.heard)
        self.house = FakeRegistry(self.store, self.hands)
        self.tried = 0  # since the last decision

    async def run(self) -> Told:
        told = await self.play_all()
        await self.house.close()
        return told

    async def play_all(self) -> Told:
        evening, rng = self.evening, random.Random(self.evening.seed)
        rules = Rules(public=rng.random() < 0.5, clock=rng.choice(CLOCKS), grace=0)
        self.room = await open_table(self.house, evening.game, evening.seats, 0, rules, evening.options)
        if not evening.arrives:
            await self.room.join(self.ear)
            await self.set_up_anew(rng)
        await begin(self.room)
        if evening.arrives:
            await self.skip()
            await self.room.join(self.ear)
        told: Told = {}
        while self.steps_done() < len(self.history):
            await self.note(told)
            await self.interlude(random.Random(f"{evening.seed} {self.steps_done()}"))
            await self.advance()
        await self.note(told)
        return told

    async def set_up_anew(self, rng: random.Random) -> None:
        """Let the host change the table, and somebody watch, before the match begins."""
        setup, clock = self.room.table.setup, self.room.table.rules.clock
        wanted = TableSetup(
            seats=setup.seats,
            options={name: value for name, value in setup.options.items() if name != SPECTATOR_VIEW},
            public=setup.rules.public,
            clock=ClockOrder(clock.kind, clock.seconds, clock.increment),
            chat=rng.random() < 0.5,
            stand_in="novice",
            grace=0,
        )
        await ask_accepted(self.room, PEOPLE[0], wire.SetUp(re=1, table=wanted))
        await self.watch_for_a_while()

    async def watch_for_a_while(self) -> None:
        """Let somebody else look on, whose name is told, and go."""
        line = Recorder("willi")
        await self.room.join(line)
        await self.room.leave(line)

    async def skip(self) -> None:
        """Let everything that happens before the observer comes be appended by another node."""
        log, deals = self.store.logs[MATCH], iter(self.orders[self.room.table.deals :])
        for step in self.history[self.steps_done() : self.evening.arrives]:
            self.hands.time += 1000
            did: events.AnyBody
            if isinstance(step, Deal):
                did = events.Dealt(tuple(next(deals)))
            else:
                did = events.Played(step.seat, (self.game.parse(step.text),))
            log.append(events.encode_event(MATCH, len(log) + 1, self.hands.time, events.Entry(did)))
        await self.room.on_append(len(log))

    @property
    def state(self) -> State:
        assert self.room.table.match is not None
        return self.room.table.match.state

    def steps_done(self) -> int:
        assert self.room.table.match is not None
        return len(self.room.table.match.steps)

    async def note(self, told: Told) -> None:
        """Note what came since the last decision."""
        self.tried = 0
        if self.steps_done() in self.evening.probes:
            for _ in range(PROBES):
                await self.ask_in_vain()
            if self.steps_done() % 3 == 0:
                await self.ask_for_history()
        told[self.steps_done()] = self.heard[:]
        self.heard.clear()

    # The match

    async def advance(self) -> None:
        """Take the next decision of the history, or count the next answers."""
        self.hands.time += 1000
        poll = self.room.table.poll
        if not poll.waiting:
            await self.play(self.next_choice())
            return
        given = {step.seat: step.text for step in self.answers(len(poll.waiting))}
        rng = random.Random(f"{self.evening.seed} poll {self.steps_done()}")
        waiting, step = rng.sample(poll.waiting, len(poll.waiting)), poll.step
        for seat in waiting:
            late = (rng if seat == self.evening.observer else self.hidden).choice(self.choices(seat))
            await self.play([Play(seat, given.get(seat, late))])
            if poll.waiting and poll.step == step:
                await self.interlude(rng)

    def next_choice(self) -> list[Play]:
        """Return the next decision; what a seat does by and by in one choice may come at once."""
        place = self.steps_done()
        if place not in self.evening.at_once:
            self.evening.at_once[place] = self.size_of_choice(place)
        steps = self.history[place : place + self.evening.at_once[place]]
        return [step for step in steps if isinstance(step, Play)]

    def size_of_choice(self, place: int) -> int:
        first = self.history[place]
        assert isinstance(first, Play)
        if random.Random(f"{self.evening.seed} together {place}").random() < 0.5:
            return 1
        state, end = self.state.clone(), place + 1
        state.apply(first.seat, self.game.parse(first.text))
        while end < len(self.history) and end not in self.evening.probes:
            step = self.history[end]
            if not isinstance(step, Play) or step.seat != first.seat:
                break
            if not is_same_choice(self.state, state, first.seat):
                break
            state.apply(first.seat, self.game.parse(step.text))
            end += 1
        return end - place

    def answers(self, most: int) -> list[Play]:
        """Return the answers of the history to what is asked now."""
        trial = self.state.clone()
        waiting = polled_seats(trial)
        found: list[Play] = []
        for step in self.history[self.steps_done() :]:
            if not isinstance(step, Play) or polled_seats(trial) != waiting[len(found) :] or len(found) == most:
                break
            found.append(step)
            trial.apply(step.seat, self.game.parse(step.text))
        return found

    def choices(self, seat: int) -> list[str]:
        return [self.game.text(action) for action in moves.state_when_asked(self.room.table, seat).legal(seat)]

    async def play(self, steps: list[Play]) -> None:
        who = PEOPLE[steps[0].seat]
        request = wire.Play(1, actions=[step.text for step in steps])
        if who == self.who:
            await self.ask(request)
        else:
            await ask_accepted(self.room, who, request)

    # What happens around it

    async def ask(self, request: wire.AnyRequest) -> wire.Message:
        """Let the observer ask."""
        answer = await self.room.handle_request(self.ear, request)
        self.heard.append(wire.encode(answer))
        return answer

    async def interlude(self, rng: random.Random) -> None:
        """Let anything happen that is not the match."""
        asked = self.evening.observer in self.room.table.owing_seats()
        for _ in range(rng.choice((2, 4, 6) if asked else (0, 0, 1))):
            await self.ask_in_vain()
        other, what = rng.choice(self.others), rng.randrange(60)
        if what < 12:
            await self.ask(wire.Refresh(1))
        elif what < 17:
            await self.room.leave(self.ear)
            self.ear = ObserverConnection(self.who, self.heard)
            await self.room.join(self.ear)
        elif what < 19:
            second = ObserverConnection(self.who, self.heard)
            await self.room.join(second)
            await self.room.leave(second)
        elif what < 21:
            await ask_accepted(self.room, other, wire.Say(1, phrase="wow"))
        elif what < 22:
            await ask_accepted(self.room, other, wire.Pause(1))
            await self.ask_in_vain()
            await ask_accepted(self.room, other, wire.Resume(1))
        elif what < 23:
            line = Recorder(other)
            await self.room.join(line)
            await self.room.leave(line)
        elif what < 24:
            await ask_accepted(self.room, other, wire.Vote(1))
            await ask_accepted(self.room, other, wire.Vote(1, abandon=False))
        elif what < 25:
            await ask_accepted(self.room, other, wire.Leave(1))
            await self.ask_in_vain()
            await ask_accepted(self.room, other, wire.Back(1))
        elif what < 27 and self.game.name == "meinz" and not self.room.table.poll.waiting:
            await ask_accepted(self.room, other, wire.Hush(1))
            await ask_accepted(self.room, other, wire.Hush(1, on=False))
        elif what < 29:
            await self.look_around()
        elif what < 30:
            await self.ask_for_history()
        elif what < 31:
            await self.watch_for_a_while()
        elif what < 33:
            await ask_accepted(self.room, other, wire.Hold(1))
            await self.ask(wire.Hold(1))
            await ask_accepted(self.room, other, wire.Hold(1, on=False))
            await self.ask(wire.Hold(1, on=False))
        elif what < 35:
            await self.ask(wire.Ping(1))
            await self.ask(wire.Recall(1))
        elif what < 41 and self.room.table.poll.waiting:
            await self.explain()

    async def explain(self) -> None:
        """Let somebody who is asked, and then whoever looks on, read what the question means."""
        waiting = [PEOPLE[seat] for seat in self.room.table.poll.waiting if PEOPLE[seat] != self.who]
        for on in (True, False):
            if waiting:
                await self.room.handle_request(Recorder(waiting[0]), wire.Explain(1, on=on))
            await self.ask(wire.Explain(1, on=on))

    async def ask_for_history(self) -> None:
        """Let the observer ask for everything that has happened, and wait until it is told."""
        before = len(self.heard)
        answer = await self.ask(wire.History(1))
        while isinstance(answer, wire.Accepted) and not any(b'"history"' in told for told in self.heard[before:]):
            await asyncio.sleep(0)

    async def look_around(self) -> None:
        """Let the observer ask over HTTP: for the lists, for who is here, and for what is there only after a match."""
        me = Identity(self.who, self.who.capitalize(), 0, 0)
        self.heard.append(msgspec.json.encode(await friends.list_friends(self.house, me)))
        found = await tables.list_entries(self.house, list(self.store.summaries.values()), me)
        self.heard.append(msgspec.json.encode(found))
        with pytest.raises(middleware.Refused) as refused:
            past_matches.require_visible(self.room.table, me)
        self.heard.append(msgspec.json.encode(refused.value.problem))
        with pytest.raises(middleware.Refused) as refused:
            reviews.require_reviewable(self.room.table, 0)
        self.heard.append(msgspec.json.encode(refused.value.problem))

    async def ask_in_vain(self) -> None:
        """Let the observer ask for what is not possible."""
        place = self.steps_done(), self.tried
        self.tried += 1
        if place not in self.evening.tries:
            self.evening.tries[place] = self.hopeless_request(random.Random(f"{self.evening.seed} in vain {place}"))
        answer = await self.ask(self.evening.tries[place])
        if not isinstance(answer, wire.Refused):
            pytest.fail(f"something hidden is told before step {place[0]}: {answer} to what the truth refuses")

    def hopeless_request(self, rng: random.Random) -> wire.AnyRequest:
        """Return a request that will be refused: any action, any two, what is stale, what is unreadable."""
        table, own = self.room.table, self.evening.observer
        choices = self.choices(own) if table.status == "playing" and own in table.owing_seats() else []
        for _ in range(3):
            actions = [self.game.text(rng.randrange(self.game.actions)) for _ in range(rng.choice((1, 2)))]
            if choices and rng.random() < 0.7:  # something possible, and then something else
                actions = [rng.choice(choices), rng.choice((actions[0], rng.choice(choices)))]
            request = wire.Play(1, actions=actions, seq=rng.choice((0, 0, 0, 0, 1, table.step)))
            if self.is_refused(request):
                return request
        others: list[wire.AnyRequest] = [wire.Sit(1, seat=rng.randrange(table.setup.seats)), wire.Back(1)]
        others += [wire.Play(1, actions=["?"]), wire.TakeBack(1), wire.Rematch(1), wire.Reveal(1)]
        others.append(wire.SetUp(re=1, table=TableSetup(seats=table.setup.seats, chat=True)))
        return rng.choice(others)

    def is_refused(self, request: wire.AnyRequest) -> bool:
        try:
            decide.decide(self.room.table, self.who, request, self.house.world())
        except Refusal:
            return True
        return False
