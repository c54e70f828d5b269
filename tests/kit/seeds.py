"""Tokens from a seed in place of the system's entropy: a test sees the same deals and bots in every run.

They stand where a registry draws its secrets; only tests put them there, as the real server has no such switch.
"""

from collections import Counter
from collections.abc import Callable
from hashlib import shake_256


class SeededTokens:
    """Draws hexadecimal tokens, as `secrets.token_hex` does; none comes twice, also if a seed does."""

    def __init__(self, seed: Callable[[], str]) -> None:
        self._seed = seed
        self._drawn: Counter[str] = Counter()

    def __call__(self, size: int = 32) -> str:
        seed = self._seed()
        self._drawn[seed] += 1
        return shake_256(f"{seed} {self._drawn[seed]}".encode()).hexdigest(size)
