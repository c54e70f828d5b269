"""The tree search: one for all games, any number of seats, open and secret choices.

Single-observer information-set Monte-Carlo tree search (Cowling, Powley and Whitehouse 2012). Every iteration draws a
world that fits the view, walks down the tree in it, adds one node, plays the deal out, and tells every node on the way
what its seat made of it. A node is what the observer knows at one point, so a secret choice leads to one node, whatever
was chosen; a choice competes only with those that its world offers too. Secret choices are taken seat by seat.

What is maximised: half by how many others a seat will probably finish before, half how many points it is ahead. The
same for every seat, so partners of a deal help each other as far as the rules make them share.
"""

from math import log, sqrt
from time import monotonic
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from atout.kernel.game import Advice, Game, Sampler
from atout.kernel.rng import Rng, scramble
from atout.kernel.state import OVER, State, stray
from atout.kernel.view import View

NONE: Final = -1
USUAL_DEVIATION: Final = 0.2  # of what is maximised, until the search has seen some
FIRST_LOOK: Final = 16  # so many play-outs tell it
HEAD_START: Final = 0.5  # of the advised action in the tree, in deviations
VOTES: Final = 5  # worlds in which the advice is asked who the favourite is
FEWEST_WORLDS: Final = 4  # in which everybody should run
FIRST_SLOTS: Final = 512  # for nodes
PER_NODE: Final = 2
VISITS: Final = 0
EDGES: Final = 1  # the first of them
PER_EDGE: Final = 4
ACTION: Final = 0
NEXT: Final = 1
TRIED: Final = 2
OFFERED: Final = 3  # how often the node was visited in a world that has this action
MARGINS: Final = 3.0  # a lead of so many usual deals counts about as much as one can


@final
class Manner:
    """How a search goes about it.

    `explore` says how much the uncertain is tried, in deviations of what play-outs bring. In `advised` of a hundred
    choices play-outs follow the game's advice, and the tree tries first what it says. In a `race` every world is
    played with each action at the root, so that luck is the same for all, and the worse half drops out again and again;
    something else than the advised action must be better by `trust` standard errors. A race that is not `deep` has no
    tree below its root. Of so many `worlds` one is taken, by how well they explain what others did.
    """

    def __init__(self, explore: float, advised: i64, race: bool, deep: bool, trust: float, worlds: i64) -> None:
        self.explore = explore
        self.advised = advised
        self.race = race
        self.deep = deep
        self.trust = trust
        self.worlds = worlds

    def parts(self) -> tuple[float, int, bool, bool, float, int]:
        """Return what it is made of, as plain data."""
        return self.explore, int(self.advised), self.race, self.deep, self.trust, int(self.worlds)


@final
class Choice:
    """What a search found about one action: how often it was tried, its worth from 0 to 1, points won in the deal."""

    def __init__(self, action: int, visits: int, worth: float, points: float) -> None:
        self.action = action
        self.visits = visits
        self.worth = worth
        self.points = points


@final
class Search:
    """A search from one view. It is made from the view, draws worlds from it, and never sees the truth."""

    def __init__(self, game: Game, view: View, seed: i64, manner: Manner) -> None:
        self.observer: i64 = view.seat
        self.manner = manner
        self.rng = Rng(seed)
        self.sampler: Sampler = game.sampler(view)
        if manner.worlds <= 1:  # nothing asks for the likelihood of a world
            self.sampler.hush()
        self.advice: Advice = game.advice()
        self.done: i64 = 0  # iterations
        self.settled: bool = False  # whether more iterations up to the limit would change nothing
        first = self.sampler.draw(Rng(0))
        self.seats: i64 = first.seats
        self.stage = self.advice.stage(first)
        width = first.width()
        self.scratch = vec[i64]([0 for _ in range(width)])
        self.menu = vec[i64]([0 for _ in range(width)])
        self.untried = vec[i64]([0 for _ in range(width)])
        # Nodes, and for each of them its edges as a list in ascending order of their actions. What is needed together
        # lies together: a large tree is slow because it is far away in memory.
        self.slots = vec[i64]([0] * (2 * FIRST_SLOTS))  # a key, and the number of its node + 1; 0: free
        self.nodes = vec[i64]()  # of each: VISITS, EDGES
        self.totals = vec[float]()
        self.edges = vec[i64]()  # of each: ACTION, NEXT, TRIED, OFFERED
        self.edge_totals = vec[float]()
        self.logs = vec[float]([0.0, 0.0, log(2.0)])  # of every number of visits that there can be
        # The way of one iteration.
        self.depth: i64 = 0
        self.way_node = vec[i64]([0 for _ in range(64)])
        self.way_edge = vec[i64]([0 for _ in range(64)])
        self.way_seat = vec[i64]([0 for _ in range(64)])
        # What play-outs bring.
        zeros = [0.0 for _ in range(self.seats)]
        self.start = vec[float](zeros)
        self.points = vec[float](zeros)
        self.worth = vec[float](zeros)
        self.ahead = vec[float](zeros)  # how many others a seat will probably finish before
        self.advice.hopes(first, self.start)
        self.spread = self.advice.spread()
        self.mean = 0.0
        self.squares = 0.0
        self.deviation = USUAL_DEVIATION
        # What is found about the actions at the root, in ascending order.
        self.actions = vec[i64](view.legal)
        none = [0.0 for _ in view.legal]
        self.tried = vec[i64]([0 for _ in view.legal])
        self.all_worth = vec[float](none)
        self.all_points = vec[float](none)
        # The race: who is still in it, and what the world that is played now has brought.
        self.runners = vec[i64]([0 for _ in view.legal])
        self.running: i64 = 0  # how many of them
        self.next: i64 = 0  # the one whose turn it is
        self.halvings: i64 = 0
        self.favourite: i64 = 0  # the advised action
        self.world = first
        self.now_worth = vec[float](none)
        self.now_points = vec[float](none)
        self.gains = vec[float](none)  # all differences to the favourite
        self.gain_squares = 0.0  # and their squares, whosever they are
        self.gain_count: i64 = 0
        if manner.race:
            self._line_up()

    def think(self, iterations: i64, seconds: float, since: float, until: float) -> None:
        """Go on until a moment; in all there are so many iterations and seconds since another moment, 0: any number."""
        if iterations and not self.done:
            self._admit(iterations // FEWEST_WORLDS)
        while not self.settled:
            self.iterate()
            now = monotonic()
            share = 0.0  # of the search that is over
            if seconds > 0.0:
                share = (now - since) / seconds
            if iterations and float(self.done) > share * float(iterations):
                share = float(self.done) / float(iterations)
            if self.manner.race and self.next == self.running:
                self._compare()
                self._drop(share)
            if share >= 1.0:
                self.settled = True
            elif iterations and not self.manner.race and not self.done & 15:
                self.settled = self._decided(iterations - self.done)
            if now >= until:
                return

    def choices(self) -> list[Choice]:
        """Return what was found about the actions that were tried, the best first."""
        found: list[Choice] = []
        for k in range(len(self.actions)):
            n = self.tried[k]
            if n:
                worth = self.all_worth[k] / float(n)
                found.append(Choice(self.actions[k], n, worth, self.all_points[k] / float(n)))
        if not found:  # there was no time even for one world
            found.append(Choice(self.actions[self.favourite], 0, 0.5, 0.0))
        found.sort(key=_order)
        if self.manner.race:
            best = self.actions[self._best()]
            found.sort(key=lambda choice: choice.action != best)
        return found

    def _decided(self, left: i64) -> bool:
        """Say whether the most tried action stays so, whatever the iterations left bring."""
        most: i64 = 0
        second: i64 = 0
        for n in self.tried:
            if n > most:
                second = most
                most = n
            elif n > second:
                second = n
        return most - second > left

    # The race

    def _line_up(self) -> None:
        """Let all actions run, in random order, and ask the advice in a few worlds which is the favourite."""
        n: i64 = len(self.actions)
        votes = vec[i64]([0 for _ in range(n)])
        for _ in range(VOTES):
            world = self.sampler.draw(self.rng)
            world.silent = True
            k = self._place(self.advice.choose(world, self.observer, self.rng))
            votes[k] += 1
            if votes[k] > votes[self.favourite]:
                self.favourite = k
        self.runners = self.rng.order(n)
        self.running = n
        self.next = n

    def _admit(self, most: i64) -> None:
        """Let at most so many run, the favourite among them, so that a short search sees some worlds."""
        if self.running <= most or most < 2:
            return
        for place in range(most, self.running):
            if self.runners[place] == self.favourite:
                self.runners[0] = self.favourite
        self.running = most
        self.next = most

    def _place(self, action: i64) -> i64:
        """Return which of the actions at the root this is."""
        k: i64 = 0
        while self.actions[k] != action:
            k += 1
        return k

    def _compare(self) -> None:
        """Count what a world has brought, now that all have run in it."""
        usual = self.now_worth[self.favourite]
        for place in range(self.running):
            k = self.runners[place]
            gain = self.now_worth[k] - usual
            self.tried[k] += 1
            self.all_worth[k] += self.now_worth[k]
            self.all_points[k] += self.now_points[k]
            self.gains[k] += gain
            if k != self.favourite:
                self.gain_squares += gain * gain
                self.gain_count += 1

    def _drop(self, share: float) -> None:
        """Let the worse half drop out, whenever its share of the search is over; the favourite stays."""
        rounds: i64 = 0
        left: i64 = len(self.actions)
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
            order.append((-self.gains[k] / float(self.tried[k]), int(k)))
        order.sort()
        self.running = 0
        for place in range(len(order)):
            if place < keep or order[place][1] == self.favourite:
                self.runners[self.running] = order[place][1]
                self.running += 1
        self.next = self.running

    def _best(self) -> i64:
        """Return the runner with the greatest gain over the favourite, allowing for luck."""
        best = self.favourite
        most = 0.0
        if not self.gain_count:
            return best
        deviation = sqrt(self.gain_squares / float(self.gain_count))
        for place in range(self.running):
            k = self.runners[place]
            if k != self.favourite and self.tried[k]:
                n = float(self.tried[k])
                gain = self.gains[k] / n - self.manner.trust * deviation / sqrt(n)
                if gain > most:
                    most = gain
                    best = k
        return best

    # One iteration

    def iterate(self) -> None:
        """Play one world to the end of the deal: down the tree, one node further, and on as in a play-out."""
        self.depth = 0
        if self.manner.race:
            self._run()
        else:
            world = self._draw()
            world.silent = True
            self._descend(world, 0)
            self._play_out(world)
            self._judge(world)
            k = self._place(self.edges[PER_EDGE * self.way_edge[0] + ACTION])
            self.tried[k] += 1
            self.all_worth[k] += self.worth[self.observer]
            self.all_points[k] += self.points[self.observer] - self.start[self.observer]
        self._tell()
        self.done += 1
        self.logs = append(self.logs, log(float(self.done + 2)))

    def _run(self) -> None:
        """Let the next runner play the present world, or a new one if all have."""
        if self.next == self.running:
            self.world = self._draw()
            self.world.silent = True
            self.next = 0
        k = self.runners[self.next]
        self.next += 1
        world = self.world.clone()
        world.apply(self.observer, self.actions[k])
        if self.manner.deep:
            self._descend(world, 1)
        self._play_out(world)
        self._judge(world)
        self.now_worth[k] = self.worth[self.observer]
        self.now_points[k] = self.points[self.observer] - self.start[self.observer]

    def _draw(self) -> State:
        """Return a world: any that fits, or the one of several that explains best what others did."""
        world = self.sampler.draw(self.rng)
        more = self.manner.worlds - 1
        if more <= 0:
            return world
        weight = self.advice.likelihood(world, self.observer)
        while more > 0:
            other = self.sampler.draw(self.rng)
            chance = self.advice.likelihood(other, self.observer)
            weight += chance
            if self.rng.unit() * weight < chance:
                world = other
            more -= 1
        return world

    def _descend(self, world: State, steps: i64) -> None:
        """Follow the tree to its end in this world, and one action further; so many steps were made before."""
        while world.turn >= 0 and (self.stage < 0 or self.advice.stage(world) == self.stage):
            seat = world.turn
            if world.owes(self.observer):
                seat = self.observer
            n = world.menu(seat, self.menu)
            steps += 1
            if n == 1 and steps > 1:
                world.apply(seat, self.menu[0])
                continue
            node = self._node(scramble(world.key(self.observer) ^ (16 * steps + seat)))
            new = not self.nodes[PER_NODE * node + VISITS]
            edge = self._select(world, seat, node, n)
            self._step(node, edge, seat)
            world.apply(seat, self.edges[PER_EDGE * edge + ACTION])
            if new:
                return

    def _step(self, node: i64, edge: i64, seat: i64) -> None:
        """Note one step of the way."""
        if self.depth == len(self.way_node):
            self.way_node = append(self.way_node, node)
            self.way_edge = append(self.way_edge, edge)
            self.way_seat = append(self.way_seat, seat)
        else:
            self.way_node[self.depth] = node
            self.way_edge[self.depth] = edge
            self.way_seat[self.depth] = seat
        self.depth += 1

    def _select(self, world: State, seat: i64, node: i64, n: i64) -> i64:
        """Return the edge to try: the best of those this world offers, allowing for how little is known of it."""
        menu = self.menu
        advised: i64 = NONE
        listening = self.manner.advised > 0
        if listening and self.rng.below(100) < self.manner.advised:
            advised = self.advice.hurried(world, seat, self.rng)
        visits = self.nodes[PER_NODE * node + VISITS]
        width = self.manner.explore * self.deviation
        head = HEAD_START * self.deviation
        best: i64 = NONE
        best_score = -1000.0
        fresh: i64 = 0
        edges = self.edges
        edge_totals = self.edge_totals
        logs = self.logs
        untried = self.untried
        edge = self.nodes[PER_NODE * node + EDGES]
        for k in range(n):
            action = menu[k]
            while edge != NONE and edges[PER_EDGE * edge + ACTION] < action:
                edge = edges[PER_EDGE * edge + NEXT]
            if edge == NONE or edges[PER_EDGE * edge + ACTION] != action:
                untried[fresh] = action
                fresh += 1
                continue
            offered = edges[PER_EDGE * edge + OFFERED] + 1
            edges[PER_EDGE * edge + OFFERED] = offered
            tried = float(edges[PER_EDGE * edge + TRIED])
            score = edge_totals[edge] / tried + width * sqrt(logs[offered] / tried)
            if action == advised:
                score += head / tried
            if score > best_score:
                best_score = score
                best = edge
        if not fresh:
            return best
        if not listening:
            return self._edge(node, untried[self.rng.below(fresh)])
        score = 0.5
        if visits:
            score = self.totals[node] / float(visits) + width * sqrt(logs[visits + 1])
        for k in range(fresh):
            if untried[k] == advised and score + head > best_score:
                return self._edge(node, advised)
        if score > best_score:
            return self._edge(node, untried[self.rng.below(fresh)])
        return best

    def _play_out(self, world: State) -> None:
        """Play to the end of the deal."""
        rng = self.rng
        scratch = self.scratch
        advice = self.advice
        advised = self.manner.advised
        if not advised and self.stage < 0:
            world.rush(rng, scratch)
            return
        while world.turn >= 0 and advice.stage(world) == self.stage:
            seat = world.turn
            if advised and rng.below(100) < advised:
                action = advice.hurried(world, seat, rng)
                if action >= 0:
                    world.apply(seat, action)
                    continue
            stray(world, rng, scratch)

    def _judge(self, world: State) -> None:
        """Write what every seat made of the deal, from 0 to 1."""
        seats = self.seats
        points = self.points
        worth = self.worth
        self.advice.hopes(world, points)
        total = 0.0
        for seat in range(seats):
            total += points[seat]
        others = float(seats - 1)
        for seat in range(seats):
            lead = (points[seat] * (others + 1.0) - total) / others
            worth[seat] = 0.5 * squashed(lead / (MARGINS * self.spread))
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
            doubt = self.spread * sqrt(2.0 * (self.advice.to_come(world) + 0.5))
            ahead = self.ahead
            for seat in range(seats):
                ahead[seat] = 0.0
            for seat in range(seats):
                for other in range(seat + 1, seats):
                    lead = leaning((points[seat] - points[other]) / doubt)
                    ahead[seat] += 0.5 + lead
                    ahead[other] += 0.5 - lead
                worth[seat] += 0.5 * ahead[seat] / others

    def _tell(self) -> None:
        """Count what the seats made of it in every node and edge on the way."""
        own = self.worth[self.observer]
        delta = own - self.mean
        self.mean += delta / float(self.done + 1)
        self.squares += delta * (own - self.mean)
        if self.done >= FIRST_LOOK:
            self.deviation = sqrt(self.squares / float(self.done)) + 0.0001
        nodes = self.nodes
        totals = self.totals
        edges = self.edges
        edge_totals = self.edge_totals
        for k in range(self.depth):
            node = self.way_node[k]
            edge = self.way_edge[k]
            worth = self.worth[self.way_seat[k]]
            nodes[PER_NODE * node + VISITS] += 1
            totals[node] += worth
            edges[PER_EDGE * edge + TRIED] += 1
            edge_totals[edge] += worth

    # The tree

    def _node(self, key: i64) -> i64:
        """Return the node with this key, a new one if there is none."""
        slots = self.slots
        mask: i64 = len(slots) - 1
        slot = (2 * key) & mask
        while slots[slot + 1]:
            if slots[slot] == key:
                return slots[slot + 1] - 1
            slot = (slot + 2) & mask
        node: i64 = len(self.totals)
        self.nodes = append(append(self.nodes, 0), NONE)
        self.totals = append(self.totals, 0.0)
        slots[slot] = key
        slots[slot + 1] = node + 1
        if 4 * node > mask:
            self._widen()
        return node

    def _widen(self) -> None:
        """Make room for four times as many nodes."""
        old = self.slots
        size: i64 = 4 * len(old)
        slots = vec[i64]([0] * size)
        for place in range(len(old) // 2):
            key = old[2 * place]
            node = old[2 * place + 1]
            if node:
                slot = (2 * key) & (size - 1)
                while slots[slot + 1]:
                    slot = (slot + 2) & (size - 1)
                slots[slot] = key
                slots[slot + 1] = node
        self.slots = slots

    def _edge(self, node: i64, action: i64) -> i64:
        """Return the edge of a node for an action, a new one if there is none."""
        edges = self.edges
        before: i64 = NONE
        edge = self.nodes[PER_NODE * node + EDGES]
        while edge != NONE and edges[PER_EDGE * edge + ACTION] < action:
            before = edge
            edge = edges[PER_EDGE * edge + NEXT]
        if edge != NONE and edges[PER_EDGE * edge + ACTION] == action:
            return edge
        new: i64 = len(self.edge_totals)
        if before == NONE:
            self.nodes[PER_NODE * node + EDGES] = new
        else:
            edges[PER_EDGE * before + NEXT] = new
        self.edges = append(append(append(append(edges, action), edge), 0), 1)
        self.edge_totals = append(self.edge_totals, 0.0)
        return new


def squashed(x: float) -> float:
    """Return a number from 0 to 1 that grows with x, much like the normal distribution."""
    return 0.5 + leaning(x)


def leaning(x: float) -> float:
    """Return by how much that number is above one half."""
    return 0.5 * x / sqrt(1.0 + x * x)


def _order(choice: Choice) -> tuple[int, float, int]:
    return -choice.visits, -choice.worth, choice.action
