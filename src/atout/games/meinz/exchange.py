"""Meinz: the receiver of a trick may exchange one hand card for one of its cards (MEINZ-50 to MEINZ-58).

A human receiver who still holds cards is always asked, even without a pair to exchange: if that question were skipped,
the others would learn that the hand has none of the trick's colours (MEINZ-56).
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.meinz import actions
from atout.games.meinz.actions import EXCHANGE, KEEP
from atout.games.meinz.cards import SUITS, value_of
from atout.games.meinz.deal import Deal
from atout.games.meinz.tricks import lead
from atout.kernel.bits import bit, count, lowest, nth
from atout.kernel.clause import Clause
from atout.kernel.rng import scramble

NO_TRICK: Final = Clause("MEINZ-50", "no-trick-received")


def check(deal: Deal, seat: i64, action: i64) -> Clause | None:
    """Return the clause that forbids the exchange, or None. An action has one colour for both cards (MEINZ-51)."""
    if seat != deal.turn:
        return Clause("MEINZ-57", "not-the-receiver")
    if action == KEEP:
        return None
    if not EXCHANGE <= action < actions.ACTIONS:
        return Clause("MEINZ-50", "keep-or-exchange")
    if not deal.hands[seat] & bit(actions.given_card(action)):
        return Clause("MEINZ-50", "give-from-hand")
    return None if trick_cards(deal) & bit(actions.taken_card(action)) else Clause("MEINZ-53", "take-from-trick")


def trick_cards(deal: Deal) -> i64:
    """Return the set of the cards in the trick."""
    cards: i64 = 0
    for card in deal.cards:
        cards |= bit(card)
    return cards


def menu(deal: Deal, out: vec[i64]) -> i64:
    """Write what the receiver may do, ascending; leaving the trick as it is comes first."""
    out[0] = KEEP
    n: i64 = 1
    lying = trick_cards(deal)
    hand = deal.hands[deal.turn]
    while hand:
        give = lowest(hand)
        hand &= hand - 1
        takes = lying & SUITS[give]
        while takes:
            out[n] = actions.exchange(give, lowest(takes))
            n += 1
            takes &= takes - 1
    return n


def options(deal: Deal) -> i64:
    """Return how many things the receiver may do."""
    hand = deal.hands[deal.turn]
    n: i64 = 1
    for card in deal.cards:
        n += count(hand & SUITS[card])
    return n


def option(deal: Deal, k: i64) -> i64:
    """Return the k-th action of the menu."""
    if not k:
        return KEEP
    lying = trick_cards(deal)
    hand = deal.hands[deal.turn]
    k -= 1
    while True:
        give = lowest(hand)
        takes = lying & SUITS[give]
        found = count(takes)
        if k < found:
            return actions.exchange(give, lowest(nth(takes, k)))
        k -= found
        hand &= hand - 1


def apply(deal: Deal, action: i64) -> None:
    """Exchange or not; the receiver leads (MEINZ-55, MEINZ-58)."""
    deal.history = scramble(deal.history ^ action)
    if action != KEEP:
        give = actions.given_card(action)
        take = actions.taken_card(action)
        place = deal.turn
        deal.hands[place] ^= bit(give) | bit(take)
        deal.sums[place] += value_of(give) - value_of(take)
    lead(deal)
