"""The plan of a run: what is learnt, and how."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Plan:
    """What is trained, and how. A rate falls to a half after `pace` decisions, to a third after twice as many."""

    game: str
    seats: tuple[int, ...]
    seed: int
    width: int = 256  # tables
    batch: int = 16_384  # decisions between two lots of steps
    lot: int = 2_048  # decisions of a step
    batches: int = 16  # of a round
    copied: int = 1  # rounds at the beginning in which the advice is copied
    rate: float = 1e-3
    entropy: float = 0.05
    pace: float = 12e6
    trace: float = 0.92
    clip: float = 0.2
    average: float = 0.98  # of the weights that are kept, after each batch
    older: int = 20  # of a hundred tables
    casual: int = 15
    keep: int = 12  # older selves
    every: int = 3  # rounds between two of them, and between two measurements
    measured: int = 1_000  # deals of a measurement
    against: str = ""  # the folder of a run: learn to beat its player, which stays as it is and plays at its best
