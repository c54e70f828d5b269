"""Encoding: a view as a vector of whole numbers, and the legal actions as a mask. The same fields for every game."""

from dataclasses import dataclass
from math import prod
from typing import Final

import numpy as np
from numpy.typing import NDArray

from atout.kernel.errors import SetupError
from atout.kernel.game import Game
from atout.kernel.view import View
from atout.research.vectors import PER_ENTRY, POSITION, Layout, RowWriter

Vector = NDArray[np.int16]
Mask = NDArray[np.int8]

LOWEST: Final = -32_768
HIGHEST: Final = 32_767


@dataclass(frozen=True)
class Field:
    """A part of a vector: where it begins, its shape, and what it says."""

    name: str
    start: int
    shape: tuple[int, ...]
    meaning: str

    @property
    def stop(self) -> int:
        """Where the next field begins."""
        return self.start + prod(self.shape)


class Encoding:
    """How the views of a game with this many seats become vectors.

    A vector holds all that the view holds of the present deal, and in games that remember it the hands held before.
    """

    def __init__(self, game: Game, seats: int) -> None:
        if not (game.faces and game.longest_part):
            raise SetupError(f"{game.title} does not say how many faces its cards have and how long its log becomes")
        self.game = game
        self.seats = seats
        self.layout = Layout(seats, game.actions, game.faces, game.longest_part, game.remembers)
        self.size = int(self.layout.size)
        self.fields = fields(game, seats, self.layout)
        self._scribe = RowWriter(self.layout)

    def __reduce__(self) -> tuple[object, ...]:
        return Encoding, (self.game, self.seats)

    def __repr__(self) -> str:
        return f"<Encoding of {self.game.title}: {self.seats} seats, {self.size} numbers>"

    def vector(self, view: View) -> Vector:
        """Return a view as a vector."""
        self._scribe.add(view)
        return np.frombuffer(self._scribe.take_rows(), "<i2").astype(np.int16, copy=False)

    def mask(self, view: View) -> Mask:
        """Return which actions the observer may take: 1 for each that is legal."""
        mask = np.zeros(self.game.actions, np.int8)
        mask[view.legal] = 1
        return mask

    def parts(self, vector: Vector) -> dict[str, Vector]:
        """Return the fields of a vector by name."""
        return {field.name: vector[field.start : field.stop].reshape(field.shape) for field in self.fields}


def fields(game: Game, seats: int, layout: Layout) -> list[Field]:
    """Return what stands where in a vector; seats are counted from the observer, who is 0."""
    found = [
        Field("position", 0, (POSITION,), "the observer's seat (-3: spectator); who is on turn (-1: chance, -2: over)"),
        Field("owing", int(layout.owing), (seats,), "1 for each seat that owes a decision"),
        Field("totals", int(layout.totals), (seats,), "points before this deal, where the log states them"),
        Field("dealt", int(layout.dealt), (seats, game.faces), "cards of each face that a seat was dealt, where known"),
        Field(
            "done",
            int(layout.done),
            (seats, game.actions),
            "for each action seen: the number, within the deal, of the decision in which the seat last took it",
        ),
    ]
    if game.remembers:
        meaning = "the hands the observer held in the deals before, the latest first: how many cards of each face"
        found.append(Field("remembered", int(layout.remembered), (seats, game.faces), meaning))
    meaning = "the log of the deal, entry by entry: kind, seat, open number, value (-1: hidden), audience; then zeros"
    found.append(Field("history", int(layout.history), (game.longest_part, PER_ENTRY), meaning))
    return found
