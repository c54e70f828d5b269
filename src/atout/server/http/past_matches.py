"""HTTP: records and replays of matches."""

from typing import Annotated, Final

import msgspec
from litestar import Response, get
from litestar.datastructures import State
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, QueryParameter

from atout import record
from atout.kernel.log import SPECTATOR
from atout.server.core import replays
from atout.server.core.table import LIVE, ReplayError, Table
from atout.server.http.middleware import (
    JSON,
    Address,
    Guest,
    Refused,
    Visitor,
    count_or_refuse,
    is_match_id,
    problem_responses,
)
from atout.server.live.registry import RoomRegistry

TOML: Final = "application/toml"


@get(
    "/api/matches/{match:str}/record",
    summary="The record of a match",
    operation_id="record",
    media_type=TOML,
    responses=problem_responses(400, 403, 404, 409),
)
async def match_record(match: FromPath[str], state: State, address: Address) -> Response[bytes]:
    """Return a match that is over as a record, with the secret that proves its deals."""
    table = await require_begun(state.registry, match)
    if table.status in LIVE:
        raise Refused(403, "forbidden", "match-is-not-over")
    if table.match is not None and table.match.drawn is not None:
        raise Refused(403, "forbidden", "drawn-cards-have-no-record")
    called = replays.names_of(table, await state.registry.names(table.members()))
    text = await state.shelf.answer(
        (match, *called),
        lambda: record.dumps(replays.record_of(table, called)).encode(),
        lambda: count_or_refuse(state.limits.replays, address),
    )
    name = f'attachment; filename="{table.setup.game}-{match[:8]}.toml"'
    return Response(text, media_type=TOML, headers={"content-disposition": name})


@get(
    "/api/matches/{match:str}/replay",
    summary="A match step by step",
    operation_id="replay",
    responses={
        200: ResponseSpec(replays.Replay, generate_examples=False),
        **problem_responses(400, 403, 404, 409),
    },
)
async def match_replay(
    match: FromPath[str],
    state: State,
    visitor: Visitor,
    address: Address,
    seat: Annotated[int | None, QueryParameter(ge=replays.OPEN_VIEW, le=7)] = None,
    deal: Annotated[int, QueryParameter(ge=0, le=10_000)] = 0,
) -> Response[bytes]:
    """Return a deal of a match as a seat saw it (0 and up), as a watcher did (-3), or open (-4).

    Without a seat it is your own, or that of a watcher if you have had none.

    A match that is over is there for everybody who knows its id. Of one that is not over, finished deals are there for
    watchers of a public table that says so, and never for somebody who sits at it.
    """
    table = await require_begun(state.registry, match)
    past = require_visible(table, visitor)
    called = replays.names_of(table, await state.registry.names(table.members()))
    you = -1 if visitor is None else replays.seat_in_past(table, visitor.id)
    observer = seat if seat is not None else you if you >= 0 else SPECTATOR
    if not past.observers(observer):
        raise Refused(404, "unknown", "no-such-seat")
    found = await state.shelf.answer(
        (match, table.status, len(past.steps), observer, deal, *called),
        lambda: msgspec.json.encode(made) if (made := replays.replay_of(table, past, called, observer, deal)) else b"",
        lambda: count_or_refuse(state.limits.replays, address),
    )
    if not found:
        raise Refused(404, "unknown", "no-such-deal")
    return Response(with_own_seat(found, you), media_type=JSON)


def with_own_seat(replay: bytes, you: int) -> bytes:
    """Return a replay that others are sent too, with the seat of whoever asks."""
    return b'%s,"you":%d}' % (replay[:-1], you)


async def require_begun(registry: RoomRegistry, match: str) -> Table:
    """Return the table of a match that has begun, or refuse."""
    try:
        room = await registry.room(match) if is_match_id(match) else None
    except ReplayError:  # its game is not installed any more, or its rules have changed
        raise Refused(409, "impossible", "match-cannot-be-replayed") from None
    if room is None or room.table.match is None:
        raise Refused(404, "unknown", "no-such-match")
    return room.table


def require_visible(table: Table, visitor: Guest | None) -> replays.PastMatch:
    """Return a match that is over, or as much of one in progress as this person may see; else refuse."""
    assert table.match is not None
    past = replays.PastMatch.from_match(table.match)
    if table.status not in LIVE:
        return past
    seated = visitor is None or table.seat_of(visitor.id) is not None  # nobody could be anybody
    finished = past.finished_deals()
    if table.rules.watch != "finished_deals" or not table.rules.public or seated or finished is None:
        raise Refused(403, "forbidden", "match-is-not-over")
    return finished


HANDLERS: Final = [match_record, match_replay]
BODIES: Final = (replays.Replay,)
