"""Atout: seven modern card games, played, studied and researched.

Here is what somebody needs who plays matches in Python or writes a bot; `atout.authoring` has the rest of what a game is
made of.
"""

from importlib import import_module
from importlib.metadata import version
from typing import TYPE_CHECKING

from atout.drawing.printer import TablePrinter
from atout.games import find, names
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
from atout.kernel.view import Display, Fact, Seen, Shown, View, Zone
from atout.match import Action, Dealt, Match, Played, shuffler

if TYPE_CHECKING:
    from atout.bots.base import Bot
    from atout.bots.loading import bot
    from atout.drawing.cards import card_svg
    from atout.drawing.html import html
    from atout.drawing.text import text
    from atout.record import Record, replay
    from atout.record import record as make_record
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
    "Dealt",
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
    "Played",
    "Playout",
    "Record",
    "Rng",
    "Sampler",
    "ScoreLine",
    "Seen",
    "SetupError",
    "SeveralChoicesError",
    "Sheet",
    "Shown",
    "State",
    "View",
    "Zone",
    "__version__",
    "bot",
    "card_svg",
    "html",
    "load",
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
    "bot": ("atout.bots.loading", "bot"),
    "card_svg": ("atout.drawing.cards", "card_svg"),
    "html": ("atout.drawing.html", "html"),
    "make_record": ("atout.record", "record"),
    "replay": ("atout.record", "replay"),
    "score": ("atout.sheets", "score"),
    "text": ("atout.drawing.text", "text"),
}

set_printer(TablePrinter())


def load(name: str) -> Game:
    """Return the game with this name or title, in capitals or not, with umlauts or without: `luz`, `Mü`, `was sticht`."""
    return find(name)


def __getattr__(name: str) -> object:
    """Look up what is not imported at once: the version, bots, records and drawings."""
    if name == "__version__":
        return version("atout")
    if name not in LATER:
        raise AttributeError(f"module 'atout' has no attribute '{name}'")
    where, what = LATER[name]
    return getattr(import_module(where), what)
