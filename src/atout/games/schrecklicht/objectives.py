"""Schrecklicht: the twelve objectives and the evaluation of a round (SCH-32 to SCH-42)."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.schrecklicht.cards import (
    CARDS,
    COLOUR_COUNT,
    VALUES,
    bottom,
    colour_of,
    greens,
    odd_cards,
    suit,
    top,
    total,
    value_of,
)
from atout.games.schrecklicht.deal import NO_PAIR, Deal, cover_of, covered_of
from atout.kernel.bits import bit, count, lowest

NAMES: Final = [
    "HIGH_COVER",
    "HIGH_SUM",
    "HIGH_COLOUR_SUM",
    "HIGH_COVERED",
    "MOST_ODD",
    "MOST_PUMPKINS",
    "LOW_COVER",
    "LOW_SUM",
    "LOW_COLOUR_SUM",
    "LOW_COVERED",
    "FEWEST_PUMPKINS",
    "MULTIPLES",
]
HIGH_COVER: Final = 0
HIGH_SUM: Final = 1
HIGH_COLOUR_SUM: Final = 2
HIGH_COVERED: Final = 3
MOST_ODD: Final = 4
MOST_PUMPKINS: Final = 5
LOW_COVER: Final = 6
LOW_SUM: Final = 7
LOW_COLOUR_SUM: Final = 8
LOW_COVERED: Final = 9
FEWEST_PUMPKINS: Final = 10
MULTIPLES: Final = 11

# Heads on green 0 .. 11, violet 0 .. 11, blue 0 .. 11 (SCH-42, an assumption; option `pumpkins` replaces it).
PUMPKINS: Final = "031032212310202311301203312102031032"

UNRANKED: Final = -1
ABOVE_ALL: Final = 1000000  # higher than any rating
LADDERS: Final = ["5/3/1", "3/1", "1"]
RUNGS: Final = 3


@final
class Judge:
    """Rates displays by objectives, under the options of a match."""

    def __init__(self, pumpkins: str, zero_rank: bool, low_colour_needs_card: bool) -> None:
        heads = vec[i64]([0] * CARDS)
        bearers: i64 = 0
        for card in range(CARDS):
            heads[card] = int(pumpkins[VALUES * colour_of(card) + value_of(card)])
            if heads[card]:
                bearers |= bit(card)
        self.heads = heads
        self.bearers = bearers  # the cards that have pumpkin heads
        self.zero_rank = zero_rank
        self.low_colour_needs_card = low_colour_needs_card

    def rating(self, deal: Deal, seat: i64, objective: i64, colour: i64) -> i64:
        """Return how good a display is for an objective: higher is better, equal is a tie, UNRANKED cannot be ranked.

        A rating is a first number and a tie-break (SCH-36), both made such that more is better.
        """
        if is_about_pairs(objective):
            return self._rating_of_pair(deal.pairs[seat], objective)
        cards = deal.visible[seat]  # only these count (SCH-37)
        if objective == MULTIPLES:
            return multiples(cards)
        if objective == MOST_PUMPKINS:
            bearing = count(cards & self.bearers)
            if not bearing and not self.zero_rank:
                return UNRANKED
            return _rating(self.pumpkins(cards), bearing)
        if objective == FEWEST_PUMPKINS:
            return _rating(99 - self.pumpkins(cards), 9 - count(cards & self.bearers))
        if objective in (HIGH_COLOUR_SUM, LOW_COLOUR_SUM):
            cards &= suit(colour)  # SCH-06
        elif objective == MOST_ODD:
            cards &= odd_cards()
        if not cards:  # no such card loses every tie-break (SCH-40)
            return self._rating_of_nothing(objective)
        if objective == MOST_ODD:
            return _rating(count(cards), 1 + top(cards))
        if objective in (HIGH_SUM, HIGH_COLOUR_SUM):
            return _rating(total(cards), 1 + top(cards))
        return _rating(99 - total(cards), VALUES - bottom(cards))

    def _rating_of_pair(self, pair: i64, objective: i64) -> i64:
        """Rate a covered pair: green is best among equals, then violet, then blue."""
        if pair == NO_PAIR:
            return UNRANKED
        card = cover_of(pair) if objective in (HIGH_COVER, LOW_COVER) else covered_of(pair)
        value = value_of(card)
        if objective in (LOW_COVER, LOW_COVERED):
            value = VALUES - value
        return _rating(value, COLOUR_COUNT - colour_of(card))

    def _rating_of_nothing(self, objective: i64) -> i64:
        """Rate a display without a card that counts: a sum or count of 0, or no rating by an option."""
        if objective == LOW_SUM:
            return _rating(99, 0)
        if objective == LOW_COLOUR_SUM:
            if self.low_colour_needs_card:
                return UNRANKED
            return _rating(99, 0)
        if objective != HIGH_SUM and not self.zero_rank:
            return UNRANKED
        return 0

    def pumpkins(self, cards: i64) -> i64:
        """Return the pumpkin heads on the cards."""
        heads: i64 = 0
        while cards:
            heads += self.heads[lowest(cards)]
            cards &= cards - 1
        return heads

    def rate_all(self, deal: Deal, objective: i64, colour: i64, ratings: vec[i64]) -> None:
        """Write the rating of each display."""
        for seat in range(deal.seats):
            ratings[seat] = self.rating(deal, seat, objective, colour)

    def score(self, deal: Deal, objectives: vec[i64], first: i64, totals: vec[i64], firsts: vec[i64]) -> None:
        """Add the points for the objectives of green, violet and blue to the totals, and the best ranks to `firsts`."""
        ratings = vec[i64]([0] * deal.seats)
        for colour in range(COLOUR_COUNT):
            self.rate_all(deal, objectives[first + colour], colour, ratings)
            share_out(ladder(deal, colour), ratings, totals, firsts)


def share_out(rung: i64, ratings: vec[i64], totals: vec[i64], firsts: vec[i64]) -> None:
    """Give the points of a ladder to the best ranks; all who share a rank get the same (SCH-34, SCH-35)."""
    seats: i64 = len(ratings)
    bound: i64 = ABOVE_ALL
    points: i64 = 5 - 2 * rung
    while points > 0:
        best: i64 = UNRANKED
        for seat in range(seats):
            if best < ratings[seat] < bound:
                best = ratings[seat]
        if best == UNRANKED:
            return
        for seat in range(seats):
            if ratings[seat] == best:
                totals[seat] += points
                if bound == ABOVE_ALL:
                    firsts[seat] += 1
        bound = best
        points -= 2


def _rating(first: i64, tie_break: i64) -> i64:
    """Return one number that orders by the first and then by the tie-break."""
    return 100 * first + tie_break


def is_about_pairs(objective: i64) -> bool:
    """Say whether an objective is about cover cards or covered cards: nos. 1, 4, 7 and 10."""
    return objective % 3 == 0


def multiples(cards: i64) -> i64:
    """Return 3 for three of a kind, 2 for two pairs, 1 for a pair, UNRANKED for none (SCH-39 no. 12, SCH-41)."""
    green = cards & greens()
    violet = (cards >> 1) & greens()
    blue = (cards >> 2) & greens()
    if green & violet & blue:
        return 3
    pairs = count((green & violet) | (green & blue) | (violet & blue))
    if not pairs:
        return UNRANKED
    return pairs


def rank_of(ratings: vec[i64], seat: i64) -> i64:
    """Return the rank of a display from 1, dense and shared by equals (SCH-35); 0 if it cannot be ranked."""
    if ratings[seat] == UNRANKED:
        return 0
    better: set[int] = set()
    for rating in ratings:
        if rating > ratings[seat]:
            better.add(rating)
    return 1 + len(better)


def ladder(deal: Deal, colour: i64) -> i64:
    """Return the ladder of a colour's objective: 0 for 5/3/1, 1 for 3/1, 2 for 1; equal pawns share (SCH-32, SCH-33).

    The end of the track changes no order: the first pawn that reaches it ends the round (SCH-26).
    """
    own = deal.pawn(colour)
    ahead: i64 = 0
    last: i64 = -1
    for other in range(COLOUR_COUNT):
        pawn = deal.pawn(other)
        if pawn > own and pawn != last:
            ahead += 1
            last = pawn
    return ahead


def shown_pawn(deal: Deal, colour: i64) -> i64:
    """Return where a pawn stands: at most on the last space (SCH-26)."""
    pawn = deal.pawn(colour)
    end = deal.scale.end
    return pawn if pawn < end else end


def reward(rung: i64, rank: i64) -> i64:
    """Return the points for a rank on a ladder; ranks beyond its end get nothing."""
    place = rung + rank
    if rank < 1 or place > RUNGS:
        return 0
    return 7 - 2 * place
