"""Those who play for a learner: this process, others on this machine, or workers of a Ray cluster.

All play with the same weights, each at tables of its own; then the learner learns from what they bring. With the same
number of them a run repeats.
"""

from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from multiprocessing import get_context
from time import process_time
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from atout.games import load
from atout.kernel.errors import SetupError
from atout.learn.network import Networks
from atout.learn.plan import Plan
from atout.learn.practice import Decisions, Practice, join_decisions
from atout.learn.selfplay import SelfPlay

Weights = dict[str, NDArray[np.float32]]
Worths = NDArray[np.float32]

LOCAL = "local"
APART = 1 << 40  # between the numbers of the deals of two workers


class GatheredDecisions(NamedTuple):
    """Decisions of deals that are over, what these were worth, and how many deals have begun meanwhile.

    Seconds are those of other processors than the learner's.
    """

    decisions: Decisions
    worth: Worths
    deals: int
    seconds: float


def make_tables(plan: Plan, seed: int, older: int, casual: int, width: int | None = None) -> SelfPlay:
    """Return tables; at some of every hundred sits an older self, or the advice."""
    game = load(plan.game)
    return SelfPlay(
        game, game.settle({}), list(plan.seats), seed, width or plan.width, older, casual, bool(plan.against)
    )


def weights_of(state: dict[str, Tensor]) -> Weights:
    """Return weights as arrays, which can be sent."""
    return {name: tensor.detach().numpy().copy() for name, tensor in state.items()}


class Worker:
    """Plays at some tables, with the weights it is given."""

    def __init__(self, plan: Plan, number: int, crew: int) -> None:
        self.plan = plan
        self.number = number
        self.crew = crew
        features = load(plan.game).features()
        sizes = int(features.size), int(features.secret_size), int(features.parts)
        self.learner, self.older = Networks(*sizes), Networks(*sizes)
        self.practice: Practice | None = None
        self.counted = 0  # deals

    def begin(self, round_number: int, older: Weights) -> None:
        """Begin a round with new tables."""
        plan = self.plan
        seed = (plan.seed * 1_000_003 + round_number) * 64 + self.number
        set_weights(self.older, older)
        shares = (100, 0) if plan.against else (plan.older, plan.casual)
        tables = make_tables(plan, seed, *shares, max(2, plan.width // self.crew))
        self.practice = Practice(tables, self.learner, self.older, torch.Generator().manual_seed(seed))
        self.practice.greedy = [False, bool(plan.against)]
        self.counted = 0

    def gather(self, weights: Weights, copying: float) -> GatheredDecisions:
        """Play with these weights until there is this worker's share of a batch."""
        assert self.practice is not None, "a round has begun"
        start = process_time()
        set_weights(self.learner, weights)
        decisions, worth = self.practice.gather(self.plan.batch // self.crew, copying)
        decisions.deal += APART * self.number
        begun = int(self.practice.tables.begun)
        fresh, self.counted = begun - self.counted, begun
        return GatheredDecisions(decisions, worth, fresh, process_time() - start)


def set_weights(networks: Networks, weights: Weights) -> None:
    """Give networks these weights."""
    networks.load_state_dict({name: torch.from_numpy(array) for name, array in weights.items()})


_worker: Worker | None = None  # of a process that plays


def _start(plan: Plan, number: int, crew: int) -> None:
    global _worker
    torch.set_num_threads(1)
    _worker = Worker(plan, number, crew)


def _begin(round_number: int, older: Weights) -> None:
    assert _worker is not None
    _worker.begin(round_number, older)


def _gather(weights: Weights, copying: float) -> GatheredDecisions:
    assert _worker is not None
    return _worker.gather(weights, copying)


class Crew:
    """All who play for one learner."""

    def __init__(self, plan: Plan, jobs: int, cluster: str | None) -> None:
        self.here: Worker | None = None
        self.processes: list[ProcessPoolExecutor] = []
        self.actors: list[Any] = []
        self.ray: Any = None
        if cluster is not None:
            self.ray = connect(cluster, jobs)
            remote = self.ray.remote(num_cpus=1)(Worker)
            self.actors = [remote.remote(plan, number, jobs) for number in range(jobs)]
        elif jobs == 1:
            self.here = Worker(plan, 0, 1)
        else:
            for number in range(jobs):
                pool = ProcessPoolExecutor(1, get_context("spawn"), _start, (plan, number, jobs))
                self.processes.append(pool)

    def begin(self, round_number: int, older: Weights) -> None:
        """Let everybody begin a round."""
        if self.here is not None:
            self.here.begin(round_number, older)
        for future in [pool.submit(_begin, round_number, older) for pool in self.processes]:
            future.result()
        if self.ray is not None:
            self.ray.get([actor.begin.remote(round_number, older) for actor in self.actors])

    def gather(self, weights: Weights, copying: float) -> GatheredDecisions:
        """Return what all of them bring, in the order of their numbers."""
        if self.here is not None:
            return self.here.gather(weights, copying)._replace(seconds=0.0)
        if self.ray is not None:
            lots: list[GatheredDecisions] = self.ray.get(
                [actor.gather.remote(weights, copying) for actor in self.actors]
            )
        else:
            lots = [future.result() for future in [pool.submit(_gather, weights, copying) for pool in self.processes]]
        decisions = join_decisions([lot.decisions for lot in lots])
        worth = np.concatenate([lot.worth for lot in lots])
        return GatheredDecisions(decisions, worth, sum(lot.deals for lot in lots), sum(lot.seconds for lot in lots))

    def close(self) -> None:
        """Let everybody go."""
        for pool in self.processes:
            pool.shutdown(cancel_futures=True)
        if self.ray is not None:
            self.ray.shutdown()


def connect(address: str, jobs: int) -> object:
    """Return Ray, connected to a cluster, or to one on this machine."""
    try:
        ray = import_module("ray")
    except ImportError as error:
        raise SetupError(f"--ray needs Ray (pip install 'atout[cluster]'): {error}") from error
    usual: dict[str, object] = {"log_to_driver": False, "logging_level": "ERROR"}
    usual |= {"num_cpus": jobs, "include_dashboard": False} if address == LOCAL else {"address": address}
    try:
        ray.init(**usual)
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise SetupError(f"no Ray cluster at {address}: {error}") from error
    return ray
