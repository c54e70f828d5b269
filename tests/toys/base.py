"""What the toys share: a point for each trick or round that a seat has won."""

from atout import State
from atout.kernel.options import Options


class ToyState(State):
    def __init__(self, seats: int, options: Options) -> None:
        super().__init__(seats, options)
        self.won = [0] * seats

    def scores(self) -> list[int]:
        return list(self.won)

    def places(self) -> list[int]:
        return [1 + sum(other > own for other in self.won) for own in self.won]
