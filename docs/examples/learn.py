"""Learn a game from the decisions of others: a small network in NumPy, and a bot that plays by it."""

import json
import os
import sys
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from pyarrow import parquet

from atout import Game, View, load
from atout.research.encoding import Encoding

Floats = NDArray[np.float32]
HIDDEN = 128
ROUNDS = 3  # more of them learn the data by heart
BATCH = 256


def inputs(encoding: Encoding, views: NDArray[np.int16]) -> Floats:
    """Return what the network sees: what is there at all, and how much or how late; the history is left out."""
    seen = views[:, : int(encoding.layout.history)].astype(np.float32)
    return np.hstack([seen != 0, np.clip(seen / 50, -1, 1)]).astype(np.float32)


class Network:
    """Two layers; what is not legal gets no chance."""

    def __init__(self, weights: list[Floats]) -> None:
        self.weights = weights

    def chances(self, seen: Floats, legal: NDArray[np.bool_]) -> tuple[Floats, Floats]:
        """Return the hidden layer, and how likely each action is."""
        first, first_bias, second, second_bias = self.weights
        hidden = np.maximum(seen @ first + first_bias, 0)
        scores = np.where(legal, hidden @ second + second_bias, -np.inf)
        chances = np.exp(scores - scores.max(axis=1, keepdims=True))
        return hidden, chances / chances.sum(axis=1, keepdims=True)


def learn(seen: Floats, legal: NDArray[np.bool_], actions: NDArray[np.int64], seed: int = 0) -> Network:
    """Return a network that does what was done, by Adam over so many rounds."""
    rng = np.random.default_rng(seed)
    sizes = (seen.shape[1], HIDDEN, legal.shape[1])
    weights: list[Floats] = []
    for before, after in pairwise(sizes):
        weights.append(rng.normal(0, np.sqrt(2 / before), (before, after)).astype(np.float32))
        weights.append(np.zeros(after, np.float32))
    network = Network(weights)
    means, squares, step = [np.zeros_like(each) for each in weights], [np.zeros_like(each) for each in weights], 0
    for done in range(ROUNDS):
        right = 0
        order = rng.permutation(len(actions))
        for chosen in np.array_split(order, max(1, len(order) // BATCH)):
            hidden, chances = network.chances(seen[chosen], legal[chosen])
            right += int((chances.argmax(axis=1) == actions[chosen]).sum())
            error = chances
            error[np.arange(len(chosen)), actions[chosen]] -= 1
            error /= len(chosen)
            back = (error @ weights[2].T) * (hidden > 0)
            slopes = [seen[chosen].T @ back, back.sum(axis=0), hidden.T @ error, error.sum(axis=0)]
            step += 1
            for place, slope in enumerate(slopes):
                means[place] = 0.9 * means[place] + 0.1 * slope
                squares[place] = 0.999 * squares[place] + 0.001 * slope**2
                mean, square = means[place] / (1 - 0.9**step), squares[place] / (1 - 0.999**step)
                weights[place] -= 0.001 * mean / (np.sqrt(square) + 1e-8)
        print(f"round {done + 1}: {100 * right / len(order):.1f} % as it was done")
    return network


class Learned:
    """A bot that does what the network finds likeliest."""

    def __init__(self, game: Game, seed: int) -> None:
        self._game = game
        with np.load(os.environ.get("ATOUT_WEIGHTS", f"{game.name}.npz")) as kept:
            self._network = Network([kept[name] for name in kept.files])

    def choose(self, view: View) -> int:
        """Return the likeliest legal action."""
        encoding = Encoding(self._game, view.seats)
        legal = encoding.mask(view).astype(bool)[None]
        return int(self._network.chances(inputs(encoding, encoding.vector(view)[None]), legal)[1].argmax())


def main(data: str, weights: str) -> None:
    """Learn from a dataset and keep what was learnt."""
    table = parquet.read_table(data)
    plan = json.loads(table.schema.metadata[b"atout"])
    encoding = Encoding(load(plan["game"]), plan["seats"])
    views = table["view"].combine_chunks().flatten().to_numpy().reshape(-1, encoding.size)
    legal = np.zeros((len(table), encoding.game.actions), np.bool_)
    for row, allowed in enumerate(table["legal"].to_pylist()):
        legal[row, allowed] = True
    network = learn(inputs(encoding, views), legal, table["action"].to_numpy().astype(np.int64))
    np.savez(weights, *network.weights)


if __name__ == "__main__":
    main(*sys.argv[1:])
