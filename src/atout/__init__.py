"""Atout: seven modern card games, played, studied and researched."""

from atout.games import load, names
from atout.kernel.errors import IllegalActionError, MatchOverError, NotationError, NotYourTurnError, PlayError, SetupError
from atout.kernel.game import Game, Sampler
from atout.kernel.log import HIDDEN, SPECTATOR
from atout.kernel.state import CHANCE, OVER, State
from atout.kernel.view import Display, View
from atout.match import Match, shuffler

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
    "State",
    "View",
    "load",
    "names",
    "shuffler",
]
