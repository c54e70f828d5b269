"""The shortest match of every game, as the game says itself."""

from typing import Final

from atout import load, names

SHORTEST: Final[dict[str, dict[str, str]]] = {name: load(name).shortest for name in names()}
