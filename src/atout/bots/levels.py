"""The levels a person can choose."""

from atout.bots.base import Bot
from atout.bots.greedy import Greedy
from atout.bots.uniform import Uniform
from atout.kernel.errors import SetupError
from atout.kernel.game import Game

LEVELS = ("novice", "casual")  # novice: any legal action; casual: the game's advice


def make(level: str, game: Game, seed: int) -> Bot:
    """Return a bot of a level."""
    if level == "novice":
        return Uniform(seed)
    if level == "casual":
        return Greedy(game, seed)
    raise SetupError(f"no level {level}: there are {', '.join(LEVELS)}")
