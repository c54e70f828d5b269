"""From what was learnt to what plays: weights as whole numbers of eight bits, in the file that bots read."""

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from torch import Tensor

from atout.bots.learnt import FILE, Head, fingerprint, pack_network
from atout.bots.network import SHIFT, UNIT, WIDTH
from atout.games import load

Weights = NDArray[np.float64]


def write_network(kept: dict[str, Any], folder: Path) -> None:
    """Write the averaged player of a run, as the run is kept, for bots."""
    plan = kept["plan"]
    features = load(plan["game"]).features()
    sizes = int(features.size), int(features.parts)
    head = Head(plan["game"], fingerprint(features), *sizes, kept["decisions"], plan["seed"])
    (folder / FILE).write_bytes(pack_network(head, quantise(kept["averaged"])))


def quantise(state: dict[str, Tensor]) -> bytes:
    """Return the layers of the player: weights as signed bytes, biases and multipliers in 32 bits."""
    layers = [
        (state[f"player.{number}.weight"].double().numpy(), state[f"player.{number}.bias"].double().numpy())
        for number in (0, 2, 4)
    ]
    (first, bias1), (second, bias2), (third, bias3) = layers
    assert len(first) == len(second) == WIDTH
    found = b""
    weights, scale = round_weights(first)
    found += weights.T.tobytes() + to_int32(bias1 / scale) + to_int32(scale * UNIT * 2**SHIFT)
    weights, scale = round_weights(second)
    found += weights.T.tobytes() + to_int32(bias2 / scale * UNIT) + to_int32(scale * 2**SHIFT)
    weights, scale = round_weights(third)
    found += weights.tobytes() + to_int32(bias3 / scale * UNIT) + to_int32(scale / UNIT * 2**32)
    return found


def round_weights(weights: Weights) -> tuple[NDArray[np.int8], Weights]:
    """Return weights as bytes, and by unit what one step of them is."""
    scale = np.maximum(np.abs(weights).max(1), 1e-6) / 127
    return np.round(weights / scale[:, None]).astype(np.int8), scale


def to_int32(numbers: Weights) -> bytes:
    """Return numbers as 32 bits each, rounded."""
    return np.clip(np.round(numbers), -(2**31), 2**31 - 1).astype("<i4").tobytes()
