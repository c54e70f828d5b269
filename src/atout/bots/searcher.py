"""A bot that searches, for a number of iterations or seconds, in one process or in several."""

import multiprocessing
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from time import monotonic, thread_time

from atout.bots.search import Choice, Search, SearchStyle
from atout.games import load
from atout.kernel.game import Game
from atout.kernel.rng import Rng
from atout.kernel.view import View

SLICE = 0.02  # seconds between two moments at which other threads of this process get their turn
PARTS = 12  # of a search whose time is the processor's; after each it sees how fast it is
MOSTLY = 90  # of a hundred choices in which short searches follow a sound advice
LARGEST_SEED = 2**31 - 1

Found = tuple[int, int, float, float]  # a Choice as plain data
ChooseStyle = Callable[[Game, View], SearchStyle]  # how to search, decision by decision


TEXTBOOK = SearchStyle(0.7, 0, False, True, 0.0)  # one observer, uniform play-outs, no advice


def advised_style(game: Game, view: View, trust: float = 0.3) -> SearchStyle:
    """Return the style of the better bots: as the game's advice recommends itself."""
    advice = game.advice()
    races, plans = advice.should_race(view), advice.should_plan(view)
    return SearchStyle(advice.exploration(view), advice.trust(view), races, plans, trust)


def quick_style(game: Game, view: View, trust: float) -> SearchStyle:
    """Return the style of a bot with few iterations: where the advice is sound, they only look for what beats it."""
    advice = game.advice()
    if not advice.should_race_briefly():
        return advised_style(game, view, trust)
    return SearchStyle(advice.exploration(view), MOSTLY, True, False, trust)


class Searcher:
    """Plays what its search has tried most often. With an iteration limit and a seed it is deterministic."""

    def __init__(
        self,
        game: Game,
        seed: int,
        style: SearchStyle | ChooseStyle,
        *,
        iterations: int = 0,
        seconds: float = 0.0,
        processes: int = 1,
    ) -> None:
        """Take the limits, at least one of them; with several processes each has its own tree and its own share."""
        if iterations <= 0 and seconds <= 0:
            raise ValueError("a search needs a limit")
        self._game = game
        self._rng = Rng(seed)
        self._style = style
        self._iterations = iterations
        self._seconds = seconds
        self._processes = processes
        self.by_processor = False  # whether seconds are the processor's: then a busy machine changes nothing
        self._pool: ProcessPoolExecutor | None = None

    def __getstate__(self) -> dict[str, object]:
        """Leave the processes behind: a copy starts its own."""
        return {**vars(self), "_pool": None}

    def __repr__(self) -> str:
        limits = [f"{self._iterations} iterations"] if self._iterations else []
        limits += [f"{self._seconds:g} s"] if self._seconds else []
        return f"<Searcher for {self._game.title}: {', '.join(limits)}>"

    def choose(self, view: View) -> int:
        """Return the action that was tried most."""
        if len(view.legal) == 1:
            return view.legal[0]
        return self.consider(view)[0].action

    def consider(self, view: View) -> list[Choice]:
        """Return what the search found about the actions it tried, the best first."""
        seed = int(self._rng.below(LARGEST_SEED))
        style = self._style if isinstance(self._style, SearchStyle) else self._style(self._game, view)
        if self.by_processor and self._seconds > 0:
            return run_search_by_cpu_time(self._game, view, seed, style, self._iterations, self._seconds)
        if self._processes == 1:
            return run_search(self._game, view, seed, style, self._iterations, self._seconds)
        share = -(-self._iterations // self._processes)
        order = (self._game.name, view, style, share, self._seconds)
        seeds = [seed ^ k for k in range(self._processes)]
        return merge_choices(self._start_pool().map(_search_here, [order] * self._processes, seeds))

    def close(self) -> None:
        """End the processes, if there are any."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
            self._pool = None

    def _start_pool(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self._processes, multiprocessing.get_context("spawn"))
        return self._pool


def run_search(game: Game, view: View, seed: int, style: SearchStyle, iterations: int, seconds: float) -> list[Choice]:
    """Search in this process; other threads of it get their turns."""
    since = monotonic()
    search = Search(game, view, seed, style)
    while not search.is_settled:
        search.think(iterations, seconds, since, monotonic() + SLICE)
    return search.choices()


def run_search_by_cpu_time(
    game: Game, view: View, seed: int, style: SearchStyle, iterations: int, seconds: float
) -> list[Choice]:
    """Search for this many seconds of processor time, whatever else it does; the pace so far tells when that is."""
    start = thread_time()
    search = Search(game, view, seed, style)
    limit, used = iterations, 0.0
    while not search.is_settled and used < seconds:
        search.think(limit, 0.0, 0.0, monotonic() + seconds / PARTS)
        used = thread_time() - start
        if used > 0:
            enough = int(float(search.iterations_done) * seconds / used) + 1
            limit = min(iterations, enough) if iterations else enough
    return search.choices()


def merge_choices(parts: Iterable[list[Found]]) -> list[Choice]:
    """Return what several searches found together."""
    sums: dict[int, tuple[int, float, float]] = {}
    for part in parts:
        for action, visits, worth, points in part:
            n, all_worth, all_points = sums.get(action, (0, 0.0, 0.0))
            sums[action] = n + visits, all_worth + visits * worth, all_points + visits * points
    found = [Choice(action, n, worth / n, points / n) for action, (n, worth, points) in sums.items()]
    return sorted(found, key=lambda choice: (-choice.visits, -choice.worth, choice.action))


Order = tuple[str, View, SearchStyle, int, float]


def _search_here(order: Order, seed: int) -> list[Found]:
    """Search in a worker."""
    name, view, style, iterations, seconds = order
    found = run_search(load(name), view, seed, style, iterations, seconds)
    return [(choice.action, choice.visits, choice.worth, choice.points) for choice in found]
