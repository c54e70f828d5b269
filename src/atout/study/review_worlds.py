"""All worlds that fit a view, where there are few."""

import pickle
from math import log

from atout.kernel.game import Game
from atout.kernel.rng import Rng
from atout.kernel.state import State
from atout.kernel.view import View

CERTAINTY = 7.0  # a world is missed about once in e**7 times


def all_worlds(game: Game, view: View, most: int, seed: int) -> list[State]:
    """Return all worlds that fit a view, each once, or nothing if there are more than `most`.

    Worlds are equally likely, so that drawing finds all sooner or later; it goes on until a missing one would most
    likely have turned up.
    """
    sampler, rng = game.sampler(view), Rng(seed)
    sampler.stop_logging()
    found: dict[bytes, State] = {}
    draws, enough = 0, 1.0
    while draws < enough:
        world = sampler.draw(rng)
        world.silent = True
        found.setdefault(pickle.dumps(world), world)
        if len(found) > most:
            return []
        draws += 1
        enough = len(found) * (log(len(found)) + CERTAINTY)
    return list(found.values())
