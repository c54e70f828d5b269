"""Loop, start of a round: every seat secretly sets two cards aside (LOOP-08 to LOOP-11)."""

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.loop.actions import FIRST_ASIDE, PASS
from atout.games.loop.cards import VALUES, card, highest, lowest, number
from atout.games.loop.deal import ASIDE, PLAYING, Deal, for_seat, of_seat
from atout.kernel.clause import Clause
from atout.kernel.rng import scramble


def check(round: Deal, seat: i64, action: i64) -> Clause | None:
    """Return the clause that forbids the seat to set this card aside, or None."""
    if not PASS < action <= FIRST_ASIDE + VALUES:
        return Clause("LOOP-10", "set-aside-first")
    chosen = of_seat(round.chosen, seat)
    if chosen == ASIDE:
        return Clause("LOOP-10", "choice-is-final")
    value = action - FIRST_ASIDE
    hand = round.hands[seat]
    if not number(hand, value):
        return Clause("LOOP-09", "not-in-hand")
    if chosen:
        return Clause("LOOP-09", "lower-card-first") if value < lowest(round.aside[seat]) else None
    return Clause("LOOP-09", "second-card-needed") if value == highest(hand) and number(hand, value) == 1 else None


def menu(round: Deal, seat: i64, out: vec[i64]) -> i64:
    """Write the cards the seat may set aside next, lower card first, ascending; return how many."""
    chosen = of_seat(round.chosen, seat)
    if chosen == ASIDE:
        return 0
    hand = round.hands[seat]
    value: i64 = 1
    n: i64 = 0
    if chosen:
        value = lowest(round.aside[seat])
        hand >>= 4 * value - 4
    while hand:
        here = hand & 15
        hand >>= 4
        if here and (chosen or hand or here > 1):
            out[n] = FIRST_ASIDE + value
            n += 1
        value += 1
    return n


def apply(round: Deal, seat: i64, action: i64, starter: i64) -> None:
    """Set a card aside. The very last one begins the play, and the starter leads (LOOP-10, LOOP-11)."""
    taken = card(action - FIRST_ASIDE)
    round.hands[seat] -= taken
    round.aside[seat] += taken
    count(round, seat, starter)


def count(round: Deal, seat: i64, starter: i64) -> None:
    """Take note that the seat has set a card aside, whichever it is."""
    round.chosen += for_seat(1, seat)
    round.history = scramble(round.history ^ (seat + 1))
    while round.turn < round.seats and of_seat(round.chosen, round.turn) == ASIDE:
        round.turn += 1
    if round.turn == round.seats:
        round.phase = PLAYING
        round.turn = starter
