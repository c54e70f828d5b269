"""HTTP: the people you have played with, and whether they are here.

Of somebody with whom you share a match that has begun, you are told the present name, when a match of both changed
last, and whether they have a page open: no more, neither where nor since when. A page says so itself, and says nothing
where its owner does not want it. Nothing is left of this when an identity is deleted.
"""

from typing import Final

from litestar import Response, delete, get, put
from litestar.datastructures import State
from msgspec import Struct

from atout.server.core.table import ABANDONED, ENDED, PAUSED, PLAYING
from atout.server.http.middleware import (
    COOKIE_NEEDED,
    Asked,
    Guest,
    Known,
    count_or_refuse,
    problem_responses,
    tagged_answer,
    tagged_responses,
)
from atout.server.live.registry import RoomRegistry

HERE: Final = "/api/me/here"
REFUSALS: Final = problem_responses(401, 403)
MOST_LISTED: Final = 100
BEGUN: Final = (PLAYING, PAUSED, ENDED, ABANDONED)
HERE_MS: Final = 90_000  # after a page has last said so; it does every half minute, or minute when nobody looks at it
AGAIN_MS: Final = 15_000  # until it is written down again


class Friend(Struct, frozen=True):
    """Somebody you have played with."""

    name: str
    here: bool  # has a page open
    played: int  # when a match of you both changed last


@get(
    "/api/friends",
    summary="Who is here?",
    operation_id="friends",
    security=COOKIE_NEEDED,
    responses={**tagged_responses(list[Friend]), **problem_responses(401)},
)
async def friends(request: Asked, state: State, guest: Known) -> Response[bytes]:
    """Return the people you have played with, the latest first, and whether they have a page open."""
    count_or_refuse(state.limits.friends, guest.id)
    return tagged_answer(request, await list_friends(state.registry, guest))


@put(HERE, summary="I am here", operation_id="come", security=COOKIE_NEEDED, status_code=204, responses=REFUSALS)
async def come(state: State, guest: Known) -> None:
    """Let the people you have played with see that you are here, for a minute and a half."""
    count_or_refuse(state.limits.presence, guest.id)
    now = state.registry.world().now
    if now - guest.seen >= AGAIN_MS:
        await state.registry.store.touch(guest.id, now)


@delete(HERE, summary="I am gone", operation_id="go", security=COOKIE_NEEDED, status_code=204, responses=REFUSALS)
async def go(state: State, guest: Known) -> None:
    """Be here no more, at once."""
    count_or_refuse(state.limits.presence, guest.id)
    await state.registry.store.touch(guest.id, state.registry.world().now - HERE_MS)


async def list_friends(registry: RoomRegistry, guest: Guest) -> list[Friend]:
    """Return the people somebody has played with."""
    now = registry.world().now
    found = await registry.store.companions(guest.id, BEGUN, MOST_LISTED)
    return [Friend(one.name, now - one.seen < HERE_MS, one.played) for one in found]


HANDLERS: Final = [friends, come, go]
BODIES: Final = (Friend,)
