"""Bots by name: the levels, two yardsticks, networks, and anybody's own."""

import sys
from importlib import import_module
from pathlib import Path

from atout.bots.base import Bot
from atout.bots.learnt import Learnt
from atout.bots.levels import EXPERT_SECONDS, LEVELS, make_bot
from atout.bots.searcher import TEXTBOOK, Searcher
from atout.bots.uniform import Uniform
from atout.kernel.errors import SetupError
from atout.kernel.game import Game

YARDSTICKS = ("random", "textbook")
OWN = "package.module:Class"
LEARNT = "learnt"


def load_bot(name: str, game: Game, seed: int, *, seconds: float | None = None, iterations: int | None = None) -> Bot:
    """Return the bot with this name: a level, a yardstick, a network, or somebody's own.

    `learnt` is the network that comes with the game, `learnt:PATH` another; `package.module:Class` is made as
    `Class(game, seed)`.
    """
    if name == LEARNT:
        return Learnt(game, seed)
    if name.startswith(f"{LEARNT}:"):
        return Learnt(game, seed, Path(name.removeprefix(f"{LEARNT}:")).absolute())
    if ":" in name:
        return load_own_bot(name, game, seed)
    if name == "random":
        return Uniform(seed)
    if name == "textbook":
        most = EXPERT_SECONDS if iterations is None else 0.0
        return Searcher(game, seed, TEXTBOOK, iterations=iterations or 0, seconds=most if seconds is None else seconds)
    if name not in LEVELS:
        raise SetupError(f"no bot {name}: there are {', '.join((*LEVELS, *YARDSTICKS))}, and {OWN} for your own")
    return make_bot(name, game, seed, seconds=seconds, iterations=iterations)


def load_own_bot(name: str, game: Game, seed: int) -> Bot:
    """Return a bot from somebody's own module, which may be in the current folder."""
    where, _, what = name.partition(":")
    if (here := str(Path.cwd())) not in sys.path:
        sys.path.insert(0, here)
    try:
        kind = getattr(import_module(where), what)
    except Exception as error:
        raise SetupError(f"no bot {name}: {type(error).__name__}: {error}") from error
    try:
        found = kind(game, seed)
    except Exception as error:
        raise SetupError(f"{name} cannot be made as {what}(game, seed): {type(error).__name__}: {error}") from error
    if not callable(getattr(found, "choose", None)):
        raise SetupError(f"{name} is not a bot: it has no method choose(view)")
    return found  # type: ignore[no-any-return] # it has been looked at
