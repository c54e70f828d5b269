"""Hints: what a search thinks of its best choice and of the alternatives, in classes that people have words for."""

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from atout.bots.search import Choice
from atout.bots.searcher import Searcher, advised_style
from atout.kernel.game import Game

How = Literal["best", "equal", "less", "worse", "far"]  # how good something is beside the best

MOST: Final = 6  # choices that are told
FEWEST_VISITS: Final = 0.005  # of all; what was tried less often was soon given up
ENOUGH_VISITS: Final = 100.0  # to be told all the same: a long search soon tries almost only the best
CLASSES: Final[tuple[tuple[float, How], ...]] = ((0.06, "equal"), (0.2, "less"), (0.5, "worse"))  # by points lost
FARTHEST: Final[How] = "far"


class Opinion(NamedTuple):
    """What is thought of an action: the points it will bring in this deal, and how many fewer than the best."""

    action: int
    points: float
    loss: float
    how: How


def make_adviser(game: Game, seed: int, seconds: float) -> Searcher:
    """Return who gives hints: as good a player as time allows."""
    return Searcher(game, seed, advised_style, seconds=seconds)


def opinions(choices: Sequence[Choice], spread: float) -> list[Opinion]:
    """Return what a search thinks, the best first; `spread` is by how many points usual deals differ."""
    best, total = choices[0], sum(choice.visits for choice in choices)
    fewest = min(FEWEST_VISITS * total, ENOUGH_VISITS)
    found = [Opinion(best.action, best.points, 0.0, "best")]
    for choice in choices[1:MOST]:
        if choice.visits >= fewest:
            loss = best.points - choice.points
            how = next((name for most, name in CLASSES if loss < most * spread), FARTHEST)
            found.append(Opinion(choice.action, choice.points, loss, how))
    return found
