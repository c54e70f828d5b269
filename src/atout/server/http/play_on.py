"""HTTP: playing on from a position of a match that is over, against bots."""

import logging
from typing import Annotated, Final

from litestar import post
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct

from atout.bots.levels import LEVELS
from atout.games import load
from atout.server.core import events
from atout.server.core.beginnings import beginning_at
from atout.server.core.setups import Level, SetupFault
from atout.server.core.table import LIVE, Table
from atout.server.http.middleware import BODY, COOKIE_NEEDED, Address, Known, Refused, problem_responses
from atout.server.http.past_matches import require_begun
from atout.server.http.tables import Opened, require_room_for_a_table
from atout.server.live.registry import RoomRegistry

log = logging.getLogger("atout.lobby")


class PositionOrder(Struct, frozen=True, forbid_unknown_fields=True):
    """A position to play on from: after so many steps of the match, with you on a seat."""

    at: Annotated[int, Meta(ge=0, le=1_000_000)]
    seat: Annotated[int, Meta(ge=0, le=7)]
    anew: bool = False  # deal anew what that seat could not see; else all cards are as they were
    level: Level = "casual"  # of the bots on seats where people were


@post(
    "/api/matches/{match:str}/play_on",
    summary="Play on from a position",
    operation_id="play_on",
    security=COOKIE_NEEDED,
    responses=problem_responses(*BODY, 401, 403, 404, 409),
)
async def play_on(
    match: FromPath[str], data: JSONBody[PositionOrder], state: State, guest: Known, address: Address
) -> Opened:
    """Open a table that begins at a position of a match that is over, with bots on the other seats."""
    registry: RoomRegistry = state.registry
    table = await require_begun(registry, match)
    if table.status in LIVE:
        raise Refused(403, "forbidden", "match-is-not-over")
    if data.level not in LEVELS:
        raise Refused(409, "impossible", "no-such-level")
    await require_room_for_a_table(state, guest, address)
    world = registry.world()
    opened = await registry.create(
        begin_at(table, data, guest.id, int(world.token(6), 16), world.token(32), world.token(16)),
        world.token(16),
        guest.id,
    )
    log.info("a match is played on", extra={"match": opened.id, "game": opened.setup.game, "of": match})
    return Opened(opened.id, opened.invite)


def begin_at(table: Table, order: PositionOrder, who: str, seed: int, secret: str, invite: str) -> list[events.AnyBody]:
    """Return how the new table begins: bots stay who they were, and sit where people were."""
    assert table.match is not None
    if order.seat >= table.setup.seats:
        raise Refused(409, "impossible", "no-such-seat")
    unseen_by, drawn_from = (order.seat, seed) if order.anew else (-1, 0)
    try:
        beginning = beginning_at(table.match, table.setup, table.id, order.at, unseen_by, drawn_from)
    except SetupFault as fault:
        raise Refused(409, "impossible", fault.why) from None
    created = events.Created(
        game=table.setup.game,
        rules_version=load(table.setup.game).rules,
        seats=table.setup.seats,
        options=table.setup.options,
        host=who,
        secret=secret,
        invite=invite,
        beginning=beginning,
    )
    seated: list[events.AnyBody] = [
        events.Seated(seat, level=chair.level or order.level, name=chair.bot)
        for seat, chair in enumerate(table.chairs)
        if seat != order.seat
    ]
    return [created, *seated, events.Seated(order.seat, identity=who)]


HANDLERS: Final = [play_on]
BODIES: Final = (PositionOrder,)
