"""All worlds that fit a view, where there are few."""

import pickle
from math import sqrt

from atout.kernel.game import Game
from atout.kernel.rng import Rng
from atout.kernel.state import State
from atout.kernel.view import View

DRAWS = 400  # at least
DRAWS_EACH = 20  # of every world, so that none is missed, and to see whether some are likelier than others
UNEVEN = 3.0  # deviations of chi-square


def all_worlds(game: Game, view: View, most: int, seed: int, draws: int = DRAWS) -> list[tuple[State, int]]:
    """Return all worlds that fit a view, and how often each was drawn; nothing if there are more than `most`.

    Drawing finds all sooner or later; it goes on until a missing one would most likely have turned up. Worlds that
    differ only in which copy of a card lies where are one, and likelier than others.
    """
    sampler, rng = game.sampler(view), Rng(seed)
    sampler.stop_logging()
    found: dict[bytes, State] = {}
    counts: dict[bytes, int] = {}
    drawn, enough = 0, draws
    while drawn < enough:
        world = sampler.draw(rng)
        world.silent = True
        name = pickle.dumps(world)
        found.setdefault(name, world)
        counts[name] = counts.get(name, 0) + 1
        if len(found) > most:
            return []
        drawn += 1
        enough = max(draws, len(found) * DRAWS_EACH)
    return [(found[name], counts[name]) for name in found]


def are_equally_likely(worlds: list[tuple[State, int]]) -> bool:
    """Say whether worlds were drawn about equally often."""
    usual = sum(count for _, count in worlds) / len(worlds)
    spread = sum((count - usual) ** 2 for _, count in worlds) / usual
    return spread <= len(worlds) + UNEVEN * sqrt(2 * len(worlds))
