"""Trials: actions of one view tried in the same worlds, with the same luck. Compiled.

A trial draws a world that fits what a seat knows, lets it take an action, and plays the deal out: everybody does then
what the policy says. Every action that is tried in a world gets the same random numbers, so that what two of them bring
differs by the actions alone.
"""

from math import exp, sqrt
from time import monotonic
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from atout.bots.race import Findings, Race
from atout.kernel.game import Advice, Game, Sampler
from atout.kernel.rng import Rng
from atout.kernel.state import OVER, State, take_random_action
from atout.kernel.view import View

AS_ADVISED: Final = -1  # instead of an action: the seat too does what the policy says
LARGEST_SEED: Final = 2147483647
ALL: Final = 100
STEADINESS: Final = 1.28  # deviations of a Gumbel distribution whose scale is 1
LEAST_DOUBT: Final = 0.25  # of a deal, where none seems to come but the match is not over


@final
class Policy:
    """Who plays on in trials: somebody's advice, in so many of a hundred choices; the others are random."""

    def __init__(self, advice: Advice, followed: int = ALL, quickly: bool = False) -> None:
        self.advice = advice
        self.followed: i64 = followed
        self.quickly = quickly  # whether it is asked as in play-outs of a search

    def __reduce__(self) -> tuple[object, ...]:
        return Policy, (self.advice, int(self.followed), self.quickly)

    def __repr__(self) -> str:
        return f"<Policy: {self.followed} % {type(self.advice).__name__}{', quickly' if self.quickly else ''}>"


@final
class Playouts:
    """Plays deals out from positions of one deal, and says what every seat has then: points, and chances to win."""

    def __init__(self, game: Game, policy: Policy, position: State) -> None:
        zeros = [0.0 for _ in range(position.seats)]
        self.policy = policy
        self.judge: Advice = game.advice()
        self.doubt = self.judge.doubt()
        self.seats: i64 = position.seats
        self.stage = self.judge.stage(position)
        self.scratch = vec[i64]([0 for _ in range(position.width())])
        self.points = vec[float](zeros)
        self.chances = vec[float](zeros)

    def finish(self, world: State, rng: Rng) -> None:
        """Play to the end of the deal, and judge it; the world is silent, and changes."""
        advice = self.policy.advice
        followed = self.policy.followed
        quickly = self.policy.quickly
        while world.turn >= 0 and self.judge.stage(world) == self.stage:
            if followed == ALL or rng.below(ALL) < followed:
                seat = world.turn
                action = advice.choose_quickly(world, seat, rng) if quickly else advice.choose(world, seat, rng)
                if action >= 0:
                    world.apply(seat, action)
                    continue
            take_random_action(world, rng, self.scratch)
        self.assess(world)

    def assess(self, state: State) -> None:
        """Write what every seat has between two deals or at the end: its points, and its chance to win the match."""
        points = self.points
        chances = self.chances
        seats = self.seats
        if state.turn == OVER:
            state.write_scores(points)
            places = state.places()
            winners = 0.0
            for seat in range(seats):
                if places[seat] == 1:
                    winners += 1.0
            for seat in range(seats):
                chances[seat] = 1.0 / winners if places[seat] == 1 else 0.0
            return
        self.judge.write_outlook(state, points)
        deals = self.judge.deals_to_come(state)
        if deals < LEAST_DOUBT:
            deals = LEAST_DOUBT
        scale = self.doubt * sqrt(deals) / STEADINESS
        most = points[0]
        for seat in range(seats):
            if points[seat] > most:
                most = points[seat]
        total = 0.0
        for seat in range(seats):
            chances[seat] = exp((points[seat] - most) / scale)
            total += chances[seat]
        for seat in range(seats):
            chances[seat] /= total

    def standing(self, state: State) -> tuple[list[float], list[float]]:
        """Return the same for one position: points and chances."""
        self.assess(state)
        return list(self.points), list(self.chances)

    def expect(self, position: State, times: i64, seed: i64) -> tuple[list[float], list[float]]:
        """Return the mean points and chances of every seat, if everybody goes on as the policy says."""
        seats = self.seats
        points = [0.0 for _ in range(seats)]
        chances = [0.0 for _ in range(seats)]
        rng = Rng(seed)
        for _ in range(times):
            world = position.clone()
            world.silent = True
            self.finish(world, rng)
            for seat in range(seats):
                points[seat] += self.points[seat]
                chances[seat] += self.chances[seat]
        n = float(times)
        return [each / n for each in points], [each / n for each in chances]


@final
class Sample:
    """What one action brought, world by world: points of the deal and the own chance; and the mean chance of all."""

    def __init__(self, action: int, seats: int) -> None:
        self.action = action
        self.points: list[float] = []
        self.own: list[float] = []
        self.chances = [0.0 for _ in range(seats)]  # the sum until the sample is complete

    def close(self) -> None:
        """Make means of the sums."""
        n = float(len(self.points))
        if n > 0.0:
            self.chances = [each / n for each in self.chances]


@final
class Trials:
    """Trials from one view. They are made from the view, draw worlds from it, and never see the truth."""

    def __init__(self, game: Game, view: View, policy: Policy, seed: int, silent: bool = True) -> None:
        """Draw worlds without a log, unless somebody wants to look at them."""
        self.observer: i64 = view.seat
        self.silent = silent
        self.rng = Rng(seed)
        self.sampler: Sampler = game.sampler(view)
        if silent:
            self.sampler.stop_logging()
        first = self.sampler.draw(Rng(0))
        self.playouts = Playouts(game, policy, first)
        self.playouts.judge.write_outlook(first, self.playouts.points)
        self.start = self.playouts.points[self.observer]
        self.findings = Findings(view.legal)
        self.contest = Race(self.findings)
        self.tries: i64 = 0
        self.world = first
        self.luck: i64 = 0  # the seed of what follows in this world

    def draw(self) -> State:
        """Go to another world that fits the view, and return it."""
        world = self.sampler.draw(self.rng)
        world.silent = self.silent
        self.enter(world, self.rng.below(LARGEST_SEED))
        return world

    def enter(self, world: State, luck: int) -> None:
        """Go to this world, with this luck."""
        self.world = world
        self.luck = luck

    def attempt(self, action: int) -> float:
        """Take an action in the present world, play the deal out, and return the points that the seat won in it."""
        world = self.world.clone()
        world.silent = True
        if action != AS_ADVISED:
            world.apply(self.observer, action)
        self.playouts.finish(world, Rng(self.luck))
        self.tries += 1
        return self.playouts.points[self.observer] - self.start

    def race(self, chosen: int, tries: int, seconds: float) -> int:
        """Look for the best action among all, in at most so many tries or seconds (0: no limit), and return it.

        The worse half drops out again and again, but never the chosen one.
        """
        contest = self.contest
        contest.line_up(self.findings.index_of(chosen), self.rng)
        since = monotonic()
        share = 0.0  # of the race that is over
        while share < 1.0:
            self.draw()
            contest.next = 0
            while not contest.is_even():
                k = contest.next_runner()
                points = self.attempt(int(self.findings.actions[k]))
                contest.note(k, points, points)
            contest.compare()
            if seconds > 0.0:
                share = (monotonic() - since) / seconds
            if tries and float(self.tries) > share * float(tries):
                share = float(self.tries) / float(tries)
            contest.drop(share)
        return int(self.findings.actions[contest.best(0.0)])

    def gain(self, action: int) -> float:
        """Return how many points more than the chosen one an action brought in the race, in the worlds of both."""
        k = self.findings.index_of(action)
        n = float(self.findings.tries[k])
        return self.contest.gains[k] / n if n > 0.0 else 0.0

    def worlds_of(self, action: int) -> int:
        """Return in how many worlds of the race an action was tried."""
        return int(self.findings.tries[self.findings.index_of(action)])

    def compare(self, actions: list[int], worlds: int) -> list[Sample]:
        """Return what each of these actions brings in the same fresh worlds."""
        samples = [Sample(action, int(self.playouts.seats)) for action in actions]
        for _ in range(worlds):
            self.draw()
            for sample in samples:
                self.add(sample)
        for sample in samples:
            sample.close()
        return samples

    def add(self, sample: Sample) -> None:
        """Try the action of a sample in the present world."""
        sample.points.append(self.attempt(sample.action))
        chances = self.playouts.chances
        sample.own.append(chances[self.observer])
        for seat in range(self.playouts.seats):
            sample.chances[seat] += chances[seat]
