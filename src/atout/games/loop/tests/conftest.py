"""What the tests of Loop share: a table to play at, positions, and a referee that plays by the specification."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations_with_replacement, pairwise

import pytest

from atout.games.loop import GAME
from atout.kernel.log import SPECTATOR
from tests.kit import table as kit
from tests.kit.table import give

UNKNOWN = "?? ??"

# EX-LOOP-27: four players, round 1, golden board at seat 2; the last two cards of each hand are set aside.
EX_27_HANDS = [
    "1 1 2 2 4 5 7 11 11 12 13 4 11",
    "1 2 4 5 6 7 10 10 10 12 13 4 5",
    "2 3 6 7 8 8 9 9 11 12 13 3 8",
    "3 3 5 6 6 7 9 9 10 12 13 1 8",
]


class Table(kit.Table):
    """A match of Loop as the tests play it."""

    game = GAME

    def set_aside(self, seat: int, cards: str) -> None:
        """Let a seat set two cards aside."""
        self.match.play(seat, " ".join(f"aside:{card}" for card in cards.split()))

    def all_set_aside(self, *cards: str) -> None:
        """Let everybody set cards aside: these, or the two lowest."""
        for seat in range(self.seats):
            self.set_aside(seat, cards[seat] if cards else " ".join(self.hand(seat).split()[:2]))

    def finish_round(self, choose: Callable[[Sequence[int]], int] = max) -> None:
        """Play the running round to its end."""
        past = self.match.state.past
        while self.turn >= 0 and self.match.state.past is past:
            self.match.play(self.turn, choose(self.match.legal(self.turn)))

    def hand(self, seat: int, observer: int | None = None) -> str:
        """Return a hand as its holder, or somebody else, sees it."""
        return " ".join(self.cards("hand", seat, seat if observer is None else observer))

    def aside(self, seat: int, observer: int | None = None) -> str:
        """Return what lies set aside at a seat, as its holder, or somebody else, sees it."""
        observer = seat if observer is None else observer
        return " ".join(self.cards("set_aside", seat, observer) or self.cards("hidden", seat, observer))

    def current(self) -> tuple[int, str] | None:
        """Return who owns the current combination, and the combination."""
        found = [(zone.seat, ",".join(card.text for card in zone.cards)) for zone in self.display().zones]
        names = [zone.name for zone in self.display().zones]
        assert names.count("current") <= 1
        return found[names.index("current")] if "current" in names else None

    def pawns(self, observer: int = SPECTATOR) -> set[tuple[int, str]]:
        """Return every pawn: whose it is, and board, column and row."""
        return {(fact.seat, fact.value) for fact in self.display(observer).facts if fact.name == "pawn"}


class Referee:
    """The play of one round by the specification: lists and loops, nothing of the code under test."""

    def __init__(self, hands: Sequence[str], aside: Sequence[str], turn: int, direction: str = "up") -> None:
        self.hands = [sorted(map(int, hand.split())) for hand in hands]
        self.aside = [sorted(map(int, cards.split())) for cards in aside]
        self.turn = turn
        self.direction = direction
        self.current: list[int] = []
        self.owner = -1
        self.passes = 0  # in a row
        self.places: dict[int, int] = {seat: 0 for seat, hand in enumerate(self.hands) if not hand}

    def copy(self) -> Referee:
        """Return an independent copy."""
        new = Referee(["" for _ in self.hands], ["" for _ in self.hands], self.turn, self.direction)
        new.hands = [list(hand) for hand in self.hands]
        new.aside = [list(cards) for cards in self.aside]
        new.current, new.owner, new.passes = list(self.current), self.owner, self.passes
        new.places = dict(self.places)
        return new

    def over(self) -> bool:
        return len(self.places) == len(self.hands)

    def legal(self) -> list[str]:
        """Return what the seat on turn may do, by trying every choice of up to four cards of the hand."""
        if self.over():
            return []
        hand, found = self.hands[self.turn], ["pass"] if self.current else []
        for flip in (False, True):
            if flip and (8 not in self.aside[self.turn] or not self.current):
                continue
            down = (self.direction == "down") != flip
            for length in (1, 2, 3, 4):
                for cards in combinations_with_replacement(sorted(set(hand)), length):
                    held = all(hand.count(value) >= cards.count(value) for value in cards)
                    if held and is_combination(cards) and self.may_follow(cards, down):
                        found.append(("flip+" if flip else "") + ",".join(map(str, cards)))
        return found

    def may_follow(self, cards: Sequence[int], down: bool) -> bool:
        if not self.current:
            return True
        if len(cards) != len(self.current) or is_run(cards) != is_run(self.current):
            return False
        return min(cards) < min(self.current) if down else max(cards) > max(self.current)

    def play(self, text: str) -> None:
        seat = self.turn
        if text == "pass":
            self.passes += 1
            others = [other for other, hand in enumerate(self.hands) if hand and other != self.owner]
            if self.passes == len(others):
                self.new_trick()
            else:
                self.turn = self.next(seat)
            return
        if text.startswith("flip+"):
            self.aside[seat].remove(8)
            self.direction = "up" if self.direction == "down" else "down"
        cards = [int(part) for part in text.removeprefix("flip+").split(",")]
        for value in cards:
            self.hands[seat].remove(value)
        self.current, self.owner, self.passes = cards, seat, 0
        if not self.hands[seat]:
            self.places[seat] = len(self.places) + 1
        if len(self.places) == len(self.hands) - 1:
            last = next(other for other, hand in enumerate(self.hands) if hand)
            self.places[last] = len(self.hands)
        elif 8 in cards:
            self.new_trick()
        else:
            self.turn = self.next(seat)

    def next(self, seat: int) -> int:
        seat = (seat + 1) % len(self.hands)
        return seat if self.hands[seat] else self.next(seat)

    def new_trick(self) -> None:
        self.turn = self.owner if self.hands[self.owner] else self.next(self.owner)
        self.current, self.passes = [], 0


def is_run(cards: Sequence[int]) -> bool:
    return len(cards) > 1 and all(high == low + 1 for low, high in pairwise(cards))


def is_combination(cards: Sequence[int]) -> bool:
    """Say whether sorted cards form a combination (LOOP-13, LOOP-14)."""
    return len(cards) <= 4 and (len(set(cards)) == 1 or is_run(cards))


def within_a_round(hands: Sequence[str], aside: Sequence[str] = (), turn: int = 0, **more: object) -> dict[str, object]:
    """Return a position within a round; what lies set aside is unknown where it does not matter."""
    known = [*aside, *[UNKNOWN] * (len(hands) - len(aside))]
    return {"golden": turn, "hands": list(hands), "aside": known, "turn": turn, **more}


table = give(Table)


@pytest.fixture
def at(table) -> Callable[..., Table]:
    """Return a table within a round; `options` may be given."""

    def seated(
        hands: Sequence[str],
        aside: Sequence[str] = (),
        turn: int = 0,
        options: Mapping[str, object] | None = None,
        **more: object,
    ) -> Table:
        return Table(len(hands), options, within_a_round(hands, aside, turn, **more))

    return seated


referee = give(Referee)


@pytest.fixture
def ex_27_hands() -> list[str]:
    return list(EX_27_HANDS)
