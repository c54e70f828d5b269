"""Follow: the second opinions, written from rules.en.md."""

import random
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from itertools import chain

from atout import CHANCE, HIDDEN, OVER, SPECTATOR, Match, State, View
from atout.kernel.log import ACTION, DEALT, TOTAL, TRICK
from tests.conformance import oracle
from tests.conformance.oracle import Event, Fact, History, placing_count, placings, redealt
from tests.toys.follow.game import NUMBER, name_of

ENDINGS: tuple[str, ...] = ("single winner", "shared victory")
CARDS = [suit + rank for suit in "abc" for rank in "1123"]


def ending(match: Match) -> str:
    return "single winner" if match.places().count(1) == 1 else "shared victory"


class Naive:
    def __init__(self, options: Mapping[str, str]) -> None:
        self.turn = CHANCE
        self.events: list[Event] = []
        self.deals = int(options["deals"])
        self.open = options["spectators"] == "open"
        self.number = 0
        self.dealt: list[list[str]] = [[], [], []]
        self.hands: list[list[str]] = [[], [], []]
        self.left: list[str] = []
        self.plays: list[tuple[int, str]] = []  # of the running deal
        self.points = [0, 0, 0]

    def deal(self, names: Sequence[str]) -> None:
        self.number += 1
        self.events.append(("deal", self.number))
        self.dealt = [sorted(names[0:3]), sorted(names[3:6]), sorted(names[6:9])]
        self.hands = [list(hand) for hand in self.dealt]
        self.left = list(names[9:])
        self.plays = []
        for seat in range(3):
            for place, card in enumerate(self.hands[seat]):
                self.events.append(("card", seat, place, card))
        self.turn = self.number - 1

    def owing(self) -> list[int]:
        return [self.turn] if self.turn >= 0 else []

    def legal(self, seat: int) -> list[str]:
        if seat != self.turn:
            return []
        return list(dict.fromkeys(card for card in self.hands[seat] if not self.revokes(seat, card)))

    def revokes(self, seat: int, card: str) -> bool:
        if len(self.plays) % 3 == 0:
            return False
        led = self.plays[-(len(self.plays) % 3)][1][0]
        return card[0] != led and led in [held[0] for held in self.hands[seat]]

    def apply(self, seat: int, text: str) -> None:
        self.events.append(("played", seat, text))
        self.hands[seat].remove(text)
        self.plays.append((seat, text))
        if len(self.plays) % 3:
            self.turn = (seat + 1) % 3
            return
        trick = self.plays[-3:]
        following = [(card, -place, who) for place, (who, card) in enumerate(trick) if card[0] == trick[0][1][0]]
        self.turn = max(following)[2]
        self.points[self.turn] += 1
        self.events.append(("trick", self.turn))
        if self.hands == [[], [], []]:
            self.turn = CHANCE if self.number < self.deals else OVER
            self.events.append(("end of deal", list(self.points)))

    def scores(self) -> list[int]:
        return list(self.points)

    def places(self) -> list[int]:
        return [1 + len([other for other in self.points if other > own]) for own in self.points]


class Tracker:
    def __init__(self, options: Mapping[str, str], observer: int) -> None:
        self.facts: set[Fact] = set()
        self.observer = observer
        self.sees_hands = observer == SPECTATOR and options["spectators"] == "open"
        self.number = 0
        self.count = 0

    def see(self, event: Event) -> None:
        what = event[0]
        if what == "deal":
            self.number += 1
            self.count = 0
        elif what == "card":
            _, seat, place, card = event
            self.facts.add(("holds a card", self.number, seat, place))
            if seat == self.observer or self.sees_hands:
                self.facts.add(("card", self.number, seat, place, card))
        elif what in ("played", "trick"):
            self.count += 1
            self.facts.add((what, self.number, self.count, *event[1:]))
        elif what == "end of deal":
            assert isinstance(event[1], list)
            for seat, points in enumerate(event[1]):
                self.facts.add(("total", self.number, seat, points))


def naive(seats: int, options: Mapping[str, str]) -> Naive:
    assert seats == 3
    return Naive(options)


def tracker(seats: int, options: Mapping[str, str], observer: int) -> Tracker:
    return Tracker(options, observer)


def facts(view: View) -> set[Fact]:
    found: set[Fact] = set()
    number = 0
    places = [0, 0, 0]
    count = 0
    for seen in view.seen:
        if seen.kind == NUMBER and seen.open != number:
            number, count, places = seen.open, 0, [0, 0, 0]
        elif seen.kind == DEALT:
            found.add(("holds a card", number, seen.seat, places[seen.seat]))
            if seen.value != HIDDEN:
                found.add(("card", number, seen.seat, places[seen.seat], name_of(seen.value)))
            places[seen.seat] += 1
        elif seen.kind == ACTION:
            count += 1
            found.add(("played", number, count, seen.seat, name_of(seen.value)))
        elif seen.kind == TRICK:
            count += 1
            found.add(("trick", number, count, seen.seat))
        elif seen.kind == TOTAL:
            found.add(("total", number, seen.seat, seen.open))
    return found


def hidden_seats(truth: Naive, observer: int) -> list[int]:
    if observer == SPECTATOR and truth.open:
        return []
    return [seat for seat in range(3) if seat != observer and truth.hands[seat]]


def fits(truth: Naive, hands: dict[int, list[str]]) -> bool:
    """Say whether the running deal could have gone as it did had these seats held these cards until now."""
    held = {seat: hand + [card for who, card in truth.plays if who == seat] for seat, hand in hands.items()}
    for turn, (seat, card) in enumerate(truth.plays):
        if seat in held:
            led = truth.plays[turn - turn % 3][1][0]
            if turn % 3 and card[0] != led and led in [other[0] for other in held[seat]]:
                return False
            held[seat].remove(card)
    return True


def swap(truth: oracle.Naive, history: History, observer: int, rng: random.Random) -> History | None:
    assert isinstance(truth, Naive)
    seats = hidden_seats(truth, observer)
    if truth.turn < 0 or not seats:
        return None
    cards = [card for seat in seats for card in truth.hands[seat]] + truth.left
    while True:
        rng.shuffle(cards)
        rest = list(cards)
        hands = {seat: [rest.pop() for _ in truth.hands[seat]] for seat in seats}
        if fits(truth, hands):
            return redealt(history, [*chain(*dealt_hands(truth, hands)), *rest])


def dealt_hands(truth: Naive, hands: dict[int, list[str]]) -> list[list[str]]:
    """Return the hands at the start of the deal had these seats held these cards until now."""
    return [
        sorted(hands[seat] + [card for who, card in truth.plays if who == seat]) if seat in hands else truth.dealt[seat]
        for seat in range(3)
    ]


def world(state: State) -> tuple[str, ...]:
    if state.turn < 0:
        return ()
    cards = [fact for seat in range(3) for fact in facts(state.view(seat)) if fact[0] == "card"]
    number = max(cards, key=lambda fact: str(fact[1]))[1]
    return tuple(str(fact[4]) for fact in sorted(cards, key=str) if fact[1] == number)


def worlds(truth: oracle.Naive, observer: int, most: int) -> dict[Hashable, int] | None:
    assert isinstance(truth, Naive)
    if truth.turn < 0:
        return {(): 1}
    seats = hidden_seats(truth, observer)
    rooms = [len(truth.hands[seat]) for seat in seats] + [3]
    if placing_count(rooms) > 4 * most:
        return None
    cards = [card for seat in seats for card in truth.hands[seat]] + truth.left
    found: Counter[Hashable] = Counter()
    for placed in placings(cards, rooms):
        hands = dict(zip(seats, placed, strict=False))
        if fits(truth, hands):
            found[tuple(chain(*dealt_hands(truth, hands)))] += 1
    return dict(found) if len(found) <= most else None


def rebuild(state: State, history: History) -> History:
    if state.turn < 0:
        return history
    left = list(CARDS)
    for card in world(state):
        left.remove(card)
    return redealt(history, [*world(state), *left])
