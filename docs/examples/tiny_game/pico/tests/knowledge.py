"""Pico: who may know what, written from PICO-04 and PICO-05, and all that could be instead."""

import random
from collections.abc import Hashable, Iterator, Mapping
from typing import Any

from atout import HIDDEN, State, View
from atout.authoring import ACTION, DEALT, FIRST_OWN_KIND, TOTAL, TRICK
from tests.conformance.oracle import Event, Fact, History, placing_count, placings, redealt

PACK = [suit + value for suit in "RB" for value in "123456"]


def tracker(seats: int, options: Mapping[str, str], observer: int) -> "Tracker":
    """Return an observer with a notebook."""
    return Tracker(observer)


class Tracker:
    """Hears what happens and notes what its observer learns."""

    def __init__(self, observer: int) -> None:
        self.facts: set[Fact] = set()
        self.observer = observer
        self.number = 0
        self.count = 0

    def see(self, event: Event) -> None:
        what = event[0]
        if what == "deal":
            self.number += 1
            self.count = 0
        elif what == "card":
            _, seat, place, card = event
            self.facts.add(("has a card", self.number, seat, place))
            if seat == self.observer:
                self.facts.add(("card", self.number, seat, place, card))
        elif what == "totals":
            self.facts |= {("total", self.number, seat, points) for seat, points in enumerate(event[1:])}
        else:
            self.count += 1
            self.facts.add((what, self.number, self.count, *event[1:]))


def facts(view: View) -> set[Fact]:
    """Return the same facts, as a view holds them."""
    found: set[Fact] = set()
    number = count = 0
    places: dict[int, int] = {}
    for seen in view.seen:
        if seen.kind == FIRST_OWN_KIND and seen.open != number:
            number, count, places = seen.open, 0, {}
        elif seen.kind == DEALT:
            place = places[seen.seat] = places.get(seen.seat, -1) + 1
            found.add(("has a card", number, seen.seat, place))
            if seen.value != HIDDEN:
                found.add(("card", number, seen.seat, place, PACK[seen.value]))
        elif seen.kind == TOTAL:
            found.add(("total", number, seen.seat, seen.open))
        elif seen.kind == ACTION:
            count += 1
            found.add(("played", number, count, seen.seat, PACK[seen.value]))
        elif seen.kind == TRICK:
            count += 1
            found.add(("trick", number, count, seen.seat))
    return found


def others(truth: Any, observer: int) -> list[int]:
    """Return the seats whose hands the observer cannot see."""
    return [seat for seat in range(truth.seats) if seat != observer and truth.hands[seat]]


def could_be(truth: Any, hands: Mapping[int, list[str]]) -> bool:
    """Say whether the deal could have gone as it did if these seats held these cards now."""
    held = {seat: hand + [card for who, card in truth.plays if who == seat] for seat, hand in hands.items()}
    for turn, (seat, card) in enumerate(truth.plays):
        if seat not in held:
            continue
        led = truth.plays[turn - turn % truth.seats][1][0]
        if card[0] != led and any(other[0] == led for other in held[seat]):
            return False
        held[seat].remove(card)
    return True


def dealt(truth: Any, hands: Mapping[int, list[str]]) -> list[list[str]]:
    """Return what everybody would have been dealt if these seats held these cards now."""
    played = [[card for who, card in truth.plays if who == seat] for seat in range(truth.seats)]
    return [
        sorted(hands[seat] + played[seat], key=PACK.index) if seat in hands else truth.dealt[seat]
        for seat in range(truth.seats)
    ]


def flat(hands: list[list[str]]) -> list[str]:
    """Return all cards in one list."""
    return [card for hand in hands for card in hand]


def swap(truth: Any, history: History, observer: int, rng: random.Random) -> History | None:
    """Return another history that looks the same to the observer, or None if nothing is hidden."""
    seats = others(truth, observer)
    if truth.turn < 0 or not seats:
        return None
    unseen = [card for seat in seats for card in truth.hands[seat]] + truth.left
    while True:
        rng.shuffle(unseen)
        rest = list(unseen)
        hands = {seat: [rest.pop() for _ in truth.hands[seat]] for seat in seats}
        if could_be(truth, hands):
            return redealt(history, [*flat(dealt(truth, hands)), *rest])


def world(state: State) -> Hashable:
    """Return who was dealt what in the running deal."""
    if state.turn < 0:
        return ()
    known = [fact for seat in range(state.seats) for fact in facts(state.view(seat)) if fact[0] == "card"]
    number = max(int(str(fact[1])) for fact in known)
    return tuple(str(fact[4]) for fact in sorted(known, key=lambda fact: str(fact[2:4])) if fact[1] == number)


def all_hands(truth: Any, observer: int) -> Iterator[dict[int, list[str]]]:
    """Yield all hands that the observer must hold possible."""
    seats = others(truth, observer)
    unseen = [card for seat in seats for card in truth.hands[seat]] + truth.left
    for placed in placings(unseen, [*(len(truth.hands[seat]) for seat in seats), len(truth.left)]):
        hands = dict(zip(seats, placed, strict=False))
        if could_be(truth, hands):
            yield hands


def worlds(truth: Any, observer: int, most: int) -> dict[Hashable, int] | None:
    """Return all worlds, which are equally likely; None if there are too many to list."""
    if truth.turn < 0:
        return {(): 1}
    rooms = [len(truth.hands[seat]) for seat in others(truth, observer)] + [len(truth.left)]
    if placing_count(rooms) > 4 * most:
        return None
    found: dict[Hashable, int] = {tuple(flat(dealt(truth, hands))): 1 for hands in all_hands(truth, observer)}
    return found if len(found) <= most else None


def rebuild(state: State, history: History) -> History:
    """Return the history that leads to a drawn world."""
    cards = world(state)
    if not isinstance(cards, tuple) or not cards:
        return history
    return redealt(history, [*cards, *(card for card in PACK if card not in cards)])
