"""Sealed: the second opinions."""

import random
from collections.abc import Hashable, Mapping, Sequence
from itertools import product

from atout import CHANCE, HIDDEN, OVER, Match, State, View
from atout.kernel.log import ACTION, DEALT
from tests.conformance import oracle
from tests.conformance.oracle import Deal, Event, Fact, History, Play, placings
from tests.toys.sealed.game import SHOWN

ENDINGS: tuple[str, ...] = ("single winner", "shared victory")


def ending(match: Match) -> str:
    return "single winner" if match.places().count(1) == 1 else "shared victory"


class Naive:
    def __init__(self, seats: int) -> None:
        self.turn = CHANCE
        self.events: list[Event] = []
        self.seats = seats
        self.hands: list[list[str]] = []
        self.left: list[str] = []
        self.down: dict[int, str] = {}
        self.rounds: list[dict[int, str]] = []

    def deal(self, names: Sequence[str]) -> None:
        self.hands = [sorted(names[2 * seat : 2 * seat + 2]) for seat in range(self.seats)]
        self.left = list(names[2 * self.seats :])
        for seat, hand in enumerate(self.hands):
            self.events += [("card", seat, place, card) for place, card in enumerate(hand)]
        self.turn = 0

    def owing(self) -> list[int]:
        return [seat for seat in range(self.seats) if seat not in self.down] if self.turn >= 0 else []

    def legal(self, seat: int) -> list[str]:
        return list(self.hands[seat]) if seat in self.owing() else []

    def apply(self, seat: int, text: str) -> None:
        self.events.append(("down", seat, text))
        self.hands[seat].remove(text)
        self.down[seat] = text
        if len(self.down) == self.seats:
            self.events += [("shown", other, self.down[other]) for other in range(self.seats)]
            self.rounds.append(self.down)
            self.down = {}
        self.turn = self.owing()[0] if len(self.rounds) < 2 else OVER

    def scores(self) -> list[int]:
        best = [max(cards.values()) for cards in self.rounds]
        return [len([cards for cards in self.rounds if cards[seat] in best]) for seat in range(self.seats)]

    def places(self) -> list[int]:
        scores = self.scores()
        return [1 + len([other for other in scores if other > own]) for own in scores]


class Tracker(oracle.Notebook):
    def see(self, event: Event) -> None:
        what, seat = event[:2]
        if what == "card":
            self.facts.add(("holds a card", seat, event[2]))
            if seat == self.observer:
                self.facts.add(event)
            return
        self.time += 1
        if what == "shown" or seat == self.observer:
            self.facts.add((what, self.time, seat, event[2]))
        else:
            self.facts.add((what, self.time, seat, "?"))


def naive(seats: int, options: Mapping[str, str]) -> Naive:
    return Naive(seats)


tracker = Tracker


def facts(view: View) -> set[Fact]:
    found: set[Fact] = set()
    places = [0] * view.seats
    time = 0
    for seen in view.seen:
        if seen.kind == DEALT:
            found.add(("holds a card", seen.seat, places[seen.seat]))
            if seen.value != HIDDEN:
                found.add(("card", seen.seat, places[seen.seat], str(seen.value)))
            places[seen.seat] += 1
        elif seen.kind in (ACTION, SHOWN):
            time += 1
            what = "down" if seen.kind == ACTION else "shown"
            found.add((what, time, seen.seat, "?" if seen.value == HIDDEN else str(seen.value)))
    return found


def possible_deals(truth: Naive, observer: int) -> list[tuple[list[list[str]], dict[int, str]]]:
    """Return all hands and hidden cards that an observer must think possible."""
    hidden = [seat for seat in range(truth.seats) if seat != observer]
    cards = list(truth.left)
    for seat in hidden:
        cards += truth.hands[seat] + ([truth.down[seat]] if seat in truth.down else [])
    rooms = [len(truth.hands[seat]) + (seat in truth.down) for seat in hidden] + [len(truth.left)]
    found = []
    for placed in placings(cards, rooms):
        choosers = [k for k, seat in enumerate(hidden) if seat in truth.down]
        for chosen in product(*[placed[k] for k in choosers]):
            hands, down = list(truth.hands), dict(truth.down)
            for k, seat in enumerate(hidden):
                hands[seat] = list(placed[k])
            for k, card in zip(choosers, chosen, strict=True):
                hands[hidden[k]].remove(card)
                down[hidden[k]] = card
            found.append((hands, down))
    return found


def as_history(truth: Naive, history: History, hands: list[list[str]], down: dict[int, str]) -> History:
    """Return the history with these hands and face-down cards instead."""
    names: list[str] = []
    for seat in range(truth.seats):
        names += sorted(hands[seat] + [cards[seat] for cards in truth.rounds] + ([down[seat]] if seat in down else []))
    left = [str(card) for card in range(7) if str(card) not in names]
    changed: History = [Deal((*names, *left))]
    shown = truth.seats * len(truth.rounds)
    plays = [step for step in history if isinstance(step, Play)]
    return changed + plays[:shown] + [Play(step.seat, down[step.seat]) for step in plays[shown:]]


def swap(truth: oracle.Naive, history: History, observer: int, rng: random.Random) -> History | None:
    assert isinstance(truth, Naive)
    if truth.turn < 0:
        return None
    hands, down = rng.choice(possible_deals(truth, observer))
    return as_history(truth, history, hands, down)


def world(state: State) -> tuple[object, ...]:
    if state.turn < 0:
        return ()
    known = set().union(*[facts(state.view(seat)) for seat in range(state.seats)])
    cards = tuple(sorted((fact[1], fact[3]) for fact in known if fact[0] == "card"))
    shown = [fact[3] for fact in known if fact[0] == "shown"]
    down = sorted((fact[2], fact[3]) for fact in known if fact[0] == "down" and fact[3] not in ["?", *shown])
    return (cards, tuple(down))


def worlds(truth: oracle.Naive, observer: int, most: int) -> dict[Hashable, int] | None:
    assert isinstance(truth, Naive)
    if truth.turn < 0:
        return {(): 1}
    found: dict[Hashable, int] = {}
    for hands, down in possible_deals(truth, observer):
        cards = []
        for seat in range(truth.seats):
            held = hands[seat] + [shown[seat] for shown in truth.rounds] + ([down[seat]] if seat in down else [])
            cards += [(seat, card) for card in held]
        found[(tuple(sorted(cards)), tuple(sorted(down.items())))] = 1
    return found if len(found) <= most else None


def rebuild(state: State, history: History) -> History:
    if state.turn < 0:
        return history
    cards, down = world(state)
    assert isinstance(cards, tuple)
    assert isinstance(down, tuple)
    names = [str(card) for _, card in cards]
    left = [str(card) for card in range(7) if str(card) not in names]
    plays = [step for step in history if isinstance(step, Play)]
    hidden = dict(down)
    shown = len(plays) - len(hidden)
    return [Deal((*names, *left)), *plays[:shown], *[Play(step.seat, hidden[step.seat]) for step in plays[shown:]]]
