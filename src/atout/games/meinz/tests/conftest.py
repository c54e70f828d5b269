"""What the tests of Meinz share: a table to play at, positions, and the naive match that plays by the specification."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from atout.games.meinz import GAME
from atout.kernel.log import SPECTATOR
from tests.conformance.oracle import Oracle, oracle
from tests.kit import table as kit
from tests.kit.table import give

MONSTER = 3


def position(tricks: Sequence[int], *cards: str, stack: str | None = None, **more: object) -> dict[str, object]:
    """Return a position before a trick is led: what each seat holds at least, and with three players the stack."""
    size = 8 - sum(tricks)
    seats = len(cards)
    start: dict[str, object] = {"dealer": 3 if seats == 4 else 2, "leader": 0}
    start["hands"] = [pad(line, size) for line in cards]
    if seats == 3:
        start["stack"] = pad(stack or "", size + 1)
    start["tricks"] = list(tricks)
    start["sums"] = [20 * won for won in tricks]
    return start | more


def pad(line: str, size: int) -> str:
    """Return a line of cards, filled up with cards nobody knows."""
    return " ".join([*line.split(), *["??"] * (size - len(line.split()))])


def last_trick(reached: Sequence[int], seats: int = 4, **more: object) -> dict[str, object]:
    """Return a position before the eighth trick, which counts 20 and goes to the last place; then they count so."""
    sums = [*reached[:3], reached[3] - 20]
    cards = ["R5", "B5", "G5", "Y5"]
    return position([2, 2, 2, 1], *cards[:seats], stack="Y5", sums=sums, **more)


class Table(kit.Table):
    """A match of Meinz as the tests play it."""

    game = GAME

    def deal(self, hands: Sequence[str], stack: str = "") -> None:
        """Deal these cards."""
        written = {"hands": list(hands)}
        if stack:
            written["stack"] = [stack]
        self.match.deal(self.match.state.pack().order(written))

    def shuffle_beside(self, truth: Any, rng: Random) -> None:
        """Go on with a random order of the pack, in the naive match as well."""
        names = self.match.state.pack().names
        order = rng.sample(range(len(names)), len(names))
        truth.deal([names[item] for item in order])
        self.match.deal(order)

    def say(self, *lines: str) -> None:
        """Let whoever is on turn do the next thing, one after the other."""
        super().say(*" ".join(lines).split())

    def discard_all(self) -> None:
        """Let everybody discard the lowest card."""
        while self.display().phase == "discard":
            self.match.play(self.turn, self.match.legal(self.turn)[0])

    def random_step(self, rng: Random) -> tuple[int, str]:
        """Let one of the seats that owe a decision do anything legal."""
        seat = rng.choice(self.match.state.owing())
        action = rng.choice(self.match.legal(seat))
        self.match.play(seat, action)
        return seat, GAME.text(action)

    def finish_round(self, rng: Random) -> None:
        """Play the running round at random to its end."""
        number = self.fact("round")
        while self.turn >= 0 and self.fact("round") == number:
            self.random_step(rng)

    def legal(self, seat: int | None = None) -> list[str]:
        """Return the legal actions of a seat in notation, of the one on turn if none is named."""
        return self.options_of(self.turn if seat is None else seat)

    def asked_seats(self, *cards: str) -> list[list[int]]:
        """Play a trick in which nobody cries; return who is asked after each card."""
        windows = []
        for card in cards:
            self.say(card)
            window = []
            while self.turn >= 0 and self.display().phase == "cry":
                window.append(self.turn)
                self.say("-")
            windows.append(window)
        return windows

    def hand(self, seat: int) -> list[str]:
        """Return a hand as its owner sees it."""
        return self.cards("hand", seat, seat)

    def about(self, name: str, place: int, observer: int = SPECTATOR) -> str | None:
        """Return a fact about a place, which may be the Monster's."""
        return self.fact(f"monster_{name}", -1, observer) if place == self.seats else self.fact(name, place, observer)

    def who(self, name: str, observer: int = SPECTATOR) -> int:
        """Return the place that a fact names: the dealer, the first player."""
        facts = self.display(observer).facts
        seats = [fact.seat for fact in facts if fact.name == name]
        seats += [MONSTER for fact in facts if fact.name == f"monster_{name}"]
        assert len(seats) == 1
        return seats[0]

    def tricks(self, observer: int = SPECTATOR) -> list[int]:
        """Return the trick counts of the four places as an observer is shown them."""
        return [int(self.about("tricks", place, observer) or "-99") for place in range(4)]

    def totals(self) -> list[int]:
        """Return the totals of the round that has just ended, place by place."""
        return [int(self.about("round_total", place) or "-99") for place in range(4)]

    def points(self) -> list[int]:
        """Return the point cards of the four places; without a Monster there are four players."""
        return [int(self.about("total", place) or "-99") for place in range(4)]


table = give(Table)
before_trick = give(position)
before_last_trick = give(last_trick)


@pytest.fixture
def spec() -> Oracle:
    return oracle("meinz")
