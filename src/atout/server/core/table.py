"""A table: what its events make of it. It decides nothing, reads no clock and does no I/O."""

from collections import deque
from collections.abc import Iterable, Mapping
from typing import Final

import msgspec

from atout.bots.names import default_bot_name
from atout.kernel.log import SPECTATOR
from atout.kernel.options import ALL_HANDS, SPECTATOR_VIEW
from atout.kernel.view import View
from atout.match import Match
from atout.server.core import events, take_backs
from atout.server.core.beginnings import begin_match
from atout.server.core.chairs import Chair
from atout.server.core.polls import Poll
from atout.server.core.reading import Reading
from atout.server.stores.base import Event, StoreError

OPEN: Final = "open"  # seats are taken, players get ready
SEALED: Final = "sealed"  # everybody is ready, players reveal their bytes
PLAYING: Final = "playing"
PAUSED: Final = "paused"
ENDED: Final = "over"
ABANDONED: Final = "abandoned"
CLOSED: Final = "closed"  # nobody was left before the match began
LIVE: Final = (OPEN, SEALED, PLAYING, PAUSED)

REMEMBERED_REQUESTS: Final = 64
REMEMBERED_WORDS: Final = 500
DECISIONS: Final = (events.Played, events.Dealt, events.Answered)


class ReplayError(StoreError):
    """A log that this program cannot read or replay."""


class Table:
    """One match and the people around it."""

    def __init__(self, match_id: str) -> None:
        self.id = match_id
        self.seq = 0  # of the last event
        self.step = 0  # how many events everybody has been told of: secret ones do not count
        self.at = 0
        self.created_at = 0
        self.status = OPEN
        self.setup = events.Created("", 0, 0, {}, "", "", "")
        self.host = ""
        self.chairs: list[Chair] = []
        self.match: Match | None = None
        self.deals = 0  # how many packs have been shuffled
        self.decisions: list[tuple[int, int]] = []  # of players since the last deal: the seat, and the steps before
        self.view_before: View | None = None  # what a player alone against bots saw before the last of them
        self.card_shown = False  # it has shown that player a card that was hidden
        self.poll = Poll()
        self.reading = Reading()  # who looks at how the deal before ended
        self.until = 0  # the deadline for revealing
        self.has_revealed = False  # somebody has, in a start that was given up
        self.going = 0  # since when the match has gone on without a pause
        self.result: events.Over | None = None
        self.rematch = ""
        self.invite = ""
        self.adjourned = False
        self.paused_by, self.paused_at = -1, 0
        self.played_seats: dict[str, int] = {}  # everybody who has played, and where
        self.barred: frozenset[str] = frozenset()  # guests whom the host has removed
        self.hand_watchers: frozenset[str] = frozenset()  # who has been shown all hands as a watcher
        self.acts: dict[str, int] = {}  # how many events besides decisions people have caused
        self.words: deque[tuple[int, int, events.Said]] = deque(maxlen=REMEMBERED_WORDS)  # number, time; of old logs
        self._requests: dict[str, dict[str, int]] = {}

    # What is known

    @property
    def rules(self) -> events.Rules:
        """How the table is run."""
        return self.setup.rules

    @property
    def shows_hands(self) -> bool:
        """Whether watchers of the running match are shown all hands."""
        return self.rules.watch == ALL_HANDS and self.match is not None and self.status in LIVE

    @property
    def is_solo(self) -> bool:
        """Whether one person plays against bots alone: nobody else waits."""
        return sum([bool(chair.identity) for chair in self.chairs]) == 1

    def new_match(self) -> Match:
        """Return the match before it begins. What watchers are shown is for the table to say, not for the game."""
        options = {name: value for name, value in self.setup.options.items() if name != SPECTATOR_VIEW}
        if self.rules.watch == ALL_HANDS:
            options[SPECTATOR_VIEW] = ALL_HANDS
        return begin_match(self.setup, options)

    def seat_of(self, identity: str) -> int | None:
        """Return the seat of a person."""
        for seat, chair in enumerate(self.chairs):
            if identity and chair.identity == identity:
                return seat
        return None

    def observer(self, identity: str) -> int:
        """Return as whom a person sees the table: their own seat, or a spectator, also once removed by the host."""
        seat = self.seat_of(identity)
        return SPECTATOR if seat is None or self.chairs[seat].stand_in == "removed" else seat

    def members(self) -> tuple[str, ...]:
        """Return everybody who sits here or has played."""
        return tuple(dict.fromkeys([*(chair.identity for chair in self.chairs if chair.identity), *self.played_seats]))

    def owing_seats(self) -> list[int]:
        """Return the seats that owe a decision while the match runs: all that are asked at once."""
        if self.match is None or self.status != PLAYING:
            return []
        return list(self.poll.waiting) or self.match.state.owing()

    def question(self, seat: int) -> int:
        """Return the step that put the running decision to a seat; 0 if it owes none."""
        if seat not in self.owing_seats():
            return 0
        return self.poll.step if self.poll.waiting else self.chairs[seat].asked_at_step

    def step_of_request(self, identity: str, request: str) -> int | None:
        """Return the step that a request led to, if it was carried out before."""
        return self._requests.get(identity, {}).get(request)

    def level_at(self, seat: int) -> str:
        """Return the level of the bot that plays a seat now: its own or its stand-in; nothing for a person."""
        chair = self.chairs[seat]
        return chair.level or (self.rules.stand_in if chair.stand_in else "")

    def question_put_at(self, seat: int) -> int:
        """Return when the running decision was put to a seat."""
        return self.poll.at if self.poll.waiting else self.chairs[seat].since

    def missing_answers(self, answers: Mapping[int, events.Answered]) -> list[int]:
        """Return the seats whose answers are waited for: not those of people who said that there will be none."""
        missing = [seat for seat in self.poll.waiting if seat not in answers]
        return [seat for seat in missing if self.level_at(seat) or not self.poll.is_hushed(seat)]

    def is_clock_running(self, seat: int) -> bool:
        """Tell whether the clock of a seat runs."""
        chair = self.chairs[seat]
        return chair.since >= 0 and self.status == PLAYING and not (chair.free or chair.stand_in or self.reading.seats)

    def time_left(self, seat: int, now: int) -> int | None:
        """Return how many milliseconds a seat has left, or None without a clock."""
        chair = self.chairs[seat]
        if self.rules.clock.kind == "none" or not chair.identity:
            return None
        passed = chair.used_ms + (max(0, now - chair.since) if self.is_clock_running(seat) else 0)
        return max(0, self._full_time(chair) - passed)

    def deadline(self, seat: int) -> int | None:
        """Return when a seat runs out of time, if its clock runs."""
        since = self.chairs[seat].since
        left = self.time_left(seat, since) if self.is_clock_running(seat) else None
        return None if left is None else since + left

    # What happens

    def replay(self, log: Iterable[Event]) -> None:
        """Apply events, in order."""
        for event in log:
            self.apply(event)

    def apply(self, event: Event, entry: events.Entry | None = None) -> events.AnyBody:
        """Apply the next event, which may have been read already, and return what it says.

        After a ReplayError the table is good for nothing.
        """
        if event.seq != self.seq + 1:
            raise ReplayError(f"event {event.seq} of {self.id} after {self.seq}")
        try:
            entry = entry or events.decode_event(event)
            self.seq, self.at = event.seq, event.at
            self.step += 0 if isinstance(entry.did, events.QUIET) else 1
            if self.seq == 1:
                self.created_at = event.at
            self.apply_body(entry.did)
        except Exception as error:
            failure = ReplayError(f"event {event.seq} of {self.id} cannot be replayed: {error!r}")
            failure.__cause__ = error  # which mypyc would not set
            raise failure from error
        if entry.request:
            known = self._requests.setdefault(entry.who, {})
            known[entry.request] = self.step
            if len(known) > REMEMBERED_REQUESTS:
                del known[next(iter(known))]
        if entry.who and not isinstance(entry.did, DECISIONS):
            self.acts[entry.who] = self.acts.get(entry.who, 0) + 1
        return entry.did

    def apply_body(self, did: events.AnyBody) -> None:
        """Apply one body."""
        match did:
            case events.Created():
                self._on_created(did)
            case events.Arranged():
                self._on_arranged(did)
            case events.Seated():
                self._on_seated(did)
            case events.Left():
                self._on_left(did)
            case events.Readied():
                self.chairs[did.seat].commitment = did.commitment
            case events.Unreadied():
                self.chairs[did.seat].commitment = ""
            case events.Sealed():
                self.status, self.until = SEALED, did.until
            case events.Revealed():
                self.chairs[did.seat].revealed = did.bytes
            case events.Hosted():
                self.host = did.identity
            case events.Closed():
                self.status = CLOSED
            case events.Cancelled():
                self._on_cancelled()
            case events.Begun():
                self._on_begun()
            case events.Dealt():
                self._on_dealt(did)
            case events.Played():
                self._on_played(did)
            case events.Answered():
                self.poll.take(did, self.at)
            case events.Explained():
                self.poll.explain(did.seat, did.on, self.at)
            case events.Hushed():
                self._on_hushed(did)
            case events.Came():
                self.chairs[did.seat].come(did.node, self.at)
            case events.Went():
                self.chairs[did.seat].go(did.node, self.at)
            case events.StoodIn():
                self._on_stood_in(did)
            case events.Paused():
                self._on_paused(did)
            case events.Agreed():
                self.chairs[did.seat].agreed = True
            case events.Resumed():
                self._on_resumed()
            case events.Voted():
                self.chairs[did.seat].abandon = did.abandon
            case events.TookBack():
                self._on_took_back(did)
            case events.Held():
                self._on_held(did)
            case events.Over():
                self.result, self.status = did, ABANDONED if did.abandoned else ENDED
            case events.Rematched():
                self.rematch = did.match
            case events.Invited():
                self.invite = did.invite
            case events.Saw():
                self.hand_watchers |= {did.identity}
            case events.Said():
                self.words.append((self.seq, self.at, did))

    # People

    def _on_created(self, did: events.Created) -> None:
        self.setup, self.invite, self.host = did, did.invite, did.host
        self.chairs = [self._chair() for _ in range(did.seats)]

    def _on_arranged(self, did: events.Arranged) -> None:
        self.setup = msgspec.structs.replace(self.setup, seats=did.seats, options=did.options, rules=did.rules)
        self.chairs = [*self.chairs, *[self._chair() for _ in range(did.seats)]][: did.seats]
        for chair in self.chairs:
            chair.commitment, chair.bank = "", 1000 * did.rules.clock.seconds

    def _chair(self) -> Chair:
        return Chair(1000 * self.rules.clock.seconds, self.at)

    def _on_seated(self, did: events.Seated) -> None:
        if self.match is None:
            chair = self.chairs[did.seat] = self._chair()
            chair.identity, chair.level = did.identity, did.level
            chair.bot = (did.name or default_bot_name(did.seat)) if did.level else ""
            return
        chair = self.chairs[did.seat]  # whose bytes have their part in the deals to come
        chair.identity, chair.level = did.identity, did.level
        chair.abandon, chair.nodes, chair.away_since = False, frozenset(), self.at
        self.poll.unhush(did.seat)
        self.played_seats[did.identity] = did.seat
        chair.hand_back(self.at, self._full_time(chair), self.rules.clock.kind)

    def _on_left(self, did: events.Left) -> None:
        self._bar(did.seat, did.removed)
        self.chairs[did.seat] = self._chair()

    def _bar(self, seat: int, removed: bool) -> None:
        if removed:
            self.barred |= {self.chairs[seat].identity}

    def _on_cancelled(self) -> None:
        self.status = OPEN
        self.has_revealed = self.has_revealed or any([chair.revealed for chair in self.chairs])
        for chair in self.chairs:
            chair.commitment = chair.revealed = ""

    def _on_stood_in(self, did: events.StoodIn) -> None:
        chair = self.chairs[did.seat]
        if not did.on:
            chair.hand_back(self.at, self._full_time(chair), self.rules.clock.kind)
            return
        self._bar(did.seat, did.why == "removed")
        self._stop_reading([did.seat])
        if chair.since >= 0:
            chair.used_ms += self.at - chair.since if self.is_clock_running(did.seat) else 0
            chair.since = self.at
        if not chair.stand_in:
            chair.played_for = ()
        chair.stand_in = did.why

    # The match

    def _on_begun(self) -> None:
        self.status, self.going = PLAYING, self.at
        self.played_seats = {chair.identity: seat for seat, chair in enumerate(self.chairs) if chair.identity}
        self.match = self.new_match()
        self.poll.timed = not self.is_solo
        self._update_clocks()

    def _on_dealt(self, did: events.Dealt) -> None:
        self._require_match().deal(did.order)
        self.deals += 1
        self.decisions = []
        self.poll.unhush_all()
        self._update_clocks()

    def _on_played(self, did: events.Played) -> None:
        match = self._require_match()
        if did.by == "player":
            self.decisions.append((did.seat, len(match.steps)))
            self.view_before, self.card_shown = match.view(did.seat) if self.is_solo else None, False
        elif self.chairs[did.seat].stand_in and did.by in ("stand_in", "hurried"):
            self.chairs[did.seat].played_for += did.actions
        past = match.state.past
        for action in did.actions:
            match.play(did.seat, action)
        if self.reading.seats:
            self._go_on()
        if match.state.past is not past:
            self.reading.begin(self.at)
        elif self.reading.open:
            self.reading.end()
        if self.view_before is not None and not self.card_shown:
            self.card_shown = take_backs.shows_new_card(self.view_before, match.view(self.view_before.seat))
        if self.poll.waiting:
            self.poll.on_played()
        self._stop_clock(did.seat)
        self._update_clocks()

    def _on_hushed(self, did: events.Hushed) -> None:
        if did.on:
            self.poll.hush(did.seat, int(self._require_match().state.line()))
        else:
            self.poll.unhush(did.seat)

    def _on_paused(self, did: events.Paused) -> None:
        self._halt()
        self.status, self.adjourned = PAUSED, did.adjourned
        self.paused_by, self.paused_at = did.seat, self.at
        for chair in self.chairs:
            chair.agreed = False
        self.poll.explain(-1, False, self.at)

    def _on_resumed(self) -> None:
        self.status, self.adjourned, self.going = PLAYING, False, self.at
        self._go_on()

    def _on_held(self, did: events.Held) -> None:
        """Let clocks stand still while somebody looks at how the deal before ended."""
        if did.on:
            self._halt()
            self.reading.seats |= {did.seat}
        else:
            self._stop_reading(range(len(self.chairs)) if did.seat < 0 else [did.seat])

    def _stop_reading(self, seats: Iterable[int]) -> None:
        """Let clocks go on when there is nobody left to wait for."""
        waited = bool(self.reading.seats)
        self.reading.stop(seats)
        if waited and not self.reading.seats:
            self._go_on()

    def _halt(self) -> None:
        """Let the clocks stand still."""
        for seat, chair in enumerate(self.chairs):
            if self.is_clock_running(seat):
                chair.used_ms += self.at - chair.since

    def _go_on(self) -> None:
        """Let the clocks go on."""
        for chair in self.chairs:
            if chair.since >= 0:
                chair.since = self.at
        self.poll.on_resumed(self.at)

    def _on_took_back(self, did: events.TookBack) -> None:
        match = self._require_match()
        self.match = match.replay(match.steps[: did.steps])
        self.decisions = [decision for decision in self.decisions if decision[1] < did.steps]
        self.poll.end()
        self.reading.end()
        self.view_before = None
        if self.decisions:
            seat, steps = self.decisions[-1]
            self.card_shown = take_backs.has_shown_card(match, seat, steps, match.steps[: did.steps])
        for seat in range(len(self.chairs)):
            self._stop_clock(seat)
        self._update_clocks()

    def _require_match(self) -> Match:
        assert self.match is not None, "the match has not begun"
        return self.match

    # Clocks

    def _full_time(self, chair: Chair) -> int:
        clock = self.rules.clock
        return chair.bank if clock.kind == "bank" else 1000 * clock.seconds

    def _stop_clock(self, seat: int) -> None:
        """Stop the clock of a seat that has decided."""
        chair = self.chairs[seat]
        if chair.since >= 0 and self.rules.clock.kind == "bank":
            chair.bank = max(
                0, chair.bank - chair.used_ms - (self.at - chair.since if self.is_clock_running(seat) else 0)
            )
        chair.since, chair.used_ms = -1, 0

    def _update_clocks(self) -> None:
        """Start the clocks of the seats that have come to owe a decision, and stop the others."""
        state = self._require_match().state
        asked = state.poll()
        if asked is not None or self.poll.waiting or self.poll.hushed:  # which only few games need
            self.poll.update(asked, state, self.at, self.step)
        for seat, chair in enumerate(self.chairs):
            if state.turn >= 0 and state.owes(seat):
                if chair.since < 0:
                    chair.since, chair.asked_at_step, chair.returned = self.at, self.step, False
                    chair.free = bool(self.poll.waiting)
                    chair.bank += 0 if chair.free else 1000 * self.rules.clock.increment
            elif chair.since >= 0:
                self._stop_clock(seat)
