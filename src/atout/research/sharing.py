"""Deals, card by card: which card can come next, and how likely, if every different deal is to come about once."""

from collections.abc import Sequence
from math import comb
from typing import NamedTuple

from atout.kernel.cards import Pack


class Sharing(NamedTuple):
    """Items that are shared out, by name, and how many each group gets; the order within a group does not matter."""

    names: tuple[str, ...]
    sizes: tuple[int, ...]

    def ways(self, taken: Sequence[int]) -> list[tuple[int, int]]:
        """Return what can be taken next, and in how many ways the group can then be filled.

        A group is filled in rising order, and of equal items the first one that is left is taken.
        """
        begin = group = 0
        while begin + self.sizes[group] <= len(taken):
            begin += self.sizes[group]
            group += 1
        names = list(dict.fromkeys(self.names))
        kinds = {name: kind for kind, name in enumerate(names)}
        left = [0] * len(names)  # of each kind, when the group began
        earlier = set(taken[:begin])
        for item, name in enumerate(self.names):
            left[kinds[name]] += item not in earlier
        room = self.sizes[group] - (len(taken) - begin) - 1  # after this one
        held = [kinds[self.names[item]] for item in taken[begin:]]
        found = []
        for kind in range(held[-1] if held else 0, len(names)):
            again = held.count(kind)
            above = sum(left[kind + 1 :])
            number = sum(comb(left[kind], again + 1 + k) * comb(above, room - k) for k in range(room + 1))
            if held and not again:
                number *= comb(left[held[-1]], held.count(held[-1]))
            if number:
                found.append((self._first(names[kind], taken), number))
        return found

    def _first(self, name: str, taken: Sequence[int]) -> int:
        return next(item for item, other in enumerate(self.names) if other == name and item not in taken)


def sharing_of(pack: Pack) -> Sharing:
    """Return how a pack is dealt."""
    sizes: list[int] = []
    for field in pack.fields:
        for _ in field.starts:
            sizes += [1] * field.size if field.ordered else [field.size]
    return Sharing(tuple(pack.names), tuple(sizes or [1] * len(pack)))


def order_of(pack: Pack, taken: Sequence[int]) -> list[int]:
    """Return the order of a pack in which its groups get what was taken for them; elsewhere lies the rest."""
    places = [start + k for field in pack.fields for start in field.starts for k in range(field.size)]
    at = dict(zip(places or range(len(pack)), taken, strict=True))
    rest = iter(sorted(set(range(len(pack))) - set(taken)))
    return [at[place] if place in at else next(rest) for place in range(len(pack))]
