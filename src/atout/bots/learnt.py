"""A bot that has learnt: a network rates the actions, and the bot takes the best, or a good one."""

import json
from functools import cache
from hashlib import sha256
from importlib.resources import files
from math import exp
from pathlib import Path
from typing import NamedTuple

from atout.bots.network import MAGIC, Network, Player
from atout.kernel.errors import SetupError
from atout.kernel.features import Features
from atout.kernel.game import Game
from atout.kernel.rng import Rng
from atout.kernel.view import View

FILE = "learnt.network"  # of a game, in its folder


class Head(NamedTuple):
    """What a network file says of itself."""

    game: str
    fields: str  # a mark of what its features are
    features: int
    parts: int
    decisions: int  # that it has learnt from
    seed: int


def fingerprint(features: Features) -> str:
    """Return a mark that changes where the features or the parts of actions do."""
    layout = [(field.name, field.start, field.size) for field in features.fields]
    return sha256(repr((layout, int(features.parts))).encode()).hexdigest()[:16]


def has_network(game: Game) -> bool:
    """Say whether a network for the game comes with the package."""
    try:
        return files(f"atout.games.{game.name}").joinpath(FILE).is_file()
    except ModuleNotFoundError:
        return False


def pack_network(head: Head, data: bytes) -> bytes:
    """Return a network as a file."""
    return MAGIC + json.dumps(head._asdict()).encode() + b"\n" + data


@cache
def read_network(game: str, path: Path | None) -> tuple[Head, bytes]:
    """Return what is in a network file; without a path in that of the package."""
    try:
        content = path.read_bytes() if path else files(f"atout.games.{game}").joinpath(FILE).read_bytes()
    except OSError as error:
        raise SetupError(f"no network {path or game}: {error.strerror}") from error
    if not content.startswith(MAGIC):
        raise SetupError(f"{path} is not an atout network")
    line, _, data = content[len(MAGIC) :].partition(b"\n")
    try:
        return Head(**json.loads(line)), data
    except (ValueError, TypeError) as error:
        raise SetupError(f"{path} cannot be read: {error}") from error


@cache
def load_network(game: Game, path: Path | None) -> Network:
    """Return the network for a game; bots of one process share it."""
    head, data = read_network(game.name, path)
    if head.game != game.name:
        raise SetupError(f"{path} has learnt {head.game}, not {game.name}")
    if head.fields != fingerprint(game.features()):
        raise SetupError(
            f"{path or game.name}: this network was trained with other features than this version of atout has"
        )
    try:
        return Network(head.features, head.parts, data)
    except (ValueError, IndexError) as error:
        raise SetupError(f"{path or game.name}: {error}") from error


class Learnt:
    """Takes the action that the network rates best; with warmth, now and then another, the better the likelier."""

    def __init__(self, game: Game, seed: int, path: Path | None = None, warmth: float = 0.0) -> None:
        self._game = game
        self._path = path
        self._player = Player(game.features(), load_network(game, path))
        self._rng = Rng(seed)
        self._warmth = warmth

    def __getstate__(self) -> dict[str, object]:
        """Leave the network behind: it is read again where the bot goes."""
        return {name: value for name, value in vars(self).items() if name != "_player"}

    def __setstate__(self, state: dict[str, object]) -> None:
        vars(self).update(state)
        self._player = Player(self._game.features(), load_network(self._game, self._path))

    def __repr__(self) -> str:
        return f"<Learnt for {self._game.title}>"

    def choose(self, view: View) -> int:
        """Return the chosen action."""
        if len(view.legal) == 1:
            return view.legal[0]
        ratings = self._player.rate_actions(view)
        best = max(ratings)
        if not self._warmth:
            return view.legal[ratings.index(best)]
        shares = [exp((rating - best) / self._warmth) for rating in ratings]
        left = self._rng.unit() * sum(shares)
        for action, share in zip(view.legal, shares, strict=True):
            left -= share
            if left < 0:
                return action
        return view.legal[ratings.index(best)]
