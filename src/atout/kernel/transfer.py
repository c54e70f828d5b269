"""Objects on their way into another process: a class names its fields once, for both ways.

What is compiled cannot be pickled field by field, because only its constructor may make it. So a new state is made,
and `transfer` gives it the fields of the old one.
"""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from atout.kernel.ranking import Ranking


@final
class Transfer:
    """Takes the fields of an object one after the other, or gives them to another in the same order."""

    def __init__(self, numbers: list[int], gives: bool) -> None:
        self.numbers = numbers
        self.gives = gives
        self._place: i64 = 0

    def number(self, number: i64) -> i64:
        """Take a number and return it, or return the one that was taken."""
        if not self.gives:
            self.numbers.append(int(number))
            return number
        given: i64 = self.numbers[self._place]
        self._place += 1
        return given

    def flag(self, flag: bool) -> bool:
        """Do the same with a bool."""
        return self.number(1 if flag else 0) == 1

    def row(self, row: vec[i64]) -> vec[i64]:
        """Do the same with several numbers."""
        size = self.number(len(row))
        if not self.gives:
            for number in row:
                self.numbers.append(int(number))
            return row
        start = self._place
        self._place += size
        return vec[i64](self.numbers[start : start + size])

    def rows(self, rows: list[vec[i64]]) -> list[vec[i64]]:
        """Do the same with several rows."""
        return [self.row(row) for row in rows]

    def fields(self, owner: object, names: str) -> None:
        """Do the same with the fields of these names, each a number or a bool."""
        for name in names.split():
            value: object = getattr(owner, name)
            if isinstance(value, bool):
                setattr(owner, name, self.flag(value))
            elif isinstance(value, int):
                setattr(owner, name, int(self.number(value)))

    def starts(self, part: "Part | None") -> bool:
        """Say whether a part that may be missing has to be made now, to get its fields from those taken."""
        return self.flag(part is not None) and self.gives

    def part(self, part: "Part | None") -> None:
        """Do the same with all fields of a part, if there is one."""
        if part is not None:
            part.transfer(self)

    def ranking(self, ranking: Ranking) -> Ranking:
        """Do the same with the order of the cards."""
        suits, strengths = self.row(ranking.suits), self.row(ranking.strengths)
        trumps, later_wins = self.number(ranking.trumps), self.flag(ranking.later_wins)
        return Ranking(suits, strengths, trumps, later_wins) if self.gives else ranking


class Part:
    """A part of a state with fields of its own, such as the deal that is played."""

    def transfer(self, numbers: Transfer) -> None:
        """Give every field to another process, or take it from there."""
        raise NotImplementedError
