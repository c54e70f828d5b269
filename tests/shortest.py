"""The shortest match of every game, as the game says itself."""

from collections.abc import Iterator
from typing import Final

from atout import Match, Rng, load, names, shuffler

SHORTEST: Final[dict[str, dict[str, str]]] = {name: load(name).shortest for name in names()}


def positions(name: str, seats: int, share: int) -> Iterator[Match]:
    """Yield such a match once in so many steps while it is played at random, and at its end."""
    match = Match(name, seats, SHORTEST[name], shuffle=shuffler(seats))
    rng = Rng(seats)
    while not match.over:
        if rng.below(share) == 0:
            yield match
        legal = match.legal()
        match.play(match.turn, legal[rng.below(len(legal))])
    yield match
