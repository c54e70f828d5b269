"""Oracles: second opinions about a game, written from its rules alone, and where to find them.

A game's oracle is two modules beside its rule tests, `src/atout/games/<game>/tests/naive.py` and `knowledge.py`. They
are loaded by path from the repository, whatever environment `atout` is installed in, so they import only `atout` and
`tests`, never each other. A game of another package has them at the same place in its own folder. They use the game's
notation (texts of actions, names of cards, kinds of log entries) and none of its logic; lists and loops, no cleverness.
A truth is handed to `knowledge` as the naive match that was played alongside.

`naive.py`
    ENDINGS                          every way a match can end, by name; each needs a record
    ending(match)                    which of them a finished match is, from its scores, places and score lines
    naive(seats, options)            a match in slow motion, see `Naive`
`knowledge.py`
    tracker(seats, options, observer)    an observer with a notebook, see `Tracker`
    facts(view)                      the same facts, read from `view.seen`
    swap(truth, history, observer, rng)  another history that the observer cannot tell from this one, or None
    world(state)                     what a state of the running deal hides from somebody, as one comparable value
    worlds(truth, observer, most)    {world: in how many ways the cards can lie so} of all that the observer must hold
                                     possible; None if there are more than `most`
    rebuild(state, history)          the history, changed so that it leads to this drawn world
    TELLING                          optional: {option: value} by which the rules let a forced action tell something
"""

import importlib.util
import random
import sys
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from math import factorial
from pathlib import Path
from types import ModuleType
from typing import NamedTuple, Protocol, TypeVar, cast

from atout import CHANCE, Match, State, View, load
from atout.games import NAMES
from atout.games import game_folder as installed_folder

ROOT = Path(__file__).parents[2]

Event = tuple[object, ...]  # ("played", 2, "R4"): what happened, in the words of the rules
Fact = tuple[object, ...]  # the same for what an observer knows
World = TypeVar("World")


class Deal(NamedTuple):
    """A chance event: the names of the pack's items, in the order they came out."""

    names: tuple[str, ...]


class Play(NamedTuple):
    """A decision, in the game's notation."""

    seat: int
    text: str


History = list[Deal | Play]


def redealt(history: History, names: Sequence[str]) -> History:
    """Return the history with another order in its last chance event."""
    last = max(k for k, step in enumerate(history) if isinstance(step, Deal))
    return [*history[:last], Deal(tuple(names)), *history[last + 1 :]]


def placings(cards: Sequence[str], rooms: Sequence[int]) -> Iterator[list[list[str]]]:
    """Yield every way to put the cards into places with room for this many each; copies of a card are told apart."""
    if len(rooms) == 1:
        assert len(cards) == rooms[0]
        yield [list(cards)]
        return
    for chosen in combinations(range(len(cards)), rooms[0]):
        here = [cards[k] for k in chosen]
        rest = [card for k, card in enumerate(cards) if k not in chosen]
        for others in placings(rest, rooms[1:]):
            yield [here, *others]


def placing_count(rooms: Sequence[int]) -> int:
    """Return how many placings there are."""
    product = factorial(sum(rooms))
    for room in rooms:
        product //= factorial(room)
    return product


class Naive(Protocol):
    """One match by the rules, in lists and loops."""

    turn: int  # as State.turn
    events: list[Event]  # the whole truth, in order; each step adds to it

    def deal(self, names: Sequence[str]) -> None:
        """Go on with the items of the pack in this order."""

    def owing(self) -> list[int]:
        """Return the seats that owe a decision."""

    def legal(self, seat: int) -> Iterable[str]:
        """Return what a seat may do now; nothing if it owes no decision."""

    def apply(self, seat: int, text: str) -> None:
        """Do it."""

    def scores(self) -> list[int]:
        """Return the points so far."""

    def places(self) -> list[int]:
        """Return the final places; asked only at the end."""


class SlowMatch:
    """A match before its first chance event, for naive matches to begin with."""

    def __init__(self, seats: int, options: Mapping[str, str]) -> None:
        self.seats = seats
        self.options = options
        self.turn = CHANCE
        self.totals = [0] * seats
        self.events: list[Event] = []


class Tracker(Protocol):
    """Hears every event and keeps the facts that its observer may know."""

    facts: set[Fact]

    def see(self, event: Event) -> None:
        """Note what the observer learns from an event."""


class Notebook:
    """An observer who has seen nothing yet, for trackers to begin with."""

    def __init__(self, seats: int, options: Mapping[str, str], observer: int) -> None:
        self.seats = seats
        self.observer = observer
        self.facts: set[Fact] = set()
        self.time = 0  # events so far, or so far in the deal


class Oracle(Protocol):
    """What the conformance tests ask."""

    ENDINGS: tuple[str, ...]

    def ending(self, match: Match) -> str:
        """Return how a match ended."""

    def naive(self, seats: int, options: Mapping[str, str]) -> Naive:
        """Return a match before its first chance event."""

    def tracker(self, seats: int, options: Mapping[str, str], observer: int) -> Tracker:
        """Return an observer who has seen nothing yet."""

    def facts(self, view: View) -> set[Fact]:
        """Return the facts a view holds."""

    def swap(self, truth: Naive, history: History, observer: int, rng: random.Random) -> History | None:
        """Return a history that differs only in what the observer cannot know; None if nothing is hidden."""

    def world(self, state: State) -> Hashable:
        """Return what the state hides from somebody."""

    def worlds(self, truth: Naive, observer: int, most: int) -> dict[Hashable, int] | None:
        """Return all worlds that fit what the observer knows, each with its weight; None if too many."""

    def rebuild(self, state: State, history: History) -> History:
        """Return the history of a drawn world."""


def of_running_deal(world: Callable[[State], World]) -> Callable[[State], World | tuple[()]]:
    """Return `world` as it is while a deal runs; between deals nothing is hidden."""
    return lambda state: () if state.turn < 0 else world(state)


class _Parts:
    """The names of several modules as one object."""

    def __init__(self, *parts: ModuleType) -> None:
        for part in parts:
            vars(self).update({name: value for name, value in vars(part).items() if not name.startswith("_")})


def game_folder(name: str) -> Path:
    """Return the folder of a game with its tests: in the source tree, or where another package is installed."""
    if name in NAMES:
        return ROOT / "src" / "atout" / "games" / name
    return Path(str(installed_folder(load(name))))


@cache
def oracle(name: str) -> Oracle:
    """Return the oracle of a registered game."""
    return cast(Oracle, _Parts(load_beside_tests(name, "naive"), load_beside_tests(name, "knowledge")))


@cache
def load_beside_tests(name: str, part: str) -> ModuleType:
    """Return a module that lies among the rule tests of a game."""
    file = game_folder(name) / "tests" / f"{part}.py"
    assert file.is_file(), f"{name} lacks a module beside its tests: {file} is missing"
    spec = importlib.util.spec_from_file_location(f"oracle_{name}_{part}", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[module.__name__] = module
    spec.loader.exec_module(module)
    return module
