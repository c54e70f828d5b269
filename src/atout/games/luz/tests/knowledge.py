"""Luz: who may know what (the table of information in the rules' specification), and all that may be otherwise."""

import random
from collections.abc import Hashable, Mapping
from itertools import chain, combinations, product
from math import comb
from typing import Protocol

from atout import HIDDEN, SPECTATOR, State, View
from atout.games.luz.reading import DRAWN, LAST, NUMBER, SCORED
from atout.kernel.log import ACTION, DEALT, TOTAL, TRICK
from tests.conformance.oracle import Deal, Event, Fact, History, Notebook, of_running_deal, redealt

COLOURS = "RYGBP"
NAMES = [f"{colour}{value}" for colour in COLOURS for value in range(1, 13)]


class Truth(Protocol):
    """What is asked of the naive match."""

    seats: int
    turn: int
    options: Mapping[str, str]
    dealt: list[list[str]]
    left: list[str]
    plays: list[tuple[int, str, str]]


class Tracker(Notebook):
    """Everybody sees colours and order of all hands, bets, played cards and scores; all but the holder see values."""

    def __init__(self, seats: int, options: Mapping[str, str], observer: int) -> None:
        super().__init__(seats, options, observer)
        self.all_hands = options["spectator_view"] == "all_hands"
        self.deal = 0

    def see(self, event: Event) -> None:
        what = event[0]
        if what == "marker":
            self.facts.add(event)
            self.open(1, [0] * self.seats, [0] * self.seats)
        elif what == "deal":
            self.deal += 1
            self.time = 0
        elif what == "hand":
            _, holder, place, card = event
            assert isinstance(card, str)
            self.facts.add(("back", self.deal, holder, place, card[0]))
            if self.all_hands if self.observer == SPECTATOR else holder != self.observer:
                self.facts.add(("front", self.deal, holder, place, card))
        elif what == "end":
            _, number, totals, gained = event
            self.open(number, totals, gained)
        else:
            self.time += 1
            self.facts.add((what, self.deal, self.time, *event[1:]))

    def open(self, number: object, totals: object, gained: object) -> None:
        """Note what everybody knows between two deals."""
        assert isinstance(totals, list)
        assert isinstance(gained, list)
        self.facts.add(("comes", self.deal, number))
        for seat, (total, last) in enumerate(zip(totals, gained, strict=True)):
            self.facts.add(("total", self.deal, seat, total))
            self.facts.add(("last", self.deal, seat, last))


tracker = Tracker


def facts(view: View) -> set[Fact]:
    found: set[Fact] = set()
    deal = time = 0
    places = [0] * view.seats
    for seen in view.seen:
        if seen.kind == DRAWN and deal == 0:
            found.add(("marker", seen.seat))
        elif seen.kind == NUMBER:
            found.add(("comes", deal, seen.open))
            places, time = [0] * view.seats, 0
        elif seen.kind == TOTAL:
            found.add(("total", deal, seen.seat, seen.open))
        elif seen.kind == LAST:
            found.add(("last", deal, seen.seat, seen.open))
        elif seen.kind == DEALT:
            if not any(places):
                deal += 1
            found.add(("back", deal, seen.seat, places[seen.seat], COLOURS[seen.open]))
            if seen.value != HIDDEN:
                found.add(("front", deal, seen.seat, places[seen.seat], NAMES[seen.value]))
            places[seen.seat] += 1
        elif seen.kind != DRAWN:
            time += 1
            found.add(what_happened(deal, time, seen.kind, seen.seat, seen.open, seen.value))
    return found


def what_happened(deal: int, time: int, kind: int, seat: int, open: int, value: int) -> Fact:
    if kind == ACTION and value < 22:
        return ("bet", deal, time, seat, bet_text(value))
    if kind == ACTION:
        action = f"{COLOURS[(value - 22) // 10]}#{(value - 22) % 10 + 1}"
        return ("play", deal, time, seat, action, NAMES[open])
    if kind == TRICK:
        return ("trick", deal, time, seat)
    assert kind == SCORED, f"what is an entry of kind {kind}?"
    return ("score", deal, time, seat, open, bet_text(value % 22), value // 22)


def bet_text(value: int) -> str:
    return f"{value // 2}{'+S' if value % 2 else ''}"


# What may be otherwise: cards of the same colour, between hidden backs and the left-over cards


def hand_size(options: Mapping[str, str]) -> int:
    """Return how many cards everybody is dealt."""
    return 2 if options["pack"] == "small" else 10


def hidden_seats(truth: Truth, observer: int) -> list[int]:
    """Return the seats whose unplayed values the observer does not see."""
    if observer != SPECTATOR:
        return [observer]
    return [] if truth.options["spectator_view"] == "all_hands" else list(range(truth.seats))


def unplayed_cards(truth: Truth, seat: int, colour: str) -> list[str]:
    played = [card for _, _, card in truth.plays]
    return [card for card in truth.dealt[seat] if card[0] == colour and card not in played]


def shows(truth: Truth, seat: int, group: list[str]) -> bool:
    """Say whether a group with these cards would have shown the cards that its seat was seen to play (LUZ-31)."""
    left = sorted(group, key=lambda card: int(card[1:]))
    for who, action, card in truth.plays:
        if who == seat and action[0] == group[0][0]:
            place = int(action[2:])
            if place > len(left) or left[place - 1] != card:
                return False
            left.remove(card)
    return True


def played_cards(truth: Truth, seat: int, colour: str) -> list[str]:
    return [card for who, _, card in truth.plays if who == seat and card[0] == colour]


def swap(truth: Truth, history: History, observer: int, rng: random.Random) -> History | None:
    seats = hidden_seats(truth, observer)
    fitting = worlds(truth, observer, 1000) if truth.dealt and hand_size(truth.options) == 2 else None
    if fitting is not None and len(fitting) == 1:
        return None  # few cards may leave nothing hidden
    history = scramble(truth, history, rng)
    if truth.turn < 0 or not seats:
        return history if truth.dealt else None
    hands, left = exchange(truth, seats, rng)
    while fitting is not None and left == truth.left and [by_colour(hand) for hand in hands] == truth.dealt:
        hands, left = exchange(truth, seats, rng)
    return redealt(history, dealt_names(hands, left))


def exchange(truth: Truth, seats: list[int], rng: random.Random) -> tuple[list[list[str]], list[str]]:
    """Return hands and left-over cards with other hidden cards, colour by colour."""
    hands = [list(hand) for hand in truth.dealt]
    left = list(truth.left)
    for colour in COLOURS:
        cards = [card for card in left if card[0] == colour]
        for seat in seats:
            cards += unplayed_cards(truth, seat, colour)
        for _ in range(100):
            rng.shuffle(cards)
            rest = list(cards)
            groups = {seat: [rest.pop() for _ in unplayed_cards(truth, seat, colour)] for seat in seats}
            whole = {seat: groups[seat] + played_cards(truth, seat, colour) for seat in seats}
            if all(shows(truth, seat, group) for seat, group in whole.items() if group):
                for seat in seats:
                    hands[seat] = [card for card in hands[seat] if card[0] != colour] + whole[seat]
                left = [card for card in left if card[0] != colour] + rest
                break
    return hands, left


def by_colour(hand: list[str]) -> list[str]:
    """Return a hand sorted (LUZ-11)."""
    return sorted(hand, key=lambda card: (COLOURS.index(card[0]), int(card[1:])))


def dealt_names(hands: list[list[str]], left: list[str]) -> list[str]:
    """Return the pack in dealing order: the hand of seat 1 was dealt to seat 0, and so on (LUZ-12)."""
    return [*chain(*hands[1:]), *hands[0], *left]


def scramble(truth: Truth, history: History, rng: random.Random) -> History:
    """Return the history with the cards of every hand, and the left-over cards, dealt in another order."""
    changed: History = []
    for step in history:
        if isinstance(step, Deal) and len(step.names) > truth.seats:
            size = hand_size(truth.options)
            names: list[str] = []
            for start in range(0, len(step.names), size):
                names += rng.sample(step.names[start : start + size], len(step.names[start : start + size]))
            changed.append(Deal(tuple(names)))
        elif isinstance(step, Deal):
            changed.append(Deal((step.names[0], *rng.sample(step.names[1:], len(step.names) - 1))))
        else:
            changed.append(step)
    return changed


@of_running_deal
def world(state: State) -> tuple[str, ...]:
    """Return all hands of the running deal, seat by seat."""
    cards: dict[tuple[int, int], str] = {}
    places = [0] * state.seats
    for entries in (state.view(seat).seen for seat in (0, 1)):
        for seen in entries:
            if seen.kind == NUMBER:
                places = [0] * state.seats
            elif seen.kind == DEALT:
                if seen.value != HIDDEN:
                    cards[seen.seat, places[seen.seat]] = NAMES[seen.value]
                places[seen.seat] += 1
    return tuple(cards[place] for place in sorted(cards))


def worlds(truth: Truth, observer: int, most: int) -> dict[Hashable, int] | None:
    if truth.turn < 0:
        return {(): 1}
    seats = hidden_seats(truth, observer)
    ways: list[list[dict[int, list[str]]]] = []  # colour by colour, the groups of the hidden seats
    count = 1
    for colour in COLOURS:
        found = groups_of(truth, seats, colour, 20 * most)
        if found is None:
            return None
        ways.append(found)
        count *= len(found)
        if count > most:
            return None
    worlds: dict[Hashable, int] = {}
    for chosen in product(*ways):
        hands = [list(hand) for hand in truth.dealt]
        for seat in seats:
            hands[seat] = [card for groups in chosen for card in groups[seat]]
        worlds[tuple(chain(*hands))] = 1
    return worlds


def groups_of(truth: Truth, seats: list[int], colour: str, most: int) -> list[dict[int, list[str]]] | None:
    """Return all ways the hidden groups of a colour can be, by trying every one; None if that is too many."""
    sizes = {seat: len(unplayed_cards(truth, seat, colour)) for seat in seats}
    cards = [card for card in truth.left if card[0] == colour]
    for seat in seats:
        cards += unplayed_cards(truth, seat, colour)
    tries, left = 1, len(cards)
    for size in sizes.values():
        tries *= comb(left, size)
        left -= size
    if tries > most:
        return None
    found: list[dict[int, list[str]]] = [{}]
    for seat in seats:
        longer = []
        for groups in found:
            free = [card for card in cards if card not in chain(*groups.values())]
            for held in combinations(free, sizes[seat]):
                group = [*held, *played_cards(truth, seat, colour)]
                if not group or shows(truth, seat, group):
                    longer.append({**groups, seat: sorted(group, key=lambda card: int(card[1:]))})
        found = longer
    return found


def rebuild(state: State, history: History) -> History:
    if state.turn < 0:
        return history
    cards = world(state)
    size = len(cards) // state.seats
    hands = [list(cards[start : start + size]) for start in range(0, len(cards), size)]
    last = [step for step in history if isinstance(step, Deal)][-1]
    return redealt(history, dealt_names(hands, [card for card in last.names if card not in cards]))
