"""A table: what its events make of it. It decides nothing, reads no clock and does no I/O."""

from collections import deque
from collections.abc import Iterable, Mapping
from typing import Final

from atout.games import load
from atout.kernel.log import SPECTATOR
from atout.kernel.options import ALL_HANDS, SPECTATOR_VIEW
from atout.match import Match
from atout.server.core import events
from atout.server.core.polls import Poll
from atout.server.stores.base import Event, StoreError

OPEN: Final = "open"  # seats are taken, players get ready
SEALED: Final = "sealed"  # everybody is ready, players reveal their bytes
PLAYING: Final = "playing"
PAUSED: Final = "paused"
ENDED: Final = "over"
ABANDONED: Final = "abandoned"
LIVE: Final = (OPEN, SEALED, PLAYING, PAUSED)

REMEMBERED_REQUESTS: Final = 64
REMEMBERED_WORDS: Final = 500
DECISIONS: Final = (events.Played, events.Dealt, events.Answered)
RETURN_MS: Final = 10_000  # what a player who comes back has left at least, once in a decision


class ReplayError(StoreError):
    """A log that this program cannot read or replay."""


class Chair:
    """One seat of a table."""

    def __init__(self) -> None:
        self.identity = ""
        self.level = ""  # of the bot that sits here
        self.commitment = ""
        self.revealed = ""
        self.stand_in = ""  # why a bot plays for the player
        self.abandon = False
        self.here: frozenset[str] = frozenset()  # the nodes the player is connected to
        self.away = 0  # since when to none
        self.came = 0  # since when to any
        self.absences = 0  # how often it was to none
        self.bank = 0  # milliseconds
        self.since = -1  # when the running decision was put to the seat, or the clock started again; -1: it owes none
        self.used = 0  # milliseconds of it that passed before that
        self.asked = 0  # the step that put it
        self.free = False  # it costs no time
        self.returned = False  # the player has come back to it

    def copy(self) -> "Chair":
        """Return a chair that stands as this one does."""
        new = Chair()
        new.identity, new.level, new.stand_in, new.abandon = self.identity, self.level, self.stand_in, self.abandon
        new.commitment, new.revealed = self.commitment, self.revealed
        new.here, new.away, new.came, new.bank = self.here, self.away, self.came, self.bank
        new.since, new.used, new.asked, new.free = self.since, self.used, self.asked, self.free
        new.returned, new.absences = self.returned, self.absences
        return new

    @property
    def is_ready(self) -> bool:
        """Whether nothing keeps the seat from starting."""
        return bool(self.level or self.commitment)

    @property
    def is_human(self) -> bool:
        """Whether a person sits here."""
        return bool(self.identity)

    @property
    def is_attended(self) -> bool:
        """Whether a person plays here, and no bot for it."""
        return bool(self.identity and not self.stand_in)


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
        self.chairs: list[Chair] = []
        self.match: Match | None = None
        self.deals = 0  # how many packs have been shuffled
        self.decisions: list[tuple[int, int]] = []  # of players since the last deal: the seat, and the steps before
        self.poll = Poll()
        self.until = 0  # the deadline for revealing
        self.going = 0  # since when the match has gone on without a pause
        self.result: events.Over | None = None
        self.rematch = ""
        self.invite = ""
        self.adjourned = False
        self.sat: dict[str, int] = {}  # everybody who has played, and where
        self.barred: frozenset[str] = frozenset()  # guests whom the host has removed
        self.seers: frozenset[str] = frozenset()  # who has been shown all hands as a watcher
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

    def new_match(self) -> Match:
        """Return the match before its first deal. What watchers are shown is for the table to say, not for the game."""
        options = {name: value for name, value in self.setup.options.items() if name != SPECTATOR_VIEW}
        if self.rules.watch == ALL_HANDS:
            options[SPECTATOR_VIEW] = ALL_HANDS
        return Match(load(self.setup.game), self.setup.seats, options)

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
        return tuple(dict.fromkeys([*(chair.identity for chair in self.chairs if chair.identity), *self.sat]))

    def owing_seats(self) -> list[int]:
        """Return the seats that owe a decision while the match runs: all that are asked at once."""
        if self.match is None or self.status != PLAYING:
            return []
        return list(self.poll.waiting) or self.match.state.owing()

    def question(self, seat: int) -> int:
        """Return the step that put the running decision to a seat; 0 if it owes none."""
        if seat not in self.owing_seats():
            return 0
        return self.poll.step if self.poll.waiting else self.chairs[seat].asked

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
        return [
            seat
            for seat in self.poll.waiting
            if seat not in answers and (self.level_at(seat) or not self.poll.is_hushed(seat))
        ]

    def is_clock_running(self, seat: int) -> bool:
        """Tell whether the clock of a seat runs."""
        chair = self.chairs[seat]
        return chair.since >= 0 and self.status == PLAYING and not (chair.free or chair.stand_in)

    def time_left(self, seat: int, now: int) -> int | None:
        """Return how many milliseconds a seat has left, or None without a clock."""
        chair = self.chairs[seat]
        if self.rules.clock.kind == "none" or not chair.is_human:
            return None
        passed = chair.used + (max(0, now - chair.since) if self.is_clock_running(seat) else 0)
        return max(0, self._full_time(chair) - passed)

    def deadline(self, seat: int) -> int | None:
        """Return when a seat runs out of time, if its clock runs."""
        since = self.chairs[seat].since
        left = self.time_left(seat, since) if self.is_clock_running(seat) else None
        return None if left is None else since + left

    def outline(self, at: int) -> "Table":
        """Return a copy that goes its own way, except that it plays no cards: enough for what lists show."""
        new = Table(self.id)
        new.seq, new.step, new.at, new.created_at = self.seq, self.step, at, self.created_at
        new.going, new.until = self.going, self.until
        new.status, new.adjourned, new.setup, new.match = self.status, self.adjourned, self.setup, self.match
        new.chairs, new.sat, new.barred = [chair.copy() for chair in self.chairs], dict(self.sat), self.barred
        new.result, new.rematch, new.invite = self.result, self.rematch, self.invite
        return new

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
            case events.Cancelled():
                self._on_cancelled()
            case events.Begun():
                self._on_begun()
            case events.Dealt():
                self._on_dealt(did)
            case events.Played():
                self._on_played(did)
            case events.Answered():
                self.poll.take(did)
            case events.Hushed():
                self._on_hushed(did)
            case events.Came():
                self._on_came(did)
            case events.Went():
                self._on_went(did)
            case events.StoodIn():
                self._on_stood_in(did)
            case events.Paused():
                self._on_paused(did)
            case events.Resumed():
                self._on_resumed()
            case events.Voted():
                self.chairs[did.seat].abandon = did.abandon
            case events.TookBack():
                self._on_took_back(did)
            case events.Over():
                self.result, self.status = did, ABANDONED if did.abandoned else ENDED
            case events.Rematched():
                self.rematch = did.match
            case events.Invited():
                self.invite = did.invite
            case events.Saw():
                self.seers |= {did.identity}
            case events.Said():
                self.words.append((self.seq, self.at, did))

    # People

    def _on_created(self, did: events.Created) -> None:
        self.setup, self.invite = did, did.invite
        self.chairs = [self._chair() for _ in range(did.seats)]

    def _chair(self) -> Chair:
        chair = Chair()
        chair.bank, chair.away = 1000 * self.rules.clock.seconds, self.at
        return chair

    def _on_seated(self, did: events.Seated) -> None:
        if self.match is None:
            chair = self.chairs[did.seat] = self._chair()
            chair.identity, chair.level = did.identity, did.level
            return
        chair = self.chairs[did.seat]  # whose bytes have their part in the deals to come
        chair.identity, chair.level = did.identity, did.level
        chair.abandon, chair.here, chair.away = False, frozenset(), self.at
        self.poll.unhush(did.seat)
        self.sat[did.identity] = did.seat
        self._hand_back(chair)

    def _on_left(self, did: events.Left) -> None:
        self._bar(did.seat, did.removed)
        self.chairs[did.seat] = self._chair()

    def _bar(self, seat: int, removed: bool) -> None:
        if removed:
            self.barred |= {self.chairs[seat].identity}

    def _on_came(self, did: events.Came) -> None:
        chair = self.chairs[did.seat]
        if not chair.here:
            chair.came = self.at
        chair.here |= {did.node}

    def _on_went(self, did: events.Went) -> None:
        chair = self.chairs[did.seat]
        chair.here -= {did.node}
        chair.away, chair.absences = self.at, chair.absences + 1

    def _on_cancelled(self) -> None:
        self.status = OPEN
        for chair in self.chairs:
            chair.commitment = chair.revealed = ""

    def _on_stood_in(self, did: events.StoodIn) -> None:
        chair = self.chairs[did.seat]
        if not did.on:
            self._hand_back(chair)
            return
        self._bar(did.seat, did.why == "removed")
        if chair.since >= 0:
            chair.used += self.at - chair.since if self.is_clock_running(did.seat) else 0
            chair.since = self.at
        chair.stand_in = did.why

    def _hand_back(self, chair: Chair) -> None:
        chair.stand_in = ""
        if chair.since >= 0:
            chair.since = self.at
            if not chair.returned:
                whole = self._full_time(chair)
                least = RETURN_MS if self.rules.clock.kind == "bank" else min(RETURN_MS, whole)
                chair.returned, chair.used = True, min(chair.used, whole - least)

    # The match

    def _on_begun(self) -> None:
        self.status, self.going = PLAYING, self.at
        self.sat = {chair.identity: seat for seat, chair in enumerate(self.chairs) if chair.is_human}
        self.match = self.new_match()
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
        for action in did.actions:
            match.play(did.seat, action)
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
        for seat, chair in enumerate(self.chairs):
            if self.is_clock_running(seat):
                chair.used += self.at - chair.since
        self.status, self.adjourned = PAUSED, did.adjourned

    def _on_resumed(self) -> None:
        self.status, self.adjourned, self.going = PLAYING, False, self.at
        for chair in self.chairs:
            if chair.since >= 0:
                chair.since = self.at
        self.poll.on_resumed(self.at)

    def _on_took_back(self, did: events.TookBack) -> None:
        match = self._require_match()
        self.match = match.replay(match.steps[: did.steps])
        self.decisions = [decision for decision in self.decisions if decision[1] < did.steps]
        self.poll.end()
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
            chair.bank = max(0, chair.bank - chair.used - (self.at - chair.since if self.is_clock_running(seat) else 0))
        chair.since, chair.used = -1, 0

    def _update_clocks(self) -> None:
        """Start the clocks of the seats that have come to owe a decision, and stop the others."""
        state = self._require_match().state
        asked = state.poll()
        if asked is not None or self.poll.waiting or self.poll.hushed:  # which only few games need
            self.poll.update(asked, state, self.at, self.step)
        for seat, chair in enumerate(self.chairs):
            if state.turn >= 0 and state.owes(seat):
                if chair.since < 0:
                    chair.since, chair.asked, chair.returned = self.at, self.step, False
                    chair.free = bool(self.poll.waiting)
                    chair.bank += 0 if chair.free else 1000 * self.rules.clock.increment
            elif chair.since >= 0:
                self._stop_clock(seat)
