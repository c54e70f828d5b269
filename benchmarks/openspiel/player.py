"""OpenSpiel's ISMCTS in Python as a contender; the one in C++ crashes on games that are defined in Python."""

import numpy as np
from open_spiel.python.algorithms import ismcts, mcts

from atout.kernel.game import Game
from atout.kernel.rng import Rng
from atout.kernel.view import View
from benchmarks.openspiel.adapter import deal_of

EXPLORE = 1.0  # in usual deviations, in which returns are counted


class Player:
    """Searches with OpenSpiel for a number of iterations, with one random play-out each."""

    def __init__(self, game: Game, seed: int, *, seconds: float | None, iterations: int | None) -> None:
        if not iterations:
            raise ValueError("OpenSpiel's search counts iterations, not time")
        self._game = game
        self._iterations = iterations
        self._random = np.random.RandomState(seed & 0xFFFFFFFF)

    def choose(self, view: View) -> int:
        """Return what its search chooses."""
        if len(view.legal) == 1:
            return view.legal[0]
        deal = deal_of(self._game.name, view.seats)
        sampler = self._game.sampler(view)
        root = deal.at(sampler.draw(Rng(0)), sampler)
        search = ismcts.ISMCTSBot(
            deal,
            mcts.RandomRolloutEvaluator(1, self._random),
            EXPLORE,
            self._iterations,
            random_state=self._random,
        )
        search.set_resampler(lambda state, player: state.resample_from_infostate(player, self._random.uniform))
        return int(search.step(root))
