"""Practice: a learner plays, and what it decided is kept until the deal shows what it was worth."""

from dataclasses import dataclass
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from atout.learn.network import Networks
from atout.learn.selfplay import HEAD, LEARNER, OLDER, Positions, SelfPlay

Numbers = NDArray[np.int16]
NOTHING: Final = -1
ONE: Final = 0x3F80  # as a floating-point number of 16 bits


@dataclass
class Decisions:
    """Some decisions; every array has one row for each. Rows are padded with NOTHING."""

    deal: NDArray[np.int64]
    seat: Numbers
    features: Numbers  # and secrets: which are on
    parts: Numbers  # of the actions there were, two each
    chosen: NDArray[np.int64]
    chance: NDArray[np.float32]  # the logarithm of that of the chosen action

    def __len__(self) -> int:
        return len(self.deal)

    def take(self, which: NDArray[np.bool_] | NDArray[np.int64]) -> "Decisions":
        """Return some of them."""
        return Decisions(
            self.deal[which],
            self.seat[which],
            self.features[which],
            self.parts[which],
            self.chosen[which],
            self.chance[which],
        )


def join_decisions(several: list[Decisions]) -> Decisions:
    """Return the decisions of several lots, in their order."""
    return Decisions(
        np.concatenate([some.deal for some in several]),
        np.concatenate([some.seat for some in several]),
        np.concatenate(widen([some.features for some in several])),
        np.concatenate(widen([some.parts for some in several])),
        np.concatenate([some.chosen for some in several]),
        np.concatenate([some.chance for some in several]),
    )


def widen(arrays: list[Numbers]) -> list[Numbers]:
    """Pad the second axis of arrays to the widest of them."""
    widest = max(array.shape[1] for array in arrays)
    found = []
    for array in arrays:
        padding = [(0, 0)] * array.ndim
        padding[1] = (0, widest - array.shape[1])
        found.append(np.pad(array, padding, constant_values=NOTHING))
    return found


def pad(numbers: Numbers, lengths: Numbers) -> Numbers:
    """Return rows of different lengths, which stand one after the other, as an array."""
    width = int(lengths.max(initial=1))
    rows: Numbers = np.full((len(lengths), width, *numbers.shape[1:]), NOTHING, np.int16)
    rows[np.arange(width) < lengths[:, None]] = numbers
    return rows


def multi_hot(features: Numbers, size: int) -> Tensor:
    """Return which inputs are on, as numbers of 16 bits; what is NOTHING lights a last one, cut off."""
    on = np.zeros((len(features), size + 1), np.int16)
    on[np.arange(len(features))[:, None], features] = ONE
    return torch.from_numpy(on).view(torch.bfloat16)[:, :size]


def read_numbers(data: bytes) -> Numbers:
    """Return 16-bit numbers."""
    return np.frombuffer(data, "<i2").astype(np.int16, copy=False)


class Practice:
    """A learner, and perhaps an older self, at many tables."""

    def __init__(self, tables: SelfPlay, learner: Networks, older: Networks, random: torch.Generator) -> None:
        self.tables = tables
        self.learner = learner
        self.older = older
        self.random = random
        self.luck = np.random.default_rng(random.initial_seed())
        self.greedy = [False, False]  # whether the learner, the older self always take the best action
        self.size = learner.features + int(tables.features.secret_size)
        self.worth: dict[int, list[float]] = {}  # of deals that are over, by number
        self.waiting: list[Decisions] = []

    @torch.no_grad()
    def step(self, copying: float = 0.0) -> Decisions:
        """Let every table go on by one decision; return those of the learner.

        A learner that copies notes what the advice would have done, and does so in this share of the cases.
        """
        waiting = self.tables.positions()
        heads = read_numbers(waiting.heads).reshape(-1, HEAD)
        features, secrets, parts = unpack(waiting, heads)
        chosen = np.zeros(waiting.count, np.int64)
        chance = np.zeros(waiting.count, np.float32)
        for player, networks in ((LEARNER, self.learner), (OLDER, self.older)):
            which = np.flatnonzero(heads[:, 2] == player)
            if len(which):
                offered = torch.from_numpy(parts[which].astype(np.int64))
                rated, _ = networks.rate(multi_hot(features[which], networks.features), offered)
                if self.greedy[player]:
                    picked = rated.argmax(1, keepdim=True)
                else:
                    picked = torch.multinomial(rated.exp(), 1, generator=self.random)
                chosen[which] = picked[:, 0].numpy()
                chance[which] = rated.gather(1, picked)[:, 0].numpy()
        both = np.concatenate([features, secrets], 1)
        deals = np.frombuffer(waiting.deals, "<i8").astype(np.int64)
        done = chosen
        if copying:
            advised = np.array(self.ask_advice())
            done = np.where(self.luck.random(waiting.count) < copying, advised, chosen)
            chosen = advised
        decided = Decisions(deals, heads[:, 1], both, parts, chosen, chance)
        self.tables.step(done.tolist())
        for ended in self.tables.ended:
            self.worth[ended.deal] = ended.worth
        return decided.take(heads[:, 2] == LEARNER)

    def ask_advice(self) -> list[int]:
        """Return which of its actions the advice would take at each table."""
        found = []
        for place in self.tables.places:
            seat = place.state.turn
            action = self.tables.advice.choose(place.state, seat, place.rng)
            found.append(list(place.actions[: place.offered]).index(action))
        return found

    def gather(self, fewest: int, copying: float = 0.0) -> tuple[Decisions, NDArray[np.float32]]:
        """Play until this many decisions lie in deals that are over; return these, and what they led to."""
        while True:
            lots = [self.step(copying) for _ in range(16)]
            self.waiting = [join_decisions([*self.waiting, *lots])]
            all_of_them = self.waiting[0]
            over = np.isin(all_of_them.deal, np.fromiter(self.worth, np.int64, len(self.worth)))
            if over.sum() >= fewest:
                break
        done = all_of_them.take(over)
        worth = np.array(
            [self.worth[deal][seat] for deal, seat in zip(done.deal.tolist(), done.seat.tolist(), strict=True)],
            np.float32,
        )
        self.waiting = [all_of_them.take(~over)]
        self.worth = {}
        return done, worth


def unpack(waiting: Positions, heads: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """Return features, secrets and parts as arrays."""
    features = pad(read_numbers(waiting.features), heads[:, 3])
    secrets = pad(read_numbers(waiting.secrets), heads[:, 4])
    parts = pad(read_numbers(waiting.parts).reshape(-1, 2), heads[:, 5])
    return features, secrets, parts


def advantages(
    decisions: Decisions, expected: NDArray[np.float32], worth: NDArray[np.float32], trace: float
) -> NDArray[np.float32]:
    """Return how much better every decision turned out than expected (generalised advantages, within a deal)."""
    order = np.lexsort((np.arange(len(decisions)), decisions.seat, decisions.deal))
    key = decisions.deal[order] * 8 + decisions.seat[order]
    last = np.append(key[1:] != key[:-1], True).tolist()
    values, outcomes = expected[order].tolist(), worth[order].tolist()
    found = [0.0] * len(order)
    ahead = after = 0.0
    for k in range(len(order) - 1, -1, -1):
        if last[k]:
            ahead = outcomes[k] - values[k]
        else:
            ahead = after - values[k] + trace * ahead
        after = values[k]
        found[k] = ahead
    back = np.empty(len(order), np.float32)
    back[order] = found
    return back
