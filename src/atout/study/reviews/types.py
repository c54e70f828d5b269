"""What a review says: plain data that can be sent, kept and printed. Points are those of the deal unless it says so."""

from typing import Literal

import msgspec

Mark = Literal["best", "good", "toss-up", "doubtful", "mistake", "blunder"]

MARKS: tuple[Mark, ...] = ("best", "good", "toss-up", "doubtful", "mistake", "blunder")  # the worst last
COSTLY: tuple[Mark, ...] = ("doubtful", "mistake", "blunder")


class Spot(msgspec.Struct, frozen=True):
    """A place where an unseen card may have been: how often it was there in the worlds that fitted."""

    zone: str  # a name of the game's locale; nothing: none that the table shows
    seat: int  # whose, or -1
    share: float  # copies there, on average


class CardBelief(msgspec.Struct, frozen=True):
    """Where an unseen card probably was, as the seat could have known, the likeliest place first."""

    card: str
    spots: list[Spot]
    was: list[Spot] = []  # and where it was


class SlotBelief(msgspec.Struct, frozen=True):
    """What a back in front of the seat, such as its own cards in Luz, probably was; the likeliest first."""

    zone: str
    seat: int
    place: int  # in the zone, counted from 0
    shown: str  # what the seat saw of it
    shares: dict[str, float]
    was: str = ""


class Belief(msgspec.Struct, frozen=True):
    """The belief picture of a decision."""

    worlds: int
    cards: list[CardBelief]
    slots: list[SlotBelief]


class KeyCard(msgspec.Struct, frozen=True):
    """A card whose place decides: how much more the better action gains in points if it lies there than if not."""

    card: str
    zone: str
    seat: int
    swing: float
    share: float  # of the worlds in which it lies there


class Explanation(msgspec.Struct, frozen=True):
    """Why something else was better: phrases in [reasons] of the game's locale, risks, and the cards that matter."""

    better: list[tuple[str, dict[str, str]]]
    chosen: list[tuple[str, dict[str, str]]]
    worse_share: float  # of the worlds in which the choice cost points
    worse_points: float  # how many it cost there
    better_share: float  # of the worlds in which it brought more
    better_points: float
    cards: list[KeyCard]


class Alternative(msgspec.Struct, frozen=True):
    """What a first look says of one of the actions: points more than what was chosen brings, in so many worlds."""

    action: str
    gain: float
    worlds: int


class Decision(msgspec.Struct, frozen=True):
    """One decision of a seat, judged by what it could know then."""

    step: int  # its place among the steps of the match, counted from 0
    deal: int  # the number of the deal or round
    seat: int
    phase: str
    chosen: str
    best: str  # the same if nothing is clearly better
    mark: Mark
    points: float  # to expect of what was chosen
    loss: float  # how many more what was tried against it brings: the best, or after it the next best
    low: float  # 95 % interval of that difference
    high: float
    rival: str  # what was tried against it
    chance: float  # to win the match, after what was chosen
    chance_loss: float  # how much higher it is after the rival
    before: list[float]  # the chances of all seats if the best is chosen
    after: list[float]  # and after what was chosen
    above_advice: float  # points to expect beyond what the game's advice would have brought, if all follow it later
    worlds: int  # in which the two were compared
    exact: bool  # whether these were all there are
    alternatives: list[Alternative] = []  # all actions, the best first
    belief: Belief | None = None
    why: Explanation | None = None

    @property
    def cost(self) -> float:
        """Points that the decision cost: none where nothing is clearly better."""
        return self.loss if self.mark not in ("best", "toss-up") else 0.0


class Origin(msgspec.Struct, frozen=True):
    """Where the points of a deal, or of the match, came from; the four parts add up to the points."""

    deal: int  # 0: the match
    points: float
    luck: float  # of the deal
    decisions: float  # one's own
    gifts: float  # of the others
    chance: float  # what remained


class Moment(msgspec.Struct, frozen=True):
    """A point of the curve: everybody's chance to win, as the seat could know it."""

    step: int  # how many steps had been taken
    deal: int
    chances: list[float]
    own: bool  # whether the seat itself had just decided


class Turn(msgspec.Struct, frozen=True):
    """A turning point: between two points of the curve the seat's own chance changed by much."""

    step: int  # how many steps had been taken then
    deal: int
    before: float
    after: float
    own: bool  # whether the seat itself had just decided


class SeatReview(msgspec.Struct, frozen=True):
    """The review of one seat."""

    seat: int
    decisions: list[Decision]
    origins: list[Origin]  # deal by deal
    total: Origin
    curve: list[Moment]
    turns: list[Turn]  # the greatest first

    def costliest(self, most: int = 0) -> list[Decision]:
        """Return the decisions that cost points, the costliest first."""
        found = sorted((each for each in self.decisions if each.mark in COSTLY), key=lambda each: -each.cost)
        return found[:most] if most else found


class Review(msgspec.Struct, frozen=True):
    """The review of a match."""

    game: str
    rules: int
    names: list[str]
    scores: list[int]
    places: list[int]
    spread: float  # the unit of the marks: by how many points deals usually differ
    seed: int
    seats: list[SeatReview]
