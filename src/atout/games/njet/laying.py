"""Njet!, third phase: all seats put cards away or pass them on, secretly and at the same time (NJET-24 to NJET-32)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.njet.actions import ACTIONS, LAY, PLAY, TEAM
from atout.games.njet.cards import CARDS_OF, FACES, ZEROS
from atout.games.njet.deal import PASS_ON, PUT_AWAY_NO_ZERO, TRICKS, Deal
from atout.games.njet.teams import BOARD_SETTLED
from atout.kernel.bits import count
from atout.kernel.choice import cards_above, next_of_set
from atout.kernel.clause import Clause
from atout.kernel.seats import left_of, right_of

TEAMS_STAND: Final = Clause("NJET-23", "teams-are-formed")


def settled_before(action: i64) -> Clause:
    """Return the clause that forbids a decision of the phases before."""
    return BOARD_SETTLED if action < TEAM else TEAMS_STAND


def check(deal: Deal, seat: i64, action: i64) -> Clause | None:
    """Return the clause that forbids laying a card, or None."""
    if count(deal.chosen[seat]) == deal.need:
        return Clause("NJET-32", "choice-is-made")
    if 0 <= action < LAY:
        return settled_before(action)
    if PLAY <= action < ACTIONS:
        return Clause("NJET-28", "pass-on-first") if deal.lay == PASS_ON else Clause("NJET-25", "put-away-first")
    cards: i64 = CARDS_OF[action - LAY] if LAY <= action < PLAY else 0
    if not deal.hands[seat] & cards:
        return (
            Clause("NJET-29", "no-such-card-to-lay")
            if deal.lay == PASS_ON
            else Clause("NJET-25", "no-such-card-to-lay")
        )
    if may_lay(deal, seat) & cards:
        return None
    if deal.lay == PUT_AWAY_NO_ZERO:
        others = count((deal.hands[seat] | deal.chosen[seat]) & ~ZEROS)
        if others >= 2 and cards & ZEROS:
            return Clause("NJET-26", "no-zero-put-away")
        if others == 1 and cards & ZEROS and deal.hands[seat] & ~ZEROS:
            return Clause("NJET-27", "all-but-zeros-go-first")
    return Clause("NJET-28", "name-cards-in-order") if deal.lay == PASS_ON else Clause("NJET-25", "name-cards-in-order")


def may_lay(deal: Deal, seat: i64) -> i64:
    """Return the cards that a seat may lay next, so that its choice can be completed in ascending order."""
    return next_cards(deal.hands[seat], deal.chosen[seat], deal.need, deal.lay == PUT_AWAY_NO_ZERO)


def next_cards(hand: i64, chosen: i64, need: i64, no_zero: bool) -> i64:
    """Return what may be laid next from a hand, beside what was laid already."""
    if no_zero:
        others = (hand | chosen) & ~ZEROS
        if others & (others - 1):
            hand &= ~ZEROS
        elif others:
            return _with_the_only_other(hand, chosen, others)
    return next_of_set(cards_above(hand, chosen), need - count(chosen))


def _with_the_only_other(hand: i64, chosen: i64, other: i64) -> i64:
    """Return what may be laid next if only one card is not a 0: it goes, with any 0 (NJET-27)."""
    above = hand & ZEROS & ~(other | (other - 1))
    if chosen:
        return above if chosen == other else other
    return (hand & ZEROS & (other - 1)) | (other if above else 0)


def menu(deal: Deal, seat: i64, out: vec[i64]) -> i64:
    """Write every card that a seat may lay next, ascending; return how many."""
    if count(deal.chosen[seat]) == deal.need:
        return 0
    return FACES.write_actions(may_lay(deal, seat), LAY, out, 0)


def apply(deal: Deal, seat: i64, action: i64) -> None:
    """Lay a card. When all seats have chosen, passed cards change hands and the start player leads."""
    card = FACES.first(deal.hands[seat], action - LAY)
    deal.hands[seat] ^= card
    deal.chosen[seat] |= card
    for other in range(deal.seats):
        if count(deal.chosen[other]) < deal.need:
            deal.turn = other
            return
    if deal.lay == PASS_ON:
        for giver in range(deal.seats):
            deal.hands[receiver(deal, giver)] |= deal.chosen[giver]
    deal.phase = TRICKS
    deal.turn = deal.start


def receiver(deal: Deal, giver: i64) -> i64:
    """Return who gets the cards a seat passes on (NJET-28)."""
    return left_of(giver, deal.seats) if deal.terms.pass_left else right_of(giver, deal.seats)


def giver(deal: Deal, receiver: i64) -> i64:
    """Return whose cards a seat gets."""
    return right_of(receiver, deal.seats) if deal.terms.pass_left else left_of(receiver, deal.seats)
