"""What the toys share: a point for each trick or round that a seat has won, and hands to choose from."""

from librt.vecs import vec
from mypy_extensions import i64

from atout import State
from atout.kernel.options import Options


class ToyState(State):
    def __init__(self, seats: int, options: Options) -> None:
        super().__init__(seats, options)
        self.won = [0] * seats
        self.hands: list[list[int]] = [[] for _ in range(seats)]

    def choices(self, seat: int) -> list[int]:
        """Return what a seat may do now, ascending."""
        raise NotImplementedError

    def menu(self, seat: int, out: vec[i64]) -> int:
        found = self.choices(seat)
        for k, action in enumerate(found):
            out[k] = action
        return len(found)

    def scores(self) -> list[int]:
        return list(self.won)

    def places(self) -> list[int]:
        return [1 + sum(other > own for other in self.won) for own in self.won]
