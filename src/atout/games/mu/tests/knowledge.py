"""Mü: who knows what, and all worlds an observer must hold possible, with lists and loops.

A world is what the present deal hides from somebody: the cards each seat was dealt. Cards that an observer has not seen
lie in the hands of others; copies of a card are told apart when the ways are counted.
"""

import random
from collections import Counter
from collections.abc import Hashable, Mapping
from functools import cache
from typing import Any

from atout import HIDDEN, State, View
from atout.games.mu import GAME
from atout.games.mu.reading import ALL_PASSED, CHIEF, DEADLOCK, DEALER, NUMBER, PLAYED, SCORED, VICE
from atout.kernel.log import ACTION, DEALT, TABLE, TOTAL, TRICK
from tests.conformance.oracle import Event, Fact, History, Notebook, of_running_deal, placing_count, placings, redealt

FACES = [f"{colour}{number}" for colour in "RBGYK" for number in range(10)]
TRUMPS = [*"RBGYK", *"0123456789", "none"]

World = tuple[tuple[str, ...], ...]


# What an observer knows


class Tracker(Notebook):
    """Knows the information model of the rules, event by event: only dealt cards are secret."""

    def see(self, event: Event) -> None:
        self.time += 1
        if event[0] == "dealt" and event[1] != self.observer:
            event = ("dealt", event[1], "?")
        self.facts.add((self.time, *event))


tracker = Tracker


def facts(view: View) -> set[Fact]:
    return {
        (time, *fact(seen.kind, seen.seat, seen.open, seen.value, view.seats))
        for time, seen in enumerate(view.seen, start=1)
    }


@cache  # random matches are long, and the same is seen again and again
def fact(kind: int, seat: int, open: int, value: int, seats: int) -> Fact:
    if kind == ACTION:
        return ("did", seat, GAME.text(value))
    if kind == DEALT:
        return ("dealt", seat, "?" if value == HIDDEN else FACES[value])
    if kind == TRICK:
        return ("trick", seat)
    if kind == DEADLOCK:
        return ("deadlock", seat, open, tuple(each for each in range(seats) if value >> each & 1))
    if kind == PLAYED:
        return ("played", seat, open, value // 16, TRUMPS[value % 16])
    others: dict[int, Fact] = {
        NUMBER: ("round", open),
        DEALER: ("dealer", seat),
        TOTAL: ("total", seat, open),
        CHIEF: ("chief", seat, open),
        VICE: ("vice", -1 if seat == TABLE else seat),
        ALL_PASSED: ("all passed",),
        SCORED: ("scored", seat, open, value),
    }
    return others[kind]


# Worlds


@of_running_deal
def world(state: State) -> World:
    hands = []
    for seat in range(state.seats):
        seen = state.view(seat).seen
        begin = max(k for k, entry in enumerate(seen) if entry.kind == NUMBER)
        cards = [entry.value for entry in seen[begin:] if entry.kind == DEALT and entry.seat == seat]
        hands.append(tuple(FACES[value] for value in cards))
    return tuple(hands)


def rebuild(state: State, history: History) -> History:
    found = world(state)
    return redealt(history, [card for hand in found for card in hand]) if found else history


def laid_and_played(truth: Any, seat: int) -> list[str]:
    """Return the cards that a seat has shown from its hand."""
    return [*truth.bids[seat], *(card for who, card, from_hand in truth.plays if who == seat and from_hand)]


def dealt_hands(truth: Any, hands: Mapping[int, list[str]]) -> World:
    """Return what all were dealt had these seats held these cards until now."""
    found = []
    for seat in range(truth.seats):
        cards = hands[seat] + laid_and_played(truth, seat) if seat in hands else truth.dealt[seat]
        found.append(tuple(sorted(cards, key=FACES.index)))
    return tuple(found)


def fits(truth: Any, seat: int, hand: list[str]) -> bool:
    """Say whether a seat could have played as it did with these cards still in its hand (MU-44)."""
    held = hand + [card for who, card, from_hand in truth.plays if who == seat and from_hand]
    for k, (who, card, from_hand) in enumerate(truth.plays):
        if who != seat:
            continue
        led = truth.suit(truth.plays[k - k % truth.seats][1])
        if truth.suit(card) != led and led in [truth.suit(other) for other in held]:
            return False
        if from_hand:
            held.remove(card)
    return True


def swap(truth: Any, history: History, observer: int, rng: random.Random) -> History | None:
    """Exchange cards between hidden hands, two at a time, wherever both seats could have played as they did."""
    hands = {seat: list(truth.hands[seat]) for seat in range(truth.seats) if seat != observer and truth.hands[seat]}
    if truth.turn < 0 or len(hands) < 2:
        return None
    for _ in range(60):
        one, other = rng.sample(sorted(hands), 2)
        mine, theirs = rng.randrange(len(hands[one])), rng.randrange(len(hands[other]))
        tried = {one: list(hands[one]), other: list(hands[other])}
        tried[one][mine], tried[other][theirs] = hands[other][theirs], hands[one][mine]
        if fits(truth, one, tried[one]) and fits(truth, other, tried[other]):
            hands |= tried
    return redealt(history, [card for hand in dealt_hands(truth, hands) for card in hand])


def worlds(truth: Any, observer: int, most: int) -> dict[Hashable, int] | None:
    if truth.turn < 0:
        return {(): 1}
    seats = [seat for seat in range(truth.seats) if seat != observer and truth.hands[seat]]
    rooms = [len(truth.hands[seat]) for seat in seats]
    if not seats:
        return {dealt_hands(truth, {}): 1}
    if placing_count(rooms) > 4 * most:
        return None
    cards = [card for seat in seats for card in truth.hands[seat]]
    possible: dict[tuple[int, str], bool] = {}
    for seat in seats:
        for card in set(cards):
            possible[seat, card] = fits(truth, seat, [card])
    ways: Counter[tuple[tuple[str, ...], ...]] = Counter()
    for placed in placings(cards, rooms):
        if all(possible[seat, card] for seat, hand in zip(seats, placed, strict=True) for card in hand):
            ways[tuple(tuple(sorted(hand)) for hand in placed)] += 1
    if len(ways) > most:
        return None
    found: dict[Hashable, int] = {}
    for hands, number in ways.items():
        found[dealt_hands(truth, {seat: list(hand) for seat, hand in zip(seats, hands, strict=True)})] = number
    return found
