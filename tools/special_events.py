"""What is worth counting in the matches of each game, read from their logs.

A game that has something to count brings `tests/occasions.py` in its folder, with a function `occasions(chapter)`. It
yields pairs: a name, and whether that happened on one of the occasions it could have.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from atout.kernel.log import ACTION, kind_of, open_of, seat_of, value_of
from atout.kernel.state import State
from tests.conformance.oracle import game_folder, load_beside_tests

Occasions = Iterator[tuple[str, bool]]


@dataclass(frozen=True)
class Item:
    """One entry of a log."""

    kind: int
    seat: int
    open: int
    value: int


Chapter = Sequence[Item]


def log(state: State) -> list[list[Item]]:
    """Return the whole log of a match, chapter by chapter."""
    return [
        [Item(kind_of(entry), seat_of(entry), open_of(entry), value_of(entry)) for entry in part]
        for part in state.parts()
    ]


def entries_of_kind(chapter: Chapter, kind: int) -> list[Item]:
    """Return the entries of a kind."""
    return [item for item in chapter if item.kind == kind]


def actions_of(chapter: Chapter) -> list[int]:
    """Return the actions, in order."""
    return [item.value for item in chapter if item.kind == ACTION]


def occasions(game: str, state: State) -> Occasions:
    """Yield what happened in a finished match."""
    yield "shared victory", state.places().count(1) > 1
    if (game_folder(game) / "tests" / "occasions.py").is_file():
        own = load_beside_tests(game, "occasions")
        for chapter in log(state):
            yield from own.occasions(chapter)
