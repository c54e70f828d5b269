"""The levels a person can choose."""

from functools import partial

from atout.bots.base import Bot
from atout.bots.greedy import Greedy
from atout.bots.novice import Novice
from atout.bots.searcher import Searcher, advised_style, quick_style
from atout.kernel.errors import SetupError
from atout.kernel.game import Game

LEVELS = ("novice", "casual", "club", "expert")

CLUB_ITERATIONS = 60
CLUB_SECONDS = 0.1  # at most
CLUB_TRUST = 1.5  # so few iterations should not contradict the advice for too little
EXPERT_SECONDS = 0.8  # with what comes around it, less than a second


def make_bot(
    level: str,
    game: Game,
    seed: int,
    *,
    seconds: float | None = None,
    iterations: int | None = None,
    processes: int = 1,
) -> Bot:
    """Return a bot of a level. Limits are for those that search: with an iteration limit and no time they repeat."""
    if level == "novice":
        return Novice(game, seed)
    if level == "casual":
        return Greedy(game, seed)
    if level == "club":
        limit = CLUB_ITERATIONS if iterations is None else min(iterations, CLUB_ITERATIONS)
        most = CLUB_SECONDS if iterations is None else 0.0
        style = partial(quick_style, trust=CLUB_TRUST)
        return Searcher(game, seed, style, iterations=limit, seconds=most if seconds is None else seconds)
    if level == "expert":
        most = EXPERT_SECONDS if iterations is None else 0.0
        return Searcher(
            game,
            seed,
            advised_style,
            iterations=iterations or 0,
            seconds=most if seconds is None else seconds,
            processes=processes,
        )
    raise SetupError(f"no level {level}: there are {', '.join(LEVELS)}")
