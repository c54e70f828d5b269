"""How a table is set up: what its host chooses when it is opened, and may change until the match begins."""

from typing import Annotated, Final

from msgspec import Meta, Struct

from atout.bots.levels import LEVELS
from atout.kernel.errors import SetupError
from atout.kernel.game import Game
from atout.kernel.options import ALL_HANDS, SPECTATOR_VIEW
from atout.server.core import events

GRACE: Final = 60  # seconds, unless a decision may take days
DAY: Final = 24 * 3600

Short = Annotated[str, Meta(max_length=100)]
Level = Annotated[str, Meta(extra_json_schema={"enum": list(LEVELS)})]


class ClockOrder(Struct, frozen=True, forbid_unknown_fields=True):
    """A clock: none, a number of seconds per decision, a bank plus increment, or days (in seconds) per decision."""

    kind: events.ClockKind = "none"
    seconds: Annotated[int, Meta(ge=0, le=30 * DAY)] = 0
    increment: Annotated[int, Meta(ge=0, le=600)] = 0


class TableSetup(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What can be chosen for a table of a game."""

    seats: Annotated[int, Meta(ge=1, le=8)]
    options: Annotated[dict[Short, Short], Meta(max_length=50)] = {}
    public: bool = False
    clock: ClockOrder = ClockOrder()
    watch: events.Watch = "closed"
    chat: bool = False
    stand_in: Level = "casual"
    grace: Annotated[int, Meta(ge=0, le=DAY)] | None = None  # seconds; null: a minute, or 0 (never) with days

    def rules(self) -> events.Rules:
        """Return how the table is to be run."""
        usual = 0 if self.clock.kind == "days" else GRACE
        return events.Rules(
            public=self.public,
            clock=events.Clock(self.clock.kind, self.clock.seconds, self.clock.increment),
            watch=self.watch,
            chat=self.chat,
            stand_in=self.stand_in,
            grace=usual if self.grace is None else self.grace,
        )


class SetupFault(Exception):  # noqa: N818 - it becomes the answer to a request
    """Why a table cannot be set up so; `detail` is for the log, in English."""

    def __init__(self, why: str, detail: str = "") -> None:
        super().__init__(why)
        self.why = why
        self.detail = detail


def check_setup(game: Game, setup: TableSetup) -> None:
    """Raise SetupFault if there can be no such table of a game."""
    try:
        game.new(setup.seats, game.settle(dict(setup.options)))
    except SetupError as error:
        raise SetupFault("table-cannot-be-set-up", str(error)) from None
    if setup.stand_in not in LEVELS:
        raise SetupFault("no-such-level")
    opens = setup.options.get(SPECTATOR_VIEW) == ALL_HANDS
    if setup.watch not in ways_to_watch(game) or (opens and setup.watch != ALL_HANDS):
        raise SetupFault("not-watched-so")
    _check_clock(setup.clock)


def _check_clock(clock: ClockOrder) -> None:
    least = {"none": 0, "decision": 1, "bank": 1, "days": DAY}[clock.kind]
    if clock.seconds < least or (clock.kind == "none" and clock.seconds):
        raise SetupFault("no-such-clock")
    if clock.increment and clock.kind != "bank":
        raise SetupFault("no-such-clock")


def ways_to_watch(game: Game) -> tuple[events.Watch, ...]:
    """Return what watchers of a game may be shown."""
    ways: tuple[events.Watch, ...] = (
        ("nobody", "closed", "finished_deals") if game.opens_deals else ("nobody", "closed")
    )
    opens = any(option.name == SPECTATOR_VIEW and ALL_HANDS in option.values for option in game.options)
    return (*ways, "all_hands") if opens else ways
