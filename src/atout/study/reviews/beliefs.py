"""Where unseen cards probably were, and why one action is better than another: for one decision, from its view.

Whatever lies on a table is told by displays. What one seat cannot see in its own, others see in theirs: so a world
is laid open by the displays of all its seats.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Final, NamedTuple

from atout.bots.hints import reasons
from atout.kernel.game import Game
from atout.kernel.state import State
from atout.kernel.view import Display, View
from atout.study.reviews.statistics import mean
from atout.study.reviews.trials import Policy, Trials
from atout.study.reviews.types import Belief, CardBelief, Explanation, KeyCard, SlotBelief, Spot

WORLDS: Final = 160  # that are looked at, at most
UNSEEN: Final = "?"  # in the text of a back
RAREST: Final = 0.08  # a place that a card hardly ever or nearly always has decides nothing
CLEAR: Final = 3.5  # standard errors between the worlds with a card here and those with it elsewhere
MOST_CARDS: Final = 3  # that matter
NEVER: Final = 0.005


class Place(NamedTuple):
    """A zone of the table; those with the same name and owner are counted."""

    zone: str
    seat: int
    number: int = 0


Layout = dict[Place, list[str]]  # the cards of every zone


def layout_of(display: Display) -> Layout:
    """Return what a display shows, zone by zone."""
    found: Layout = {}
    for zone in display.zones:
        number = 0
        while Place(zone.name, zone.seat, number) in found:
            number += 1
        found[Place(zone.name, zone.seat, number)] = [card.text for card in zone.cards]
    return found


def open_layout(state: State) -> Layout:
    """Return what lies where, as those see it who see the most of each zone."""
    found: Layout = {}
    for seat in range(state.seats):
        for place, cards in layout_of(state.view(seat).display()).items():
            if place not in found or _hidden(cards) < _hidden(found[place]):
                found[place] = cards
    return found


def unseen_cards(open_cards: Layout, own: Layout) -> Counter[tuple[str, Place]]:
    """Return how many copies of each card lie where the seat cannot see them."""
    found: Counter[tuple[str, Place]] = Counter()
    for place, cards in open_cards.items():
        unknown = Counter(card for card in cards if UNSEEN not in card) - Counter(own.get(place, []))
        for card, copies in unknown.items():
            found[card, place] += copies
    return found


def _hidden(cards: Sequence[str]) -> int:
    return sum(UNSEEN in card for card in cards)


def explain(
    game: Game, view: View, chosen: int, better: int, policy: Policy, seed: int, worlds: int = WORLDS
) -> tuple[Belief, Explanation]:
    """Return the belief picture of a decision, and why another action was better."""
    own = layout_of(view.display())
    trials = Trials(game, view, policy, seed, False)
    layouts: list[Layout] = []
    gaps: list[float] = []
    for _ in range(worlds):
        layouts.append(open_layout(trials.draw()))
        gaps.append(trials.attempt(better) - trials.attempt(chosen))
    unseen = [unseen_cards(layout, own) for layout in layouts]
    worse, gained = [gap for gap in gaps if gap > 0], [-gap for gap in gaps if gap < 0]
    why = Explanation(
        better=reasons(game, view, better, seed),
        chosen=reasons(game, view, chosen, seed),
        worse_share=len(worse) / worlds,
        worse_points=mean(worse),
        better_share=len(gained) / worlds,
        better_points=mean(gained),
        cards=find_key_cards(unseen, gaps),
    )
    return Belief(worlds, _cards(unseen), _slots(layouts, own)), why


def _cards(unseen: Sequence[Mapping[tuple[str, Place], int]]) -> list[CardBelief]:
    shares: dict[str, Counter[Place]] = {}
    for world in unseen:
        for (card, place), copies in world.items():
            shares.setdefault(card, Counter())[place] += copies
    return [CardBelief(card, _spots(shares[card], len(unseen))) for card in sorted(shares)]


def _spots(copies: Mapping[Place, int], worlds: int) -> list[Spot]:
    ranked = sorted(copies.items(), key=lambda item: (-item[1], item[0]))
    return [Spot(place.zone, place.seat, round(n / worlds, 3)) for place, n in ranked if n >= NEVER * worlds]


def _slots(layouts: Sequence[Layout], own: Layout) -> list[SlotBelief]:
    """Return what backs were of which the seat saw something, such as the colour."""
    found: list[SlotBelief] = []
    for place, cards in own.items():
        for number, card in enumerate(cards):
            if UNSEEN in card and card != UNSEEN:
                counts = Counter(layout[place][number] for layout in layouts if number < len(layout.get(place, [])))
                shares = {text: round(n / len(layouts), 3) for text, n in counts.most_common()}
                found.append(SlotBelief(place.zone, place.seat, number, card, shares))
    return found


def find_key_cards(unseen: Sequence[Mapping[tuple[str, Place], int]], gaps: Sequence[float]) -> list[KeyCard]:
    """Return the cards whose place goes most clearly together with what the better action gains."""
    everywhere = {key for world in unseen for key in world}
    found: list[tuple[float, KeyCard]] = []
    for card, place in sorted(everywhere):
        here = [gap for world, gap in zip(unseen, gaps, strict=True) if world.get((card, place), 0)]
        elsewhere = [gap for world, gap in zip(unseen, gaps, strict=True) if not world.get((card, place), 0)]
        share = len(here) / len(gaps)
        if not RAREST <= share <= 1 - RAREST:
            continue
        swing = mean(here) - mean(elsewhere)
        error = sqrt(_variance(here) / len(here) + _variance(elsewhere) / len(elsewhere))
        if swing and abs(swing) > CLEAR * error:
            weight = abs(swing) * sqrt(share * (1 - share))
            found.append((weight, KeyCard(card, place.zone, place.seat, round(swing, 3), round(share, 3))))
    found.sort(key=lambda item: -item[0])
    distinct: dict[str, KeyCard] = {}
    for _, each in found:
        distinct.setdefault(each.card, each)
    return list(distinct.values())[:MOST_CARDS]


def _variance(numbers: Sequence[float]) -> float:
    middle = mean(numbers)
    return sum((number - middle) ** 2 for number in numbers) / len(numbers)


def reveal(belief: Belief, view: View, truth: State) -> Belief:
    """Return a belief picture with where the cards really were; for when the match is over."""
    own, layout = layout_of(view.display()), open_layout(truth)
    places: dict[str, Counter[Place]] = {}
    for (card, place), copies in unseen_cards(layout, own).items():
        places.setdefault(card, Counter())[place] += copies
    slots: list[SlotBelief] = []
    for slot in belief.slots:
        lay = next((layout[place] for place in layout if (place.zone, place.seat) == (slot.zone, slot.seat)), [])
        was = lay[slot.place] if slot.place < len(lay) else ""
        slots.append(SlotBelief(slot.zone, slot.seat, slot.place, slot.shown, slot.shares, was))
    cards = [CardBelief(each.card, each.spots, _spots(places.get(each.card, Counter()), 1)) for each in belief.cards]
    return Belief(belief.worlds, cards, slots)
