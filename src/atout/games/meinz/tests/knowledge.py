"""Meinz: who may know what (the table of information in the rules' specification), and all that may be otherwise.

A world is what the present round hides from somebody: the cards dealt to each seat, the discards, and the Monster's
stack in order.
"""

import random
from collections.abc import Hashable, Iterator, Mapping, Sequence
from math import factorial
from typing import Protocol

from atout import HIDDEN, State, View
from atout.games.meinz import reading
from atout.kernel.log import ACTION, DEALT, TOTAL, TRICK, kind_of, seat_of, value_of
from tests.conformance.oracle import (
    Deal,
    Event,
    Fact,
    History,
    Notebook,
    Play,
    of_running_deal,
    placing_count,
    placings,
)

COLOURS = "RBGY"
CARDS = [f"{colour}{number}" for colour in COLOURS for number in range(1, 10)]
ANSWERS = {72: "-", 73: "meinz", 74: "keep"}

World = tuple[tuple[tuple[str, ...], ...], tuple[str | None, ...], tuple[str, ...]]
Pile = tuple[str, int]  # ("hand", 2), ("away", 2), ("stack", k)


class Truth(Protocol):
    """What is asked of the naive match."""

    seats: int
    turn: int
    options: Mapping[str, str]
    dealt: list[list[str]]
    hands: list[list[str]]
    discards: list[str | None]
    stack: list[str]
    turned: list[str]
    course: list[tuple[str, int, str, str]]


# What an observer knows


class Tracker(Notebook):
    """Everybody sees everything but the hands, the discards of others and the Monster's stack."""

    def see(self, event: Event) -> None:
        self.time += 1
        what = event[0]
        if what == "stacked" or (what in ("dealt", "discarded") and event[1] != self.observer):
            event = (*event[:-1], "?")
        self.facts.add((self.time, *event))


tracker = Tracker


def text_of(action: int) -> str:
    """Return the notation of an action."""
    if action < 36:
        return f"x:{CARDS[action]}"
    if action < 72:
        return CARDS[action - 36]
    if action in ANSWERS:
        return ANSWERS[action]
    give, number = divmod(action - 75, 9)
    return f"{CARDS[give]}>{CARDS[give][0]}{number + 1}"


def facts(view: View) -> set[Fact]:
    found: set[Fact] = set()
    time = number = 0
    for seen in view.seen:
        time += 1
        card = "?" if seen.value == HIDDEN else CARDS[seen.value] if 0 <= seen.value < 36 else ""
        if seen.kind == reading.ROUND:
            number = seen.open
            time -= 1  # told together with who dealt first
            continue
        if seen.kind == ACTION:
            if seen.value == HIDDEN or seen.value < 36:
                found.add((time, "discarded", seen.seat, card))
            else:
                found.add((time, "did", seen.seat, text_of(seen.value)))
            continue
        if seen.kind == reading.SCORED:
            found.add((time, "scored", seen.seat, seen.open, seen.value))
            continue
        fact: Fact = {
            reading.DRAWN: ("round", number, seen.seat),
            TOTAL: ("points", seen.seat, seen.open),
            reading.MONSTER_TOTAL: ("points", 3, seen.open),
            DEALT: ("dealt", seen.seat, card),
            reading.STACKED: ("stacked", seen.open, card),
            reading.TURNED: ("turned", CARDS[seen.open] if 0 <= seen.open < 36 else ""),
            TRICK: ("trick", seen.seat),
            reading.MONSTER_TRICK: ("trick", 3),
            reading.SHOWN: ("shown", seen.seat, CARDS[seen.open] if 0 <= seen.open < 36 else ""),
            reading.MONSTER_WINS: ("monster wins",),
        }[seen.kind]
        found.add((time, *fact))
    return found


# Worlds


@of_running_deal
def world(state: State) -> World:
    dealt: list[list[str]] = [[] for _ in range(state.seats)]
    away: list[str | None] = [None] * state.seats
    stack = []
    for item in state.log:
        kind, seat, value = kind_of(item), seat_of(item), value_of(item)
        if kind == DEALT:
            dealt[seat].append(CARDS[value])
        elif kind == reading.STACKED:
            stack.append(CARDS[value])
        elif kind == ACTION and value < 36:
            away[seat] = CARDS[value]
    return tuple(map(tuple, dealt)), tuple(away), tuple(stack)


class Question:
    """What an observer does not know: piles of cards that may be exchanged with each other, and how."""

    def __init__(self, truth: Truth, observer: int) -> None:
        self.truth = truth
        self.observer = observer
        self.piles: dict[Pile, list[str]] = {}
        for seat in range(truth.seats):
            if seat != observer:
                taken = [take for what, who, _, take in truth.course if (what, who) == ("swap", seat)]
                self.piles["hand", seat] = [card for card in truth.hands[seat] if card not in taken]
                away = truth.discards[seat]
                if away is not None:
                    self.piles["away", seat] = [away]
        for k in range(len(truth.turned), len(truth.stack)):
            self.piles["stack", k] = [truth.stack[k]]
        self.bars: set[tuple[int, str]] = set()  # a hand that could not follow, and the colour it has none of
        for what, place, card, led in truth.course:
            if what == "play" and place < truth.seats and card[0] != led[0] and card[1] != led[1]:
                self.bars.add((place, led[0]))

    def allows(self, pile: Pile, card: str) -> bool:
        """Say whether a pile may hold a card."""
        return pile[0] != "hand" or (pile[1], card[0]) not in self.bars

    def shown_from(self, seat: int) -> list[str]:
        """Return the cards of a hand as it was dealt that were seen: played or given in exchange."""
        shown = {card for _, who, card, _ in self.truth.course if who == seat}
        return [card for card in self.truth.dealt[seat] if card in shown]

    def world_of(self, piles: Mapping[Pile, Sequence[str]]) -> World:
        """Return the world with these cards in the hidden piles."""
        truth = self.truth
        dealt: list[tuple[str, ...]] = []
        discards: list[str | None] = []
        for seat in range(truth.seats):
            if seat == self.observer:
                dealt.append(tuple(truth.dealt[seat]))
                discards.append(truth.discards[seat])
            else:
                away = piles.get(("away", seat), [])
                cards = [*piles["hand", seat], *away, *self.shown_from(seat)]
                dealt.append(tuple(sorted(cards, key=CARDS.index)))
                discards.append(away[0] if away else None)
        stack = [piles["stack", k][0] if ("stack", k) in piles else card for k, card in enumerate(truth.stack)]
        return tuple(dealt), tuple(discards), tuple(stack)

    def is_lawful(self, found: World) -> bool:
        """Say whether in this world the round could have gone as it did, card by card."""
        hands = [[card for card in hand if card != away] for hand, away in zip(*found[:2], strict=True)]
        for what, place, card, other in self.truth.course:
            if place == self.truth.seats:  # the Monster
                continue
            hand = hands[place]
            if card not in hand:
                return False
            if what == "swap":
                hand.append(other)
            elif other[0] in [held[0] for held in hand] and card[0] != other[0] and card[1] != other[1]:
                return False
            hand.remove(card)
        return True

    def surely(self) -> int:
        """Return how many worlds there are at least: cards that are barred from the same hands can change places."""
        ways = 1
        classes: dict[tuple[int, ...], list[Pile]] = {}
        for pile, cards in self.piles.items():
            for card in cards:
                barred = tuple(sorted(seat for seat, colour in self.bars if colour == card[0]))
                classes.setdefault(barred, []).append(pile)
        for places in classes.values():
            ways *= factorial(len(places))
            for pile in set(places):
                ways //= factorial(places.count(pile))
        return ways


def worlds(truth: Truth, observer: int, most: int) -> dict[Hashable, int] | None:
    if truth.turn < 0:
        return {(): 1}
    asked = Question(truth, observer)
    if asked.surely() > most:
        return None
    places = list(asked.piles)
    rooms = [len(asked.piles[place]) for place in places]
    cards = [card for place in places for card in asked.piles[place]]
    found: dict[Hashable, int] = {}
    everything = placing_count(rooms) <= 4 * most  # then even worlds that look impossible are tried
    for placing in placings(cards, rooms) if everything else fitting_hands(asked, cards, places, rooms):
        one = asked.world_of(dict(zip(places, placing, strict=True)))
        if asked.is_lawful(one):
            found[one] = 1
            if len(found) > most:
                return None
        else:
            assert everything
    return found


def fitting_hands(asked: Question, cards: list[str], places: list[Pile], rooms: list[int]) -> Iterator[list[list[str]]]:
    """Yield every way to put the cards where they are not barred, those with the fewest places first."""
    open_to = {card: [k for k, place in enumerate(places) if asked.allows(place, card)] for card in cards}
    order = sorted(cards, key=lambda card: len(open_to[card]))
    piles: list[list[str]] = [[] for _ in places]

    def put(k: int) -> Iterator[list[list[str]]]:
        if k == len(order):
            yield piles
            return
        for place in open_to[order[k]]:
            if len(piles[place]) < rooms[place]:
                piles[place].append(order[k])
                yield from put(k + 1)
                piles[place].pop()

    return put(0)


# Changing what cannot be known


def swap(truth: Truth, history: History, observer: int, rng: random.Random) -> History | None:
    """Exchange cards between hidden piles, as far as the observer could not notice, also when the round is over."""
    if not truth.dealt or (truth.turn < 0 and truth.options["show_discards_at_round_end"] == "on"):
        return None
    asked = Question(truth, observer)
    piles = asked.piles
    for _ in range(60):
        first, second = rng.choice(list(piles)), rng.choice(list(piles))
        if first != second and piles[first] and piles[second]:
            i, j = rng.randrange(len(piles[first])), rng.randrange(len(piles[second]))
            if asked.allows(first, piles[second][j]) and asked.allows(second, piles[first][i]):
                piles[first][i], piles[second][j] = piles[second][j], piles[first][i]
    return retell(history, asked.world_of(piles), rng)


def retell(history: History, found: World, rng: random.Random | None = None) -> History:
    """Return the history with other cards and discards in its last round; each hand in any order."""
    dealt, discards, stack = found
    names: list[str] = []
    for hand in dealt:
        names += hand if rng is None else rng.sample(hand, len(hand))
    last = max(k for k, step in enumerate(history) if isinstance(step, Deal))
    later: History = []
    for step in history[last + 1 :]:
        if isinstance(step, Play) and step.text.startswith("x:"):
            later.append(Play(step.seat, f"x:{discards[step.seat]}"))
        else:
            later.append(step)
    return [*history[:last], Deal((*names, *stack)), *later]


def rebuild(state: State, history: History) -> History:
    found = world(state)
    return retell(history, found) if found else history
