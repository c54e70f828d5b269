"""A contender that sees the true state: the upper bound of what could be gained. It can be seated at no table."""

from atout.bots.search import SearchStyle
from atout.bots.searcher import MOSTLY, Searcher, advised_style
from atout.kernel.game import Advice, Game, Sampler
from atout.kernel.rng import Rng
from atout.kernel.state import State
from atout.kernel.view import View

TREES = ("schrecklicht", "was_sticht")


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
    """Searches in the true state alone, in the manner that gains the most from `casual` in each game."""

    def __init__(self, game: Game, seed: int, *, seconds: float | None, iterations: int | None) -> None:
        self._game = Clairvoyance(game)
        self._searcher = Searcher(self._game, seed, search_manner, iterations=iterations or 0, seconds=seconds or 0.0)
        self._searcher.by_processor = True

    def choose_from(self, truth: State, seat: int) -> int:
        """Return the action that came out best in the true state."""
        self._game.truth = truth
        return self._searcher.choose(truth.view(seat))


def search_manner(game: Game, view: View) -> SearchStyle:
    """Return how it searches: it tries every action again and again, the others playing as advised.

    A tree, in which the others would be clairvoyant too, is better only where the advice is the weaker guide.
    """
    usual = advised_style(game, view)
    if game.name in TREES:
        return SearchStyle(usual.explore, usual.advised, False, True, 0.0)
    return SearchStyle(usual.explore, MOSTLY, True, False, 0.0)
