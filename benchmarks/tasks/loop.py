"""The loop over a PettingZoo environment, the same for every contender."""

import random
from collections.abc import Callable

import numpy as np
from pettingzoo import AECEnv

Work = Callable[[int], float]


def matches(table: "AECEnv[str, dict[str, np.ndarray], int | None]", avoided: int = -1) -> Work:
    """Play matches at random through `last` and `step` with masks; an avoided action is taken only if it is forced.

    A step is counted for every action; those of agents that are done are made but not counted.
    """
    draw = random.Random(1).random
    table.reset(seed=1)

    def work(amount: int) -> float:
        steps = 0
        for _ in range(amount):
            table.reset()
            for _ in table.agent_iter():
                observation, _, termination, truncation, _ = table.last()
                if termination or truncation:
                    table.step(None)
                    continue
                mask = observation["action_mask"]
                legal = np.flatnonzero(mask)
                action = int(legal[int(draw() * len(legal))])
                while action == avoided and len(legal) > 1:
                    action = int(legal[int(draw() * len(legal))])
                table.step(action)
                steps += 1
        return steps

    return work
