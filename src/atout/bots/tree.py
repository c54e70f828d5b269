"""The tree of a search: what is known at a point, what was tried there, and how it went.

A node is what the observer knows; its edges are the actions that were tried there, as a list in ascending order. What
is needed together lies together: a large tree is slow because it is far away in memory.
"""

from math import log, sqrt
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from atout.kernel.rng import Rng

NONE: Final = -1
FIRST_SLOTS: Final = 512  # for nodes
PER_NODE: Final = 2
VISITS: Final = 0
EDGES: Final = 1  # the first of them
PER_EDGE: Final = 4
ACTION: Final = 0
NEXT: Final = 1
TRIED: Final = 2
OFFERED: Final = 3  # how often the node was visited in a world that has this action


@final
class Tree:
    """Nodes and edges, and the way that the present iteration takes through them."""

    def __init__(self, width: i64) -> None:
        self.menu = vec[i64]([0 for _ in range(width)])  # the actions at the node that is looked at
        self.untried = vec[i64]([0 for _ in range(width)])
        self.slots = vec[i64]([0] * (2 * FIRST_SLOTS))  # a key, and the number of its node + 1; 0: free
        self.nodes = vec[i64]()  # of each: VISITS, EDGES
        self.totals = vec[float]()
        self.edges = vec[i64]()  # of each: ACTION, NEXT, TRIED, OFFERED
        self.edge_totals = vec[float]()
        self.logs = vec[float]([0.0, 0.0, log(2.0)])  # of every number of visits that there can be
        self.depth: i64 = 0  # of the way
        self.way_node = vec[i64]([0 for _ in range(64)])
        self.way_edge = vec[i64]([0 for _ in range(64)])
        self.way_seat = vec[i64]([0 for _ in range(64)])

    def first_action(self) -> i64:
        """Return the action with which the way began."""
        return self.edges[PER_EDGE * self.way_edge[0] + ACTION]

    def is_new(self, node: i64) -> bool:
        """Say whether no iteration has come to a node before."""
        return not self.nodes[PER_NODE * node + VISITS]

    def action(self, edge: i64) -> i64:
        """Return the action of an edge."""
        return self.edges[PER_EDGE * edge + ACTION]

    def step(self, node: i64, edge: i64, seat: i64) -> None:
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

    def select(self, node: i64, n: i64, advised: i64, listening: bool, width: float, head: float, rng: Rng) -> i64:
        """Return the edge to try: the best of the n actions of the menu, allowing for how little is known of it.

        The uncertain counts by so much `width`; who is `listening` gives the `advised` action a `head` start, and tries
        others that are new only where they promise more than the best so far.
        """
        menu = self.menu
        visits = self.nodes[PER_NODE * node + VISITS]
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
            return self.edge(node, untried[rng.below(fresh)])
        score = 0.5
        if visits:
            score = self.totals[node] / float(visits) + width * sqrt(logs[visits + 1])
        for k in range(fresh):
            if untried[k] == advised and score + head > best_score:
                return self.edge(node, advised)
        if score > best_score:
            return self.edge(node, untried[rng.below(fresh)])
        return best

    def record_result(self, worth: vec[float]) -> None:
        """Count what the seats made of it in every node and edge on the way."""
        nodes = self.nodes
        totals = self.totals
        edges = self.edges
        edge_totals = self.edge_totals
        for k in range(self.depth):
            node = self.way_node[k]
            edge = self.way_edge[k]
            made = worth[self.way_seat[k]]
            nodes[PER_NODE * node + VISITS] += 1
            totals[node] += made
            edges[PER_EDGE * edge + TRIED] += 1
            edge_totals[edge] += made
        self.logs = append(self.logs, log(float(len(self.logs))))

    def node(self, key: i64) -> i64:
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

    def edge(self, node: i64, action: i64) -> i64:
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
