"""A bot that follows the game's advice, asked in a few worlds that fit its view."""

from collections import Counter

from atout.kernel.game import Game
from atout.kernel.rng import Rng
from atout.kernel.view import View

WORLDS = 15


class Greedy:
    """Plays what the advice says most often over worlds drawn from the view."""

    def __init__(self, game: Game, seed: int) -> None:
        self._game = game
        self._advice = game.advice()
        self._rng = Rng(seed)

    def __repr__(self) -> str:
        return f"<Greedy for {self._game.title}>"

    def choose(self, view: View) -> int:
        """Return the advised action."""
        if len(view.legal) == 1:
            return view.legal[0]
        sampler = self._game.sampler(view)
        votes = Counter(self._advice.choose(sampler.draw(self._rng), view.seat, self._rng) for _ in range(WORLDS))
        return max(sorted(votes), key=lambda action: votes[action])
