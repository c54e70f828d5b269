"""A network that plays: whole numbers only, and only what is on is added up. Compiled.

Weights have eight bits. In the first layer three sums share a machine integer, in the second two: every weight is
stored 128 too high, so that no sum is ever below zero, and what that adds is taken off at the end. The numbers come out
the same interpreted and compiled.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from atout.kernel.features import NO_PART, Features
from atout.kernel.view import View

MAGIC: Final = b"atout-network 1\n"
WIDTH: Final = 256  # of both layers
TRIPLES: Final = 88  # machine integers for the sums of the first layer, rounded up to a multiple of eight
PAIRS: Final = 128
LANE3: Final[i64] = 0x1FFFFF  # 21 bits
LANE2: Final[i64] = 0xFFFFFFFF  # 32 bits
RAISED: Final = 128  # what weights are stored too high
MOST: Final = 32767  # what a unit gives at most
SHIFT: Final = 16  # of the multipliers
UNIT: Final = 1024  # a unit gives its value times this


def pack(lanes: i64, width: i64, weights: bytes, start: i64, out: vec[i64], at: i64) -> None:
    """Write a row of weights into machine integers, `lanes` in each, `width` bits apart."""
    for k in range(WIDTH):
        weight: i64 = weights[start + k]
        weight ^= 128  # signed bytes, raised by 128
        place = at + k // lanes
        out[place] |= weight << (width * (k % lanes))


def read_number(data: bytes, start: i64) -> i64:
    """Return a signed number of 32 bits."""
    found: i64 = data[start]
    found |= data[start + 1] << 8
    found |= data[start + 2] << 16
    top: i64 = data[start + 3]
    if top > 127:
        top -= 256
    return found + top * 16777216


@final
class Network:
    """Rates the parts of actions from the features that are on, and says what the deal will be worth."""

    def __init__(self, features: int, parts: int, data: bytes) -> None:
        """Read the weights: for each layer signed bytes row by row, then biases, then multipliers, 32 bits each."""
        self.features: i64 = features
        self.parts: i64 = parts
        outputs: i64 = parts + 1
        at: i64 = 0
        self.first = vec[i64]([0 for _ in range(features * TRIPLES)])
        for k in range(features):
            pack(3, 21, data, at, self.first, k * TRIPLES)
            at += WIDTH
        self.bias1 = vec[i64]([read_number(data, at + 4 * k) for k in range(WIDTH)])
        at += 4 * WIDTH
        self.factor1 = vec[i64]([read_number(data, at + 4 * k) for k in range(WIDTH)])
        at += 4 * WIDTH
        self.second = vec[i64]([0 for _ in range(WIDTH * PAIRS)])
        for k in range(WIDTH):
            pack(2, 32, data, at, self.second, k * PAIRS)
            at += WIDTH
        self.bias2 = vec[i64]([read_number(data, at + 4 * k) for k in range(WIDTH)])
        at += 4 * WIDTH
        self.factor2 = vec[i64]([read_number(data, at + 4 * k) for k in range(WIDTH)])
        at += 4 * WIDTH
        self.third = vec[i64]([to_signed(data[at + k]) for k in range(outputs * WIDTH)])
        at += outputs * WIDTH
        self.bias3 = vec[i64]([read_number(data, at + 4 * k) for k in range(outputs)])
        at += 4 * outputs
        self.factor3 = vec[float]([float(read_number(data, at + 4 * k)) / 4294967296.0 for k in range(outputs)])
        at += 4 * outputs
        if at != len(data):
            raise ValueError(f"the network should have {at} bytes, not {len(data)}")
        self.units = vec[i64]([0 for _ in range(WIDTH)])  # the outputs of the active units of a layer
        self.active_units = vec[i64]([0 for _ in range(WIDTH)])  # which units these are
        self.active: i64 = 0  # how many
        self.rows = vec[i64]([0 for _ in range(1024)])
        self.sums = vec[i64]([0 for _ in range(PAIRS)])

    def feed(self, on: vec[i64], lit: i64) -> None:
        """Take in a position: the first `lit` entries of `on` are the features that are on."""
        rows = self.rows
        for k in range(lit):
            rows[k] = on[k] * TRIPLES
        self._add_first_layer(lit)
        self._add_second_layer()

    def _add_first_layer(self, lit: i64) -> None:
        """Add up rows of the first layer, eight columns at a time, so that the sums need not be stored."""
        first = self.first
        rows = self.rows
        sums = self.sums
        self.active = 0
        block: i64 = 0
        while block < TRIPLES:
            s0: i64 = 0
            s1: i64 = 0
            s2: i64 = 0
            s3: i64 = 0
            s4: i64 = 0
            s5: i64 = 0
            s6: i64 = 0
            s7: i64 = 0
            for k in range(lit):
                at = rows[k] + block
                s0 += first[at]
                s1 += first[at + 1]
                s2 += first[at + 2]
                s3 += first[at + 3]
                s4 += first[at + 4]
                s5 += first[at + 5]
                s6 += first[at + 6]
                s7 += first[at + 7]
            sums[block] = s0
            sums[block + 1] = s1
            sums[block + 2] = s2
            sums[block + 3] = s3
            sums[block + 4] = s4
            sums[block + 5] = s5
            sums[block + 6] = s6
            sums[block + 7] = s7
            block += 8
        raised: i64 = RAISED * lit
        for unit in range(WIDTH):
            place = unit // 3
            total = (sums[place] >> (21 * (unit - 3 * place))) & LANE3
            self._pass_on(unit, (total - raised + self.bias1[unit]) * self.factor1[unit])

    def _add_second_layer(self) -> None:
        second = self.second
        units = self.units
        rows = self.rows
        sums = self.sums
        active = self.active
        raised: i64 = 0
        for k in range(active):
            raised += units[k]
            rows[k] = self.active_units[k] * PAIRS
        raised *= RAISED
        block: i64 = 0
        while block < PAIRS:
            s0: i64 = 0
            s1: i64 = 0
            s2: i64 = 0
            s3: i64 = 0
            s4: i64 = 0
            s5: i64 = 0
            s6: i64 = 0
            s7: i64 = 0
            for k in range(active):
                at = rows[k] + block
                unit = units[k]
                s0 += unit * second[at]
                s1 += unit * second[at + 1]
                s2 += unit * second[at + 2]
                s3 += unit * second[at + 3]
                s4 += unit * second[at + 4]
                s5 += unit * second[at + 5]
                s6 += unit * second[at + 6]
                s7 += unit * second[at + 7]
            sums[block] = s0
            sums[block + 1] = s1
            sums[block + 2] = s2
            sums[block + 3] = s3
            sums[block + 4] = s4
            sums[block + 5] = s5
            sums[block + 6] = s6
            sums[block + 7] = s7
            block += 8
        self.active = 0
        for unit in range(WIDTH):
            total = (sums[unit // 2] >> (32 * (unit & 1))) & LANE2
            self._pass_on(unit, (total - raised + self.bias2[unit]) * self.factor2[unit])

    def _pass_on(self, unit: i64, value: i64) -> None:
        """Note what a unit gives to the next layer, unless that is nothing."""
        value >>= SHIFT
        if value > 0:
            if value > MOST:
                value = MOST
            self.units[self.active] = value
            self.active_units[self.active] = unit
            self.active += 1

    def rate(self, part: i64) -> float:
        """Return how good a part of an action is; the part after the last is what the deal will be worth."""
        third = self.third
        at = WIDTH * part
        total = self.bias3[part]
        for k in range(self.active):
            total += self.units[k] * third[at + self.active_units[k]]
        return float(total) * self.factor3[part]


def to_signed(byte: i64) -> i64:
    """Return a byte as a signed number."""
    if byte > 127:
        return byte - 256
    return byte


@final
class Player:
    """A network at the table of one game."""

    def __init__(self, features: Features, network: Network) -> None:
        self.features = features
        self.network = network

    def rate_actions(self, view: View) -> list[float]:
        """Return how good each legal action of a view is: the logarithm of its chance, but for a constant."""
        features, network = self.features, self.network
        features.read(view)
        network.feed(features.on, features.lit)
        found: list[float] = []
        for action in view.legal:
            rating = network.rate(features.part(action))
            second = features.second(action)
            if second != NO_PART:
                rating += network.rate(second)
            found.append(rating)
        return found

    def worth(self) -> float:
        """Return what the deal will be worth to the seat whose view was rated last, in usual deals."""
        return self.network.rate(self.network.parts)
