"""HTTP: opening a table, the lobby, your matches."""

import logging
from collections.abc import Collection
from typing import Annotated, Final

from litestar import Response, get, post
from litestar.datastructures import State
from litestar.params import FromQuery, JSONBody, QueryParameter
from msgspec import Meta, Struct, field

from atout.bots.levels import LEVELS
from atout.games import load, names
from atout.kernel.game import Game
from atout.server.core import events
from atout.server.core.setups import Level, SetupFault, TableSetup, check_setup
from atout.server.core.summaries import parse_summary
from atout.server.core.table import ABANDONED, ENDED, LIVE, OPEN, PLAYING
from atout.server.http.middleware import (
    BODY,
    COOKIE_NEEDED,
    Address,
    Asked,
    Guest,
    Known,
    Refused,
    Visitor,
    problem_responses,
    tagged_answer,
    tagged_responses,
)
from atout.server.live.registry import RoomRegistry
from atout.server.stores.base import Filter, Summary

MOST_LISTED: Final = 100
MOST_ASKED: Final = 20  # running matches of which a list says whether they wait for somebody
LATEST: Final = 2**53 - 1

log = logging.getLogger("atout.lobby")


# Opening a table


class Order(TableSetup, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table to be opened."""

    game: Annotated[str, Meta(extra_json_schema={"enum": names()})]
    bots: Annotated[list[Level | None], Meta(max_length=8)] = field(default_factory=list)  # by seat; null: no bot there
    seat: Annotated[int, Meta(ge=0, le=7)] | None = 0  # where the host sits; null: nowhere yet


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
    """Open a table, as its host."""
    registry: RoomRegistry = state.registry
    game = require_setup(data)
    await require_room_for_a_table(state, guest, address, seated=data.seat is not None)
    world = registry.world()
    created = events.Created(
        game=game.name,
        rules_version=game.rules,
        seats=data.seats,
        options=dict(data.options),
        host=guest.id,
        secret=world.token(32),
        invite=world.token(16),
        rules=data.rules(),
    )
    seated: list[events.AnyBody] = [events.Seated(seat, level=level) for seat, level in enumerate(data.bots) if level]
    if data.seat is not None:
        seated.append(events.Seated(data.seat, identity=guest.id))
    table = await registry.create([created, *seated], world.token(16), guest.id)
    log.info("a table was opened", extra={"match": table.id, "game": game.name, "seats": data.seats})
    return Opened(table.id, table.invite)


async def require_room_for_a_table(state: State, guest: Guest, address: str, seated: bool = True) -> None:
    """Refuse one more table to somebody who has too many, or has opened too many."""
    if seated and await state.registry.has_too_many(guest.id):
        raise Refused(429, "limited", "too-many-matches")
    wait = state.limits.open_table(guest.id, address)
    if wait:
        raise Refused(429, "limited", "too-many-tables", retry=wait)


def require_setup(order: Order) -> Game:
    """Return the game of an order, or refuse a table that is impossible."""
    if order.game not in names():
        raise Refused(409, "impossible", "no-such-game")
    game = load(order.game)
    try:
        check_setup(game, order)
    except SetupFault as fault:
        raise Refused(409, "impossible", fault.why, fault.detail) from None
    if not set(filter(None, order.bots)) <= set(LEVELS):
        raise Refused(409, "impossible", "no-such-level")
    if len(order.bots) > order.seats or (order.seat is not None and order.seat >= order.seats):
        raise Refused(409, "impossible", "no-such-seat")
    if order.seat is not None and order.seat < len(order.bots) and order.bots[order.seat]:
        raise Refused(409, "impossible", "seat-is-taken")
    return game


# Lists


class Seat(Struct, frozen=True):
    """A seat in a list: somebody, a bot with its level and name, or nobody."""

    name: str
    level: str
    bot: str = ""  # what the bot is called


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


@get(
    "/api/tables",
    summary="The lobby",
    operation_id="lobby",
    responses={**tagged_responses(list[Entry]), **problem_responses()},
)
async def lobby(request: Asked, state: State, visitor: Visitor) -> Response[bytes]:
    """Return public tables: those with free seats, and those that may be watched."""
    registry: RoomRegistry = state.registry
    found = await registry.store.public_matches(LIVE, MOST_LISTED)
    shown = [summary for summary in found if summary.status == OPEN or parse_summary(summary).watch != "nobody"]
    return tagged_answer(request, await list_entries(registry, shown, visitor))


@get(
    "/api/matches",
    summary="My matches",
    operation_id="matches",
    security=COOKIE_NEEDED,
    responses={**tagged_responses(list[Entry]), **problem_responses(400, 401)},
)
async def matches(
    request: Asked,
    state: State,
    guest: Known,
    before: Annotated[int, QueryParameter(ge=1, le=LATEST)] = LATEST,
    game: Annotated[str, QueryParameter(max_length=100)] = "",
    name: Annotated[str, QueryParameter(max_length=100)] = "",
    live: FromQuery[bool] = False,
) -> Response[bytes]:
    """Return the matches in which you have or had a seat, the latest changed first; `before` pages on by `updated`.

    Tables that were closed before anything was played are left out. `game`: only those of a game, `name`: with
    somebody who is called so, `live`: that are not over.
    """
    registry: RoomRegistry = state.registry
    only = Filter(LIVE if live else (*LIVE, ENDED, ABANDONED), game, name)
    found = await registry.store.matches_of(guest.id, MOST_LISTED, before, only)
    running = [summary.match for summary in found if summary.status == PLAYING][:MOST_ASKED]
    waiting = {match for match in running if await is_waiting_for(registry, match, guest.id)}
    return tagged_answer(request, await list_entries(registry, found, guest, waiting))


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
        bots = more.bots or [""] * len(seats)
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
                    Seat("", level, bot) if mark else Seat(known.get(name, "?") if name else "", "", "")
                    for (name, mark, level), bot in zip(seats, bots, strict=True)
                ],
                you=more.chairs.index(me) if me in more.chairs else None,
                turn=summary.match in waiting,
                host=summary.host == me,
                clock=more.clock,
                watch=more.watch,
                chat=more.chat,
                scores=more.scores,
                places=[] if summary.status == ABANDONED else more.places,
            )
        )
    return result


HANDLERS: Final = [open_table, lobby, matches]
BODIES: Final = (Order, Opened, Entry)
