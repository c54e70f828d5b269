"""Atout: seven modern card games, played, studied and researched."""

from importlib.metadata import version

from atout.games import load, names
from atout.kernel.errors import (
    IllegalActionError,
    MatchOverError,
    NotationError,
    NotYourTurnError,
    PlayError,
    SetupError,
    SeveralChoicesError,
)
from atout.kernel.game import Game, Sampler
from atout.kernel.log import HIDDEN, SPECTATOR
from atout.kernel.state import CHANCE, OVER, State
from atout.kernel.view import Display, View
from atout.match import Match, shuffler

__version__: str

__all__ = [
    "CHANCE",
    "HIDDEN",
    "OVER",
    "SPECTATOR",
    "Display",
    "Game",
    "IllegalActionError",
    "Match",
    "MatchOverError",
    "NotYourTurnError",
    "NotationError",
    "PlayError",
    "Sampler",
    "SetupError",
    "SeveralChoicesError",
    "State",
    "View",
    "__version__",
    "load",
    "names",
    "shuffler",
]


def __getattr__(name: str) -> str:
    """Look the version up only when asked: it is read from the installed package."""
    if name == "__version__":
        return version("atout")
    raise AttributeError(f"module 'atout' has no attribute '{name}'")
