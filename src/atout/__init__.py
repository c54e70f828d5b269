"""Atout: seven modern card games to play, study and research.

Here is what you need to play matches in Python or write a bot; what a game is made of is in `atout.authoring`.
"""

from importlib import import_module
from importlib.metadata import version
from typing import TYPE_CHECKING

from atout.drawing.printer import TablePrinter
from atout.games import find_game, names
from atout.kernel.clause import Clause
from atout.kernel.errors import (
    IllegalActionError,
    MatchOverError,
    NotationError,
    NotYourTurnError,
    PlayError,
    SetupError,
    SeveralChoicesError,
)
from atout.kernel.game import Advice, Game, Sampler, Sheet
from atout.kernel.log import HIDDEN, SPECTATOR
from atout.kernel.options import Option, Options
from atout.kernel.playout import Playout
from atout.kernel.printing import set_printer
from atout.kernel.rng import Rng
from atout.kernel.state import CHANCE, OVER, ScoreLine, State
from atout.kernel.view import Display, Fact, SeenEntry, ShownCard, View, Zone
from atout.match import Action, DealStep, Match, PlayStep, shuffler

if TYPE_CHECKING:
    from atout.bots.base import Bot
    from atout.bots.loading import load_bot
    from atout.drawing.faces import card_svg
    from atout.drawing.html import html
    from atout.drawing.text import text
    from atout.record import Record, make_record, replay
    from atout.sheets import score

__version__: str

__all__ = [
    "CHANCE",
    "HIDDEN",
    "OVER",
    "SPECTATOR",
    "Action",
    "Advice",
    "Bot",
    "Clause",
    "DealStep",
    "Display",
    "Fact",
    "Game",
    "IllegalActionError",
    "Match",
    "MatchOverError",
    "NotYourTurnError",
    "NotationError",
    "Option",
    "Options",
    "PlayError",
    "PlayStep",
    "Playout",
    "Record",
    "Rng",
    "Sampler",
    "ScoreLine",
    "SeenEntry",
    "SetupError",
    "SeveralChoicesError",
    "Sheet",
    "ShownCard",
    "State",
    "View",
    "Zone",
    "__version__",
    "card_svg",
    "html",
    "load",
    "load_bot",
    "make_record",
    "names",
    "replay",
    "score",
    "shuffler",
    "text",
]

# What is looked up when somebody asks for it, so that `import atout` stays quick: the module, and the name there.
LATER = {
    "Bot": ("atout.bots.base", "Bot"),
    "Record": ("atout.record", "Record"),
    "load_bot": ("atout.bots.loading", "load_bot"),
    "card_svg": ("atout.drawing.faces", "card_svg"),
    "html": ("atout.drawing.html", "html"),
    "make_record": ("atout.record", "make_record"),
    "replay": ("atout.record", "replay"),
    "score": ("atout.sheets", "score"),
    "text": ("atout.drawing.text", "text"),
}

set_printer(TablePrinter())


def load(name: str) -> Game:
    """Return the game with this name or title; case, umlauts and punctuation do not matter: `luz`, `Mü`, `MUE`."""
    return find_game(name)


def __getattr__(name: str) -> object:
    """Look up what is not imported at once: the version, bots, records and drawings."""
    if name == "__version__":
        return version("atout")
    if name not in LATER:
        raise AttributeError(f"module 'atout' has no attribute '{name}'")
    where, what = LATER[name]
    return getattr(import_module(where), what)
