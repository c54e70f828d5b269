"""Loop: a cheap policy. It counts in how many turns a hand can be played out, and steers towards few.

It is given a world, so the other hands it reads are a guess drawn from what the seat knows, never the truth.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.loop import tricks
from atout.games.loop.actions import (
    CARDS,
    COMBINATIONS,
    FIRST_ASIDE,
    FIRST_FLIP,
    LEAD,
    PASS,
    combination_of,
    kind_of,
    length_of,
    lowest_of,
)
from atout.games.loop.cards import ONES, VALUES, card, highest, lowest, number
from atout.games.loop.deal import SETTING, Deal, of_seat
from atout.games.loop.state import LoopState
from atout.kernel.game import Advice
from atout.kernel.rng import Rng
from atout.kernel.state import State

# What things are worth.
TURN: Final = 24  # a turn saved
CARD: Final = 4  # a card played
LEAD_AGAIN: Final = 20  # an 8 over the current combination takes the lead
KEEP_LEAD: Final = 10  # an 8 that is led keeps it
UNBEATABLE: Final = 24  # a lead that nobody can beat keeps it, too
STRENGTH: Final = 4  # each value by which a lead is stronger: strong cards are better kept
EIGHT_IN_HAND: Final = 12
EIGHT_ASIDE: Final = 8  # can be revealed
WHIM: Final = 8  # choices that are nearly as good are taken now and then


@final
class LoopAdvice(Advice):
    """Sets aside what costs turns, leads weak and long combinations, and follows where that saves a turn."""

    def __init__(self) -> None:
        super().__init__(spread=1.2, plan=False, doubt=2.1)
        self.scratch = vec[i64]([0 for _ in range(2 * COMBINATIONS + 1)])

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, LoopState)
        running = state.running
        assert running is not None
        if running.phase == SETTING:
            return wanted_aside(running, seat, rng)
        return self._wanted_play(running, state.terms.flip_leading, rng)

    def stage(self, state: State) -> i64:
        assert isinstance(state, LoopState)
        return state.number

    def write_outlook(self, state: State, out: vec[float]) -> None:
        assert isinstance(state, LoopState)
        seats = state.seats
        for seat in range(seats):
            out[seat] = 0.0
            for board in state.boards:
                out[seat] += pawn_worth(board, seat, seats)

    def deals_to_come(self, state: State) -> float:
        assert isinstance(state, LoopState)
        return float(state.terms.rounds - state.number + 1)

    def _wanted_play(self, running: Deal, flip_leading: bool, rng: Rng) -> i64:
        """Return the action that leaves the best hand."""
        scratch = self.scratch
        n = tricks.menu(running, flip_leading, scratch)
        best = scratch[0]
        best_worth: i64 = -1000
        for k in range(n):
            worth = worth_of(running, scratch[k]) + rng.below(WHIM // 2)
            if worth > best_worth:
                best_worth = worth
                best = scratch[k]
        return best


def pawn_worth(board: i64, seat: i64, seats: i64) -> float:
    """Return the points to expect of a seat's pawn, placed or not, if every row is as likely as another."""
    own = of_seat(board, seat)
    worth = 1.0
    for other in range(seats):
        if other != seat:
            row = of_seat(board, other)
            if own and row:
                worth += 1.0 if row >= own else 0.0
            elif own:
                worth += float(seats + 1 - own) / float(seats)
            elif row:
                worth += float(row) / float(seats)
            else:
                worth += 0.5
    return worth


def worth_of(running: Deal, action: i64) -> i64:
    """Return what an action is worth for the seat on turn: a pass 0, a play that costs no turn a little more."""
    if action == PASS:
        return 0
    hand = running.hands[running.turn]
    combination = combination_of(action)
    cards = CARDS[combination]
    rest = hand - cards
    if not rest:
        return 1000
    worth = TURN * (turns(hand) - turns(rest)) + CARD * length_of(kind_of(combination)) - 2
    eight = number(cards, 8) > 0
    if running.kind != LEAD:
        return worth + LEAD_AGAIN if eight else worth
    low = lowest_of(combination)
    down = running.down != (action >= FIRST_FLIP)
    if eight:
        worth += KEEP_LEAD
    elif is_unbeatable(running, kind_of(combination), low, down):
        worth += UNBEATABLE
    return worth - STRENGTH * (VALUES + 1 - low if down else low)


def is_unbeatable(running: Deal, kind: i64, low: i64, down: bool) -> bool:
    """Say whether nobody else could beat a combination in this direction."""
    for other in range(running.seats):
        if other != running.turn and can_beat(running.hands[other], kind, low, down):
            return False
    return True


def can_beat(hand: i64, kind: i64, low: i64, down: bool) -> bool:
    """Say whether a hand could beat a combination in this direction, without a reveal."""
    lows = tricks.lowest_cards(hand, kind)
    current = card(low)
    return bool(lows & (current - 1) if down else lows & ~(current | (current - 1)))


def turns(hand: i64) -> i64:
    """Return a good guess at the fewest combinations that make up a hand."""
    sets = _count_sets_first(hand)
    runs = _count_runs_first(hand)
    return sets if sets < runs else runs


def _count_sets_first(hand: i64) -> i64:
    """Count the combinations if equal cards stay together and the single ones form runs."""
    found: i64 = 0
    run: i64 = 0
    while hand:
        here = hand & 15
        hand >>= 4
        if here == 1:
            if not run:
                found += 1
            run += 1
            if run == 4:
                run = 0
        else:
            run = 0
            if here:
                found += 1 if here < 5 else 2
    return found


def _count_runs_first(hand: i64) -> i64:
    """Count the combinations if runs of three or four are taken out first."""
    found: i64 = 0
    while True:
        held = (hand | hand >> 1 | hand >> 2) & ONES
        starts = held & held >> 4 & held >> 8
        if not starts:
            return found + _count_sets_first(hand)
        first = starts & -starts
        hand -= first * 0x111
        if held & first << 12:
            hand -= first << 12
        found += 1


def wanted_aside(running: Deal, seat: i64, rng: Rng) -> i64:
    """Return the next card to set aside: the lower one of the best two, then the best one to go with it."""
    hand = running.hands[seat]
    taken = running.aside[seat]
    best: i64 = 0
    best_worth: i64 = -1000
    top = highest(hand)
    low: i64 = lowest(taken) if taken else 1
    for first in range(low, top + 1):
        if not number(hand, first):
            continue
        if taken:
            worth = _rest_worth(hand - card(first), taken + card(first)) + rng.below(WHIM)
            if worth > best_worth:
                best_worth = worth
                best = first
            continue
        rest = hand - card(first)
        for second in range(first, top + 1):
            if number(rest, second):
                worth = _rest_worth(rest - card(second), card(first) + card(second)) + rng.below(WHIM)
                if worth > best_worth:
                    best_worth = worth
                    best = first
    return FIRST_ASIDE + best


def _rest_worth(hand: i64, aside: i64) -> i64:
    """Return what a hand is worth with these cards set aside: few turns, high cards kept, and 8s."""
    worth = EIGHT_IN_HAND * number(hand, 8) - TURN * turns(hand) - lowest(aside) - highest(aside)
    return worth + EIGHT_ASIDE if number(aside, 8) else worth
