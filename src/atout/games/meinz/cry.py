"""Meinz: the windows in which a place that has played may reserve the trick (MEINZ-30 to MEINZ-41, MEINZ-86)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.meinz.actions import CRY, DECLINE
from atout.games.meinz.deal import CRYING, EXCHANGING, MONSTER, NONE, OWN_TRICKS, PLACES, Deal
from atout.games.meinz.tricks import is_eligible
from atout.kernel.bits import bit
from atout.kernel.clause import Clause
from atout.kernel.rng import scramble

ANSWER_FIRST: Final = Clause("MEINZ-41", "answer-first")
WINDOW_OPEN: Final = Clause("MEINZ-41", "window-open")


def check(deal: Deal, seat: i64, one_cry: bool) -> Clause | None:
    """Return the clause that forbids the seat to answer now, or None."""
    if deal.phase == CRYING and seat == deal.turn:
        return None
    if deal.phase == EXCHANGING:
        return Clause("MEINZ-31", "trick-is-complete")
    if not is_eligible(deal, seat):
        return (
            Clause("MEINZ-35", "two-tricks-no-cry")
            if deal.own == OWN_TRICKS
            else Clause("MEINZ-35", "one-trick-no-cry")
        )
    if deal.crier != NONE:
        return Clause("MEINZ-36", "somebody-cried")
    if is_fixed(deal):
        return Clause("MEINZ-40", "receiver-is-fixed")
    if one_cry and deal.cries & bit(seat):
        return Clause("MEINZ-39", "one-cry-a-round")
    k = deal.order_of(seat)
    if k < deal.laid:
        return Clause("MEINZ-33", "not-asked")
    return Clause("MEINZ-34", "fourth-never-cries") if k == PLACES - 1 else Clause("MEINZ-32", "play-before-crying")


def menu(out: vec[i64]) -> i64:
    """Write the two answers."""
    out[0] = DECLINE
    out[1] = CRY
    return 2


def apply(deal: Deal, action: i64) -> None:
    """Answer; the first cry closes all windows of the trick (MEINZ-36)."""
    deal.history = scramble(deal.history ^ action)
    if action == CRY:
        deal.crier = deal.turn
        deal.cries |= bit(deal.turn)


def ask_next(deal: Deal, one_cry: bool) -> bool:
    """Put the next place of the window's list on turn; say whether there is one (MEINZ-33)."""
    if deal.crier != NONE or not 0 < deal.laid < PLACES or is_fixed(deal):
        return False
    asked = places_that_may_cry(deal, one_cry)
    while deal.asked < deal.laid:
        place = place_to_ask(deal, deal.asked)
        deal.asked += 1
        if asked & bit(place):
            deal.phase = CRYING
            deal.turn = place
            return True
    return False


def place_to_ask(deal: Deal, k: i64) -> i64:
    """Return the k-th place of the window's list: who has just played, then the others in order (MEINZ-33)."""
    return deal.player(deal.laid - 1 if k == 0 else k - 1)


def places_that_may_cry(deal: Deal, one_cry: bool) -> i64:
    """Return the places that are asked if they are on the list (MEINZ-35, MEINZ-39, MEINZ-86)."""
    places = deal.open
    if deal.has_monster():
        places &= ~bit(MONSTER)
    return places & ~deal.cries if one_cry else places


def places_to_ask(deal: Deal, one_cry: bool) -> list[int]:
    """Return the places that are asked in this window unless somebody before them cries, the one on turn first."""
    if deal.phase != CRYING:
        return []
    found = [int(deal.turn)]
    asked = places_that_may_cry(deal, one_cry)
    for k in range(deal.asked, deal.laid):
        place = place_to_ask(deal, k)
        if asked & bit(place):
            found.append(int(place))
    return found


def is_fixed(deal: Deal) -> bool:
    """Say whether only one place can still receive tricks, so that no window opens (MEINZ-40)."""
    return not deal.open & (deal.open - 1)
