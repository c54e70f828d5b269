"""Loop: combinations, passing, the 8s and going out (LOOP-12 to LOOP-45)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.loop.actions import (
    ACTIONS,
    CARDS,
    FIRST_FLIP,
    FIRST_PLAY,
    FIRST_RUN,
    KIND,
    KINDS,
    LEAD,
    PASS,
    combination_of,
    first_of,
    kind_of,
    length_of,
    lowest_of,
)
from atout.games.loop.cards import EIGHT, ONES, holds, kinds, number
from atout.games.loop.deal import DONE, Deal, for_seat, of_seat
from atout.kernel.bits import bit
from atout.kernel.clause import Clause
from atout.kernel.rng import scramble
from atout.kernel.seats import left_of

OUT: Final = Clause("LOOP-42", "you-are-out")


def check(round: Deal, seat: i64, action: i64, flip_leading: bool) -> Clause | None:
    """Return the clause that forbids the action, or None."""
    if seat != round.turn:
        return OUT if of_seat(round.places, seat) else Clause("LOOP-12", "not-your-turn")
    if action == PASS:
        return Clause("LOOP-16", "leader-must-play") if round.kind == LEAD else None
    if PASS < action < FIRST_PLAY:
        return Clause("LOOP-10", "set-aside-is-over")
    if not FIRST_PLAY <= action < ACTIONS:
        return Clause("LOOP-13", "no-combination")
    flips = action >= FIRST_FLIP
    if flips and not has_hidden_eight(round, seat):
        return (
            Clause("LOOP-39", "eight-already-revealed")
            if of_seat(round.revealed, seat)
            else Clause("LOOP-34", "no-hidden-eight")
        )
    if flips and round.kind == LEAD and not flip_leading:
        return Clause("LOOP-36", "no-flip-when-leading")
    combination = combination_of(action)
    cards = CARDS[combination]
    if not holds(round.hands[seat], cards):
        return (
            Clause("LOOP-09", "set-aside-rests")
            if holds(round.hands[seat] + round.aside[seat], cards)
            else Clause("LOOP-15", "cards-not-held")
        )
    return None if round.kind == LEAD else _check_following(round, combination, flips)


def _check_following(round: Deal, combination: i64, flips: bool) -> Clause | None:
    """Return the clause that forbids this combination over the current one, or None."""
    kind = kind_of(combination)
    if length_of(kind) != length_of(round.kind):
        return Clause("LOOP-17", "wrong-number")
    if kind != round.kind:
        return Clause("LOOP-17", "wrong-kind")
    low = lowest_of(combination)
    if low != round.low and (low < round.low) == (round.down != flips):
        return None
    if flips:
        return Clause("LOOP-35", "flip-must-benefit")
    if low == round.low:
        return Clause("LOOP-21", "equal-never-beats")
    if number(CARDS[combination], 8):
        return Clause("LOOP-30", "eight-must-beat")
    return Clause("LOOP-20", "must-be-lower") if round.down else Clause("LOOP-19", "must-be-higher")


def has_hidden_eight(round: Deal, seat: i64) -> bool:
    """Say whether the seat has an unrevealed 8 among its set-aside cards."""
    return bool(round.aside[seat] & EIGHT * 15)


def menu(round: Deal, flip_leading: bool, out: vec[i64]) -> i64:
    """Write what the seat on turn may do, ascending; return how many."""
    seat = round.turn
    flips = has_hidden_eight(round, seat)
    n: i64 = 0
    if round.kind == LEAD:
        n = _write_leads(round.hands[seat], FIRST_PLAY, out, 0)
        if flips and flip_leading:
            n = _write_leads(round.hands[seat], FIRST_FLIP, out, n)
        return n
    first = first_of(round.kind)
    out[0] = PASS
    n = _write(lowest_beating_cards(round, round.down), FIRST_PLAY + first, out, 1)
    if flips:
        n = _write(lowest_beating_cards(round, not round.down), FIRST_FLIP + first, out, n)
    return n


def _write_leads(hand: i64, first: i64, out: vec[i64], n: i64) -> i64:
    """Write every combination of the hand."""
    kind: i64 = 0
    while kind < KINDS:
        n = _write(lowest_cards(hand, kind), first + first_of(kind), out, n)
        kind += 1
    return n


def _write(lows: i64, action: i64, out: vec[i64], n: i64) -> i64:
    """Write the actions of one kind with these lowest cards, given the action for the value 1."""
    while lows:
        if lows & 1:
            out[n] = action
            n += 1
        lows >>= 4
        action += 1
    return n


def options(round: Deal, flip_leading: bool, scratch: vec[i64]) -> i64:
    """Return how many actions the menu has; leave for `option` the lowest cards of each kind, or of play and flip."""
    seat = round.turn
    flips = has_hidden_eight(round, seat)
    n: i64 = 0
    if round.kind == LEAD:
        hand = round.hands[seat]
        kind: i64 = 0
        while kind < KINDS:
            lows = lowest_cards(hand, kind)
            scratch[kind] = lows
            n += kinds(lows)
            kind += 1
        return 2 * n if flips and flip_leading else n
    lows = lowest_beating_cards(round, round.down)
    scratch[0] = lows
    n = 1 + kinds(lows)
    if flips:
        lows = lowest_beating_cards(round, not round.down)
        scratch[1] = lows
        n += kinds(lows)
    return n


def option(round: Deal, k: i64, scratch: vec[i64]) -> i64:
    """Return the k-th action of the menu."""
    if round.kind != LEAD:
        if not k:
            return PASS
        k -= 1
        plays = kinds(scratch[0])
        if k < plays:
            return FIRST_PLAY + first_of(round.kind) + _nth(scratch[0], k)
        return FIRST_FLIP + first_of(round.kind) + _nth(scratch[1], k - plays)
    first: i64 = FIRST_PLAY
    kind: i64 = 0
    while k >= kinds(scratch[kind]):
        k -= kinds(scratch[kind])
        kind += 1
        if kind == KINDS:  # all leads without a reveal are over
            first = FIRST_FLIP
            kind = 0
    return first + first_of(kind) + _nth(scratch[kind], k)


def _nth(lows: i64, k: i64) -> i64:
    """Return how far above 1 the k-th of these different cards is, counted from 0."""
    while k > 0:
        lows &= lows - 1
        k -= 1
    return kinds((lows & -lows) - 1 & ONES)


def lowest_beating_cards(round: Deal, down: bool) -> i64:
    """Return the lowest cards of what the seat on turn can play over the current combination in this direction."""
    lows = lowest_cards(round.hands[round.turn], round.kind)
    current = bit(4 * round.low - 4)
    return lows & (current - 1) if down else lows & ~(current | (current - 1))


def lowest_cards(hand: i64, kind: i64) -> i64:
    """Return one card for every value with which a combination of this kind can begin."""
    if kind >= FIRST_RUN:
        held = (hand | hand >> 1 | hand >> 2) & ONES
        found = held & held >> 4
        if kind > FIRST_RUN:
            found &= held >> 8
            if kind > FIRST_RUN + 1:
                found &= held >> 12
        return found
    if kind < 2:
        return (hand | hand >> 1 | hand >> 2) & ONES if not kind else (hand >> 1 | hand >> 2) & ONES
    return (hand >> 2 | hand >> 1 & hand) & ONES if kind == 2 else hand >> 2 & ONES


def apply(round: Deal, action: i64) -> None:
    """Pass or play for the seat on turn."""
    round.history = scramble(round.history ^ action)
    if action == PASS:
        round.waiting -= 1
        if round.waiting:
            round.turn = next_active(round, round.turn)
        else:
            _end_trick(round)
        return
    seat = round.turn
    combination = action - FIRST_PLAY
    if action >= FIRST_FLIP:  # LOOP-45: first the reveal
        combination = action - FIRST_FLIP
        round.aside[seat] -= EIGHT
        round.revealed += for_seat(1, seat)
        round.down = not round.down
    kind = KIND[combination]
    cards = CARDS[combination]
    round.hands[seat] -= cards
    round.left -= for_seat(length_of(kind), seat)
    round.kind = kind
    round.low = combination - first_of(kind) + 1
    round.owner = seat
    round.waiting = round.playing - 1
    if not of_seat(round.left, seat):
        go_out(round, seat)
        if round.playing == 1:
            _end_round(round)
            return
        round.waiting = round.playing  # LOOP-25
    if cards & EIGHT * 15:
        _end_trick(round)  # LOOP-29
    else:
        round.turn = next_active(round, seat)


def go_out(round: Deal, seat: i64) -> None:
    """Give the seat the next finishing place (LOOP-42)."""
    round.places += for_seat(round.seats - round.playing + 1, seat)
    round.active &= ~bit(seat)
    round.playing -= 1


def _end_trick(round: Deal) -> None:
    """Clear the table; who played last leads, or the next active seat (LOOP-26 to LOOP-28, LOOP-33)."""
    round.kind = LEAD
    round.tricks += 1
    round.turn = round.owner if round.active & bit(round.owner) else next_active(round, round.owner)


def _end_round(round: Deal) -> None:
    """Give the last seat its place (LOOP-44)."""
    round.turn = next_active(round, round.owner)
    go_out(round, round.turn)
    round.phase = DONE


def next_active(round: Deal, seat: i64) -> i64:
    """Return the nearest seat to the left that still has cards (LOOP-12)."""
    seat = left_of(seat, round.seats)
    while not round.active & bit(seat):
        seat = left_of(seat, round.seats)
    return seat
