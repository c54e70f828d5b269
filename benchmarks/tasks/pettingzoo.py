"""What PettingZoo's own card games are timed at; they are RLCard's."""

from collections.abc import Callable

from pettingzoo import make

from benchmarks.tasks import loop

Work = Callable[[int], float]


def steps(game: str, avoided: int) -> Work:
    """Step an environment, guarded as PettingZoo makes it."""
    return loop.matches(make("aec", f"classic/{game}"), avoided)
