"""A contender that sees the true state: the upper bound of what could be gained. It can be seated at no table."""

from atout.bots.search import Manner
from atout.bots.searcher import Searcher, hasty
from atout.kernel.game import Advice, Game, Sampler
from atout.kernel.rng import Rng
from atout.kernel.state import State
from atout.kernel.view import View


class Truth(Sampler):
    """Draws the one world that is true."""

    def __init__(self, state: State) -> None:
        self.state = state

    def draw(self, rng: Rng) -> State:
        """Return a copy of it."""
        return self.state.clone()


class Clairvoyance(Game):
    """A game in which everybody's cards are open to whoever samples worlds."""

    def __init__(self, game: Game) -> None:
        super().__init__(game.name, game.title, game.rules, game.seat_counts, game.actions)
        self.inner = game
        self.truth: State | None = None

    def sampler(self, view: View) -> Sampler:
        """Return the truth instead of worlds."""
        assert self.truth is not None
        return Truth(self.truth)

    def advice(self) -> Advice:
        """Return the game's own."""
        return self.inner.advice()


class Clairvoyant:
    """Tries every action in the true state again and again, the others playing as advised, and drops the worse ones.

    That is stronger than a tree in the one world, in which everybody would be clairvoyant.
    """

    def __init__(self, game: Game, seed: int, *, seconds: float | None, iterations: int | None) -> None:
        usual = hasty(game, 0.0)
        self._game = Clairvoyance(game)
        manner = Manner(usual.explore, usual.advised, True, False, 0.0, 1)
        self._searcher = Searcher(self._game, seed, manner, iterations=iterations or 0, seconds=seconds or 0.0)
        self._searcher.by_processor = True

    def choose_from(self, truth: State, seat: int) -> int:
        """Return the action that came out best in the true state."""
        self._game.truth = truth
        return self._searcher.choose(truth.view(seat))
