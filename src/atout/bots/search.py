"""The tree search: one for all games, any number of seats, open and secret choices.

Single-observer information-set Monte-Carlo tree search (Cowling, Powley and Whitehouse 2012). Every iteration draws a
world that fits the view, walks down the tree in it, adds one node, plays the deal out, and tells every node on the way
what its seat made of it. A node is what the observer knows at one point, so a secret choice leads to one node, whatever
was chosen; a choice competes only with those that its world offers too. Secret choices are taken seat by seat.

What is maximised: half by how many others a seat will probably finish before, half how many points it is ahead. The
same for every seat, so partners of a deal help each other as far as the rules make them share.
"""

from math import sqrt
from time import monotonic
from typing import Final, NamedTuple, final

from librt.vecs import vec
from mypy_extensions import i64

from atout.bots.race import Findings, Race
from atout.bots.tree import NONE, Tree
from atout.kernel.game import Advice, Game, Sampler
from atout.kernel.rng import Rng, scramble
from atout.kernel.state import OVER, State, take_random_action
from atout.kernel.view import View

USUAL_DEVIATION: Final = 0.2  # of what is maximised, until the search has seen some
FIRST_LOOK: Final = 16  # this many play-outs tell it
HEAD_START: Final = 0.5  # of the advised action in the tree, in deviations
VOTES: Final = 5  # worlds in which the advice is asked who the favourite is
FEWEST_WORLDS: Final = 4  # in which everybody should run
MARGINS: Final = 3.0  # a lead of this many usual deals counts about as much as one can


class SearchStyle(NamedTuple):
    """How a search goes about it.

    `explore` says how much the uncertain is tried, in deviations of what play-outs bring. In `advised` of a hundred
    choices play-outs follow the game's advice, and the tree tries first what it says. In a `race` every world is
    played with each action at the root, so that luck is the same for all, and the worse half drops out again and again;
    something else than the advised action must be better by `trust` standard errors. A race that is not `deep` has no
    tree below its root.
    """

    explore: float
    advised: int
    race: bool
    deep: bool
    trust: float


class Choice(NamedTuple):
    """What a search found about one action: how often it was tried, its worth from 0 to 1, points won in the deal."""

    action: int
    visits: int
    worth: float
    points: float


@final
class Search:
    """A search from one view. It is made from the view, draws worlds from it, and never sees the truth."""

    def __init__(self, game: Game, view: View, seed: i64, style: SearchStyle) -> None:
        self.observer: i64 = view.seat
        self.explore = style.explore
        self.advised: i64 = style.advised
        self.racing = style.race
        self.deep = style.deep
        self.trust = style.trust
        self.rng = Rng(seed)
        self.sampler: Sampler = game.sampler(view)
        self.sampler.stop_logging()
        self.advice: Advice = game.advice()
        self.iterations_done: i64 = 0
        self.is_settled: bool = False  # whether more iterations up to the limit would change nothing
        first = self.sampler.draw(Rng(0))
        self.seats: i64 = first.seats
        self.stage = self.advice.stage(first)
        self.scratch = vec[i64]([0 for _ in range(first.width())])
        self.tree = Tree(first.width())
        self.findings = Findings(view.legal)
        self.race = Race(self.findings)
        self.world = first  # that the race is run in
        # What play-outs bring.
        zeros = [0.0 for _ in range(self.seats)]
        self.start = vec[float](zeros)
        self.points = vec[float](zeros)
        self.worth = vec[float](zeros)
        self.ahead = vec[float](zeros)  # how many others a seat will probably finish before
        self.advice.write_outlook(first, self.start)
        self.spread = self.advice.spread()
        self.mean = 0.0
        self.squares = 0.0
        self.deviation = USUAL_DEVIATION
        if style.race:
            self.race.line_up(self._favourite(), self.rng)

    def think(self, iterations: i64, seconds: float, since: float, until: float) -> None:
        """Go on until a moment, within limits on all iterations and on the seconds since another moment; 0: none."""
        if iterations and not self.iterations_done:
            self.race.admit(iterations // FEWEST_WORLDS)
        while not self.is_settled:
            self.iterate()
            now = monotonic()
            share = 0.0  # of the search that is over
            if seconds > 0.0:
                share = (now - since) / seconds
            if iterations and float(self.iterations_done) > share * float(iterations):
                share = float(self.iterations_done) / float(iterations)
            if self.racing and self.race.is_even():
                self.race.compare()
                self.race.drop(share)
            if share >= 1.0:
                self.is_settled = True
            elif iterations and not self.racing and not self.iterations_done & 15:
                self.is_settled = self.findings.is_decided(iterations - self.iterations_done)
            if now >= until:
                return

    def choices(self) -> list[Choice]:
        """Return what was found about the actions that were tried, the best first."""
        made = self.findings
        found: list[Choice] = []
        for k in range(len(made.actions)):
            n = made.tries[k]
            if n:
                found.append(Choice(made.actions[k], n, made.worth[k] / float(n), made.points[k] / float(n)))
        if not found:  # there was no time even for one world
            found.append(Choice(made.actions[self.race.favourite], 0, 0.5, 0.0))
        found.sort(key=_sort_key)
        if self.racing:
            best = made.actions[self.race.best(self.trust)]
            found.sort(key=lambda choice: choice.action != best)
        return found

    def _favourite(self) -> i64:
        """Return which of the actions the advice takes most often in a few worlds."""
        votes = vec[i64]([0 for _ in self.findings.actions])
        favourite: i64 = 0
        for _ in range(VOTES):
            world = self.sampler.draw(self.rng)
            world.silent = True
            k = self.findings.index_of(self.advice.choose(world, self.observer, self.rng))
            votes[k] += 1
            if votes[k] > votes[favourite]:
                favourite = k
        return favourite

    # One iteration

    def iterate(self) -> None:
        """Play one world to the end of the deal: down the tree, one node further, and on as in a play-out."""
        self.tree.depth = 0
        if self.racing:
            self._run()
        else:
            world = self._draw()
            self._descend(world, 0)
            self._play_out(world)
            self._judge(world)
            k = self.findings.index_of(self.tree.first_action())
            self.findings.add(k, self.worth[self.observer], self._points_won())
        self._measure_spread()
        self.tree.record_result(self.worth)
        self.iterations_done += 1

    def _run(self) -> None:
        """Let the next runner play the present world, or a new one if all have."""
        race = self.race
        if race.is_even():
            self.world = self._draw()
            race.next = 0
        k = race.next_runner()
        world = self.world.clone()
        world.apply(self.observer, self.findings.actions[k])
        if self.deep:
            self._descend(world, 1)
        self._play_out(world)
        self._judge(world)
        race.note(k, self.worth[self.observer], self._points_won())

    def _draw(self) -> State:
        """Return a world that fits the view."""
        world = self.sampler.draw(self.rng)
        world.silent = True
        return world

    def _points_won(self) -> float:
        """Return the points that the observer has won in the deal."""
        return self.points[self.observer] - self.start[self.observer]

    def _descend(self, world: State, steps: i64) -> None:
        """Follow the tree to its end in this world, and one action further, after this many steps."""
        tree = self.tree
        listening = self.advised > 0
        width = self.explore * self.deviation
        head = HEAD_START * self.deviation
        while world.turn >= 0 and (self.stage < 0 or self.advice.stage(world) == self.stage):
            seat = world.turn
            if world.owes(self.observer):
                seat = self.observer
            n = world.menu(seat, tree.menu)
            steps += 1
            if n == 1 and steps > 1:
                world.apply(seat, tree.menu[0])
                continue
            node = tree.node(scramble(world.key(self.observer) ^ (16 * steps + seat)))
            new = tree.is_new(node)
            advised: i64 = NONE
            if listening and self.rng.below(100) < self.advised:
                advised = self.advice.choose_quickly(world, seat, self.rng)
            edge = tree.select(node, n, advised, listening, width, head, self.rng)
            tree.step(node, edge, seat)
            world.apply(seat, tree.action(edge))
            if new:
                return

    def _play_out(self, world: State) -> None:
        """Play to the end of the deal."""
        rng = self.rng
        scratch = self.scratch
        advice = self.advice
        advised = self.advised
        if not advised and self.stage < 0:
            world.play_randomly(rng, scratch)
            return
        while world.turn >= 0 and advice.stage(world) == self.stage:
            seat = world.turn
            if advised and rng.below(100) < advised:
                action = advice.choose_quickly(world, seat, rng)
                if action >= 0:
                    world.apply(seat, action)
                    continue
            take_random_action(world, rng, scratch)

    def _judge(self, world: State) -> None:
        """Write what every seat made of the deal, from 0 to 1."""
        seats = self.seats
        points = self.points
        worth = self.worth
        self.advice.write_outlook(world, points)
        total = 0.0
        for seat in range(seats):
            total += points[seat]
        others = float(seats - 1)
        for seat in range(seats):
            lead = (points[seat] * (others + 1.0) - total) / others
            worth[seat] = 0.5 * squash(lead / (MARGINS * self.spread))
        if world.turn == OVER:
            places = world.places()
            for seat in range(seats):
                own = places[seat]
                beaten = 0.0
                for other in range(seats):
                    if places[other] > own:
                        beaten += 1.0
                    elif places[other] == own and other != seat:
                        beaten += 0.5
                worth[seat] += 0.5 * beaten / others
        else:
            doubt = self.spread * sqrt(2.0 * (self.advice.deals_to_come(world) + 0.5))
            ahead = self.ahead
            for seat in range(seats):
                ahead[seat] = 0.0
            for seat in range(seats):
                for other in range(seat + 1, seats):
                    lead = squash_around_zero((points[seat] - points[other]) / doubt)
                    ahead[seat] += 0.5 + lead
                    ahead[other] += 0.5 - lead
                worth[seat] += 0.5 * ahead[seat] / others

    def _measure_spread(self) -> None:
        """See how much play-outs differ."""
        own = self.worth[self.observer]
        delta = own - self.mean
        self.mean += delta / float(self.iterations_done + 1)
        self.squares += delta * (own - self.mean)
        if self.iterations_done >= FIRST_LOOK:
            self.deviation = sqrt(self.squares / float(self.iterations_done)) + 0.0001


def squash(x: float) -> float:
    """Return a number from 0 to 1 that grows with x, much like the normal distribution."""
    return 0.5 + squash_around_zero(x)


def squash_around_zero(x: float) -> float:
    """Return how far that number is above one half."""
    return 0.5 * x / sqrt(1.0 + x * x)


def _sort_key(choice: Choice) -> tuple[int, float, int]:
    return -choice.visits, -choice.worth, choice.action
