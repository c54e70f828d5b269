"""Njet!: who knows what, and all worlds an observer must hold possible, with lists and loops.

A world is what the present deal hides from somebody: the cards each seat was dealt, and the cards it put away or passed
on. Cards lie with a seat (still held), in what a seat has chosen, or aside; copies of a card are told apart when the
ways are counted.
"""

import random
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from functools import cache
from itertools import combinations, product
from math import comb, factorial, prod
from operator import lt
from typing import Any

from atout import HIDDEN, State, View
from atout.games.njet import GAME
from atout.games.njet.reading import CHARACTER, DEALER, GIVEN, NUMBER, SCORED, SHOWN
from atout.kernel.log import ACTION, DEALT, TOTAL, TRICK
from tests.conformance.oracle import Deal, Event, Fact, History, Notebook, Play, of_running_deal

FACES = [f"{colour}{number}" for colour in "RKBY" for number in range(10)]
ZEROS = {"R0", "K0", "B0", "Y0"}
World = tuple[tuple[tuple[str, ...], ...], tuple[tuple[str, ...], ...]]  # dealt, and chosen, seat by seat


# What an observer knows


class Tracker(Notebook):
    """Knows the information model of the rules, event by event."""

    def see(self, event: Event) -> None:
        self.time += 1
        what = event[0]
        if what in ("dealt", "laid"):
            hidden = event[1] != self.observer
        elif what == "given":
            hidden = self.observer not in event[1:3]
        else:
            hidden = False
        self.facts.add((self.time, *event[:-1], "?") if hidden else (self.time, *event))


tracker = Tracker


def facts(view: View) -> set[Fact]:
    found: set[Fact] = set()
    for time, seen in enumerate(view.seen, start=1):
        face = "?" if seen.value == HIDDEN else FACES[seen.value] if 0 <= seen.value < len(FACES) else ""
        text = "?" if seen.value == HIDDEN else GAME.text(seen.value) if 0 <= seen.value < GAME.actions else ""
        laid = seen.kind == ACTION and (text == "?" or text.startswith("lay:"))
        fact = {
            NUMBER: ("round", seen.open),
            DEALER: ("dealer", seen.seat),
            CHARACTER: ("character", seen.seat, f"c{seen.open + 1}"),
            TOTAL: ("total", seen.seat, seen.open),
            DEALT: ("dealt", seen.seat, face),
            ACTION: ("laid" if laid else "did", seen.seat, text),
            GIVEN: ("given", seen.seat, seen.open, face),
            TRICK: ("trick", seen.seat),
            SHOWN: ("shown", seen.seat, face),
            SCORED: ("scored", seen.seat, seen.open),
        }[seen.kind]
        found.add((time, *fact))
    return found


# Worlds


@of_running_deal
def world(state: State) -> World:
    dealt, chosen = [], []
    for seat in range(state.seats):
        own = [item for item in chapter(state.view(seat)) if item[0] == seat]
        dealt.append(tuple(FACES[value] for _, kind, value in own if kind == DEALT))
        texts = [GAME.text(value) for _, kind, value in own if kind == ACTION]
        chosen.append(tuple(text.removeprefix("lay:") for text in texts if text.startswith("lay:")))
    return (tuple(dealt), tuple(chosen))


def chapter(view: View) -> list[tuple[int, int, int]]:
    """Return seat, kind and value of what was seen since the round began."""
    seen = view.seen
    last = max(k for k, item in enumerate(seen) if item.kind == NUMBER)
    return [(item.seat, item.kind, item.value) for item in seen[last:]]


def retell(history: History, found: World) -> History:
    """Return the history with the cards and choices of another world in its last deal."""
    dealt, chosen = found
    names = [card for hand in dealt for card in hand]
    last = max(k for k, step in enumerate(history) if isinstance(step, Deal))
    before, old = history[:last], history[last]
    assert isinstance(old, Deal)
    rest = list((Counter(old.names) - Counter(names)).elements())
    retold: History = [*before, Deal((*names, *rest))]
    left = [list(cards) for cards in chosen]
    for step in history[last + 1 :]:
        assert isinstance(step, Play)
        retold.append(Play(step.seat, f"lay:{left[step.seat].pop(0)}") if step.text.startswith("lay:") else step)
    return retold


def rebuild(state: State, history: History) -> History:
    found = world(state)
    return retell(history, found) if found else history


class Question:
    """The present deal as an observer sees it: what lies where, and what must be so."""

    def __init__(self, truth: Any, observer: int) -> None:
        self.truth = truth
        self.seats = range(truth.seats)
        self.hidden = [seat for seat in self.seats if seat != observer]
        self.observer = observer
        self.no_zero = truth.need > 0 and truth.cards == "lay-2-no-0" and truth.options["zero_stash"] == "no_zero"
        finished = [play for trick in truth.tricks for play in trick] + truth.trick
        self.played = [[card for player, card in finished if player == seat] for seat in self.seats]
        self.piles: dict[tuple[str, int], list[str]] = {("aside", 0): list(truth.aside)}
        for seat in self.hidden:
            self.piles["held", seat] = list(truth.hands[seat])
            self.piles["chosen", seat] = [] if truth.passed else list(truth.chosen[seat])

    def lacks(self, seat: int, card: str) -> bool:
        """Say whether a seat has shown, by not following, that it does not hold a card like this any more."""
        for trick in [*self.truth.tricks, self.truth.trick]:
            for player, played in trick:
                led = trick[0][1]
                if player == seat and not self.truth.follows(played, led) and self.truth.follows(card, led):
                    return True
        return False

    def allows(self, pile: tuple[str, int], card: str) -> bool:
        """Say whether a card can lie in a pile at all."""
        if pile[0] == "held":
            return not self.lacks(pile[1], card)
        return pile[0] == "aside" or card not in ZEROS or not self.no_zero or self.may_be_all_zeros(pile[1])

    def may_be_all_zeros(self, seat: int) -> bool:
        """Say whether a seat can have been dealt too many 0s to put away two other cards."""
        unseen = [card for cards in self.piles.values() for card in cards] + self.played[seat]
        return len([card for card in unseen if card in ZEROS]) >= len(self.truth.dealt[seat]) - 1

    def least(self, pile: tuple[str, int], card: str) -> int:
        """Return how many copies of a card a pile must hold: what the observer passed on is held or was played."""
        if pile[0] != "held" or self.observer < 0 or not self.truth.passed:
            return 0
        if pile[1] != self.truth.receiver(self.observer):
            return 0
        return int(max(0, self.truth.chosen[self.observer].count(card) - self.played[pile[1]].count(card)))

    def worlds_of(self, piles: Mapping[tuple[str, int], list[str]]) -> Iterator[tuple[World, int]]:
        """Yield the worlds with these piles, and in how many ways the passed cards can be among those of a seat."""
        truth = self.truth
        held = [list(truth.hands[seat]) if seat == self.observer else piles["held", seat] for seat in self.seats]
        if not truth.passed:
            chosen = [truth.chosen[s] if s == self.observer else piles["chosen", s] for s in self.seats]
            dealt = [held[seat] + self.played[seat] + chosen[seat] for seat in self.seats]
            if all(self.is_lawful(dealt[seat], chosen[seat]) for seat in self.hidden):
                yield as_world(dealt, chosen), 1
            return
        options = [list(self.passed_to(seat, held[seat] + self.played[seat])) for seat in self.seats]
        for received in product(*options):
            ways = 1
            chosen = [[] for _ in self.seats]
            for giver in self.seats:
                chosen[giver] = list(received[truth.receiver(giver)][0])
            dealt = []
            for seat in self.seats:
                cards, count = received[seat]
                ways *= count
                kept = Counter(held[seat] + self.played[seat]) - Counter(cards)
                dealt.append(list(kept.elements()) + chosen[seat])
            yield as_world(dealt, chosen), ways

    def passed_to(self, seat: int, cards: list[str]) -> Iterator[tuple[tuple[str, ...], int]]:
        """Yield the pairs of cards that can have been passed to a seat, and in how many ways each."""
        truth = self.truth
        giver = next(other for other in self.seats if truth.receiver(other) == seat)
        copies = Counter(cards)
        if self.observer in (seat, giver):
            known = tuple(truth.chosen[giver])
            ways = 1
            if seat != self.observer:
                for card, number in Counter(known).items():
                    ways *= comb(copies[card], number)
            if ways:
                yield known, ways
            return
        kinds = sorted(copies)
        for k, first in enumerate(kinds):
            if copies[first] >= 2:
                yield (first, first), comb(copies[first], 2)
            for second in kinds[k + 1 :]:
                yield (first, second), copies[first] * copies[second]

    def is_lawful(self, dealt: list[str], chosen: list[str]) -> bool:
        """Say whether a hand can have led to this choice, complete or begun."""
        if len(chosen) in (0, self.truth.need):
            return not chosen or self.is_lawful_when_complete(dealt, chosen)
        others = list((Counter(dealt) - Counter(chosen)).elements())
        later = [card for card in others if FACES.index(card) >= FACES.index(chosen[0])]
        return any(self.is_lawful_when_complete(dealt, [*chosen, card]) for card in later)

    def is_lawful_when_complete(self, dealt: list[str], chosen: list[str]) -> bool:
        """Say whether a complete choice keeps 0s out, unless fewer than two other cards were there, which all went."""
        if not self.no_zero:
            return True
        others = [card for card in dealt if card[1] != "0"]
        laid = [card for card in chosen if card[1] != "0"]
        return len(laid) == min(2, len(others))

    def surely_more_than(self, most: int) -> bool:
        """Say whether that many worlds come from rearranging some of the cards alone.

        Hands keep their 0s and their highest card, and passed cards stay where they are, so that choices stay lawful.
        """
        truth = self.truth
        fixed = set(ZEROS)
        if truth.passed:
            pairs = [len(list(self.passed_to(seat, truth.hands[seat] + self.played[seat]))) for seat in self.seats]
            if prod(pairs) > most:
                return True
            fixed |= {card for cards in truth.chosen for card in cards}
        elif self.no_zero and any(card in ZEROS for seat in self.hidden for card in truth.chosen[seat]):
            return False
        movable = {}
        for pile, cards in self.piles.items():
            if pile[0] != "chosen" or truth.phase == "tricks":
                kept = {max(cards, key=FACES.index)} if pile[0] == "held" and truth.phase == "laying" else set()
                movable[pile] = set(cards) - fixed - kept
        if self.arrangements(movable) > most:
            return True
        ways = 1
        while len(movable) > 1:
            best, one, two = max((self.exchanges(a, b, movable), a, b) for a, b in combinations(sorted(movable), 2))
            ways *= best
            del movable[one], movable[two]
        return ways > most

    def arrangements(self, movable: Mapping[tuple[str, int], set[str]]) -> int:
        """Return in how many ways the piles can share the cards that exist once and may lie in all of them."""
        times = Counter(card for cards in self.piles.values() for card in cards)
        free = [
            [card for card in cards if times[card] == 1 and all(self.allows(other, card) for other in movable)]
            for cards in movable.values()
        ]
        ways = factorial(sum(len(cards) for cards in free))
        for cards in free:
            ways //= factorial(len(cards))
        return ways

    def exchanges(self, one: tuple[str, int], two: tuple[str, int], movable: Mapping[tuple[str, int], set[str]]) -> int:
        """Return in how many ways two piles can share the cards that only one of them holds."""
        going = [card for card in movable[one] - set(self.piles[two]) if self.allows(two, card)]
        coming = [card for card in movable[two] - set(self.piles[one]) if self.allows(one, card)]
        return comb(len(going) + len(coming), len(going))


def as_world(dealt: list[list[str]], chosen: list[list[str]]) -> World:
    return tuple(tuple(sorted(hand, key=FACES.index)) for hand in dealt), tuple(
        tuple(sorted(cards, key=FACES.index)) for cards in chosen
    )


def worlds(truth: Any, observer: int, most: int) -> dict[Hashable, int] | None:
    if truth.turn < 0:
        return {(): 1}
    asked = Question(truth, observer)
    if asked.surely_more_than(most):
        return None
    places = list(asked.piles)
    copies = Counter(card for cards in asked.piles.values() for card in cards)
    open_to = {card: [place for place in places if asked.allows(place, card)] for card in copies}
    faces = sorted(copies, key=lambda card: (len(open_to[card]), card))
    least = {card: [asked.least(place, card) for place in places] for card, places in open_to.items()}
    room = {place: len(cards) for place, cards in asked.piles.items()}
    piles: dict[tuple[str, int], list[str]] = {place: [] for place in places}
    found: dict[Hashable, int] = {}
    tried = 0

    def place(k: int, ways: int) -> bool:
        """Put the copies of the k-th face and of all after it somewhere; say whether there are not too many worlds."""
        nonlocal tried
        if k == len(faces):
            tried += 1
            for one, more in asked.worlds_of(piles):
                found[one] = found.get(one, 0) + ways * more
                if len(found) > most:
                    return False
            return tried <= 40 * most
        card = faces[k]
        for numbers in shares(copies[card], tuple(room[where] for where in open_to[card])):
            if any(map(lt, numbers, least[card])):
                continue
            many = factorial(copies[card])
            for where, number in zip(open_to[card], numbers, strict=True):
                many //= factorial(number)
                room[where] -= number
                piles[where] += [card] * number
            fine = place(k + 1, ways * many)
            for where, number in zip(open_to[card], numbers, strict=True):
                room[where] += number
                del piles[where][len(piles[where]) - number :]
            if not fine:
                return False
        return True

    return found if place(0, 1) else None


@cache
def shares(number: int, rooms: tuple[int, ...]) -> list[list[int]]:
    """Return every way to put a number of equal things into places with limited room."""
    if not rooms:
        return [] if number else [[]]
    here = range(min(number, rooms[0]) + 1)
    return [[many, *others] for many in here for others in shares(number - many, rooms[1:])]


# Changing what cannot be known


def swap(truth: Any, history: History, observer: int, rng: random.Random) -> History | None:
    """Exchange cards between hidden piles, one pair at a time, as long as the observer could not notice."""
    if truth.turn < 0:
        return None
    asked = Question(truth, observer)
    piles = asked.piles
    now = next(iter(one for one, _ in pick_worlds(asked, piles, rng)))
    for _ in range(60):
        first, second = rng.choice(list(piles)), rng.choice(list(piles))
        if first == second or not piles[first] or not piles[second]:
            continue
        i, j = rng.randrange(len(piles[first])), rng.randrange(len(piles[second]))
        if not asked.allows(first, piles[second][j]) or not asked.allows(second, piles[first][i]):
            continue
        piles[first][i], piles[second][j] = piles[second][j], piles[first][i]
        found = pick_worlds(asked, piles, rng)
        if found:
            now = found[0][0]
        else:
            piles[first][i], piles[second][j] = piles[second][j], piles[first][i]
    return retell(history, now)


def pick_worlds(
    asked: Question, piles: Mapping[tuple[str, int], list[str]], rng: random.Random
) -> list[tuple[World, int]]:
    """Return one world with these piles, drawn where passed cards leave a choice; nothing if there is none."""
    truth = asked.truth
    if not truth.passed:
        return list(asked.worlds_of(piles))
    held = [list(truth.hands[s]) if s == asked.observer else piles["held", s] for s in asked.seats]
    received = []
    for seat in asked.seats:
        options = list(asked.passed_to(seat, held[seat] + asked.played[seat]))
        if not options:
            return []
        received.append(rng.choice(options)[0])
    chosen = [list(received[truth.receiver(giver)]) for giver in asked.seats]
    dealt = []
    for seat in asked.seats:
        kept = Counter(held[seat] + asked.played[seat]) - Counter(received[seat])
        dealt.append(list(kept.elements()) + chosen[seat])
    return [(as_world(dealt, chosen), 1)]
