"""Training: proximal policy optimisation by self-play, with a critic that sees all cards.

A run goes in rounds of a set number of decisions. After each it is written down, and tables begin again from the seed
and the number of the round; so an interrupted run goes on as if nothing had happened.
"""

import os
from collections.abc import Callable
from copy import deepcopy
from dataclasses import asdict
from math import sqrt
from pathlib import Path
from time import process_time
from typing import Final

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import mse_loss
from torch.nn.utils import clip_grad_norm_

from atout.games import load
from atout.kernel.game import Game
from atout.learn import curve
from atout.learn.curve import Point
from atout.learn.export import write_network
from atout.learn.network import Networks
from atout.learn.plan import Plan
from atout.learn.practice import Decisions, Practice, advantages, multi_hot
from atout.learn.workers import Crew, Worths, make_tables, weights_of

STATE: Final = "state.pt"
COPYING: Final = 0.8  # the share of cases in which the advice is followed while it is copied; in others, anything goes
COPIED_ENTROPY: Final = 0.1  # so that what the advice never does keeps a chance


class Trainer:
    """A run that goes on from round to round."""

    def __init__(self, plan: Plan, folder: Path, jobs: int = 1, cluster: str | None = None) -> None:
        """Let this many processes play, or workers of a Ray cluster; this process learns."""
        self.plan = plan
        self.jobs = jobs
        self.cluster = cluster
        self._crew: Crew | None = None
        self.folder = folder
        self.game: Game = load(plan.game)
        features = self.game.features()
        self.size = int(features.size + features.secret_size)
        torch.manual_seed(plan.seed)
        self.networks = Networks(int(features.size), int(features.secret_size), int(features.parts))
        self.averaged = deepcopy(self.networks)
        self.optimiser = torch.optim.Adam(self.networks.parameters(), lr=plan.rate, eps=1e-5)
        self.older: list[dict[str, Tensor]] = []
        self.rounds = 0
        self.decisions = 0
        self.deals = 0
        self.seconds = 0.0
        self.points: list[Point] = []

    def load(self) -> bool:
        """Go on from where a run in the folder stopped; say whether there is one."""
        file = self.folder / STATE
        if not file.is_file():
            return False
        kept = torch.load(file, weights_only=True)
        self.plan = Plan(**{**kept["plan"], "seats": tuple(kept["plan"]["seats"])})
        self.networks.load_state_dict(kept["networks"])
        self.averaged.load_state_dict(kept["averaged"])
        self.optimiser.load_state_dict(kept["optimiser"])
        self.older = kept["older"]
        self.rounds, self.decisions, self.deals = kept["rounds"], kept["decisions"], kept["deals"]
        self.seconds = kept["seconds"]
        self.points = [Point(**point) for point in kept["curve"]]
        return True

    def save(self) -> None:
        """Write the run down, whole or not at all."""
        self.folder.mkdir(parents=True, exist_ok=True)
        kept = {
            "plan": asdict(self.plan),
            "networks": self.networks.state_dict(),
            "averaged": self.averaged.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "older": self.older,
            "rounds": self.rounds,
            "decisions": self.decisions,
            "deals": self.deals,
            "seconds": self.seconds,
            "curve": [asdict(point) for point in self.points],
        }
        fresh = self.folder / f"{STATE}.new"
        torch.save(kept, fresh)
        os.replace(fresh, self.folder / STATE)
        write_network(kept, self.folder)
        curve.write(self.points, f"{self.game.title}: points a deal ahead of casual, by decisions", self.folder)

    def run_round(self, tell: Callable[[int], None]) -> None:
        """Play and learn for one round; `tell` hears of decisions."""
        plan, start = self.plan, process_time()
        seed = plan.seed * 1_000_003 + self.rounds
        chance = np.random.default_rng(seed)
        crew = self.start_crew()
        torch.manual_seed(seed)  # what was made before may have drawn numbers
        older = self.averaged.state_dict()
        if plan.against:
            older = torch.load(Path(plan.against, STATE), weights_only=True)["averaged"]
        elif self.older:
            older = self.older[int(chance.integers(len(self.older)))]
        crew.begin(self.rounds, weights_of(older))
        figures = np.zeros(3)
        for _ in range(plan.batches):
            copying = self.rounds < plan.copied
            gathered = crew.gather(weights_of(self.networks.state_dict()), COPYING if copying else 0.0)
            self.deals += gathered.deals
            self.seconds += gathered.seconds
            learn = self.imitate if copying else self.learn
            learnt, measured = learn(gathered.decisions, gathered.worth)
            figures += np.array(measured) / plan.batches
            self.decisions += learnt
            tell(learnt)
        self.rounds += 1
        if self.rounds % plan.every == 1:
            self.older = [*self.older, deepcopy(self.averaged.state_dict())][-plan.keep :]
            lead, error = self.measure_lead(older)
            self.seconds += process_time() - start
            entropy, change, explained = (round(float(figure), 4) for figure in figures)
            seconds = round(self.seconds, 1)
            self.points.append(Point(self.decisions, self.deals, seconds, entropy, change, explained, lead, error))
        else:
            self.seconds += process_time() - start

    def learn(self, decisions: Decisions, worth: Worths) -> tuple[int, tuple[float, float, float]]:
        """Learn from one batch; return its size, and entropy, change and what the critic explains."""
        plan = self.plan
        fall = 1.0 / (1.0 + self.decisions / plan.pace)
        for group in self.optimiser.param_groups:
            group["lr"] = plan.rate * fall
        count = len(decisions)
        inputs = multi_hot(decisions.features, self.size)
        parts = torch.from_numpy(decisions.parts.astype(np.int64))
        chosen = torch.from_numpy(decisions.chosen)[:, None]
        before = torch.from_numpy(decisions.chance)
        with torch.no_grad():
            expected = torch.cat([self.networks.judge(some) for some in inputs.split(4096)]).numpy()
        better = advantages(decisions, expected, worth, plan.trace)
        target = torch.from_numpy(better + expected)
        outcome = torch.from_numpy(worth)
        scaled = torch.from_numpy((better - better.mean()) / (better.std() + 1e-8))
        sums = np.zeros(2)
        steps = max(1, count // plan.lot)
        for which in torch.randperm(count).tensor_split(steps):
            rated, own = self.networks.rate(inputs[which], parts[which])
            judged = self.networks.judge(inputs[which])
            now = rated.gather(1, chosen[which])[:, 0]
            ratio = (now - before[which]).exp()
            gain = torch.min(ratio * scaled[which], ratio.clamp(1 - plan.clip, 1 + plan.clip) * scaled[which]).mean()
            spread = -(rated.exp() * rated.clamp(min=-50)).sum(1).mean()
            loss = -gain - plan.entropy * fall * spread
            loss = loss + 0.5 * mse_loss(judged, target[which]) + 0.1 * mse_loss(own, outcome[which])
            self._descend(loss)
            sums += np.array([spread.item(), (before[which] - now).mean().item()]) / steps
        self._average(count)
        explained = 1 - float(((worth - expected) ** 2).mean() / (worth.var() + 1e-8))
        return count, (float(sums[0]), float(sums[1]), explained)

    def imitate(self, decisions: Decisions, worth: Worths) -> tuple[int, tuple[float, float, float]]:
        """Learn from one batch to do as the advice says, and what comes of it."""
        plan = self.plan
        count = len(decisions)
        inputs = multi_hot(decisions.features, self.size)
        parts = torch.from_numpy(decisions.parts.astype(np.int64))
        chosen = torch.from_numpy(decisions.chosen)[:, None]
        outcome = torch.from_numpy(worth)
        sums = np.zeros(2)
        steps = max(1, count // (plan.lot // 2))
        for which in torch.randperm(count).tensor_split(steps):
            rated, own = self.networks.rate(inputs[which], parts[which])
            judged = self.networks.judge(inputs[which])
            spread = -(rated.exp() * rated.clamp(min=-50)).sum(1).mean()
            missed = -rated.gather(1, chosen[which]).mean()
            loss = missed - COPIED_ENTROPY * spread
            loss = loss + 0.5 * mse_loss(judged, outcome[which]) + 0.1 * mse_loss(own, outcome[which])
            self._descend(loss)
            sums += np.array([spread.item(), missed.item()]) / steps
        self._average(count)
        return count, (float(sums[0]), float(sums[1]), 0.0)

    def _descend(self, loss: Tensor) -> None:
        """Take a step."""
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call, unused-ignore]
        clip_grad_norm_(self.networks.parameters(), 1.0)
        self.optimiser.step()

    @torch.no_grad()
    def _average(self, count: int) -> None:
        """Let the weights that are kept follow."""
        share = min(self.plan.average, 1 - 4 / (8 + self.decisions / count))  # at first, the last quarter of all
        for kept, fresh in zip(self.averaged.parameters(), self.networks.parameters(), strict=True):
            kept.lerp_(fresh, 1 - share)

    def start_crew(self) -> Crew:
        """Return who plays."""
        if self._crew is None:
            self._crew = Crew(self.plan, self.jobs, self.cluster)
        return self._crew

    def close(self) -> None:
        """Let those who played go."""
        if self._crew is not None:
            self._crew.close()
            self._crew = None

    def measure_lead(self, rival: dict[str, Tensor]) -> tuple[float, float]:
        """Return by how many points a deal the averaged player is ahead of `casual`, or of its rival, at its best."""
        seed, facing = self.plan.seed + 777, bool(self.plan.against)
        tables = make_tables(self.plan, seed, 100 if facing else 0, 0 if facing else 100)
        other = deepcopy(self.averaged)
        other.load_state_dict(rival)
        practice = Practice(tables, self.averaged, other, torch.Generator().manual_seed(1))
        practice.greedy = [True, True]
        mine: dict[int, set[int]] = {}
        while len(practice.worth) < self.plan.measured:
            decided = practice.step()
            for deal, seat in zip(decided.deal.tolist(), decided.seat.tolist(), strict=True):
                mine.setdefault(deal, set()).add(seat)
        leads = []
        for deal, worth in practice.worth.items():
            seats = mine.get(deal, set())
            if 0 < len(seats) < len(worth):
                own = sum(worth[seat] for seat in seats) / len(seats)
                others = sum(w for seat, w in enumerate(worth) if seat not in seats) / (len(worth) - len(seats))
                leads.append((own - others) * tables.spread)
        return round(float(np.mean(leads)), 4), round(float(np.std(leads)) / sqrt(len(leads)), 4)
