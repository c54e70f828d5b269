"""The games. Adding one is one folder here and one name in NAMES; games outside the package use an entry point."""

from importlib import import_module
from importlib.metadata import entry_points

from atout.kernel.errors import SetupError
from atout.kernel.game import Game

NAMES = ("luz", "njet", "meinz", "was_sticht", "mu", "loop", "schrecklicht")
ENTRY_POINTS = "atout.games"


def names() -> list[str]:
    """Return the names of all games: the package's own, then installed ones."""
    return [*NAMES, *sorted(point.name for point in entry_points(group=ENTRY_POINTS) if point.name not in NAMES)]


def load(name: str) -> Game:
    """Return the game with this name."""
    if name in NAMES:
        game = import_module(f"atout.games.{name}").GAME
    else:
        found = [point for point in entry_points(group=ENTRY_POINTS) if point.name == name]
        if not found:
            raise SetupError(f"no game {name}: there are {', '.join(names())}")
        game = found[0].load()
    assert isinstance(game, Game)
    return game
