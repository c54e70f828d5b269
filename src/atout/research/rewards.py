"""What environments reward, and where their chance comes from."""

from typing import Final

LARGEST_SEED: Final = 2**31 - 1


def rewards_by_place(places: list[int]) -> list[float]:
    """Return the reward for each place: from 1 for the first to -1 for the last."""
    last = max(1, len(places) - 1)
    return [1.0 - 2.0 * (place - 1) / last for place in places]
