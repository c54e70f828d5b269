"""Random play inside the compiled core, for simulation and measurement."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from atout.kernel.rng import Rng
from atout.kernel.state import CHANCE, State


@final
class Playout:
    """Plays uniformly random actions; counts decisions, forced ones and chance excluded."""

    def __init__(self, rng: Rng, width: i64) -> None:
        self.rng = rng
        self.scratch = vec[i64]([0] * width)
        self.decisions: i64 = 0
        self.choices: i64 = 0  # how many actions the decisions had to choose from, in all
        self.actions: i64 = 0

    def finish_deal(self, state: State) -> None:
        """Play until the next chance event or the end of the match."""
        scratch = self.scratch
        rng = self.rng
        while state.turn >= 0:
            seat = state.turn
            n = state.count(seat, scratch)
            self.actions += 1
            if n > 1:
                self.decisions += 1
                self.choices += n
                state.apply(seat, state.pick(seat, rng.below(n), scratch))
            else:
                state.apply(seat, state.pick(seat, 0, scratch))

    def finish_match(self, state: State) -> None:
        """Play to the end of the match, with deals from the same random source."""
        self.finish_deal(state)
        while state.turn == CHANCE:
            state.hand_out(self.rng.order(len(state.pack())))
            self.finish_deal(state)

    def repeat_deal(self, root: State, times: i64) -> None:
        """Finish the deal from clones of one position, again and again."""
        for _ in range(times):
            self.finish_deal(root.clone())
