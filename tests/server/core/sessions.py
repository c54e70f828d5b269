"""A table without a server: requests are decided and applied at once, at a time that the test sets."""

import hashlib
from collections.abc import Sequence

from atout import fair
from atout.games import load
from atout.kernel.state import State
from atout.match import Match
from atout.server.core import decide, events, moves, timers, wire
from atout.server.core.decide import World
from atout.server.core.events import AnyBody, Rules
from atout.server.core.moves import Bodies
from atout.server.core.refusals import Refusal
from atout.server.core.table import Table
from atout.server.stores.base import Event

MATCH = "f" * 32
START = 1_700_000_000_000
PEOPLE = ("ada", "bo", "cem", "dora", "eve", "finn")  # identities and names; the first is the host


def digits(text: str) -> str:
    """Return 64 hexadecimal digits that depend on a text."""
    return hashlib.sha256(text.encode()).hexdigest()


def created_event(
    game: str, seats: int, rules: Rules | None = None, options: dict[str, str] | None = None
) -> events.Created:
    return events.Created(
        game=game,
        rules_version=load(game).rules,
        seats=seats,
        options=options or {},
        host=PEOPLE[0],
        secret=digits("secret"),
        invite="invite",
        rules=rules or Rules(),
    )


class Session:
    """A table of people, and bots on the seats that are left."""

    def __init__(
        self,
        game: str = "luz",
        people: int = 2,
        bots: int = 1,
        rules: Rules | None = None,
        options: dict[str, str] | None = None,
    ) -> None:
        self.now = START
        self.log: list[Event] = []
        self.table = Table(MATCH)
        self.tokens = 0
        self.put(created_event(game, people + bots, rules, options))
        for seat in range(people):
            self.put(events.Seated(seat, identity=PEOPLE[seat]))
        for seat in range(people, people + bots):
            self.put(events.Seated(seat, level="novice"))

    @property
    def match(self) -> Match:
        assert self.table.match is not None
        return self.table.match

    @property
    def state(self) -> State:
        return self.match.state

    @property
    def world(self) -> World:
        return World(self.now, self._token)

    def _token(self, size: int) -> str:
        self.tokens += 1
        return digits(f"token {self.tokens}")[: 2 * size]

    def advance(self, seconds: float) -> "Session":
        self.now += round(1000 * seconds)
        return self

    def put(self, *bodies: AnyBody, who: str = "", request: str = "") -> None:
        """Append events and apply them."""
        for number, body in enumerate(bodies):
            entry = events.Entry(body, who, "" if number else request)
            self.log.append(events.encode_event(self.table.id, len(self.log) + 1, self.now, entry))
            self.table.apply(self.log[-1])

    def ask(self, who: str, request: wire.AnyRequest) -> Bodies:
        """Carry out a request as a room does; return its events."""
        if request.id and self.table.step_of_request(who, request.id) is not None:
            return []
        bodies = decide.decide(self.table, who, request, self.world)
        self.put(*bodies, who=who, request=request.id)
        return bodies

    def refusal(self, who: str, request: wire.AnyRequest) -> Refusal:
        """Return how a request is refused."""
        try:
            bodies = decide.decide(self.table, who, request, self.world)
        except Refusal as refusal:
            return refusal
        raise AssertionError(f"accepted: {bodies}")

    def refusal_codes(self, who: str, request: wire.AnyRequest) -> tuple[str, str]:
        """Return code and reason of a refusal."""
        refusal = self.refusal(who, request)
        return refusal.code, refusal.why

    def wait(self) -> Bodies:
        """Let time bring what is due now."""
        bodies = timers.due_events(self.table, self.now)
        self.put(*bodies)
        return bodies

    def make_ready(self) -> "Session":
        """Let everybody be ready: the start is sealed."""
        for chair in self.table.chairs:
            if chair.is_human:
                own = fair.commitment(self.table.id, digits(chair.identity))
                self.ask(chair.identity, wire.Ready(1, commitment=own))
        return self

    def start(self) -> "Session":
        """Begin the match."""
        self.make_ready()
        for chair in self.table.chairs:
            if chair.is_human:
                self.ask(chair.identity, wire.Reveal(1, bytes=digits(chair.identity)))
        assert self.table.status == "playing"
        return self

    def play(self, seat: int, *texts: str, by: events.By = "player") -> Bodies:
        """Let a seat take a decision; without a text the first it may take."""
        actions = [self.match.game.parse(text) for text in texts] or moves.state_when_asked(self.table, seat).legal(
            seat
        )[:1]
        bodies = moves.take_decision(self.table, seat, actions, by)
        self.put(*bodies)
        return bodies

    def legal(self, seat: int) -> list[str]:
        return [self.match.game.text(action) for action in self.match.legal(seat)]

    def finish(self) -> "Session":
        """Play to the end."""
        while self.table.status == "playing":
            self.play(self.table.owing_seats()[0])
        return self


def kinds(bodies: Sequence[AnyBody]) -> list[str]:
    """Return what happened, in words."""
    return [str(type(body).__struct_config__.tag) for body in bodies]
