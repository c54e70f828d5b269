"""Every game as a PettingZoo environment in which agents take turns (AEC).

    from atout.research.pettingzoo import env

    table = env("mu", seats=5)
    table.reset(seed=1)
    for agent in table.agent_iter():
        observation, reward, termination, truncation, _ = table.last()
        over = termination or truncation
        table.step(None if over else table.action_space(agent).sample(observation["action_mask"]))

Where several seats owe a secret choice at once, they are asked one after the other; none sees what the others chose.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger

from atout.games import load
from atout.kernel.errors import IllegalActionError, SetupError
from atout.match import Match, shuffler
from atout.research.encoding import HIGHEST, LOWEST, Encoding, Mask, Vector
from atout.research.plain_text import render_table
from atout.research.rewards import LARGEST_SEED, rewards_by_place

REWARDS: Final = ("match", "deal", "places")
OBSERVATIONS: Final = ("vector", "dict")

Observation = dict[str, Vector | Mask | dict[str, Vector]]


class raw_env(AECEnv[str, Observation, int | None]):  # noqa: N801 - PettingZoo calls it so
    """A match, as agents see it who take turns.

    `rewards` are points at the end of the match ("match"), points whenever a deal brings them ("deal"), or places at
    the end, from 1 for the first to -1 for the last ("places"). An observation is a vector, or its fields by name
    ("dict"). A match that takes `max_cycles` decisions without an end is truncated.
    """

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        rewards: str = "match",
        observation: str = "vector",
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        if rewards not in REWARDS or observation not in OBSERVATIONS:
            raise SetupError(f"rewards are one of {', '.join(REWARDS)}; an observation is a vector or a dict")
        self.game = load(game)
        self.seats = self.game.seat_counts[-1] if seats is None else seats
        self.encoding = Encoding(self.game, self.seats)
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.seats)]
        name = f"atout_{game}_v{self.game.rules}"
        self.metadata = {"name": name, "render_modes": ["ansi"], "is_parallelizable": False}
        self._settled = self.game.settle(dict(options or {}))
        Match(self.game, self.seats, self._settled)  # refuses a wrong number of seats at once
        self._rewards = rewards
        self._as_dict = observation == "dict"
        self._most = self.game.max_decisions if max_cycles is None else max_cycles
        self._chance = np.random.default_rng()
        self._observation_space = self._space()
        self._action_spaces = {agent: spaces.Discrete(self.game.actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of observations, the same for all."""
        return self._observation_space

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of actions; which are legal is told by the mask."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new match; a seed settles its deals, and those of the matches that follow."""
        if seed is not None:
            self._chance = np.random.default_rng(seed)
        self._match = Match(
            self.game, self.seats, self._settled, shuffle=shuffler(int(self._chance.integers(LARGEST_SEED)))
        )
        self._points = self._match.scores()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._steps = 0
        self.agent_selection = self.possible_agents[self._match.turn]

    def observe(self, agent: str) -> Observation:
        """Return what an agent has seen, and what it may do."""
        view = self._match.view(self.possible_agents.index(agent))
        vector = self.encoding.vector(view)
        seen = self.encoding.parts(vector) if self._as_dict else vector
        return {"observation": seen, "action_mask": self.encoding.mask(view)}

    def step(self, action: int | None) -> None:
        """Let the agent on turn act."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, "an agent on turn has to act"
        self._match.play(self._match.turn, int(action))
        self._steps += 1
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self._match.over:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._steps >= self._most:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[self._match.turn]
        self._reward()
        self._accumulate_rewards()
        if self._match.over or self._steps >= self._most:
            self._deads_step_first()

    def render(self) -> str | None:
        """Return the table in words, as the agent on turn sees it."""
        if self.render_mode != "ansi":
            return None
        return render_table(self.game, self._match.view(self.possible_agents.index(self.agent_selection)))

    def close(self) -> None:
        """Do nothing: nothing is open."""

    def _reward(self) -> None:
        over = self._match.over
        if self._rewards == "places":
            if over:
                self.rewards = dict(zip(self.possible_agents, rewards_by_place(self._match.places()), strict=True))
        elif over or self._rewards == "deal":
            points = self._match.scores()
            for agent, now, before in zip(self.possible_agents, points, self._points, strict=True):
                self.rewards[agent] = float(now - before)
            self._points = points

    def _space(self) -> spaces.Space[Any]:
        def box(shape: tuple[int, ...]) -> spaces.Box:
            return spaces.Box(LOWEST, HIGHEST, shape, np.int16)

        seen: spaces.Space[Any] = box((self.encoding.size,))
        if self._as_dict:
            seen = spaces.Dict({field.name: box(field.shape) for field in self.encoding.fields})
        return spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (self.game.actions,), np.int8)})


class env(raw_env):  # noqa: N801 - PettingZoo calls it so
    """The same with the usual guards: a match ends with a penalty where an agent does what is not allowed.

    It behaves as PettingZoo's wrappers TerminateIllegal, AssertOutOfBounds and OrderEnforcing do around `raw_env`; they
    would take several times as long as the game itself.
    """

    penalty = -1.0
    _waits = False  # for a step, in a loop over agents

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new match."""
        super().reset(seed, options)
        self._waits = False

    def observe(self, agent: str) -> Observation:
        """Return what an agent has seen, and what it may do."""
        if not hasattr(self, "agents"):
            EnvLogger.error_observe_before_reset()
        return super().observe(agent)

    def step(self, action: int | None) -> None:
        """Let the agent on turn act; what is not allowed ends the match."""
        if not hasattr(self, "agents"):
            EnvLogger.error_step_before_reset()
        self._waits = False
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        agent = self.agent_selection
        over = self.terminations[agent] or self.truncations[agent]
        known = isinstance(action, int | np.integer) and 0 <= action < self.game.actions
        assert known or (action is None and over), "action is not in action space"
        try:
            super().step(action)
        except IllegalActionError:
            EnvLogger.warn_on_illegal_move()
            self._lose(agent)

    def render(self) -> str | None:
        """Return the table in words, as the agent on turn sees it."""
        if not hasattr(self, "agents"):
            EnvLogger.error_render_before_reset()
        return super().render()

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """Yield the agent on turn, until there is none; each has to step."""
        if not hasattr(self, "agents"):
            EnvLogger.error_agent_iter_before_reset()
        return self._on_turn(max_iter)

    def _on_turn(self, most: int) -> Iterator[str]:
        while self.agents and most > 0:
            assert not self._waits, "need to call step() or reset() in a loop over `agent_iter`"
            self._waits = True
            most -= 1
            yield self.agent_selection

    def _lose(self, agent: str) -> None:
        """End the match, because an agent did what is not allowed."""
        self._cumulative_rewards[agent] = 0.0
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self.rewards = {**dict.fromkeys(self.agents, 0.0), agent: self.penalty}
        self._accumulate_rewards()
        self._deads_step_first()
