"""Batch: many matches at once, with one policy that decides for all of them over arrays."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from atout.arena.run import match_seed
from atout.games import load
from atout.kernel.errors import SetupError
from atout.research.crowd import Crowd, EndedMatch
from atout.research.encoding import Encoding, Vector

USUAL_WIDTH: Final = 512

Policy = Callable[["Batch"], NDArray[np.int64]]


@dataclass(frozen=True)
class Outcome:
    """How matches ended: a row for each, a column for each seat."""

    scores: NDArray[np.int64]
    places: NDArray[np.int64]
    decisions: NDArray[np.int64]  # how many each match took; forced ones only if they were asked for


class Batch:
    """Matches side by side, each waiting for a decision. Where one ends, the next begins at its place.

    The same seed gives the same deals, whatever the width. Chance is settled by itself; so is a decision between one
    action, unless `forced` ones are asked for. Without `observe` there are masks but no observations, which is faster.
    """

    def __init__(
        self,
        game: str,
        seats: int,
        matches: int,
        *,
        options: Mapping[str, object] | None = None,
        seed: int = 0,
        width: int = USUAL_WIDTH,
        observe: bool = True,
        forced: bool = False,
    ) -> None:
        if matches < 1 or width < 1:
            raise SetupError("a batch needs at least one match and one place")
        self.game = load(game)
        self.encoding = Encoding(self.game, seats)
        settled = self.game.settle(dict(options or {}))
        seeds = [match_seed(seed, number) for number in range(matches)]
        layout = self.encoding.layout if observe else None
        self._crowd = Crowd(self.game, seats, settled, seeds, min(width, matches), layout, forced)

    def __len__(self) -> int:
        return len(self._crowd)

    @property
    def matches(self) -> NDArray[np.int64]:
        """Which match is played at each place."""
        return np.array(self._crowd.numbers, np.int64)

    @property
    def ended_matches(self) -> list[EndedMatch]:
        """The matches that ended with the last step."""
        return self._crowd.ended

    @cached_property
    def seats(self) -> NDArray[np.int16]:
        """The seat that decides at each place."""
        return np.frombuffer(self._crowd.turns(), "<i2")

    @cached_property
    def offers(self) -> NDArray[np.int64]:
        """All legal actions of all places, in order: the place times the number of actions, plus the action."""
        return np.frombuffer(self._crowd.offers(), "<i8")

    @cached_property
    def masks(self) -> NDArray[np.bool_]:
        """The legal actions at each place."""
        masks = np.zeros((len(self), self.game.actions), np.bool_)
        masks.reshape(-1)[self.offers] = True
        return masks

    @cached_property
    def observations(self) -> Vector:
        """What the seats that decide have seen, a row for each."""
        return np.frombuffer(self._crowd.rows(), "<i2").reshape(len(self), self.encoding.size)

    @property
    def scores(self) -> NDArray[np.int16]:
        """The points at each place so far."""
        return np.frombuffer(self._crowd.scores(), "<i2").reshape(len(self), -1)

    def step(self, actions: NDArray[np.int64]) -> list[EndedMatch]:
        """Take one decision at each place; return the matches that ended."""
        self._crowd.step(actions.tolist())
        for name in ("seats", "offers", "masks", "observations"):
            self.__dict__.pop(name, None)
        return self._crowd.ended


def uniform_policy(rng: np.random.Generator) -> Policy:
    """Return the policy that takes any legal action."""

    def choose(batch: Batch) -> NDArray[np.int64]:
        places, actions = np.divmod(batch.offers, batch.game.actions)
        counts = np.bincount(places, minlength=len(batch))
        starts = np.cumsum(counts) - counts
        chosen: NDArray[np.int64] = actions[starts + (rng.random(len(batch)) * counts).astype(np.int64)]
        return chosen

    return choose


def play(batch: Batch, policy: Policy, advance: Callable[[int], None] | None = None) -> Outcome:
    """Play all matches of a batch to the end; `advance` is told how many have ended."""
    ended: list[EndedMatch] = []
    for some in steps(batch, policy):
        ended += some
        if advance is not None and some:
            advance(len(some))
    ended.sort(key=lambda match: match.number)
    return Outcome(
        np.array([match.scores for match in ended], np.int64),
        np.array([match.places for match in ended], np.int64),
        np.array([match.decisions for match in ended], np.int64),
    )


def steps(batch: Batch, policy: Policy) -> Iterator[list[EndedMatch]]:
    """Step until all matches have ended; yield those that ended with each step."""
    while len(batch):
        yield batch.step(policy(batch))
