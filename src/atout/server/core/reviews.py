"""Reviews as they are told: what is ready of one, and nothing of where cards lay unless somebody asks for it."""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from atout.study.review_types import Belief, Decision, Moment, Origin

Progress = Literal["none", "waiting", "running", "done", "failed"]

SEAT: Final = Meta(ge=0, le=7)


class ReviewOrder(Struct, frozen=True, forbid_unknown_fields=True):
    """Whose decisions are to be reviewed."""

    seat: Annotated[int, SEAT]


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
