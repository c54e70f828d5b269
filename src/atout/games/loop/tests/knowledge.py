"""Loop: who may know what (the table of information in the rules' specification), and all that may be otherwise.

A seat knows the cards of every pair that it holds or held, and what it set aside itself. Everybody knows what each pair
showed: in any one round it held at least the cards that were played and revealed from it in that round.
"""

import random
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import combinations, product
from math import comb, factorial
from typing import Protocol

from atout import HIDDEN, State, View
from atout.games.loop.reading import GOLDEN, NUMBER, OUT, PAWN, SHOWN
from atout.kernel.log import ACTION, DEALT, TRICK, kind_of, seat_of, value_of
from tests.conformance.oracle import Deal, Event, Fact, History, Notebook, Play, of_running_deal

TELLING = {"auto_pass": "automatic"}  # an instant pass tells the others that there was nothing to play

Cards = Counter[int]


class Truth(Protocol):
    """What is asked of the naive match."""

    seats: int
    options: Mapping[str, str]
    turn: int
    number: int
    pairs: list[list[int]]
    aside: list[list[int]]
    revealed: list[int]
    open: list[list[int]]
    events: list[Event]

    def is_setting_aside(self) -> bool: ...
    def board_at(self, seat: int) -> int: ...


def count_values(cards: object) -> Cards:
    """Return the cards of an event."""
    assert isinstance(cards, tuple)
    return Counter(int(value) for value in cards)


# What an observer may know


class Tracker(Notebook):
    """Everybody sees plays, passes, places and pawns; only holders, present and past, know the cards of a pair."""

    def __init__(self, seats: int, options: Mapping[str, str], observer: int) -> None:
        super().__init__(seats, options, observer)
        self.round = 1
        self.golden = -1
        self.held: set[object] = set()  # boards
        self.shown: dict[object, Cards] = {}

    def see(self, event: Event) -> None:
        what = event[0]
        if what == "golden":
            self.golden = int(str(event[1]))
            self.facts.add(("round", 1, 1, self.golden))
        elif what == "chapter":
            before = self.round
            self.round += 1
            self.time = 0
            self.facts.add(("round", self.round, event[1], self.golden))
            self.facts |= {("pawn", self.round, *fact[2:]) for fact in self.facts if fact[:2] == ("placed", before)}
        elif what == "pawn":
            self.facts.add(("placed", self.round, *event[2:]))
        elif what == "showed":
            self.shown[event[1]] = self.shown.get(event[1], Counter()) | count_values(event[2])
        elif what == "hand":
            self.see_hand(event)
        elif what == "aside":
            self.time += 1
            self.facts.add(("aside", self.round, self.time, event[1], event[2] if event[1] == self.observer else "?"))
        else:
            self.time += 1
            self.facts.add((what, self.round, self.time, *event[1:]))

    def see_hand(self, event: Event) -> None:
        _, seat, board, cards = event
        assert isinstance(cards, tuple)
        for value, least in self.shown.get(board, Counter()).items():
            self.facts.add(("shown", self.round, seat, value, least))
        if seat == self.observer:
            self.held.add(board)
        for place, value in enumerate(cards):
            self.facts.add(("card", self.round, seat, place, value if board in self.held else "?"))


tracker = Tracker


def facts(view: View) -> set[Fact]:
    found: set[Fact] = set()
    chapter = time = number = 0
    places = Counter[int]()
    for seen in view.seen:
        value = "?" if seen.value == HIDDEN else seen.value
        if seen.kind == NUMBER:
            chapter, time, number, places = chapter + 1, 0, seen.open, Counter()
        elif seen.kind == GOLDEN:
            found.add(("round", chapter, number, seen.seat))
        elif seen.kind == PAWN:
            found.add(("pawn", chapter, seen.seat, seen.open, value))
            found.add(("placed", chapter - 1, seen.seat, seen.open, value))
        elif seen.kind == SHOWN:
            found.add(("shown", chapter, seen.seat, seen.open, value))
        elif seen.kind == DEALT:
            found.add(("card", chapter, seen.seat, places[seen.seat], value))
            places[seen.seat] += 1
        else:
            time += 1
            found.add(what_happened(chapter, time, seen.kind, seen.seat, seen.open, seen.value))
    return found


def what_happened(chapter: int, time: int, kind: int, seat: int, open: int, value: int) -> Fact:
    if kind == ACTION:
        if value == HIDDEN or 0 < value < 14:
            return ("aside", chapter, time, seat, "?" if value == HIDDEN else value)
        return ("act", chapter, time, seat, action_text(value))
    if kind == TRICK:
        return ("trick", chapter, time, seat)
    assert kind == OUT, f"what is an entry of kind {kind}?"
    return ("out", chapter, time, seat, open)


def action_text(value: int) -> str:
    """Return a pass or a combination: single cards, sets of 2 to 4, runs of 2 to 4, then all of these with a reveal."""
    if value == 0:
        return "pass"
    found = [[low] * length for length in range(1, 5) for low in range(1, 14)]
    found += [list(range(low, low + length)) for length in range(2, 5) for low in range(1, 15 - length)]
    flip = value >= 14 + len(found)
    cards = found[value - 14 - (len(found) if flip else 0)]
    return ("flip+" if flip else "") + ",".join(map(str, cards))


# What may be otherwise


def known_boards(truth: Truth, observer: int) -> set[int]:
    """Return the boards that the observer holds or held: its own first, then those to the right of it."""
    return {(observer - step) % truth.seats for step in range(truth.number)} if observer >= 0 else set()


def bounds(truth: Truth) -> list[Cards]:
    """Return for each board what it showed in one or another earlier round."""
    least: list[Cards] = [Counter() for _ in range(truth.seats)]
    for event in truth.events:
        if event[0] == "showed":
            board = int(str(event[1]))
            least[board] |= count_values(event[2])
    return least


@of_running_deal
def world(state: State) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    """Return for each seat the cards of its pair and what it has set aside."""
    cards: list[list[int]] = [[] for _ in range(state.seats)]
    aside: list[list[int]] = [[] for _ in range(state.seats)]
    for item in state.log:  # the running round
        kind, seat, value = kind_of(item), seat_of(item), value_of(item)
        if kind == DEALT:
            cards[seat].append(value)
        elif kind == ACTION and 0 < value < 14:
            aside[seat].append(value)
    return tuple((tuple(cards[seat]), tuple(aside[seat])) for seat in range(state.seats))


def worlds(truth: Truth, observer: int, most: int) -> dict[Hashable, int] | None:
    """Count all worlds: where the unseen cards lie, then what lies set aside; copies are different cards."""
    if truth.turn < 0:
        return {(): 1}
    found: dict[Hashable, int] = {}
    for ways, pairs in sharings(truth, observer):
        choices = [asides(truth, seat, pairs[seat], observer) for seat in range(truth.seats)]
        count = 1
        for choice in choices:
            count *= len(choice)
        if len(found) + count > most:
            return None
        for chosen in product(*choices):
            weight = ways
            for _, times in chosen:
                weight *= times
            hands = [tuple(sorted(cards.elements())) for cards in pairs]
            found[tuple(zip(hands, [aside for aside, _ in chosen], strict=True))] = weight
    return found


def sharings(truth: Truth, observer: int) -> Iterator[tuple[int, list[Cards]]]:
    """Yield, seat by seat, all cards that the pairs can have, and in how many ways they can have them."""
    known, least = known_boards(truth, observer), bounds(truth)
    seats = [seat for seat in range(truth.seats) if truth.board_at(seat) not in known]
    pairs = [Counter(truth.pairs[truth.board_at(seat)]) for seat in range(truth.seats)]
    deck = range(6, 10) if truth.options["pack"] == "small" else range(1, 14)
    unseen = Counter({value: truth.seats for value in deck})
    for seat in range(truth.seats):
        unseen -= Counter(truth.open[seat]) if seat in seats else pairs[seat]
    needs = [least[truth.board_at(seat)] - Counter(truth.open[seat]) for seat in seats]
    rooms = [len(deck) - len(truth.open[seat]) for seat in seats]
    for ways, shares in share_out(unseen, 1, needs, rooms):
        for seat, share in zip(seats, shares, strict=True):
            pairs[seat] = Counter(truth.open[seat]) + share
        yield ways, list(pairs)


def share_out(
    unseen: Cards, value: int, needs: Sequence[Cards], rooms: Sequence[int]
) -> Iterator[tuple[int, list[Cards]]]:
    """Yield all ways to share the unseen cards from a value on, each with how many different cards can do so."""
    if value == 14:
        if not any(rooms):
            yield 1, [Counter() for _ in rooms]
        return
    if any(room < sum(need[v] for v in range(value, 14)) for need, room in zip(needs, rooms, strict=True)):
        return
    for numbers in splits(unseen[value], [need[value] for need in needs], rooms):
        ways = factorial(unseen[value])
        for number in numbers:
            ways //= factorial(number)
        left = [room - number for room, number in zip(rooms, numbers, strict=True)]
        for more, shares in share_out(unseen, value + 1, needs, left):
            yield ways * more, [share + Counter({value: n}) for share, n in zip(shares, numbers, strict=True)]


def splits(total: int, low: Sequence[int], high: Sequence[int]) -> Iterator[list[int]]:
    """Yield all lists of numbers between low and high with this sum."""
    if not low:
        if total == 0:
            yield []
        return
    for first in range(low[0], min(high[0], total) + 1):
        for rest in splits(total - first, low[1:], high[1:]):
            yield [first, *rest]


def asides(truth: Truth, seat: int, cards: Cards, observer: int) -> list[tuple[tuple[int, ...], int]]:
    """Return what a seat can have set aside by now if its pair is this, each with how many cards can do so."""
    taken = len(truth.aside[seat])
    revealed = [8] * truth.revealed[seat]
    if seat == observer or not taken:
        return [(tuple(sorted(truth.aside[seat] + revealed)), 1)]
    left = cards - Counter(truth.open[seat])
    if truth.is_setting_aside() and taken == 1:  # of the two the lower one: anything but the very last card
        ordered = sorted(left.elements())[:-1]
        return [((value,), ordered.count(value)) for value in sorted(set(ordered))]
    found = []
    for choice in sorted(set(combinations(sorted(left.elements()), taken))):
        ways = 1
        for value, number in Counter(choice).items():
            ways *= comb(left[value], number)
        found.append((tuple(sorted([*choice, *revealed])), ways))
    return found


# Histories


class Chapter:
    """The steps of one round: where cards were set aside, and what was shown."""

    def __init__(self, seats: int) -> None:
        self.aside: list[list[int]] = [[] for _ in range(seats)]  # places in the history
        self.played: list[Cards] = [Counter() for _ in range(seats)]
        self.revealed = [0] * seats


def chapters(history: History) -> list[Chapter]:
    """Return the rounds of a history; setting aside after a play begins a new one."""
    first = history[0]
    assert isinstance(first, Deal)
    seats = len(first.names)
    found: list[Chapter] = []
    playing = True
    for k, step in enumerate(history):
        if isinstance(step, Deal):
            continue
        if step.text.startswith("aside:"):
            if playing:
                found.append(Chapter(seats))
            found[-1].aside[step.seat].append(k)
            playing = False
        else:
            playing = True
            if step.text.startswith("flip+"):
                found[-1].revealed[step.seat] += 1
            if step.text != "pass":
                found[-1].played[step.seat] += Counter(map(int, step.text.removeprefix("flip+").split(",")))
    return found


def rewrite(history: History, pairs: Sequence[Cards], choose: "Chooser") -> History:
    """Return the history with other pairs, by board, and other cards set aside."""
    changed = list(history)
    seats = len(pairs)
    last = max(k for k, step in enumerate(history) if isinstance(step, Deal))
    changed[last] = Deal(tuple(str(value) for cards in pairs for value in sorted(cards.elements())))
    rounds = chapters(history)
    for number, chapter in enumerate(rounds):
        for seat in range(seats):
            places = chapter.aside[seat]
            old = [int(step.text.removeprefix("aside:")) for k in places if isinstance(step := history[k], Play)]
            cards = pairs[(seat - number) % seats]
            new = choose(number + 1 == len(rounds), seat, old, cards - chapter.played[seat], chapter.revealed[seat])
            for k, value in zip(places, new, strict=True):
                changed[k] = Play(seat, f"aside:{value}")
    return changed


class Chooser(Protocol):
    def __call__(self, last: bool, seat: int, old: list[int], cards: Cards, revealed: int) -> list[int]:
        """Return what a seat sets aside of cards it did not play, with this many 8s that it revealed."""


def swap(truth: Truth, history: History, observer: int, rng: random.Random) -> History | None:
    if not truth.pairs:
        return None
    known, least = known_boards(truth, observer), bounds(truth)
    for seat in range(truth.seats):
        least[truth.board_at(seat)] |= Counter(truth.open[seat])
    pairs = [Counter(cards) for cards in truth.pairs]
    free = [board for board in range(truth.seats) if board not in known]
    for _ in range(200 if len(free) > 1 and truth.turn >= 0 else 0):
        one, other = rng.sample(free, 2)
        mine, theirs = rng.choice(list(pairs[one].elements())), rng.choice(list(pairs[other].elements()))
        pairs[one] += Counter([theirs])
        pairs[one] -= Counter([mine])
        pairs[other] += Counter([mine])
        pairs[other] -= Counter([theirs])
        if not (least[one] <= pairs[one] and least[other] <= pairs[other]):
            pairs[one] += Counter([mine])
            pairs[one] -= Counter([theirs])
            pairs[other] += Counter([theirs])
            pairs[other] -= Counter([mine])

    def choose(last: bool, seat: int, old: list[int], cards: Cards, revealed: int) -> list[int]:
        if seat == observer:
            return old
        left = sorted((cards - Counter([8] * revealed)).elements())
        if len(old) == 1:
            return [rng.choice(left[:-1])]
        return sorted([8] * revealed + rng.sample(left, len(old) - revealed))

    return rewrite(history, pairs, choose)


def rebuild(state: State, history: History) -> History:
    drawn = world(state)
    if not drawn:
        return history
    begun = any(aside for _, aside in drawn)  # somebody has set a card aside in this round
    number = len(chapters(history)) + (0 if begun else 1)
    pairs: list[Cards] = [Counter() for _ in drawn]
    for seat, (cards, _) in enumerate(drawn):
        pairs[(seat - number + 1) % len(drawn)] = Counter(cards)

    def choose(last: bool, seat: int, old: list[int], cards: Cards, revealed: int) -> list[int]:
        if last and begun:
            return list(drawn[seat][1])
        if not Counter(old) - cards:
            return old
        left = sorted((cards - Counter([8] * revealed)).elements())
        return sorted([8] * revealed + left[: len(old) - revealed])

    return rewrite(history, pairs, choose)
