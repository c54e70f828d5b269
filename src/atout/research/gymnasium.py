"""One seat of a match as a Gymnasium environment; bots play the others."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium import spaces

from atout.bots.base import Bot
from atout.bots.levels import make_bot
from atout.games import load
from atout.kernel.errors import SetupError
from atout.match import Match, shuffler
from atout.research.encoding import HIGHEST, LOWEST, Encoding, Vector
from atout.research.plain_text import render_table
from atout.research.rewards import LARGEST_SEED, rewards_by_place

REWARDS: Final = ("match", "deal", "place")


class SingleSeat(gymnasium.Env[Vector, int]):
    """A match in which the agent has one seat, and bots of given levels the others.

    The reward is what the agent is ahead of the mean of the others, at the end ("match") or as deals bring it ("deal"),
    or its place, from 1 for the first to -1 for the last ("place"). `info["action_mask"]` tells what is legal; what is
    not raises an error with its clause and changes nothing. Without a `seat` the agent sits elsewhere in every match.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}  # noqa: RUF012 - Gymnasium declares it so

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        opponents: Sequence[str] = ("casual",),
        seat: int | None = None,
        options: Mapping[str, object] | None = None,
        reward: str = "match",
        iterations: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.game = load(game)
        self.seats = self.game.seat_counts[-1] if seats is None else seats
        if reward not in REWARDS:
            raise SetupError(f"the reward is one of {', '.join(REWARDS)}")
        if not opponents or (seat is not None and not 0 <= seat < self.seats):
            raise SetupError("somebody has to play the other seats, and the agent has one of the table's")
        self.encoding = Encoding(self.game, self.seats)
        self.render_mode = render_mode
        self.observation_space = spaces.Box(LOWEST, HIGHEST, (self.encoding.size,), np.int16)
        self.action_space = spaces.Discrete(self.game.actions)  # type: ignore[assignment]
        self._settled = self.game.settle(dict(options or {}))
        Match(self.game, self.seats, self._settled)  # refuses a wrong number of seats at once
        self._opponents = opponents
        self._wanted = seat
        self._reward = reward
        self._iterations = iterations

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Vector, dict[str, Any]]:
        """Begin a new match."""
        super().reset(seed=seed)

        def number() -> int:
            return int(self.np_random.integers(LARGEST_SEED))

        self.seat = int(self.np_random.integers(self.seats)) if self._wanted is None else self._wanted
        levels = [self._opponents[k % len(self._opponents)] for k in range(self.seats)]
        self._bots: list[Bot] = [make_bot(level, self.game, number(), iterations=self._iterations) for level in levels]
        self._match = Match(self.game, self.seats, self._settled, shuffle=shuffler(number()))
        self._ahead = self._lead()
        self._let_bots_play()
        return self._observation(), self._info()

    def step(self, action: int) -> tuple[Vector, float, bool, bool, dict[str, Any]]:
        """Let the agent act, and the bots until it is asked again."""
        self._match.play(self.seat, int(action))
        self._let_bots_play()
        return self._observation(), self._take_reward(), self._match.over, False, self._info()

    def render(self) -> str | None:
        """Return the table in words, as the agent sees it."""
        return render_table(self.game, self._match.view(self.seat)) if self.render_mode == "ansi" else None

    def _let_bots_play(self) -> None:
        match = self._match
        while not match.over and not match.state.owes(self.seat):
            seat = match.turn
            match.play(seat, self._bots[seat].choose(match.view(seat)))

    def _observation(self) -> Vector:
        return self.encoding.vector(self._match.view(self.seat))

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.encoding.mask(self._match.view(self.seat)), "scores": self._match.scores()}

    def _lead(self) -> float:
        """Return what the agent is ahead of the mean of the others."""
        scores = self._match.scores()
        return scores[self.seat] - (sum(scores) - scores[self.seat]) / max(1, self.seats - 1)

    def _take_reward(self) -> float:
        if self._reward == "place":
            return rewards_by_place(self._match.places())[self.seat] if self._match.over else 0.0
        if self._reward == "match" and not self._match.over:
            return 0.0
        before, self._ahead = self._ahead, self._lead()
        return self._ahead - before
