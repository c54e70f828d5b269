"""The race of a search: every world is played with each action at the root; the worse half drops out again and again.

Luck is the same for all in a world. Something else than the advised action, the favourite, must be clearly better.
"""

from math import sqrt
from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from atout.kernel.rng import Rng


@final
class Findings:
    """What is found about the actions at the root, in ascending order: how often each was tried, what it brought."""

    def __init__(self, legal: list[int]) -> None:
        none = [0.0 for _ in legal]
        self.actions = vec[i64](legal)
        self.tries = vec[i64]([0 for _ in legal])
        self.worth = vec[float](none)
        self.points = vec[float](none)

    def add(self, k: i64, worth: float, points: float) -> None:
        """Count one try of an action."""
        self.tries[k] += 1
        self.worth[k] += worth
        self.points[k] += points

    def index_of(self, action: i64) -> i64:
        """Return which of the actions this is."""
        k: i64 = 0
        while self.actions[k] != action:
            k += 1
        return k

    def is_decided(self, left: i64) -> bool:
        """Say whether the most tried action stays so, whatever the iterations left bring."""
        most: i64 = 0
        second: i64 = 0
        for n in self.tries:
            if n > most:
                second = most
                most = n
            elif n > second:
                second = n
        return most - second > left


@final
class Race:
    """Which actions are still in the race, and what they brought in the current world."""

    def __init__(self, findings: Findings) -> None:
        n: i64 = len(findings.actions)
        none = [0.0 for _ in range(n)]
        self.findings = findings
        self.runners = vec[i64]([0 for _ in range(n)])
        self.running: i64 = 0  # how many of them
        self.next: i64 = 0  # the one whose turn it is
        self.halvings: i64 = 0
        self.favourite: i64 = 0  # the advised action
        self.now_worth = vec[float](none)
        self.now_points = vec[float](none)
        self.gains = vec[float](none)  # all differences to the favourite
        self.gain_squares = 0.0  # and their squares, whosever they are
        self.gain_count: i64 = 0

    def line_up(self, favourite: i64, rng: Rng) -> None:
        """Let all actions run, in random order."""
        self.favourite = favourite
        self.running = len(self.runners)
        self.runners = rng.order(self.running)
        self.next = self.running

    def is_even(self) -> bool:
        """Say whether all have run in the present world."""
        return self.next == self.running

    def next_runner(self) -> i64:
        """Return whose turn it is, and call the next one."""
        k = self.runners[self.next]
        self.next += 1
        return k

    def note(self, k: i64, worth: float, points: float) -> None:
        """Note what a runner made of the present world."""
        self.now_worth[k] = worth
        self.now_points[k] = points

    def admit(self, most: i64) -> None:
        """Let at most this many run, the favourite among them, so that a short search sees some worlds."""
        if self.running <= most or most < 2:
            return
        for place in range(most, self.running):
            if self.runners[place] == self.favourite:
                self.runners[0] = self.favourite
        self.running = most
        self.next = most

    def compare(self) -> None:
        """Count what a world has brought, now that all have run in it."""
        usual = self.now_worth[self.favourite]
        for place in range(self.running):
            k = self.runners[place]
            gain = self.now_worth[k] - usual
            self.findings.add(k, self.now_worth[k], self.now_points[k])
            self.gains[k] += gain
            if k != self.favourite:
                self.gain_squares += gain * gain
                self.gain_count += 1

    def drop(self, share: float) -> None:
        """Let the worse half drop out, whenever its share of the search is over; the favourite stays."""
        rounds: i64 = 0
        left: i64 = len(self.runners)
        while left > 2:
            left = (left + 1) // 2
            rounds += 1
        if share * float(rounds + 1) < float(self.halvings + 1):
            return
        self.halvings += 1
        keep = (self.running + 1) // 2
        if keep < 2:
            return
        order: list[tuple[float, int]] = []
        for place in range(self.running):
            k = self.runners[place]
            order.append((-self.gains[k] / float(self.findings.tries[k]), int(k)))
        order.sort()
        self.running = 0
        for place in range(len(order)):
            if place < keep or order[place][1] == self.favourite:
                self.runners[self.running] = order[place][1]
                self.running += 1
        self.next = self.running

    def best(self, trust: float) -> i64:
        """Return the runner with the greatest gain over the favourite, allowing for luck by `trust` standard errors."""
        best = self.favourite
        most = 0.0
        if not self.gain_count:
            return best
        deviation = sqrt(self.gain_squares / float(self.gain_count))
        for place in range(self.running):
            k = self.runners[place]
            if k != self.favourite and self.findings.tries[k]:
                n = float(self.findings.tries[k])
                gain = self.gains[k] / n - trust * deviation / sqrt(n)
                if gain > most:
                    most = gain
                    best = k
        return best
