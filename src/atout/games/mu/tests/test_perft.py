"""Mü: counted trees of small positions. The counts come from lists and loops that know nothing of the code under test.

perft.txt holds positions and their counts. `ATOUT_WRITE=1 pytest -k perft` counts anew, in the slow way, and writes the
file; the engine's count is compared with the slow one in either case.
"""

import os
from pathlib import Path

import pytest

from atout.games.mu import GAME
from atout.kernel.start import Start
from atout.kernel.state import State

FILE = Path(__file__).with_name("perft.txt")
COLOURS = "RBGYK"


def positions() -> list[dict[str, str]]:
    """Return the positions of the file: one block each, one `name: value` a line."""
    found = []
    for block in FILE.read_text(encoding="utf-8").split("\n\n"):
        lines = [line for line in block.splitlines() if line and not line.startswith("#")]
        if lines:
            found.append({name: value.strip() for name, value in (line.split(":", 1) for line in lines)})
    return found


POSITIONS = positions()


def numbers(text: str) -> list[int]:
    return [int(word) for word in text.split()]


def seatwise(text: str) -> list[str]:
    return [part.strip() for part in text.split("|")]


# The engine


def engine_count(state: State, depth: int, nodes: list[int], sums: list[int]) -> None:
    """Count the positions after each number of actions, and add up the scores where the tree ends."""
    phase = state.view(0).display().phase
    if depth == len(nodes) or phase in ("deal", "over") or (phase != "auction" and phase != "tricks"):
        for seat, score in enumerate(state.scores()):
            sums[seat] += score
        return
    for action in state.legal(state.turn):
        after = state.clone()
        after.apply(state.turn, action)
        nodes[depth] += 1
        engine_count(after, depth + 1, nodes, sums)


# The slow way


class Auction:
    """An auction in lists (MU-08 to MU-21)."""

    def __init__(self, hands, bids, turn, passes):
        self.hands = [hand.split() for hand in hands]
        self.bids = [bid.split() for bid in bids]
        self.order = [seat for seat, bid in enumerate(self.bids) if bid]
        self.turn = turn
        self.passes = passes
        self.laid: list[str] = []
        self.most = max(len(bid) for bid in self.bids)

    def copy(self):
        new = Auction([], ["x"], self.turn, self.passes)
        new.hands = [list(hand) for hand in self.hands]
        new.bids = [list(bid) for bid in self.bids]
        new.order, new.laid, new.most = list(self.order), list(self.laid), self.most
        return new

    def choices(self):
        last = self.laid[-1] if self.laid else "R0"
        key = (COLOURS.index(last[0]), last[1])
        return ["-", *sorted({card for card in self.hands[self.turn] if (COLOURS.index(card[0]), card[1]) >= key})]

    def take(self, choice):
        seat = self.turn
        if choice != "-":
            self.hands[seat].remove(choice)
            self.bids[seat].append(choice)
            self.laid.append(choice)
            if len(self.bids[seat]) <= self.most:
                return
        if self.laid:
            self.order.append(seat)
            self.passes = 0
        else:
            self.passes += 1
        self.turn = (seat + 1) % len(self.hands)
        self.laid = []
        self.most = max(len(bid) for bid in self.bids)

    def scores(self):
        found = [0] * len(self.bids)
        tied = [seat for seat, bid in enumerate(self.bids) if len(bid) == self.most]
        if len(tied) > 1 and self.most and self.passes == len(self.hands):
            culprit = [seat for seat in self.order if seat in tied][-1]
            for seat in tied:
                found[seat] = -10 * self.most if seat == culprit else 5 * self.most
        return found


def slow_auction(auction, depth, most, nodes, sums):
    if auction.passes == len(auction.hands) or depth == most:
        for seat, score in enumerate(auction.scores()):
            sums[seat] += score
        return
    for choice in auction.choices():
        after = auction.copy()
        after.take(choice)
        if depth == len(nodes):
            nodes.append(0)
        nodes[depth] += 1
        slow_auction(after, depth + 1, most, nodes, sums)


def slow_tricks(referee, depth, nodes, ends):
    texts = referee.legal()
    if not texts:
        ends.append(referee.points)
    for text in texts:
        after = referee.copy()
        after.play(text)
        if depth == len(nodes):
            nodes.append(0)
        nodes[depth] += 1
        slow_tricks(after, depth + 1, nodes, ends)


def round_scores(position, points):
    """Return the scores of a round (MU-52 to MU-59)."""
    seats, chief, partner, size = len(points), *(int(position[name]) for name in ("chief", "partner", "size"))
    base, step = {4: (28, 2), 5: (21, 3), 6: (16, 4)}[seats]
    trump = position["chief_trump"]
    extra = 30 if trump == "none" else 0 if trump in COLOURS else 10 if trump in "17" else 20
    team = points[chief] + points[partner]
    scores = list(points)
    if team >= base + step * size:
        for seat in (chief, partner):
            scores[seat] += min(100, 10 * size + extra)
        return scores
    short = size - max([0, *(cards for cards in range(1, size) if base + step * cards <= team)])
    for seat in range(seats):
        scores[seat] += -10 * short if seat == chief else 0 if seat == partner else 5 * short
    return scores


def slow_count(position, referee):
    hands, bids = seatwise(position["hands"]), seatwise(position["bids"])
    nodes: list[int] = []
    sums = [0] * len(hands)
    if position["kind"] == "auction":
        auction = Auction(hands, bids, int(position["turn"]), int(position["passes"]))
        slow_auction(auction, 0, int(position.get("depth", "99")), nodes, sums)
        return nodes, sums
    ends: list[list[int]] = []
    vice_trump = position["vice_trump"] or "none"
    slow_tricks(referee(hands, bids, position["chief_trump"], vice_trump, int(position["leader"])), 0, nodes, ends)
    before = numbers(position["points"])
    for end in ends:
        points = [old + new for old, new in zip(before, end, strict=True)]
        for seat, score in enumerate(round_scores(position, points)):
            sums[seat] += score
    return nodes, sums


def start_of(position):
    start: dict[str, object] = {"dealer": 0}
    for name, value in position.items():
        if name in ("hands", "bids"):
            start[name] = seatwise(value)
        elif name in ("tricks", "points"):
            start[name] = numbers(value)
        elif name in ("chief_trump", "vice_trump") and value:
            start[name] = value
        elif name in ("turn", "passes", "chief", "size", "partner", "vice", "leader") and value:
            start[name] = int(value)
    return start


@pytest.mark.parametrize("position", POSITIONS, ids=[position["name"] for position in POSITIONS])
def test_perft(position, referee):
    nodes, sums = slow_count(position, referee)
    if os.environ.get("ATOUT_WRITE") == "1":
        write(position["name"], nodes, sums)
    else:
        assert (nodes, sums) == (numbers(position["nodes"]), numbers(position["sums"]))
    state = GAME.begin(len(sums), GAME.settle({}), Start(start_of(position)))
    counted, added = [0] * len(nodes), [0] * len(sums)
    engine_count(state, 0, counted, added)
    assert (counted, added) == (nodes, sums)


def test_perft_positions_are_varied():
    assert {(position["kind"], len(seatwise(position["hands"]))) for position in POSITIONS} == {
        (kind, seats) for kind in ("auction", "tricks") for seats in (4, 5, 6)
    }
    assert len({position["name"] for position in POSITIONS}) == len(POSITIONS)


def write(name: str, nodes: list[int], sums: list[int]) -> None:
    """Put new counts into the file."""
    blocks = FILE.read_text(encoding="utf-8").rstrip("\n").split("\n\n")
    for k, block in enumerate(blocks):
        lines = block.splitlines()
        if f"name: {name}" in lines:
            lines = [line for line in lines if not line.startswith(("nodes: ", "sums: "))]
            lines += [f"nodes: {' '.join(map(str, nodes))}", f"sums: {' '.join(map(str, sums))}"]
            blocks[k] = "\n".join(lines)
    FILE.write_text("\n\n".join(blocks) + "\n", encoding="utf-8")
