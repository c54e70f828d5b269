"""The random source of search and simulation: seeded, documented, the same everywhere. It never deals real tables.

Marsaglia's multiply-with-carry: x becomes (x mod 2**32) * 698769069 + x // 2**32; a draw folds the two halves of x.
The seed is folded and stepped four times first, so that neighbouring seeds are unrelated.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

LOW32: Final[i64] = 0xFFFFFFFF
LOW60: Final[i64] = 0xFFFFFFFFFFFFFFF


def scramble(x: i64) -> i64:
    """Return the next state of the generator; also the step of every running hash."""
    return (x & LOW32) * 698769069 + (x >> 32)


def stir(x: i64, cards: i64) -> i64:
    """Return a running hash with a set of cards mixed in: twice, so that those in the upper half count as much."""
    return scramble(scramble(x ^ cards))


@final
@mypyc_attr(acyclic=True)
class Rng:
    """A stream of random numbers, the same interpreted and compiled."""

    def __init__(self, seed: i64) -> None:
        x = (seed & LOW60) + 0x9E3779B9
        for _ in range(4):
            x = scramble(x ^ (x >> 29))
        self.state: i64 = x

    def __reduce__(self) -> tuple[object, ...]:
        return restore_rng, (int(self.state),)

    def __repr__(self) -> str:
        return f"<Rng at {self.state}>"

    def below(self, n: i64) -> i64:
        """Return a uniform number in range(n), for n below 2**31."""
        x = scramble(self.state)
        self.state = x
        return (((x ^ (x >> 32)) & LOW32) * n) >> 32

    def unit(self) -> float:
        """Return a uniform number in [0, 1) with 53 random bits."""
        high = self.below(2147483648)
        low = self.below(4194304)
        return (float(high) * 4194304.0 + float(low)) / 9007199254740992.0

    def shuffle(self, order: vec[i64]) -> None:
        """Put the numbers into uniformly random order."""
        n: i64 = len(order)
        while n > 1:
            k = self.below(n)
            n -= 1
            kept = order[n]
            order[n] = order[k]
            order[k] = kept

    def order(self, n: i64) -> vec[i64]:
        """Return a uniform permutation of range(n)."""
        drawn = number_range(n)
        self.shuffle(drawn)
        return drawn


def restore_rng(state: int) -> Rng:
    """Return a stream that goes on from here."""
    rng = Rng(0)
    rng.state = state
    return rng


def number_range(n: i64) -> vec[i64]:
    """Return the numbers 0 to n - 1 in order."""
    numbers = vec[i64]([0] * n)
    for k in range(n):
        numbers[k] = k
    return numbers
