"""HTTP: opening a table, the lobby, your matches."""

import logging
from collections.abc import Collection
from typing import Annotated, Final

from litestar import get, post
from litestar.datastructures import State
from litestar.params import JSONBody, QueryParameter
from msgspec import Meta, Struct

from atout.bots.levels import LEVELS
from atout.games import load, names
from atout.kernel.errors import SetupError
from atout.kernel.game import Game
from atout.kernel.options import ALL_HANDS, SPECTATOR_VIEW
from atout.server.core import events
from atout.server.core.summaries import parse_summary
from atout.server.core.table import LIVE, OPEN, PLAYING
from atout.server.http.games import ways_to_watch
from atout.server.http.middleware import (
    BODY,
    COOKIE_NEEDED,
    Address,
    Guest,
    Known,
    Refused,
    Visitor,
    problem_responses,
)
from atout.server.live.registry import RoomRegistry
from atout.server.stores.base import Summary

MOST_LISTED: Final = 100
MOST_ASKED: Final = 20  # running matches of which a list says whether they wait for somebody
GRACE: Final = 60  # seconds, unless a decision may take days
DAY: Final = 24 * 3600
LATEST: Final = 2**53 - 1

log = logging.getLogger("atout.lobby")

Short = Annotated[str, Meta(max_length=100)]
Level = Annotated[str, Meta(extra_json_schema={"enum": list(LEVELS)})]


# Opening a table


class ClockOrder(Struct, frozen=True, forbid_unknown_fields=True):
    """A clock: none, a number of seconds per decision, a bank plus increment, or days (in seconds) per decision."""

    kind: events.ClockKind = "none"
    seconds: Annotated[int, Meta(ge=0, le=30 * DAY)] = 0
    increment: Annotated[int, Meta(ge=0, le=600)] = 0


class Order(Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be opened."""

    game: Annotated[str, Meta(extra_json_schema={"enum": names()})]
    seats: Annotated[int, Meta(ge=1, le=8)]
    options: Annotated[dict[Short, Short], Meta(max_length=50)] = {}
    bots: Annotated[list[Level | None], Meta(max_length=8)] = []  # by seat; null: no bot there
    seat: Annotated[int, Meta(ge=0, le=7)] | None = 0  # where the host sits; null: nowhere yet
    public: bool = False
    clock: ClockOrder = ClockOrder()
    watch: events.Watch = "closed"
    chat: bool = False
    stand_in: Level = "casual"
    grace: Annotated[int, Meta(ge=0, le=DAY)] | None = None  # seconds; null: a minute, or 0 (never) with days


class Opened(Struct, frozen=True):
    """A table that is open now."""

    match: str
    invite: str


@post(
    "/api/tables",
    summary="Open a table",
    operation_id="open_table",
    security=COOKIE_NEEDED,
    responses=problem_responses(*BODY, 401, 409),
)
async def open_table(data: JSONBody[Order], state: State, guest: Known, address: Address) -> Opened:
    """Open a table; the one who does is its host."""
    registry: RoomRegistry = state.registry
    game = require_setup(data)
    if data.seat is not None and await registry.has_too_many(guest.id):
        raise Refused(429, "limited", "too-many-matches")
    wait = state.limits.open_table(guest.id, address)
    if wait:
        raise Refused(429, "limited", "too-many-tables", retry=wait)
    world = registry.world()
    grace = data.grace if data.grace is not None else 0 if data.clock.kind == "days" else GRACE
    created = events.Created(
        game=game.name,
        rules_version=game.rules,
        seats=data.seats,
        options=dict(data.options),
        host=guest.id,
        secret=world.token(32),
        invite=world.token(16),
        rules=events.Rules(
            public=data.public,
            clock=events.Clock(data.clock.kind, data.clock.seconds, data.clock.increment),
            watch=data.watch,
            chat=data.chat,
            stand_in=data.stand_in,
            grace=grace,
        ),
    )
    seated: list[events.AnyBody] = [events.Seated(seat, level=level) for seat, level in enumerate(data.bots) if level]
    if data.seat is not None:
        seated.append(events.Seated(data.seat, identity=guest.id))
    table = await registry.create([created, *seated], world.token(16), guest.id)
    log.info("a table was opened", extra={"match": table.id, "game": game.name, "seats": data.seats})
    return Opened(table.id, table.invite)


def require_setup(order: Order) -> Game:
    """Return the game of an order, or refuse a table that cannot be."""
    if order.game not in names():
        raise Refused(409, "impossible", "no-such-game")
    game = load(order.game)
    try:
        game.new(order.seats, game.settle(dict(order.options)))
    except SetupError as error:
        raise Refused(409, "impossible", "table-cannot-be-set-up", str(error)) from None
    if not {order.stand_in, *filter(None, order.bots)} <= set(LEVELS):
        raise Refused(409, "impossible", "no-such-level")
    if len(order.bots) > order.seats or (order.seat is not None and order.seat >= order.seats):
        raise Refused(409, "impossible", "no-such-seat")
    if order.seat is not None and order.seat < len(order.bots) and order.bots[order.seat]:
        raise Refused(409, "impossible", "seat-is-taken")
    opens = order.options.get(SPECTATOR_VIEW) == ALL_HANDS
    if order.watch not in ways_to_watch(game) or (opens and order.watch != ALL_HANDS):
        raise Refused(409, "impossible", "not-watched-so")
    require_clock(order.clock)
    return game


def require_clock(clock: ClockOrder) -> None:
    """Refuse a clock that cannot run."""
    least = {"none": 0, "decision": 1, "bank": 1, "days": DAY}[clock.kind]
    if clock.seconds < least or (clock.kind == "none" and clock.seconds):
        raise Refused(409, "impossible", "no-such-clock")
    if clock.increment and clock.kind != "bank":
        raise Refused(409, "impossible", "no-such-clock")


# Lists


class Seat(Struct, frozen=True):
    """A seat in a list: somebody, a bot of a level, or nobody."""

    name: str
    level: str


class Entry(Struct, frozen=True):
    """A match in a list; `you` is your seat or null."""

    match: str
    game: str
    status: str
    public: bool
    created: int
    updated: int
    seats: int
    options: dict[str, str]
    chairs: list[Seat]
    you: int | None
    turn: bool  # the match waits for you, as far as your own list says
    host: bool
    clock: events.Clock
    watch: str
    chat: bool
    scores: list[int]
    places: list[int]


@get("/api/tables", summary="The lobby", operation_id="lobby", responses=problem_responses())
async def lobby(state: State, visitor: Visitor) -> list[Entry]:
    """Return public tables: those with free seats, and those that may be watched."""
    registry: RoomRegistry = state.registry
    found = await registry.store.public_matches(LIVE, MOST_LISTED)
    shown = [summary for summary in found if summary.status == OPEN or parse_summary(summary).watch != "nobody"]
    return await list_entries(registry, shown, visitor)


@get(
    "/api/matches",
    summary="My matches",
    operation_id="matches",
    security=COOKIE_NEEDED,
    responses=problem_responses(400, 401),
)
async def matches(
    state: State, guest: Known, before: Annotated[int, QueryParameter(ge=1, le=LATEST)] = LATEST
) -> list[Entry]:
    """Return the matches you sit or sat in, the latest changed first; `before` pages on by `updated`."""
    registry: RoomRegistry = state.registry
    found = await registry.store.matches_of(guest.id, MOST_LISTED, before)
    running = [summary.match for summary in found if summary.status == PLAYING][:MOST_ASKED]
    waiting = {match for match in running if await is_waiting_for(registry, match, guest.id)}
    return await list_entries(registry, found, guest, waiting)


async def is_waiting_for(registry: RoomRegistry, match: str, who: str) -> bool:
    """Tell whether a match waits for somebody's decision."""
    room = await registry.room(match)
    seat = None if room is None else room.table.seat_of(who)
    return (
        room is not None
        and seat is not None
        and seat in room.table.owing_seats()
        and room.table.chairs[seat].is_attended
    )


async def list_entries(
    registry: RoomRegistry, found: list[Summary], guest: Guest | None, waiting: Collection[str] = ()
) -> list[Entry]:
    """Return matches for a list, with names in place of identities."""
    people = tuple({member for summary in found for member in summary.members})
    known = await registry.names(people) if people else {}
    me = guest.id if guest is not None else None
    result: list[Entry] = []
    for summary in found:
        more = parse_summary(summary)
        seats = [chair.partition(":") for chair in more.chairs]
        result.append(
            Entry(
                match=summary.match,
                game=summary.game,
                status=summary.status,
                public=summary.public,
                created=summary.created,
                updated=summary.updated,
                seats=more.seats,
                options=more.options,
                chairs=[
                    Seat("", level) if mark else Seat(known.get(name, "?") if name else "", "")
                    for name, mark, level in seats
                ],
                you=more.chairs.index(me) if me in more.chairs else None,
                turn=summary.match in waiting,
                host=summary.host == me,
                clock=more.clock,
                watch=more.watch,
                chat=more.chat,
                scores=more.scores,
                places=more.places,
            )
        )
    return result


HANDLERS: Final = [open_table, lobby, matches]
BODIES: Final = (Order, Opened, Entry)
