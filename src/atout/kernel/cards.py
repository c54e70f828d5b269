"""Packs: what is shuffled, how its items are called, and where their places end up in a record."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from atout.kernel.bits import bit
from atout.kernel.errors import NotationError

UNKNOWN = "??"  # a card that a record does not know


@final
class Field:
    """A named part of a shuffled pack: for each group, the place of its first item and how many follow."""

    def __init__(self, name: str, starts: list[int], size: int, ordered: bool = False) -> None:
        self.name = name
        self.starts = starts
        self.size = size
        self.ordered = ordered  # False: only the set of items matters, and a record lists it sorted

    def __reduce__(self) -> tuple[object, ...]:
        return Field, (self.name, self.starts, self.size, self.ordered)

    def groups(self, order: list[int]) -> list[list[int]]:
        """Return the items of each group under this order of the pack."""
        found: list[list[int]] = []
        for start in self.starts:
            items = order[start : start + self.size]
            found.append(items if self.ordered else sorted(items))
        return found


@final
class Pack:
    """What is shuffled at a chance event. `deal` takes a permutation: the item at place 0, at place 1, and so on.

    Places that no field covers do not matter: any order of the items that remain there gives the same deal.
    """

    def __init__(self, kind: str, names: list[str], fields: list[Field]) -> None:
        self.kind = kind  # "seats", "cards", "objectives", "trumps": what a person would call it
        self.names = names  # copies of a card share a name
        self.fields = fields

    def __len__(self) -> int:
        return len(self.names)

    def __reduce__(self) -> tuple[object, ...]:
        return Pack, (self.kind, self.names, self.fields)

    def __repr__(self) -> str:
        return f"<Pack of {len(self.names)} {self.kind}: {', '.join([field.name for field in self.fields])}>"

    def texts(self, order: list[int]) -> dict[str, list[str]]:
        """Return the groups of every field, each written as one line of names."""
        written: dict[str, list[str]] = {}
        for field in self.fields:
            written[field.name] = [" ".join([self.names[item] for item in group]) for group in field.groups(order)]
        return written

    def order(self, written: dict[str, list[str]]) -> list[int]:
        """Return an order that gives these groups; unknown cards and uncovered places take what remains, in order."""
        free = [True] * len(self.names)
        order = [-1] * len(self.names)
        for field in self.fields:
            groups = written.get(field.name)
            if groups is None:
                raise NotationError(f"{field.name} is missing")
            if len(groups) != len(field.starts):
                raise NotationError(f"{field.name} needs {len(field.starts)} groups, found {len(groups)}")
            for start, line in zip(field.starts, groups):
                names = line.split()
                if len(names) != field.size:
                    raise NotationError(f"{field.name}: '{line}' has {len(names)} items, {field.size} are needed")
                for place, name in enumerate(names):
                    if name != UNKNOWN:
                        order[start + place] = self._take(name, free)
        rest = [item for item in range(len(order)) if free[item]]
        rest.reverse()
        return [item if item >= 0 else rest.pop() for item in order]

    def _take(self, name: str, free: list[bool]) -> int:
        known = False
        for item, text in enumerate(self.names):
            if text == name:
                known = True
                if free[item]:
                    free[item] = False
                    return item
        raise NotationError(f"{name} appears more often than the pack has it" if known else f"no {self.kind} {name}")


def seat_packs(counts: range, field: str) -> list[Pack]:
    """Return, for each number of seats, the draw of the seat that begins: the dealer, the first player."""
    return [Pack("seats", [seat_letter(seat) for seat in range(seats)], [Field(field, [0], 1)]) for seats in counts]


def deal_hands(cards: vec[i64], order: vec[i64], seats: i64, size: i64) -> vec[i64]:
    """Return the hands, as sets, when seat after seat gets this many cards in this order."""
    hands = vec[i64]([0 for _ in range(seats)])
    place: i64 = 0
    for seat in range(seats):
        for _ in range(size):
            hands[seat] |= bit(cards[order[place]])
            place += 1
    return hands


def seat_letter(seat: i64) -> str:
    """Return the letter of a seat in records: A for seat 0."""
    return "ABCDEFGH"[seat]
