"""HTTP: reviews of matches that are over."""

from typing import Annotated, Final

from litestar import get, post
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from atout.server.core import replays
from atout.server.core.reviews import ReviewOrder, ReviewState, hide_cards, state_of
from atout.server.core.table import LIVE, Table
from atout.server.http.middleware import BODY, Address, Guest, Refused, Visitor, problem_responses
from atout.server.http.past_matches import require_begun
from atout.server.live.reviews import Reviews

MOST_OF_ONE: Final = 3  # unfinished reviews of one person
MOST: Final = 200  # of all
RETRY: Final = 30  # seconds


@post(
    "/api/matches/{match:str}/review",
    summary="Have a match reviewed",
    operation_id="ask_for_review",
    status_code=200,
    responses=problem_responses(*BODY, 404, 409),
)
async def ask_for_review(
    match: FromPath[str], data: JSONBody[ReviewOrder], state: State, visitor: Visitor, address: Address
) -> ReviewState:
    """Have the decisions of a seat reviewed: once, whoever asks and however often."""
    table = await require_begun(state.registry, match)
    require_reviewable(table, data.seat)
    reviews: Reviews = state.registry.reviews
    kept = await reviews.find(match, data.seat)
    if kept is None or kept.state == "failed":
        who = address if visitor is None else visitor.id
        await require_room_for_a_review(state, who, address)
        await reviews.ask(match, data.seat, who)
    return await tell_review(state, table, data.seat, visitor)


@get(
    "/api/matches/{match:str}/review",
    summary="A review, as far as it is ready",
    operation_id="review",
    responses=problem_responses(400, 403, 404, 409),
)
async def match_review(
    match: FromPath[str],
    state: State,
    visitor: Visitor,
    seat: Annotated[int, QueryParameter(ge=0, le=7)],
    after: Annotated[int, QueryParameter(ge=0, le=1_000_000)] = 0,
    cards: FromQuery[bool] = False,
) -> ReviewState:
    """Return the decisions of a seat that are judged, in the order of the match, from one on (`after`).

    Where the cards lay that the seat could not see is told only if it is asked for (`cards`).
    """
    table = await require_begun(state.registry, match)
    require_reviewable(table, seat)
    return await tell_review(state, table, seat, visitor, after, cards)


def require_reviewable(table: Table, seat: int) -> None:
    """Refuse what cannot be reviewed: a match that was not played to its end, a seat that is not there."""
    if table.status in LIVE:
        raise Refused(403, "forbidden", "match-is-not-over")
    assert table.match is not None
    if not table.match.over:
        raise Refused(409, "impossible", "match-was-not-finished")
    if seat >= table.setup.seats:
        raise Refused(409, "impossible", "no-such-seat")


async def require_room_for_a_review(state: State, who: str, address: str) -> None:
    """Refuse somebody who has asked for too many reviews, or anybody while too many are waiting."""
    own, unfinished = await state.registry.reviews.count_unfinished(who)
    if state.registry.limited and own >= MOST_OF_ONE:
        raise Refused(429, "limited", "wait-for-your-reviews", retry=RETRY)
    wait = RETRY if state.registry.limited and unfinished >= MOST else state.limits.ask_for_review(who, address)
    if wait:
        raise Refused(429, "limited", "too-many-reviews", retry=wait)


async def tell_review(
    state: State, table: Table, seat: int, who: Guest | None, after: int = 0, cards: bool = False
) -> ReviewState:
    """Return a review as it stands."""
    reviews: Reviews = state.registry.reviews
    kept = await reviews.find(table.id, seat)
    names = replays.names_of(table, await state.registry.names(table.members()))
    you = -1 if who is None else replays.seat_in_past(table, who.id)
    if kept is None:
        return state_of(table, seat, names, you)
    decisions = await reviews.read(kept, after)
    shown = decisions if cards else [hide_cards(each) for each in decisions]
    return state_of(table, seat, names, you, kept, shown, await reviews.count_ahead(kept))


HANDLERS: Final = [ask_for_review, match_review]
BODIES: Final = (ReviewOrder, ReviewState)
