"""A bot that plays like somebody on a first evening."""

from atout.bots.uniform import Uniform
from atout.kernel.game import Game
from atout.kernel.rng import Rng
from atout.kernel.view import View

PLAY = ("tricks", "play", "plays")  # what the phase is called in which cards are played
WHIMS = 75  # how many of a hundred cards are played on a whim


class Novice:
    """Bids and chooses as it was told, which harms nobody, but plays most cards on a whim."""

    def __init__(self, game: Game, seed: int) -> None:
        self._game = game
        self._advice = game.advice()
        self._rng = Rng(seed)
        self._whim = Uniform(self._rng.below(2**31 - 1))

    def __repr__(self) -> str:
        return f"<Novice for {self._game.title}>"

    def choose(self, view: View) -> int:
        """Return an action that is legal and at least harmless."""
        if len(view.legal) == 1:
            return view.legal[0]
        if self._rng.below(100) < WHIMS and view.display().phase in PLAY:
            return self._whim.choose(view)
        return int(self._advice.choose(self._game.sampler(view).draw(self._rng), view.seat, self._rng))
