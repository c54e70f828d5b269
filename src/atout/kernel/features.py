"""Features: what a network is told of a view, and how it names the actions.

A feature is on or off; a small number n is told by several of them, of which the first n are on. All come from the view
alone. Seats are counted from the one who decides, and colours stand in an order of their own where the rules treat them
alike, so that positions which differ in names only look the same. Actions are renamed in the same way: the network
rates parts, and an action is as good as its one or two parts together.
"""

from typing import Final, NamedTuple

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from atout.kernel.state import State
from atout.kernel.view import View

NO_PART: Final = -1
MOST_ON: Final = 1000


class FeatureField(NamedTuple):
    """Some features that belong together: where they begin, how many they are, and what they say."""

    name: str
    start: int
    size: int
    meaning: str


@mypyc_attr(allow_interpreted_subclasses=True)
class Features:
    """Reads views of a game. One object serves one position after the other."""

    def __init__(self, parts: i64, fewest_seats: i64, most_seats: i64) -> None:
        self.fields: list[FeatureField] = []
        self.size: i64 = 0  # features of a view
        self.secrets: list[FeatureField] = []
        self.secret_size: i64 = 0  # further features of the full state, for training
        self.parts = parts  # of actions
        self.on = vec[i64]([0 for _ in range(MOST_ON)])  # the features that are on, in no order
        self.lit: i64 = 0  # how many these are
        self.me: i64 = 0  # the seat that decides
        self.around = fewest_seats  # seats at the table
        self.fewest_seats = fewest_seats
        self.seats = self.field(
            "seats", most_seats - fewest_seats + 1, f"how many seats there are, from {fewest_seats}"
        )

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), ()

    # What a game declares.

    def read(self, view: View) -> None:
        """Note what is on in a view of a seat that decides; `part` and `second` are about this view from then on."""
        raise NotImplementedError

    def reveal(self, state: State, seat: i64) -> None:
        """Note as well what the seat cannot see, in the truth behind the view that was read last."""
        raise NotImplementedError

    def part(self, action: i64) -> i64:
        """Return the part of an action that the network rates."""
        raise NotImplementedError

    def second(self, action: i64) -> i64:
        """Return the other part of an action that has two, or NO_PART."""
        return NO_PART

    # What follows serves the games and is not overridden.

    def field(self, name: str, size: i64, meaning: str) -> i64:
        """Declare a field; return where it begins."""
        start = self.size
        self.fields.append(FeatureField(name, int(start), int(size), meaning))
        self.size += size
        return start

    def secret(self, name: str, size: i64, meaning: str) -> i64:
        """Declare a field of what the seat cannot see; return where it begins, after all features of the view."""
        start = self.size + self.secret_size
        self.secrets.append(FeatureField(name, int(start), int(size), meaning))
        self.secret_size += size
        return start

    def begin(self, view: View) -> None:
        """Forget the previous position, and note who decides among how many."""
        self.lit = 0
        self.me = view.seat
        self.around = view.seats
        self.turn_on(self.seats + self.around - self.fewest_seats)

    def turn_on(self, feature: i64) -> None:
        """Turn a feature on."""
        self.on[self.lit] = feature
        self.lit += 1

    def turn_on_first(self, start: i64, number: i64, most: i64) -> None:
        """Turn the first `count` features of a field on, at most `most`."""
        for k in range(number if number < most else most):
            self.on[self.lit] = start + k
            self.lit += 1

    def turn_on_one(self, start: i64, number: i64, most: i64) -> None:
        """Turn one feature of a field on, by a number from 0; the last one for all above."""
        if number < 0:
            number = 0
        self.turn_on(start + (number if number < most else most - 1))

    def turn_on_all(self, start: i64, numbers: i64) -> None:
        """Turn on the features of a set of numbers."""
        while numbers:
            low = numbers & -numbers
            numbers ^= low
            k: i64 = 0
            while low > 255:
                low >>= 8
                k += 8
            while low > 1:
                low >>= 1
                k += 1
            self.turn_on(start + k)

    def turn_on_steps(self, start: i64, number: i64, lowest: i64, step: i64, most: i64) -> None:
        """Turn on as many features of a field as there are steps from `lowest` up to the number."""
        if number >= lowest:
            self.turn_on_first(start, (number - lowest) // step + 1, most)

    def turn_on_lead(self, start: i64, totals: vec[i64], own: i64, lowest: i64, step: i64, most: i64) -> None:
        """Turn on as many features of a field as there are steps up to the lead of a total over the best other."""
        best: i64 = -10000
        for seat in range(len(totals)):
            if seat != own and totals[seat] > best:
                best = totals[seat]
        self.turn_on_steps(start, totals[own] - best, lowest, step, most)


def seat_from(seat: i64, other: i64, seats: i64) -> i64:
    """Return another seat as counted from a seat."""
    return (other - seat + seats) % seats


def sort_slots(keys: vec[i64], slots: vec[i64]) -> None:
    """Write for each colour its place by descending key; equal keys keep their order."""
    n: i64 = len(keys)
    for colour in range(n):
        place: i64 = 0
        for other in range(n):
            if keys[other] > keys[colour] or (keys[other] == keys[colour] and other < colour):
                place += 1
        slots[colour] = place
