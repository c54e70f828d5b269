"""Was sticht?: who may know what, by the information model of the specification, and all that may be otherwise."""

import random
from collections.abc import Hashable, Mapping, Sequence
from itertools import product
from typing import Protocol

from atout import HIDDEN, State, View
from atout.games.was_sticht import reading
from atout.kernel.log import ACTION, DEALT, TRICK
from tests.conformance.oracle import Deal, Event, Fact, History, Notebook, Play

COLOURS = ["R", "B", "G", "Y", "-"]
NUMBERS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "-"]
CARDS = [colour + number for colour in COLOURS[:4] for number in NUMBERS[:9]]
KINDS = ["no-tricks", "no-red", "no-blue", "no-green", "no-yellow"]
KINDS += ["exact-1", "exact-2", "exact-3", "exact-4", "last", "most", "fewest"]
V = "V"


# Entries tell nothing else: the number they have no use for is 0.
NO_OPEN_NUMBER = [ACTION, TRICK, reading.FIRST, reading.TRUMP_COLOUR, reading.TRUMP_NUMBER, reading.ANNOUNCED]
NO_VALUE = [TRICK, reading.NUMBER, reading.FIRST, reading.OWNS, reading.FULFILLED, reading.LEFT_OVER]
NO_VALUE += [reading.ANNOUNCED, reading.TRUMPS, reading.CHOSEN]


class Truth(Protocol):
    """What is asked of the naive match."""

    seats: int
    turn: int
    first: int
    phase: str
    options: Mapping[str, str]
    owned: list[list[str]]
    trumps: tuple[str, str]
    picked: list[list[tuple[object, str]]]
    announced: list[object]
    chosen: dict[int, str]


class Tracker(Notebook):
    """Everything is public but the trumps, which only the first player sees, and contracts until they are revealed."""

    def __init__(self, seats: int, options: Mapping[str, str], observer: int) -> None:
        super().__init__(seats, options, observer)
        self.round = 0

    def see(self, event: Event) -> None:
        what = event[0]
        if what == "round":
            _, number, first, owned, fulfilled = event
            assert isinstance(owned, list)
            assert isinstance(fulfilled, list)
            self.round += 1
            self.time = 0
            self.facts.add((self.round, "round", number, first))
            for name, contracts in (("owns", owned), ("has fulfilled", fulfilled)):
                for seat, kinds in enumerate(contracts):
                    for kind in set(kinds):
                        self.facts.add((self.round, name, seat, kind, kinds.count(kind)))
        elif what == "column":
            self.facts.add((self.round, *event))
        else:
            secret = what in ("trump colour", "trump number", "chooses") and event[1] != self.observer
            self.time += 1
            self.facts.add((self.round, self.time, *event[:2], "?") if secret else (self.round, self.time, *event))


tracker = Tracker


def facts(view: View) -> set[Fact]:
    found: set[Fact] = set()
    part = time = 0
    contracts: dict[tuple[str, int, str], int] = {}
    number = 0
    for seen in view.seen:
        assert seen.open == 0 or seen.kind not in NO_OPEN_NUMBER, f"what does {seen} tell?"
        assert seen.value == 0 or seen.kind not in NO_VALUE, f"what does {seen} tell?"
        if seen.kind == reading.NUMBER:
            part, time, number, contracts = part + 1, 0, seen.open, {}
        elif seen.kind == reading.FIRST:
            found.add((part, "round", number, seen.seat))
        elif seen.kind in (reading.OWNS, reading.FULFILLED):
            name = "owns" if seen.kind == reading.OWNS else "has fulfilled"
            key = (name, seen.seat, KINDS[seen.open])
            found.discard((part, *key, contracts.get(key, 0)))
            contracts[key] = contracts.get(key, 0) + 1
            found.add((part, *key, contracts[key]))
        elif seen.kind == DEALT:
            found.add((part, "column", seen.open, CARDS[seen.value]))
        else:
            time += 1
            found.add((part, time, *what_happened(seen.kind, seen.seat, seen.open, seen.value)))
    return found


def what_happened(kind: int, seat: int, open: int, value: int) -> Fact:
    if kind == ACTION:
        return decision(seat, value)
    if kind == reading.TRUMP_COLOUR:
        return ("trump colour", seat, "?" if value == HIDDEN else COLOURS[value])
    if kind == reading.TRUMP_NUMBER:
        return ("trump number", seat, "?" if value == HIDDEN else NUMBERS[value])
    if kind == reading.LEFT_OVER:
        return ("left over", CARDS[open])
    if kind == reading.ANNOUNCED:
        return ("announced", V if seat == 15 else seat)
    if kind == reading.TRUMPS:
        return ("trumps", COLOURS[open // 10], NUMBERS[open % 10])
    if kind == reading.CHOSEN:
        return ("chosen", seat, KINDS[open])
    if kind == TRICK:
        return ("trick", seat)
    if kind == reading.SUCCEEDS:
        return ("succeeds", seat, KINDS[open], value)
    assert kind in (reading.MET, reading.MISSED), f"what is an entry of kind {kind}?"
    return ("met" if kind == reading.MET else "missed", seat, KINDS[open], value)


def decision(seat: int, value: int) -> Fact:
    if value == HIDDEN:
        return ("chooses", seat, "?")
    if value < 12:
        return ("takes", seat, KINDS[value])
    if value < 48:
        return ("picks", seat, CARDS[value - 12])
    if value < 60:
        return ("chooses", seat, KINDS[value - 48])
    return ("plays", seat, CARDS[value - 60]) if value < 96 else ("discards", seat, KINDS[value - 96])


# What may be otherwise: the trumps while hands are picked, and contracts that are not revealed yet

World = tuple[tuple[str, ...], tuple[tuple[int, str], ...]]  # trumps; who has chosen what


def worlds(truth: Truth, observer: int, most: int) -> dict[Hashable, int] | None:
    found: dict[Hashable, int] = {}
    for possible, weight in weigh_worlds(truth, observer).items():
        found[possible] = weight
    return found if len(found) <= most else None


def trump_cards(truth: Truth) -> tuple[Sequence[str], Sequence[str]]:
    """Return the trump-colour cards and the trump-number cards."""
    return (["R", "-"], ["1", "-"]) if truth.options["pack"] == "small" else (COLOURS, NUMBERS)


def weigh_worlds(truth: Truth, observer: int) -> dict[World, int]:
    """Return all worlds; a contract of which its owner has two copies can be chosen in two ways."""
    if truth.phase == "number" and truth.turn < 0:  # the trump colour is drawn, the trump number is not
        return {
            ((colour,), ()): 1 for colour in ([truth.trumps[0]] if observer == truth.first else trump_cards(truth)[0])
        }
    if truth.phase == "picks":
        if observer == truth.first:
            return {(truth.trumps, ()): 1}
        return {(trumps, ()): 1 for trumps in product(*trump_cards(truth)) if explains(truth, trumps)}
    if truth.phase != "choice":
        return {((), ()): 1}
    ways: list[list[tuple[int, str, int]]] = []
    for seat, kind in sorted(truth.chosen.items()):
        owned = truth.owned[seat]
        kinds = [kind] if seat == observer else sorted(set(owned))
        ways.append([(seat, kind, 1 if seat == observer else owned.count(kind)) for kind in kinds])
    found: dict[World, int] = {}
    for chosen in product(*ways):
        weight = 1
        for _, _, copies in chosen:
            weight *= copies
        found[((), tuple((seat, kind) for seat, kind, _ in chosen))] = weight
    return found


def explains(truth: Truth, trumps: tuple[str, str]) -> bool:
    """Say whether trumps give the winner that was announced for every column."""
    for row, announced in zip(truth.picked, truth.announced, strict=False):
        counted = [(who, card) for who, card in row if who != V or truth.options["virtual_in_announcement"] == "on"]
        if best(counted, trumps) != announced:
            return False
    return True


def best(cards: list[tuple[object, str]], trumps: tuple[str, str]) -> object:
    """Return whose card is the strongest; `max` keeps the first of equal ones (WAS-61)."""
    led = cards[0][1]

    def strength(item: tuple[object, str]) -> tuple[int, int]:
        colour, number = item[1][0], item[1][1]
        if number == trumps[1]:
            return (4, 0) if colour == trumps[0] else (3, 0)
        if colour == trumps[0]:
            return (2, int(number))
        return (1, int(number)) if colour == led[0] else (0, 0)

    return max(cards, key=strength)[0]


def world(state: State) -> World:
    """Read the secrets of the running round from the views of those who know them."""
    views = [state.view(seat) for seat in range(state.seats)]
    entries = [item for view in views for item in view.seen[len(view.seen) - len(view.log) :]]
    if any(item.kind == reading.CHOSEN for item in entries) or state.turn < -1:
        return ((), ())
    chosen = {(item.seat, KINDS[item.value - 48]) for item in entries if item.kind == ACTION and 48 <= item.value < 60}
    if any(item.kind == reading.TRUMPS for item in entries):
        return ((), tuple(sorted(chosen)))
    trumps: list[str] = []
    for kind, names in ((reading.TRUMP_COLOUR, COLOURS), (reading.TRUMP_NUMBER, NUMBERS)):
        trumps += {names[item.value] for item in entries if item.kind == kind and item.value != HIDDEN}
    return (tuple(trumps), ())


def swap(truth: Truth, history: History, observer: int, rng: random.Random) -> History | None:
    own = weigh_worlds(truth, observer)
    true_trumps = truth.trumps[:1] if truth.phase == "number" else truth.trumps if truth.phase == "picks" else ()
    true = (tuple(true_trumps), tuple(sorted(truth.chosen.items())) if truth.phase == "choice" else ())
    assert true in own
    others = [world for world in own if world != true]
    return with_secrets(scramble(history, rng), rng.choice(others)) if others else None


def scramble(history: History, rng: random.Random) -> History:
    """Return the same columns and trumps, shuffled in another order."""
    changed: History = []
    for step in history:
        if isinstance(step, Play):
            changed.append(step)
        elif len(step.names) in (36, 8):  # the number cards
            names: list[str] = []
            for start in range(0, len(step.names), 4):
                names += rng.sample(step.names[start : start + 4], 4)
            changed.append(Deal(tuple(names)))
        elif len(changed):
            changed.append(Deal((*rng.sample(step.names[:-1], len(step.names) - 1), step.names[-1])))
        else:
            changed.append(Deal((step.names[0], *rng.sample(step.names[1:], len(step.names) - 1))))
    return changed


def with_secrets(history: History, secrets: World) -> History:
    """Return the history with these trumps in its last chance events, or these chosen contracts."""
    trumps, chosen = secrets
    changed = list(history)
    deals = [k for k, step in enumerate(changed) if isinstance(step, Deal)]
    for k, bottom in zip(deals[len(deals) - len(trumps) :], trumps, strict=True):
        step = changed[k]
        assert isinstance(step, Deal)
        changed[k] = Deal((*[name for name in step.names if name != bottom], bottom))
    kinds = dict(chosen)
    for k in range(len(changed) - len(kinds), len(changed)):
        step = changed[k]
        assert isinstance(step, Play)
        changed[k] = Play(step.seat, f"choose:{kinds[step.seat]}")
    return changed


def rebuild(state: State, history: History) -> History:
    return with_secrets(history, world(state))
