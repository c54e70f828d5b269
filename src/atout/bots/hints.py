"""Hints: what a search thinks of its best choice and of the alternatives, in classes that people have words for."""

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from atout.bots.search import Choice
from atout.bots.searcher import Searcher, advised_style
from atout.kernel.game import Game
from atout.kernel.log import TRICK
from atout.kernel.rng import Rng
from atout.kernel.state import State
from atout.kernel.view import View
from atout.kernel.wording import Phrase, Prospect

How = Literal["best", "equal", "less", "worse", "far"]  # how good something is beside the best

MOST: Final = 6  # choices that are told
FEWEST_VISITS: Final = 0.005  # of all; what was tried less often was soon given up
ENOUGH_VISITS: Final = 100.0  # to be told all the same: a long search soon tries almost only the best
CLASSES: Final[tuple[tuple[float, How], ...]] = ((0.06, "equal"), (0.2, "less"), (0.5, "worse"))  # by points lost
FARTHEST: Final[How] = "far"
WORLDS: Final = 16  # in which a trick is played out
LONGEST_TRICK: Final = 40  # decisions, cries and exchanges among them
TRICKS: Final = "tricks"  # the phase in which games play them


class Opinion(NamedTuple):
    """What is thought of an action: the points it will bring in this deal, and how many fewer than the best."""

    action: int
    points: float
    loss: float
    how: How


class Hint(NamedTuple):
    """What a good player thinks: of the choices, the best first, and why it would take that one."""

    opinions: list[Opinion]
    why: list[Phrase]


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


def hint(game: Game, view: View, seed: int, seconds: float) -> Hint:
    """Return what a good player thinks of the choices of a view, and why."""
    found = opinions(make_adviser(game, seed, seconds).consider(view), game.advice().spread())
    return Hint(found, reasons(game, view, found[0].action, seed))


def reasons(game: Game, view: View, action: int, seed: int) -> list[Phrase]:
    """Return why an action is advised, in terms of what the view shows: keys in [reasons]."""
    shown = view.display()
    return game.words().reasons(shown, action, prospect(game, view, action, seed))


def prospect(game: Game, view: View, action: int, seed: int) -> Prospect:
    """Return what may come of an action, in worlds that fit the view; the others do as the game advises."""
    rng, sampler = Rng(seed), game.sampler(view)
    world = sampler.draw(rng)
    world.apply(view.seat, action)
    after = world.view(view.seat).display()
    if view.display().phase != TRICKS:
        return Prospect([], after)
    wins = [0] * view.seats
    for _ in range(WORLDS):
        taker = _taker(game, sampler.draw(rng), view.seat, action, rng)
        if 0 <= taker < view.seats:
            wins[taker] += 1
    return Prospect([100 * each // WORLDS for each in wins], after)


def _taker(game: Game, world: State, seat: int, action: int, rng: Rng) -> int:
    """Return who takes the trick to which a card is played, or -1 for somebody who has no seat."""
    before, others = len(world.view(seat).seen), _foreign(world, seat)
    advice = game.advice()
    world.apply(seat, action)
    for _ in range(LONGEST_TRICK):
        taken = [seen.seat for seen in world.view(seat).seen[before:] if seen.kind == TRICK]
        if taken:
            return taken[0]
        if world.turn < 0 or _foreign(world, seat) > others:
            break
        world.apply(world.turn, advice.choose(world, world.turn, rng))
    return -1


def _foreign(world: State, seat: int) -> int:
    """Return how many tricks have gone to somebody who has no seat, such as a Monster."""
    facts = world.view(seat).display().facts
    return sum(int(fact.value) for fact in facts if fact.name.endswith("_tricks"))
