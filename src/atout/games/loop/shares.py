"""Loop: how unseen cards can lie in the pairs an observer never held, each way as likely as any other.

A pair has room for some unseen cards, and must hold at least what it showed in earlier rounds. Without such bounds
any order of the cards will do. With bounds the ways are counted: only the cards beyond the bounds are free, and since
all but the last player of a round show eleven of thirteen cards, few are. The table counts, value by value and pair
by pair, over the room that is left for free cards in every pair but one (its room is what remains). Copies are distinct
cards: k of them in a pair can be any k, which divides the ways by k!.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.loop.cards import VALUES, card, number, size
from atout.kernel.rng import Rng

INVERSE_FACTORIALS: Final = vec[float]([1.0, 1.0, 1.0 / 2.0, 1.0 / 6.0, 1.0 / 24.0, 1.0 / 120.0, 1.0 / 720.0])


@final
class Shares:
    """Draws what lies in each pair. The counting is done once, when it is made."""

    def __init__(self, unseen: i64, rooms: vec[i64], least: vec[i64]) -> None:
        """Take the unseen cards, and for each pair its room for them and the cards it holds for certain."""
        self.pairs: i64 = len(rooms)
        self.rooms = rooms
        self.least = least
        self.pool = vec[i64]([card(value) for value in range(1, VALUES + 1) for _ in range(number(unseen, value))])
        self.bounded: bool = False
        for cards in least:
            if cards:
                self.bounded = True
        none = [0 for _ in range(self.pairs)]
        self.spare = vec[i64](none)  # by pair: how many free cards it takes
        self.strides = vec[i64](none)
        self.last: i64 = 0  # the pair with the most, whose share needs no count
        self.states: i64 = 1
        self.free = vec[i64]([0 for _ in range(VALUES)])  # by value: how many cards are free
        self.offsets = vec[i64]([0 for _ in range(VALUES * self.pairs)])
        self.table = vec[float]()
        if self.bounded:
            self._measure(unseen)
            self._fill()

    def _measure(self, unseen: i64) -> None:
        """Find the free cards, and number the states: the room left for them in every pair but the last."""
        for value in range(1, VALUES + 1):
            self.free[value - 1] = number(unseen, value)
            for cards in self.least:
                self.free[value - 1] -= number(cards, value)
        for pair in range(self.pairs):
            self.spare[pair] = self.rooms[pair] - size(self.least[pair])
            if self.spare[pair] > self.spare[self.last]:
                self.last = pair
        for pair in range(self.pairs):
            if pair != self.last:
                self.strides[pair] = self.states
                self.states *= self.spare[pair] + 1
        total = self.states
        for value in range(VALUES):
            for pair in range(self.pairs):
                self.offsets[value * self.pairs + pair] = total
                total += (self.free[value] + 1) * self.states
        self.table = vec[float]([0.0 for _ in range(total)])
        self.table[0] = 1.0  # after the last value no room is left

    def _fill(self) -> None:
        """Count from the last value back the ways to share out what is left of a value and all that follow."""
        following: i64 = 0  # where the counts for the next value begin
        value: i64 = VALUES
        while value > 0:
            value -= 1
            beyond = following
            pair = self.last
            self._fill_last(value, beyond)
            previous = pair
            for step in range(self.pairs):
                pair = self.pairs - 1 - step
                if pair != self.last:
                    self._fill_pair(value, pair, previous)
                    previous = pair
            following = self.offsets[value * self.pairs + previous] + self.free[value] * self.states

    def _fill_last(self, value: i64, beyond: i64) -> None:
        """Count the ways in which the last pair takes all that is left of a value."""
        here = self.offsets[value * self.pairs + self.last]
        held = number(self.least[self.last], value + 1)
        for left in range(self.free[value] + 1):
            ways = INVERSE_FACTORIALS[held + left]
            for state in range(self.states):
                self.table[here + left * self.states + state] = ways * self.table[beyond + state]

    def _fill_pair(self, value: i64, pair: i64, previous: i64) -> None:
        """Count the ways in which a pair takes some of what is left of a value and those counted before the rest."""
        here = self.offsets[value * self.pairs + pair]
        there = self.offsets[value * self.pairs + previous]
        held = number(self.least[pair], value + 1)
        stride = self.strides[pair]
        radix = self.spare[pair] + 1
        for left in range(self.free[value] + 1):
            for state in range(self.states):
                room = state // stride % radix
                ways = 0.0
                for taken in range((left if left < room else room) + 1):
                    rest = there + (left - taken) * self.states + state - taken * stride
                    ways += INVERSE_FACTORIALS[held + taken] * self.table[rest]
                self.table[here + left * self.states + state] = ways

    def draw(self, rng: Rng, out: vec[i64]) -> None:
        """Write the unseen cards of each pair."""
        if self.bounded:
            self._draw_counted(rng, out)
            return
        pool = self.pool
        rng.shuffle(pool)
        k: i64 = 0
        for pair in range(self.pairs):
            cards: i64 = 0
            for _ in range(self.rooms[pair]):
                cards += pool[k]
                k += 1
            out[pair] = cards

    def _draw_counted(self, rng: Rng, out: vec[i64]) -> None:
        for pair in range(self.pairs):
            out[pair] = self.least[pair]
        state = self.states - 1
        for value in range(VALUES):
            left = self.free[value]
            if not left:
                continue
            for pair in range(self.pairs):
                if pair != self.last:
                    taken = self._share(rng, value, pair, left, state)
                    out[pair] += taken * card(value + 1)
                    left -= taken
                    state -= taken * self.strides[pair]
                    if not left:
                        break
            out[self.last] += left * card(value + 1)

    def _share(self, rng: Rng, value: i64, pair: i64, left: i64, state: i64) -> i64:
        """Draw how many of what is left of a value a pair takes."""
        room = state // self.strides[pair] % (self.spare[pair] + 1)
        most = left if left < room else room
        if not most:
            return 0
        here = self.offsets[value * self.pairs + pair]
        there = self.offsets[value * self.pairs + self._after(pair)]
        held = number(self.least[pair], value + 1)
        wanted = rng.unit() * self.table[here + left * self.states + state]
        chosen: i64 = 0
        for taken in range(most + 1):
            rest = there + (left - taken) * self.states + state - taken * self.strides[pair]
            ways = INVERSE_FACTORIALS[held + taken] * self.table[rest]
            if ways > 0.0:
                chosen = taken
                wanted -= ways
                if wanted < 0.0:
                    break
        return chosen

    def _after(self, pair: i64) -> i64:
        """Return the pair that is served after this one; the last pair closes the row."""
        pair += 1
        if pair == self.last:
            pair += 1
        return pair if pair < self.pairs else self.last
