"""Mü, second phase: the Vice's trump, the Chief's trump, and the Chief's Partner (MU-26 to MU-33)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.mu.actions import ACTIONS, HAND, NO_MORE, NONE, PARTNER, TRUMP, TRUMPS
from atout.games.mu.cards import MATCHING, RANKINGS
from atout.games.mu.deal import CHIEF_NAMES, CHIEF_PICKS, TRICKS, VICE_NAMES, Deal
from atout.kernel.clause import Clause
from atout.kernel.rng import scramble

AUCTION_OVER: Final = Clause("MU-16", "auction-over")
NO_SUCH_PLAYER: Final = Clause("MU-31", "no-such-partner")


def check(deal: Deal, seat: i64, action: i64) -> Clause | None:
    """Return the clause that forbids a trump or a partner, or None."""
    if seat != deal.turn:
        if deal.phase == CHIEF_PICKS:
            return Clause("MU-30", "chief-picks-partner")
        return Clause("MU-26", "vice-names-trump") if deal.phase == VICE_NAMES else Clause("MU-27", "chief-names-trump")
    if NO_MORE <= action < TRUMP:
        return AUCTION_OVER
    return _check_partner(deal, action) if deal.phase == CHIEF_PICKS else _check_trump(deal, action)


def _check_trump(deal: Deal, action: i64) -> Clause | None:
    if not TRUMP <= action < PARTNER:
        return Clause("MU-27", "name-a-trump-first")
    if is_allowed(deal, action - TRUMP):
        return None
    if deal.phase == VICE_NAMES:
        return (
            Clause("MU-26", "vice-must-name-a-trump")
            if action - TRUMP == NONE
            else Clause("MU-26", "trump-not-on-bid-cards")
        )
    return (
        Clause("MU-28", "trump-is-the-vices")
        if action - TRUMP == deal.vice_trump
        else Clause("MU-27", "trump-not-on-bid-cards")
    )


def _check_partner(deal: Deal, action: i64) -> Clause | None:
    if TRUMP <= action < PARTNER:
        return Clause("MU-30", "trumps-are-named")
    if not PARTNER <= action < HAND:
        return Clause("MU-30", "pick-a-partner-first") if HAND <= action < ACTIONS else NO_SUCH_PLAYER
    other = action - PARTNER
    if other >= deal.seats:
        return NO_SUCH_PLAYER
    if other == deal.chief:
        return Clause("MU-32", "chief-needs-a-partner")
    return Clause("MU-31", "vice-is-no-partner") if other == deal.vice else None


def is_allowed(deal: Deal, trump: i64) -> bool:
    """Say whether the seat on turn may name a trump (MU-26 to MU-29)."""
    if trump == NONE:
        return deal.phase == CHIEF_NAMES
    if deal.phase == CHIEF_NAMES and deal.vice >= 0 and trump == deal.vice_trump and not deal.terms.same_trump:
        return False
    return bool(deal.bids[deal.turn] & MATCHING[trump])


def menu(deal: Deal, out: vec[i64]) -> i64:
    """Write every trump or partner that may be named, ascending; return how many."""
    n: i64 = 0
    if deal.phase == CHIEF_PICKS:
        for other in range(deal.seats):
            if other != deal.chief and other != deal.vice:
                out[n] = PARTNER + other
                n += 1
        return n
    for trump in range(TRUMPS):
        if is_allowed(deal, trump):
            out[n] = TRUMP + trump
            n += 1
    return n


def apply(deal: Deal, action: i64) -> None:
    """Name a trump or the Partner; then the Chief leads (MU-42)."""
    deal.history = scramble(deal.history ^ action)
    if deal.phase == VICE_NAMES:
        deal.vice_trump = action - TRUMP
        deal.phase = CHIEF_NAMES
        deal.turn = deal.chief
        settle(deal)
    elif deal.phase == CHIEF_NAMES:
        deal.chief_trump = action - TRUMP
        deal.phase = CHIEF_PICKS
        settle(deal)
    else:
        deal.partner = action - PARTNER
        deal.phase = TRICKS  # the turn stays with the Chief


def settle(deal: Deal) -> None:
    """Let the trumps named so far decide suits and strengths (MU-35 to MU-41)."""
    deal.ranking = RANKINGS[TRUMPS * deal.chief_trump + deal.vice_trump]


def is_on_chiefs_side(deal: Deal, seat: i64) -> bool:
    """Say whether a seat is Chief or Partner; all others are opponents (MU-33)."""
    return seat == deal.chief or seat == deal.partner
