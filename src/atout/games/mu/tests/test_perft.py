"""Mü: counted trees of small positions, by lists and loops that know nothing of the game, and by the game."""

from pathlib import Path

import pytest

from atout.games.mu import GAME
from atout.kernel.start import Start
from atout.kernel.state import State
from tests.kit import perft
from tests.kit.perft import Tree, numbers, split_by_seat

FILE = Path(__file__).with_name("perft.txt")
POSITIONS = perft.read_positions(FILE)
COLOURS = "RBGYK"


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


def bid(auction):
    """Yield what can come next in an auction."""
    for choice in auction.choices():
        after = auction.copy()
        after.take(choice)
        yield after


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
    hands, bids = split_by_seat(position["hands"]), split_by_seat(position["bids"])
    if position["kind"] == "auction":
        auction = Auction(hands, bids, int(position["turn"]), int(position["passes"]))
        return Tree(depth_of(position)).count(auction, bid, lambda after: after.passes == len(hands))
    before = numbers(position["points"])

    def scores(judge):
        return round_scores(position, [old + new for old, new in zip(before, judge.points, strict=True)])

    root = referee(hands, bids, position["chief_trump"], position["vice_trump"] or "none", int(position["leader"]))
    return Tree().count(root, perft.next_states_by_referee, lambda judge: not judge.legal(), scores)


def depth_of(position):
    return int(position["depth"]) if "depth" in position else None


def start_of(position):
    start: dict[str, object] = {"dealer": 0}
    for name, value in position.items():
        if name in ("hands", "bids"):
            start[name] = split_by_seat(value)
        elif name in ("tricks", "points"):
            start[name] = numbers(value)
        elif name in ("chief_trump", "vice_trump") and value:
            start[name] = value
        elif name in ("turn", "passes", "chief", "size", "partner", "vice", "leader") and value:
            start[name] = int(value)
    return start


def is_over(state: State) -> bool:
    """Say whether neither bids nor cards are asked for."""
    return state.view(0).display().phase not in ("auction", "tricks")


@pytest.mark.parametrize("position", POSITIONS, ids=perft.names(POSITIONS))
def test_perft(position, referee):
    slow = slow_count(position, referee).counts()
    state = GAME.begin(len(slow["sums"]), GAME.settle({}), Start(start_of(position)))

    def count(root: State) -> perft.Counts:
        return Tree(depth_of(position)).count(root, perft.next_states, is_over).counts()

    perft.compare(FILE, position, slow, state, count, silent=False)  # the phase is read from the log


def test_perft_positions_are_varied():
    assert {(position["kind"], len(split_by_seat(position["hands"]))) for position in POSITIONS} == {
        (kind, seats) for kind in ("auction", "tricks") for seats in (4, 5, 6)
    }
