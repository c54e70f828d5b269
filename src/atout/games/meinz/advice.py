"""Meinz: a cheap policy. It weighs what a total should be worth against the totals that the others may reach.

It reads the player's own hand, the table and what the tricks won count, which everybody remembers, but no hidden card
of the world that it is given.
"""

from math import sqrt
from typing import Final, final

from mypy_extensions import i64

from atout.games.meinz import actions, cry, tricks
from atout.games.meinz.actions import CRY, DECLINE, DISCARD, KEEP, PLAY, VALUES
from atout.games.meinz.cards import SUITS, value_of
from atout.games.meinz.deal import CRYING, DISCARDING, EXCHANGING, NONE, PLACES, Deal, lowest_value
from atout.games.meinz.exchange import trick_cards
from atout.games.meinz.scoring import BONUS
from atout.games.meinz.state import MeinzState
from atout.kernel.bits import bit, lowest
from atout.kernel.game import Advice
from atout.kernel.rng import Rng
from atout.kernel.state import State

TRICK_VARIANCE: Final = 45.0
OWN_VARIANCE: Final = 80.0  # own tricks can be chosen, so they go further up or down
CARD_VARIANCE: Final = 7.0
CRY_MARGIN: Final = 0.02  # a cry binds, so it has to be worth a little more than waiting


@final
class MeinzAdvice(Advice):
    """Cries and exchanges when that moves the player's total further up or down than waiting would."""

    def __init__(self) -> None:
        super().__init__(spread=1.1)

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, MeinzState)
        deal = state.running
        assert deal is not None
        if deal.phase == DISCARDING:
            return DISCARD + dullest_card(deal.hands[seat], missing_values(deal))
        if deal.phase == EXCHANGING:
            return best_exchange(deal, seat)
        if deal.phase == CRYING:
            return CRY if wants_trick(deal, seat) else DECLINE
        return PLAY + best_card(deal, seat, state.terms.one_cry)

    def deals_to_come(self, state: State) -> float:
        assert isinstance(state, MeinzState)
        return float(state.terms.rounds - state.number + 1)


def changes(hand: i64, lying: i64) -> tuple[i64, i64]:
    """Return the most by which an exchange can change the total, up and down."""
    up: i64 = 0
    down: i64 = 0
    while hand:
        give = lowest(hand)
        hand &= hand - 1
        takes = lying & SUITS[give]
        while takes:
            change = give - lowest(takes)
            takes &= takes - 1
            if change > up:
                up = change
            if change < down:
                down = change
    return up, down


def missing_values(deal: Deal) -> i64:
    """Return how many of the low values are not in the pack."""
    return lowest_value(deal.length + 1) - 1


def usual_card(deal: Deal) -> float:
    """Return what a card to come counts on average."""
    return 5.0 + 0.5 * float(missing_values(deal))


def usual_tricks(deal: Deal, missing: i64) -> float:
    """Return how many of the tricks that a place may still receive are for it, where there are not enough for all."""
    return float(missing) if deal.length == PLACES * deal.own else 0.5 * float(missing)


def dullest_card(hand: i64, low: i64) -> i64:
    """Return the card nearest to the middle: low cards take tricks, high cards fill them."""
    best: i64 = NONE
    while hand:
        card = lowest(hand)
        hand &= hand - 1
        if best < 0 or distance(card, low) < distance(best, low):
            best = card
    return best


def distance(card: i64, low: i64) -> i64:
    """Return how far the value of a card is from the middle, if this many low values are missing."""
    off = value_of(card) - 5 - low // 2
    return off if off > 0 else -off


def worth(deal: Deal, seat: i64, total: float, missing: i64, blur: float, taker: i64, gain: float) -> float:
    """Return the points to expect with an own total and missing tricks; another place gains the trick on the table."""
    to_come = usual_tricks(deal, missing)
    mean = total + 4.0 * usual_card(deal) * to_come
    step = sqrt(3.0 * (OWN_VARIANCE * to_come + blur))
    middle = points_for(deal, seat, mean, taker, gain)
    low = points_for(deal, seat, mean - step, taker, gain)
    high = points_for(deal, seat, mean + step, taker, gain)
    return (4.0 * middle + low + high) / 6.0


def points_for(deal: Deal, seat: i64, total: float, taker: i64, gain: float) -> float:
    """Return the points to expect from a final total: 3 above all others, 1 below one of them, 2 below all."""
    above = 1.0  # all others are below it
    once = 0.0  # all but one are
    below = 1.0
    trick = 4.0 * usual_card(deal)
    for place in range(PLACES):
        if place != seat:
            missing = deal.own - deal.won[place]
            mean = float(deal.sums[place])
            if place == taker:
                missing -= 1
                mean += gain
            to_come = usual_tricks(deal, missing)
            mean += trick * to_come
            if deal.is_monster(place):
                mean += float(BONUS)
            chance = sigmoid((total - mean) / sqrt(TRICK_VARIANCE * to_come + 2.0))
            once = once * chance + above * (1.0 - chance)
            above *= chance
            below *= 1.0 - chance
    return 3.0 * above + once + 2.0 * below


def sigmoid(x: float) -> float:
    """Return a number from 0 to 1 that grows with x, much like the normal distribution."""
    return 0.5 + 0.5 * x / sqrt(1.0 + x * x)


def laid_sum(deal: Deal) -> i64:
    """Return what the cards of the trick count."""
    total: i64 = 0
    for k in range(deal.laid):
        total += value_of(deal.cards[k])
    return total


def best_exchange(deal: Deal, seat: i64) -> i64:
    """Return the exchange that makes the most of the trick just received, or none."""
    lying = trick_cards(deal)
    missing = deal.own - deal.won[seat]
    own = float(deal.sums[seat])
    best: i64 = KEEP
    value = worth(deal, seat, own, missing, 1.0, NONE, 0.0)
    hand = deal.hands[seat]
    while hand:
        give = lowest(hand)
        hand &= hand - 1
        takes = lying & SUITS[give]
        while takes:
            take = lowest(takes)
            takes &= takes - 1
            found = worth(deal, seat, own + float(give - take), missing, 1.0, NONE, 0.0)
            if found > value + 0.001:
                value = found
                best = actions.exchange(give, take)
    return best


def worth_of_taking(deal: Deal, seat: i64, hand: i64, lying: i64, total: float, blur: float) -> float:
    """Return what it is worth to receive a trick that will count so much, with an exchange up or down."""
    up, down = changes(hand, lying)
    missing = deal.own - 1 - deal.won[seat]
    own = float(deal.sums[seat]) + total
    value = worth(deal, seat, own + float(up), missing, blur, NONE, 0.0)
    other = worth(deal, seat, own + float(down), missing, blur, NONE, 0.0)
    return value if value > other else other


def worth_of_passing(deal: Deal, seat: i64, total: float, taker: i64) -> float:
    """Return what it is worth to leave a trick that will count so much to another place."""
    missing = deal.own - deal.won[seat]
    return worth(deal, seat, float(deal.sums[seat]), missing, 1.0, taker, total)


def rival(deal: Deal, seat: i64) -> i64:
    """Return which other place will probably take the trick: whose card does so now, or the next that can."""
    if deal.crier != NONE:
        return deal.crier
    best: i64 = NONE
    for k in range(PLACES):
        place = deal.player(k)
        if place != seat and tricks.is_eligible(deal, place):
            if k >= deal.laid:
                return place if best < 0 else deal.player(best)
            if best < 0 or value_of(deal.cards[k]) <= value_of(deal.cards[best]):
                best = k
    return NONE if best < 0 else deal.player(best)


def wants_trick(deal: Deal, seat: i64) -> bool:
    """Say whether the trick on the table is worth a cry."""
    open_cards = float(PLACES - deal.laid)
    total = float(laid_sum(deal)) + usual_card(deal) * open_cards
    lying: i64 = 0
    for k in range(deal.laid):
        lying |= bit(deal.cards[k])
    get = worth_of_taking(deal, seat, deal.hands[seat], lying, total, CARD_VARIANCE * open_cards + 1.0)
    return get > worth_of_passing(deal, seat, total, rival(deal, seat)) + CRY_MARGIN


def best_card(deal: Deal, seat: i64, one_cry: bool) -> i64:
    """Return the card to play, by what the trick would be worth with it, taken or not."""
    open_cards = float(PLACES - 1 - deal.laid)
    before = float(laid_sum(deal))
    other = rival(deal, seat)
    may_take = tricks.is_eligible(deal, seat) and deal.crier == NONE
    may_cry = may_take and deal.laid < PLACES - 1 and not cry.is_fixed(deal)
    if one_cry and deal.cries & bit(seat):
        may_cry = False
    lying: i64 = 0
    for k in range(deal.laid):
        lying |= bit(deal.cards[k])
    low = missing_values(deal)
    usual = usual_card(deal)
    best: i64 = NONE
    best_value = 0.0
    cards = tricks.playable(deal)
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        total = before + float(value_of(card)) + usual * open_cards
        value = worth_of_passing(deal, seat, total, other)
        if may_take:
            rest = deal.hands[seat] & ~bit(card)
            get = worth_of_taking(deal, seat, rest, lying | bit(card), total, CARD_VARIANCE * open_cards + 1.0)
            chance = chance_to_take(deal, seat, card)
            mixed = chance * get + (1.0 - chance) * value
            value = get if may_cry and get > mixed else mixed
        value += 0.01 * float(4 - distance(card, low))
        if best < 0 or value > best_value:
            best = card
            best_value = value
    return best


def chance_to_take(deal: Deal, seat: i64, card: i64) -> float:
    """Return how likely a card takes the trick without a cry."""
    chance = 1.0
    low = missing_values(deal)
    mine = deal.order_of(seat)
    for k in range(PLACES):
        if tricks.is_eligible(deal, deal.player(k)):
            if k < deal.laid and value_of(deal.cards[k]) < value_of(card):
                return 0.0
            if k > mine:
                chance *= 1.0 - float(value_of(card) - low) / float(VALUES - low)
    return chance
