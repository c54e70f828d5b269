"""Was sticht?, second phase of a round: everybody but the first player chooses a contract (WAS-40 to WAS-43)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.was_sticht.actions import CHOOSE, DISCARD, KINDS, PICK, PLAY
from atout.games.was_sticht.cards import CONTRACTS, KIND_OF, TRUMP_NUMBERS
from atout.games.was_sticht.contracts import DRAFT_OVER
from atout.games.was_sticht.deal import CHOOSING, TRICKS, Contracts, Deal
from atout.games.was_sticht.discard import DISCARD_LATER
from atout.kernel.bits import lowest
from atout.kernel.clause import Clause
from atout.kernel.rng import scramble
from atout.kernel.seats import left_of

CHOOSES_NONE: Final = Clause("WAS-42", "first-player-chooses-none")
HANDS_ARE_PICKED: Final = Clause("WAS-32", "hands-are-picked")


def begin(deal: Deal) -> None:
    """Turn the trumps up and open the choice (WAS-32)."""
    deal.phase = CHOOSING
    deal.history = scramble(deal.history ^ (TRUMP_NUMBERS * deal.colour + deal.number))
    deal.turn = next_chooser(deal)


def owes(deal: Deal, seat: i64) -> bool:
    """Say whether a seat has not chosen yet; the first player chooses none."""
    return 0 <= seat < deal.seats and seat != deal.first and not (deal.chosen >> (4 * seat)) & 15


def next_chooser(deal: Deal) -> i64:
    """Return the first seat that has not chosen; -1 if all have."""
    for seat in range(deal.seats):
        if owes(deal, seat):
            return seat
    return -1


def check(deal: Deal, contracts: Contracts, seat: i64, action: i64) -> Clause | None:
    """Return the clause that forbids the choice, or None."""
    if seat == deal.first:
        return CHOOSES_NONE
    if not owes(deal, seat):
        return Clause("WAS-40", "one-choice")
    if 0 <= action < PICK:
        return DRAFT_OVER
    if PICK <= action < CHOOSE:
        return HANDS_ARE_PICKED
    if not CHOOSE <= action < PLAY:
        return DISCARD_LATER if action >= DISCARD else Clause("WAS-41", "choose-first")
    kind = action - CHOOSE
    if contracts.owns(seat, kind):
        return None
    return (
        Clause("WAS-40", "already-fulfilled")
        if contracts.fulfilled[seat] & CONTRACTS.cards[kind]
        else Clause("WAS-40", "not-your-contract")
    )


def menu(contracts: Contracts, seat: i64, first_action: i64, out: vec[i64]) -> i64:
    """Write an action for every kind of contract that a seat still has, ascending; return how many."""
    n: i64 = 0
    cards = contracts.kinds(seat)
    while cards:
        out[n] = first_action + KIND_OF[lowest(cards)]
        n += 1
        cards &= cards - 1
    return n


def apply(deal: Deal, seat: i64, kind: i64) -> None:
    """Choose a contract in secret; the last choice reveals them all."""
    choose(deal, seat, kind)
    if deal.turn < 0:
        reveal(deal)


def choose(deal: Deal, seat: i64, kind: i64) -> None:
    """Put a contract down; everybody sees that the seat has chosen, and when."""
    deal.chosen |= (kind + 1) << (4 * seat)
    deal.history = scramble(deal.history ^ (KINDS + seat))
    deal.turn = next_chooser(deal)


def reveal(deal: Deal) -> None:
    """Show the chosen contracts and let the seat to the left of the first player lead (WAS-50)."""
    deal.history = scramble(deal.history ^ deal.chosen)
    deal.phase = TRICKS
    deal.turn = left_of(deal.first, deal.seats)
