"""Schrecklicht: who may know what (section 5 of the rules' specification), and all that may be otherwise."""

import random
from collections.abc import Hashable, Mapping
from itertools import permutations
from math import factorial
from typing import Protocol

from atout import HIDDEN, State, View
from atout.games.schrecklicht.objectives import NAMES
from atout.games.schrecklicht.reading import DEALER, FIRSTS, OBJECTIVE, PILE, REJECTED, ROUND, SCORED, TURNED, USED
from atout.games.schrecklicht.state import SchrecklichtState
from atout.kernel.log import ACTION, DEALT, TOTAL
from tests.conformance.oracle import Deal, Event, Fact, History, Notebook, placing_count, placings

COLOURS = "GVB"


class Round(Protocol):
    """What is asked of a round of the naive match."""

    turned: list[str]
    rejected: list[str]
    dealt: list[list[str]]
    hands: list[list[str]]
    unused: list[str]


class Truth(Protocol):
    """What is asked of the naive match."""

    seats: int
    hand: int  # cards dealt to each
    turn: int
    pile: list[str]
    rounds: list[Round]


class Tracker(Notebook):
    """Everybody sees everything but the hands of others, the unused cards and the order of the pile."""

    def __init__(self, seats: int, options: Mapping[str, str], observer: int) -> None:
        super().__init__(seats, options, observer)
        self.part = 0  # of the log: one for each round

    def see(self, event: Event) -> None:
        what = event[0]
        if what == "comes":
            self.part += 1
            self.time = 0
            _, number, dealer, totals, firsts, used = event
            assert isinstance(totals, list)
            assert isinstance(firsts, list)
            assert isinstance(used, list)
            self.facts.add(("round", self.part, number, dealer))
            for seat, (total, first) in enumerate(zip(totals, firsts, strict=True)):
                self.facts |= {("total", self.part, seat, total), ("firsts", self.part, seat, first)}
            self.facts |= {("used", self.part, name) for name in used}
        elif what == "hand":
            _, holder, card = event
            assert isinstance(holder, int)
            if holder == self.observer:
                self.facts.add(("card", self.part, card))
        else:
            self.time += 1
            self.facts.add((self.part, self.time, *event))


tracker = Tracker


def card_name(card: int) -> str:
    return f"{COLOURS[card % 3]}{card // 3}"


def play_text(action: int) -> str:
    card, target = divmod(action, 41)
    return f"{card_name(card)}>{'ABCDE'[target]}" if target < 5 else f"{card_name(card)}/{card_name(target - 5)}"


def facts(view: View) -> set[Fact]:
    found: set[Fact] = set()
    part = time = number = colours = 0
    for seen in view.seen:
        if seen.kind == ROUND:
            part += 1
            time = colours = 0
            number = seen.open
        elif seen.kind == DEALER:
            found.add(("round", part, number, seen.seat))
        elif seen.kind == TOTAL:
            found.add(("total", part, seen.seat, seen.open))
        elif seen.kind == FIRSTS:
            found.add(("firsts", part, seen.seat, seen.open))
        elif seen.kind == USED:
            found.add(("used", part, NAMES[seen.open]))
        elif seen.kind == DEALT:
            if seen.value != HIDDEN:
                assert seen.seat == view.seat
                found.add(("card", part, card_name(seen.value)))
        else:
            time += 1
            found.add((part, time, *what_happened(seen.kind, seen.seat, seen.open, seen.value, colours)))
            colours += seen.kind == OBJECTIVE
    return found


def what_happened(kind: int, seat: int, open: int, value: int, colours: int) -> Fact:
    if kind == PILE:
        return ("pile",)
    if kind == OBJECTIVE:
        return ("objective", COLOURS[colours], NAMES[open])
    if kind == TURNED:
        return ("turned", seat, card_name(open))
    if kind == REJECTED:
        return ("rejected", seat, card_name(open))
    if kind == ACTION:
        return ("play", seat, play_text(value))
    assert kind == SCORED, f"what is an entry of kind {kind}?"
    return ("score", seat, open)


# What may be otherwise: hands of others, unused cards, the order of the pile


def played_cards(game: Round, seat: int) -> list[str]:
    return [card for card in game.dealt[seat] if card not in game.hands[seat]]


def hidden_cards(truth: Truth, game: Round, observer: int) -> tuple[list[str], list[list[str]]]:
    """Return the cards that could lie elsewhere, and for each seat those of its dealt hand that could not."""
    fixed: list[list[str]] = []
    loose = [card for card in game.unused if card not in game.rejected]
    for seat in range(truth.seats):
        if seat == observer:
            fixed.append(list(game.dealt[seat]))
            continue
        known = [card for card in game.dealt[seat] if card in played_cards(game, seat) or card in game.rejected]
        fixed.append(known)
        loose += [card for card in game.dealt[seat] if card not in known]
    return loose, fixed


def turned_up_cards(deck: tuple[str, ...], seats: int) -> tuple[list[str], list[str]]:
    """Return the cards that are turned up from a deck, and those of them that are rejected (SCH-08)."""
    turned: list[str] = []
    rejected: list[str] = []
    while len(turned) - len(rejected) < seats:
        card = deck[len(turned)]
        lying = [other for other in turned if other not in rejected and other[0] == card[0]]
        if sum(int(other[1:]) for other in [*lying, card]) > 15:
            rejected.append(card)
        turned.append(card)
    return turned, rejected


def deck_for(deck: tuple[str, ...], dealer: int, hands: list[list[str]], rng: random.Random) -> Deal:
    """Return a deck that turns up the same cards as this one and deals these hands, each in any order."""
    seats = len(hands)
    turned, rejected = turned_up_cards(deck, seats)
    free = [[card for card in hand if card not in rejected] for hand in hands]
    for hand in free:
        rng.shuffle(hand)
    names = list(turned)
    for place in range(min(len(deck) - len(turned), sum(map(len, hands)))):  # then come the rejected ones
        names.append(free[(dealer + 1 + place) % seats].pop())
    assert not any(free)
    left = [card for card in deck if card not in names]
    rng.shuffle(left)
    return Deal(tuple(names + left))


def change_deal(history: History, hands: list[list[list[str]]], pile: list[str], rng: random.Random) -> History:
    """Return the history with other hands in the last rounds, as many as there are hands, and another pile."""
    found: History = []
    decks = [step for step in history if isinstance(step, Deal) and step.names[0][-1].isdigit()]
    first = len(decks) - len(hands)
    dealer = number = 0
    for step in history:
        if not isinstance(step, Deal):
            found.append(step)
        elif step.names[0][-1].isdigit():  # a card
            if number >= first:
                step = deck_for(step.names, dealer + number, hands[number - first], rng)
            found.append(step)
            number += 1
        elif len(step.names[0]) > 1:  # an objective
            found.append(Deal((*step.names[: 12 - len(pile)], *pile)))
        else:
            dealer = "ABCDE".index(step.names[0])
            found.append(Deal((step.names[0], *rng.sample(step.names[1:], len(step.names) - 1))))
    return found


def dealt_rounds(truth: Truth) -> list[Round]:
    return [game for game in truth.rounds if game.turned]


def swap(truth: Truth, history: History, observer: int, rng: random.Random) -> History | None:
    if not truth.rounds:
        return None
    hands = []
    for game in dealt_rounds(truth):
        loose, fixed = hidden_cards(truth, game, observer)
        rng.shuffle(loose)
        hands.append([known + [loose.pop() for _ in range(truth.hand - len(known))] for known in fixed])
    pile = rng.sample(truth.pile, len(truth.pile))
    return change_deal(history, hands, pile, rng)


def world(state: State) -> tuple[tuple[str, ...], ...]:
    """Return the hands as they were dealt in the running round, seat by seat, and the objectives to come."""
    assert isinstance(state, SchrecklichtState)
    pile = tuple(NAMES[objective] for objective in list(state.pile)[state.drawn :])
    if state.turn < 0:
        return (pile,)
    hands: list[list[str]] = []
    for seat in range(state.seats):
        hands.append([])
        for seen in state.view(seat).seen:
            if seen.kind == ROUND:
                hands[seat].clear()
            elif seen.kind == DEALT and seen.seat == seat:
                hands[seat].append(card_name(seen.value))
    return (*(tuple(sorted(hand)) for hand in hands), pile)


def worlds(truth: Truth, observer: int, most: int) -> dict[Hashable, int] | None:
    count = factorial(len(truth.pile))
    if count > most:
        return None
    piles = list(permutations(truth.pile))
    if truth.turn < 0:
        return {(pile,): 1 for pile in piles}
    loose, fixed = hidden_cards(truth, truth.rounds[-1], observer)
    rooms = [truth.hand - len(known) for known in fixed]
    rooms.append(len(loose) - sum(rooms))
    if count * placing_count(rooms) > most:
        return None
    found: dict[Hashable, int] = {}
    for places in placings(loose, rooms):
        hands = tuple(tuple(sorted(known + new)) for known, new in zip(fixed, places, strict=False))
        for pile in piles:
            found[(*hands, pile)] = 1
    return found


def rebuild(state: State, history: History) -> History:
    *hands, pile = world(state)
    return change_deal(history, [[list(hand) for hand in hands]] if hands else [], list(pile), random.Random(1))
