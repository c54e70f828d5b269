"""Reviews as they are told: what is ready of one, and nothing of where cards lay unless somebody asks for it."""

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from atout.server.core.table import Table
from atout.server.stores.base import KeptReview
from atout.study.reviews.types import Belief, Decision, Moment, Origin

Progress = Literal["none", "waiting", "running", "done", "failed"]


class ReviewOrder(Struct, frozen=True, forbid_unknown_fields=True):
    """Whose decisions are to be reviewed."""

    seat: Annotated[int, Meta(ge=0, le=7)]


class Overview(Struct, frozen=True):
    """What can be told when every decision is judged."""

    origins: list[Origin]  # deal by deal
    total: Origin
    curve: list[Moment]


class ReviewState(Struct, frozen=True):
    """The review of a seat, as far as it is ready."""

    match: str
    game: str
    seat: int
    names: list[str]
    options: dict[str, str]
    scores: list[int]
    places: list[int]
    spread: float  # the unit of the marks: by how many points deals usually differ
    state: Progress
    done: int  # decisions that are judged,
    of: int  # out of so many; 0: not counted yet
    ahead: int  # reviews that are made before this one
    decisions: list[Decision]  # that are ready, in the order of the match
    review: Overview | None  # when all is done
    you: int  # the seat that you have or had, or -1


def hide_cards(decision: Decision) -> Decision:
    """Return a decision without where the cards really were."""
    belief = decision.belief
    if belief is None:
        return decision
    cards = [replace(card, was=[]) for card in belief.cards]
    slots = [replace(slot, was="") for slot in belief.slots]
    return replace(decision, belief=Belief(belief.worlds, cards, slots))


def state_of(
    table: Table,
    seat: int,
    names: list[str],
    you: int,
    kept: KeptReview | None = None,
    decisions: Sequence[Decision] = (),
    ahead: int = 0,
) -> ReviewState:
    """Return how the review of a seat stands, with these of its decisions."""
    match, result = table.match, table.result
    assert match is not None
    assert result is not None
    return ReviewState(
        match=table.id,
        game=table.setup.game,
        seat=seat,
        names=names,
        options=dict(match.options.values),
        scores=list(result.scores),
        places=list(result.places),
        spread=match.game.advice().spread(),
        state="none" if kept is None else msgspec.convert(kept.state, Progress),
        done=0 if kept is None else kept.done,
        of=0 if kept is None else kept.total,
        ahead=ahead,
        decisions=list(decisions),
        review=msgspec.json.decode(kept.body, type=Overview) if kept is not None and kept.body else None,
        you=you,
    )
