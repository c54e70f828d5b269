"""Schrecklicht: score lines and the final order (SCH-34, SCH-43 to SCH-45)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.schrecklicht.cards import COLOUR_COUNT, COLOURS, bottom, card_text, odd_cards, suit, top, total
from atout.games.schrecklicht.deal import NO_PAIR, Deal, cover_of, covered_of
from atout.games.schrecklicht.objectives import (
    FEWEST_PUMPKINS,
    HIGH_COLOUR_SUM,
    HIGH_COVER,
    HIGH_SUM,
    LADDERS,
    LOW_COLOUR_SUM,
    LOW_COVER,
    LOW_SUM,
    MOST_ODD,
    MOST_PUMPKINS,
    MULTIPLES,
    RUNGS,
    Judge,
    is_about_pairs,
    ladder,
    multiples,
    rank_of,
    reward,
)
from atout.kernel.bits import count
from atout.kernel.clause import Clause
from atout.kernel.state import ScoreLine

RANKED: Final = [  # by objective
    Clause("SCH-34", "high-cover"),
    Clause("SCH-34", "high-sum"),
    Clause("SCH-34", "high-colour-sum"),
    Clause("SCH-34", "high-covered"),
    Clause("SCH-34", "most-odd"),
    Clause("SCH-34", "most-pumpkins"),
    Clause("SCH-34", "low-cover"),
    Clause("SCH-34", "low-sum"),
    Clause("SCH-34", "low-colour-sum"),
    Clause("SCH-34", "low-covered"),
    Clause("SCH-34", "fewest-pumpkins"),
]
WITHOUT_CARD: Final = {  # a sum or count of 0 that no card makes
    HIGH_SUM: Clause("SCH-40", "high-sum-without-card"),
    HIGH_COLOUR_SUM: Clause("SCH-40", "high-colour-sum-without-card"),
    MOST_ODD: Clause("SCH-40", "most-odd-without-card"),
    LOW_SUM: Clause("SCH-40", "low-sum-without-card"),
    LOW_COLOUR_SUM: Clause("SCH-40", "low-colour-sum-without-card"),
}
MULTIPLES_RANKED: Final = [
    Clause("SCH-34", "one-pair"),
    Clause("SCH-34", "two-pairs"),
    Clause("SCH-34", "three-of-a-kind"),
]
MULTIPLES_TEXTS: Final = ["2", "2+2", "3"]  # one pair, two pairs, three of a kind
NOTHING: Final = "-"


BEFORE: Final = Clause("SCH-43", "before")


def line_before(seat: i64, points: i64) -> ScoreLine:
    """Return the points that a seat brought from before the record begins."""
    return ScoreLine(seat, points, BEFORE, {"points": str(points)})


def lines(number: i64, deal: Deal, objectives: vec[i64], judge: Judge) -> list[ScoreLine]:
    """Return every point of a finished round: the foremost colour first, within a colour seat by seat."""
    found: list[ScoreLine] = []
    ratings = vec[i64]([0] * deal.seats)
    for rung in range(RUNGS):
        for colour in range(COLOUR_COUNT):
            if ladder(deal, colour) != rung:
                continue
            judge.rate_all(deal, objectives[colour], colour, ratings)
            for seat in range(deal.seats):
                rank = rank_of(ratings, seat)
                points = reward(rung, rank)
                if points:
                    amount, tie = measure(deal, seat, objectives[colour], colour, judge)
                    values = {
                        "round": str(number),
                        "colour": COLOURS[colour],
                        "ladder": LADDERS[rung],
                        "rank": str(rank),
                        "amount": amount,
                        "tie": tie,
                        "points": str(points),
                    }
                    found.append(ScoreLine(seat, points, _clause(objectives[colour], ratings[seat], tie), values))
    return found


def _clause(objective: i64, rating: i64, tie: str) -> Clause:
    """Return the clause that a line cites, and with it the sentence that fits."""
    if objective == MULTIPLES:
        return MULTIPLES_RANKED[rating - 1]
    if tie == NOTHING and objective in WITHOUT_CARD:
        return WITHOUT_CARD[objective]
    return RANKED[objective]


def measure(deal: Deal, seat: i64, objective: i64, colour: i64, judge: Judge) -> tuple[str, str]:
    """Return what an objective counts in a display, and its tie-break, as texts."""
    if is_about_pairs(objective):
        pair = deal.pairs[seat]
        if pair == NO_PAIR:
            return NOTHING, NOTHING
        card = cover_of(pair) if objective in (HIGH_COVER, LOW_COVER) else covered_of(pair)
        return card_text(card), NOTHING
    cards = deal.visible[seat]
    if objective == MULTIPLES:
        found = multiples(cards)
        return MULTIPLES_TEXTS[found - 1] if found > 0 else NOTHING, NOTHING
    if objective in (MOST_PUMPKINS, FEWEST_PUMPKINS):
        return str(judge.pumpkins(cards)), str(count(cards & judge.bearers))
    if objective == MOST_ODD:
        cards &= odd_cards()
        return str(count(cards)), _value(cards, True)
    if objective in (HIGH_COLOUR_SUM, LOW_COLOUR_SUM):
        cards &= suit(colour)
    return str(total(cards)), _value(cards, objective in (HIGH_SUM, HIGH_COLOUR_SUM))


def _value(cards: i64, highest: bool) -> str:
    """Return the highest or the lowest value of a set, if there is one."""
    if not cards:
        return NOTHING
    return str(top(cards) if highest else bottom(cards))


def places(totals: vec[i64], firsts: vec[i64], count_firsts: bool) -> list[int]:
    """Return the place of each seat by total; equal totals share, unless best ranks break the tie (option `tie`)."""
    found: list[int] = []
    for seat in range(len(totals)):
        place = 1
        for other in range(len(totals)):
            if totals[other] > totals[seat] or (
                count_firsts and totals[other] == totals[seat] and firsts[other] > firsts[seat]
            ):
                place += 1
        found.append(place)
    return found
