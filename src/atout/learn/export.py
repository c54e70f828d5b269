"""From what was learnt to what plays: weights as whole numbers of eight bits, in the file that bots read."""

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from torch import Tensor

from atout.bots.learnt import FILE, Head, mark_of, packed
from atout.bots.network import SHIFT, UNIT, WIDTH
from atout.games import load

Weights = NDArray[np.float64]


def write_network(kept: dict[str, Any], folder: Path) -> None:
    """Write the averaged player of a run, as the run is kept, for bots."""
    plan = kept["plan"]
    features = load(plan["game"]).features()
    sizes = int(features.size), int(features.parts)
    head = Head(plan["game"], mark_of(features), *sizes, kept["decisions"], plan["seed"])
    (folder / FILE).write_bytes(packed(head, quantised(kept["averaged"])))


def quantised(state: dict[str, Tensor]) -> bytes:
    """Return the layers of the player: weights as signed bytes, biases and multipliers in 32 bits."""
    layers = [
        (state[f"player.{number}.weight"].double().numpy(), state[f"player.{number}.bias"].double().numpy())
        for number in (0, 2, 4)
    ]
    (first, bias1), (second, bias2), (third, bias3) = layers
    assert len(first) == len(second) == WIDTH
    found = b""
    weights, scale = rounded(first)
    found += weights.T.tobytes() + whole(bias1 / scale) + whole(scale * UNIT * 2**SHIFT)
    weights, scale = rounded(second)
    found += weights.T.tobytes() + whole(bias2 / scale * UNIT) + whole(scale * 2**SHIFT)
    weights, scale = rounded(third)
    found += weights.tobytes() + whole(bias3 / scale * UNIT) + whole(scale / UNIT * 2**32)
    return found


def rounded(weights: Weights) -> tuple[NDArray[np.int8], Weights]:
    """Return weights as bytes, and by unit what one step of them is."""
    scale = np.maximum(np.abs(weights).max(1), 1e-6) / 127
    return np.round(weights / scale[:, None]).astype(np.int8), scale


def whole(numbers: Weights) -> bytes:
    """Return numbers as 32 bits each, rounded."""
    return np.clip(np.round(numbers), -(2**31), 2**31 - 1).astype("<i4").tobytes()
