"""Schrecklicht: a cheap policy. It looks at some plays and takes the one after which it would score best now."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.schrecklicht import plays
from atout.games.schrecklicht.actions import DISPLAYS, TARGETS, card_of
from atout.games.schrecklicht.cards import COLOUR_COUNT
from atout.games.schrecklicht.deal import HAND, Deal, pair, steps
from atout.games.schrecklicht.objectives import ladder, share_out
from atout.games.schrecklicht.state import SchrecklichtState
from atout.kernel.bits import bit
from atout.kernel.game import Advice
from atout.kernel.rng import Rng
from atout.kernel.state import State

TRIES: Final = 24  # about this many plays are looked at; if there are more, every second or third
HURRIED_TRIES: Final = 3


@final
class SchrecklichtAdvice(Advice):
    """Keeps the best play by the points of the round if it ended now; among equals the first from a random place on."""

    def __init__(self) -> None:
        super().__init__(spread=3.0, trust=100, race=False)
        self.scratch = vec[i64]([0 for _ in range(2 * HAND)])
        self.gains = vec[i64]()
        self.firsts = vec[i64]()
        self.ratings: list[vec[i64]] = []

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, SchrecklichtState)
        deal = state.running
        assert deal is not None
        n = plays.options(deal, self.scratch)
        step = 1 + n // (TRIES + TRIES // 2)
        return self._best(state, deal, seat, n, n // step, step, rng.below(n))

    def choose_quickly(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, SchrecklichtState)
        deal = state.running
        assert deal is not None
        n = plays.options(deal, self.scratch)
        if n <= HURRIED_TRIES:
            return self._best(state, deal, seat, n, n, 1, 0)
        return self._best(state, deal, seat, n, HURRIED_TRIES, n // HURRIED_TRIES, rng.below(n))

    def _best(self, state: SchrecklichtState, deal: Deal, seat: i64, n: i64, tries: i64, step: i64, first: i64) -> i64:
        """Return the best of `tries` plays, at equal steps from a random one of the n."""
        self._rate(state, deal)
        k = first
        best: i64 = -1
        highest: i64 = -1000
        for _ in range(tries):
            action = plays.option(deal, k, self.scratch)
            lead = self._margin(state, deal, seat, action)
            if lead > highest:
                highest = lead
                best = action
            k += step
            if k >= n:
                k -= n
        return best

    def deals_to_come(self, state: State) -> float:
        assert isinstance(state, SchrecklichtState)
        return float(state.terms.rounds - state.number + 1)

    def _rate(self, state: SchrecklichtState, deal: Deal) -> None:
        """Rate all displays by the three objectives as they are."""
        seats = deal.seats
        if len(self.gains) != seats:
            self.gains = vec[i64]([0 for _ in range(seats)])
            self.firsts = self.gains[:]
            self.ratings = [self.gains[:] for _ in range(COLOUR_COUNT)]
        judge = state.terms.judge
        for colour in range(COLOUR_COUNT):
            judge.rate_all(deal, state.objective(colour), colour, self.ratings[colour])

    def _margin(self, state: SchrecklichtState, deal: Deal, seat: i64, action: i64) -> i64:
        """Return how far a seat is ahead of the mean of the others, times how many they are, if the round ended then.

        Only one display changes, for a moment, so only that one is rated again.
        """
        card = card_of(action)
        target = action - TARGETS * card
        display = target
        pawns = deal.pawns
        if target < DISPLAYS:
            visible = deal.visible[display]
            covering = deal.pairs[display]
            deal.visible[display] = visible | bit(card)
            deal.pawns += steps(card)
        else:
            covered = target - DISPLAYS
            display = plays.display_of(deal, bit(covered))
            visible = deal.visible[display]
            covering = deal.pairs[display]
            deal.visible[display] = visible ^ bit(covered)
            deal.pairs[display] = pair(card, covered)
            deal.pawns -= steps(covered)
        gains = self.gains
        for other in range(deal.seats):
            gains[other] = 0
        judge = state.terms.judge
        for colour in range(COLOUR_COUNT):
            ratings = self.ratings[colour]
            before = ratings[display]
            ratings[display] = judge.rating(deal, display, state.objective(colour), colour)
            share_out(ladder(deal, colour), ratings, gains, self.firsts)
            ratings[display] = before
        deal.visible[display] = visible
        deal.pairs[display] = covering
        deal.pawns = pawns
        lead = gains[seat] * deal.seats
        for gain in gains:
            lead -= gain
        return lead
