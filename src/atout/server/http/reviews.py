"""HTTP: reviews of matches that are over."""

from typing import Annotated, Final

from litestar import get, post
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody, QueryParameter

from atout.match import Match
from atout.server.core import replays
from atout.server.core.reviews import ReviewOrder, ReviewState, hide_cards
from atout.server.core.table import LIVE, Table
from atout.server.http.middleware import BODY, Guest, Refused, Visitor, problem_responses
from atout.server.http.past_matches import require_begun
from atout.server.live.reviews import Made


@post(
    "/api/matches/{match:str}/review",
    summary="Ask for a review",
    operation_id="ask_for_review",
    status_code=200,
    responses=problem_responses(*BODY, 403, 404, 409),
)
async def ask_for_review(
    match: FromPath[str], data: JSONBody[ReviewOrder], state: State, visitor: Visitor
) -> ReviewState:
    """Have the decisions of a seat reviewed; asking again is free."""
    table = await require_over(state, match, data.seat)
    made = state.reviews.made
    if (match, data.seat) not in made:
        made[match, data.seat] = Made(table.match, data.seat)
    return await tell(state, table, data.seat, visitor, 0, False)


@get(
    "/api/matches/{match:str}/review",
    summary="A review",
    operation_id="review",
    responses=problem_responses(400, 403, 404, 409),
)
async def match_review(
    match: FromPath[str],
    state: State,
    visitor: Visitor,
    seat: Annotated[int, QueryParameter(ge=0, le=7)],
    after: Annotated[int, QueryParameter(ge=0, le=1_000_000)] = 0,
    cards: bool = False,
) -> ReviewState:
    """Return the review of a seat, as far as it is ready, without its first decisions (`after`).

    Where the cards lay that the seat could not see is told only if it is asked for (`cards`).
    """
    table = await require_over(state, match, seat)
    return await tell(state, table, seat, visitor, after, cards)


async def tell(state: State, table: Table, seat: int, who: Guest | None, after: int, cards: bool) -> ReviewState:
    match: Match = table.match  # type: ignore[assignment]
    made: Made | None = state.reviews.made.get((table.id, seat))
    decisions = [] if made is None else made.decisions[after:]
    return ReviewState(
        match=table.id,
        game=table.setup.game,
        seat=seat,
        names=replays.names_of(table, await state.registry.names(table.members())),
        options=dict(match.options.values),
        scores=list(table.result.scores),
        places=list(table.result.places),
        spread=match.game.advice().spread(),
        state="none" if made is None else made.state,
        done=0 if made is None else len(made.decisions),
        of=0 if made is None else made.of,
        ahead=0,
        decisions=decisions if cards else [hide_cards(each) for each in decisions],
        review=None if made is None else made.overview,
        you=-1 if who is None else replays.seat_in_past(table, who.id),
    )


async def require_over(state: State, match: str, seat: int) -> Table:
    """Return the table of a match that can be reviewed, or refuse."""
    table = await require_begun(state.registry, match)
    if table.status in LIVE:
        raise Refused(403, "forbidden", "match-is-not-over")
    assert table.match is not None
    if not table.match.over:
        raise Refused(409, "impossible", "match-was-abandoned")
    if seat >= table.setup.seats:
        raise Refused(409, "impossible", "no-such-seat")
    return table


HANDLERS: Final = [ask_for_review, match_review]
BODIES: Final = (ReviewOrder, ReviewState)
