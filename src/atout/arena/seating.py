"""Who sits where: the same cards for every seating, and every bot in every seat.

As many matches as there are seats make one deal of the run: they begin with the same cards, and from one to the next
all players move on by one chair. A last deal that is not finished has fewer.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from itertools import combinations

from atout.arena.run import match_seed
from atout.kernel.rng import Rng


@dataclass(frozen=True)
class Matchup:
    """What is played, and by whom."""

    game: str
    seats: int
    options: dict[str, str]
    bots: tuple[str, ...]
    seed: int

    def to_dict(self) -> dict[str, object]:
        """Return it as plain data."""
        return {**asdict(self), "bots": list(self.bots)}


def deal_seed(seed: int, deal: int) -> int:
    """Return the seed of the cards of a deal; those of its bots are derived from it."""
    return match_seed(seed, deal)


def line_up(bots: Sequence[str], seats: int, seed: int, number: int) -> list[str]:
    """Return the names of those who play a match, by seat."""
    deal, turn = divmod(number, seats)
    invited = participants(tuple(bots), seats, seed, deal)
    order = Rng(match_seed(deal_seed(seed, deal), -1)).order(seats)
    table = [invited[place] for place in order]
    return table[seats - turn :] + table[: seats - turn]


def participants(bots: tuple[str, ...], seats: int, seed: int, deal: int) -> list[str]:
    """Return who takes part in a deal: all, some of them on two chairs or more, or as many as there are seats."""
    if len(bots) <= seats:
        return [bots[(deal + k) % len(bots)] for k in range(seats)]
    groups = _groups(bots, seats, seed)
    return list(groups[deal % len(groups)])


@lru_cache(16)
def _groups(bots: tuple[str, ...], seats: int, seed: int) -> list[tuple[str, ...]]:
    found = list(combinations(bots, seats))
    return [found[place] for place in Rng(match_seed(seed, -1)).order(len(found))]
