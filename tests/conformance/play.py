"""Random matches: whatever is chosen comes from a seed, and the naive match is played alongside."""

import os
import random
from collections.abc import Iterator, Mapping

from atout import CHANCE, OVER, SPECTATOR, Game, Match, State
from atout.kernel import bits
from atout.kernel.options import Option
from tests.conformance.oracle import Deal, History, Naive, Oracle, Play

DEPTH = int(os.environ.get("ATOUT_DEPTH", "1"))  # multiplies how much is tried; 1 is for every run, more for long ones
INTERPRETED = (bits.__file__ or "").endswith(".py")


def plenty(amount: int) -> int:
    """Return how much to try: all of it where the core is compiled and fast, a third where it is interpreted."""
    return DEPTH * (amount + 2) // 3 if INTERPRETED else DEPTH * amount


def values_of(option: Option, rng: random.Random) -> list[str]:
    """Return the values of an option that are worth trying: all, or the ends and one between."""
    found = list(option.values)
    if option.low <= option.high:
        found += [str(option.low), str(option.high), str(rng.randint(option.low, option.high))]
    if option.digits:
        found.append("".join(rng.choice("0123456789") for _ in range(option.digits)))
    return list(dict.fromkeys(value for value in found if option.admits(value)))


def singly(game: Game) -> list[dict[str, str]]:
    """Return the defaults, and every value of every option on its own."""
    rng = random.Random(game.name)
    found: list[dict[str, str]] = [{}]
    for option in game.options:
        found += [{option.name: value} for value in values_of(option, rng) if value != option.default()]
    return found


def mixes(game: Game, count: int, seed: int = 0) -> list[dict[str, str]]:
    """Return random choices of all options at once."""
    rng = random.Random(f"{game.name} {seed}")
    return [{option.name: rng.choice(values_of(option, rng)) for option in game.options} for _ in range(count)]


def observers(seats: int) -> list[int]:
    """Return everybody who has a view."""
    return [*range(seats), SPECTATOR]


def random_step(match: Match, rng: random.Random) -> None:
    """Shuffle, or let one of the seats that owe a decision do anything legal."""
    if match.turn == CHANCE:
        size = len(match.state.pack())
        match.deal(rng.sample(range(size), size))
        return
    seat = rng.choice(match.state.owing())
    match.play(seat, rng.choice(match.legal(seat)))


def positions(game: Game, seats: int, options: Mapping[str, object], seed: int) -> Iterator[Match]:
    """Play a random match and yield it at every position, from before the first chance event to the end."""
    rng = random.Random(f"{game.name} {seats} {sorted(options.items())} {seed}")
    match = Match(game, seats, options)
    yield match
    while not match.over:
        random_step(match, rng)
        yield match


def advance(state: State, rng: random.Random) -> None:
    """Take a random step on a bare state."""
    if state.turn == CHANCE:
        size = len(state.pack())
        state.deal(rng.sample(range(size), size))
        return
    seat = rng.choice(state.owing())
    legal = state.legal(seat)
    assert legal, f"seat {seat} owes a decision and has no choice"
    state.apply(seat, rng.choice(legal))


def finish(state: State, rng: random.Random, most: int) -> None:
    """Play a bare state randomly to its end, in at most this many steps."""
    for _ in range(most):
        if state.turn == OVER:
            return
        advance(state, rng)
    assert state.turn == OVER, f"no end after {most} steps"


class Pair:
    """A match and the naive match, step by step."""

    def __init__(self, game: Game, oracle: Oracle, seats: int, options: Mapping[str, object]) -> None:
        self.game = game
        self.oracle = oracle
        self.match = Match(game, seats, options)
        self.truth: Naive = oracle.naive(seats, self.match.options.values)
        self.history: History = []

    @property
    def state(self) -> State:
        return self.match.state

    def random_step(self, rng: random.Random) -> None:
        """Shuffle, or let one of the seats that owe a decision do anything legal."""
        if self.match.turn == CHANCE:
            names = list(self.state.pack().names)
            rng.shuffle(names)
            self.take(Deal(tuple(names)))
        else:
            seat = rng.choice(self.state.owing())
            self.take(Play(seat, self.game.text(rng.choice(self.match.legal(seat)))))

    def take(self, step: Deal | Play) -> None:
        """Go one step further."""
        if isinstance(step, Deal):
            self.match.deal(order_of(self.state.pack().names, step.names))
            self.truth.deal(list(step.names))
        else:
            self.match.play(step.seat, self.game.parse(step.text))
            self.truth.apply(step.seat, step.text)
        self.history.append(step)

    def again(self, history: History) -> "Pair":
        """Return another match of the same kind with this history."""
        pair = Pair(self.game, self.oracle, self.match.seats, self.match.options.values)
        for step in history:
            pair.take(step)
        return pair

    def where(self) -> str:
        """Return the end of the history, for messages."""
        tail = " ".join(f"{step.seat}:{step.text}" for step in self.history[-12:] if isinstance(step, Play))
        options = dict(self.match.options.values)
        return f"{self.game.name}, {self.match.seats} seats, {options}, step {len(self.history)}: ... {tail}"


def order_of(pack: list[str], names: tuple[str, ...]) -> list[int]:
    """Return a permutation of the pack that shows these names; copies in order."""
    free: dict[str, list[int]] = {}
    for item, name in enumerate(pack):
        free.setdefault(name, []).append(item)
    order = [free[name].pop(0) for name in names]
    assert len(order) == len(pack)
    return order


def pairs(game: Game, oracle: Oracle, seats: int, options: Mapping[str, object], seed: int) -> Iterator[Pair]:
    """Play a random match beside the naive one and yield the pair at every position."""
    rng = random.Random(f"pair {game.name} {seats} {sorted(options.items())} {seed}")
    pair = Pair(game, oracle, seats, options)
    yield pair
    while not pair.match.over:
        pair.random_step(rng)
        yield pair
