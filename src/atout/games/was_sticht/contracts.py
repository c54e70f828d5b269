"""Was sticht?, before the first round: the contract draft (WAS-10 to WAS-14)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.was_sticht.actions import KINDS, TAKE
from atout.games.was_sticht.cards import CONTRACTS, KIND_OF
from atout.games.was_sticht.deal import Contracts
from atout.games.was_sticht.terms import Terms
from atout.kernel.bits import count, lowest
from atout.kernel.clause import Clause

DRAFT_OVER: Final = Clause("WAS-12", "contract-draft-over")


def check(terms: Terms, contracts: Contracts, turn: i64, seat: i64, action: i64) -> Clause | None:
    """Return the clause that forbids taking the contract, or None."""
    if seat != turn:
        return Clause("WAS-10", "not-your-take")
    if not TAKE <= action < TAKE + KINDS:
        return Clause("WAS-10", "contracts-first")
    kind = action - TAKE
    if not contracts.offer & CONTRACTS.cards[kind]:
        return Clause("WAS-13", "not-on-offer")
    return Clause("WAS-13", "kind-owned") if terms.distinct and contracts.owns(seat, kind) else None


def menu(terms: Terms, contracts: Contracts, seat: i64, out: vec[i64]) -> i64:
    """Write every contract that may be taken, ascending; return how many."""
    n: i64 = 0
    cards = CONTRACTS.one_of_each(contracts.offer)
    while cards:
        kind = KIND_OF[lowest(cards)]
        cards &= cards - 1
        if not (terms.distinct and contracts.owns(seat, kind)):
            out[n] = TAKE + kind
            n += 1
    return n


def taken_count(terms: Terms, contracts: Contracts) -> i64:
    """Return how many contracts have been taken from the offer."""
    return count(terms.kit.offer ^ contracts.offer)


def taker(terms: Terms, contracts: Contracts, first: i64) -> i64:
    """Return whose turn it is: laps all start with the first player (WAS-10, WAS-11); -1 when the draft is over."""
    number = taken_count(terms, contracts)
    if number == terms.seats * terms.contracts:
        return -1
    return (first + number) % terms.seats
