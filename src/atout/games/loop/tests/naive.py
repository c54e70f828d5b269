"""Loop in lists and loops, written from the rules; compared with the game decision by decision."""

from collections.abc import Mapping, Sequence

from atout import OVER, Match
from tests.conformance.oracle import SlowMatch

ENDINGS = ("one winner", "shared victory", "tie broken by rows")

SINGLE, SET, RUN = "single", "set", "run"


def ending(match: Match) -> str:
    """Return what decided who won (LOOP-49, LOOP-50)."""
    totals = match.scores()
    if totals.count(max(totals)) == 1:
        return ENDINGS[0]
    return ENDINGS[1] if match.places().count(1) > 1 else ENDINGS[2]


def values(text: str) -> list[int]:
    """Return the values of a combination in the game's notation."""
    return [int(part) for part in text.split(",")]


def text(cards: Sequence[int]) -> str:
    return ",".join(str(value) for value in cards)


def kind(cards: Sequence[int]) -> str:
    """Return what kind of combination the cards are (LOOP-13)."""
    if len(cards) == 1:
        return SINGLE
    return SET if cards[0] == cards[1] else RUN


def combinations(hand: Sequence[int]) -> list[list[int]]:
    """Return every combination of a hand (LOOP-13, LOOP-14)."""
    found = []
    for value in range(1, 14):
        for length in range(1, 5):
            if hand.count(value) >= length:
                found.append([value] * length)
        for length in range(2, 5):
            run = list(range(value, value + length))
            if all(each in hand for each in run):
                found.append(run)
    return found


def beats(cards: Sequence[int], current: Sequence[int], direction: str) -> bool:
    """Say whether a combination beats another of its kind and number (LOOP-19, LOOP-20)."""
    return max(cards) > max(current) if direction == "up" else min(cards) < min(current)


class Naive(SlowMatch):
    def __init__(self, seats: int, options: Mapping[str, str]) -> None:
        super().__init__(seats, options)
        self.golden = -1
        self.number = 0  # of the round
        self.pairs: list[list[int]] = []  # the cards that began at each seat
        self.pawns: list[dict[int, int]] = [{} for _ in range(seats)]  # by board: the row of each seat's pawn
        self.hands: list[list[int]] = []
        self.aside: list[list[int]] = []  # not revealed
        self.revealed: list[int] = []
        self.open: list[list[int]] = []  # what each seat has played and revealed in this round
        self.out: list[int] = []  # in the order of finishing
        self.direction = "up"
        self.current: list[int] = []
        self.owner = -1
        self.passed: list[int] = []  # since the current combination

    def deal(self, names: Sequence[str]) -> None:
        if self.golden < 0:
            self.golden = ord(names[0]) - ord("A")
            self.events.append(("golden", self.golden))
            return
        size = 4 if self.options["pack"] == "small" else 13
        self.pairs = [sorted(map(int, names[size * seat : size * seat + size])) for seat in range(self.seats)]
        values = [6, 7, 8, 9] if self.options["pack"] == "small" else list(range(1, 14))
        assert sorted(map(int, names)) == sorted(values * self.seats)
        self.begin_round()

    def begin_round(self) -> None:
        self.number += 1
        if self.number > 1:
            self.events.append(("chapter", self.number))
        everybody = range(self.seats)
        self.hands = [list(self.pairs[self.board_at(seat)]) for seat in everybody]
        self.aside = [[] for _ in everybody]
        self.revealed = [0 for _ in everybody]
        self.open = [[] for _ in everybody]
        self.out = []
        self.direction = "up"  # LOOP-07
        self.current, self.owner, self.passed = [], -1, []
        for seat in everybody:
            self.events.append(("hand", seat, self.board_at(seat), tuple(self.hands[seat])))
        self.turn = 0

    def board_at(self, seat: int) -> int:
        """Return the board that lies at a seat (LOOP-46)."""
        for _ in range(self.number - 1):
            seat = seat - 1 if seat else self.seats - 1
        return seat

    def starter(self) -> int:
        return next(seat for seat in range(self.seats) if self.board_at(seat) == self.golden)

    def is_setting_aside(self) -> bool:
        return self.number > 0 and any(len(self.aside[s]) + self.revealed[s] < 2 for s in range(self.seats))

    def owing(self) -> list[int]:
        if self.turn < 0:
            return []
        return (
            [seat for seat in range(self.seats) if len(self.aside[seat]) < 2]
            if self.is_setting_aside()
            else [self.turn]
        )

    def legal(self, seat: int) -> list[str]:
        if seat not in self.owing():
            return []
        if self.is_setting_aside():
            return self.cards_to_set_aside(seat)
        found = [] if not self.current else ["pass"]  # LOOP-16, LOOP-23
        other = "down" if self.direction == "up" else "up"
        for cards in combinations(self.hands[seat]):
            if self.fits(cards, self.direction):
                found.append(text(cards))
            may_flip = bool(self.current) or self.options["flip_when_leading"] == "on"  # LOOP-36
            if 8 in self.aside[seat] and may_flip and self.fits(cards, other):
                found.append(f"flip+{text(cards)}")
        return found

    def fits(self, cards: list[int], direction: str) -> bool:
        """Say whether a combination may be played in this direction (LOOP-15, LOOP-17)."""
        if not self.current:
            return True
        same = kind(cards) == kind(self.current) and len(cards) == len(self.current)
        return same and beats(cards, self.current, direction)

    def cards_to_set_aside(self, seat: int) -> list[str]:
        """Return the next cards of a choice of two that is written in rising order."""
        hand = sorted(self.hands[seat])
        found = hand[:-1] if not self.aside[seat] else [value for value in hand if value >= self.aside[seat][0]]
        return [f"aside:{value}" for value in sorted(set(found))]

    def apply(self, seat: int, action: str) -> None:
        if action.startswith("aside:"):
            value = int(action.removeprefix("aside:"))
            self.hands[seat].remove(value)
            self.aside[seat].append(value)
            self.events.append(("aside", seat, value))
            self.turn = self.owing()[0] if self.is_setting_aside() else self.starter()  # LOOP-11
            return
        self.events.append(("act", seat, action))
        if action == "pass":
            self.passed.append(seat)
            others = [other for other in range(self.seats) if other not in self.out and other != self.owner]
            if set(self.passed) == set(others):  # LOOP-25
                self.end_trick()
            else:
                self.turn = self.left_of(seat)
            return
        if action.startswith("flip+"):
            self.direction = "down" if self.direction == "up" else "up"
            self.aside[seat].remove(8)
            self.revealed[seat] += 1
            self.open[seat].append(8)
        cards = values(action.removeprefix("flip+"))
        for value in cards:
            self.hands[seat].remove(value)
            self.open[seat].append(value)
        self.current, self.owner, self.passed = cards, seat, []
        if not self.hands[seat]:
            self.finish(seat)
            if len(self.out) == self.seats - 1:
                self.end_round()
                return
        if 8 in cards:
            self.end_trick()  # LOOP-29
        else:
            self.turn = self.left_of(seat)

    def left_of(self, seat: int) -> int:
        """Return the next seat clockwise that is not out (LOOP-12)."""
        seat = (seat + 1) % self.seats
        return self.left_of(seat) if seat in self.out else seat

    def finish(self, seat: int) -> None:
        """Put the seat's pawn on the board in front of it (LOOP-42)."""
        self.out.append(seat)
        self.pawns[self.board_at(seat)][seat] = len(self.out)
        self.events.append(("out", seat, len(self.out)))

    def end_trick(self) -> None:
        self.events.append(("trick", self.owner))
        self.turn = self.left_of(self.owner) if self.owner in self.out else self.owner  # LOOP-27, LOOP-28
        self.current, self.passed = [], []

    def end_round(self) -> None:
        """Give the last seat its place, then pass the pairs on or end the match (LOOP-44, LOOP-46)."""
        last = next(seat for seat in range(self.seats) if seat not in self.out)
        self.finish(last)
        for seat in range(self.seats):
            self.events.append(("showed", self.board_at(seat), tuple(sorted(self.open[seat]))))
        for board in range(self.seats):
            for seat, row in self.pawns[board].items():
                self.events.append(("pawn", self.number, seat, row, board))
        rounds = self.options["rounds"]
        if self.number < (self.seats if rounds == "full" else min(int(rounds), self.seats)):
            self.begin_round()
        else:
            self.events.append(("chapter", self.number))
            self.turn = OVER

    def scores(self) -> list[int]:
        if self.turn != OVER:
            return [0] * self.seats
        totals = [0] * self.seats
        for board in self.pawns:
            for seat, row in board.items():
                totals[seat] += len([other for other in board.values() if other >= row])  # LOOP-48
        return totals

    def places(self) -> list[int]:
        strength = []
        for seat, total in enumerate(self.scores()):
            rows = [board.get(seat, 0) for board in self.pawns]
            counts = [rows.count(row) for row in range(1, self.seats + 1)]
            strength.append((total, counts if self.options["tie"] == "more_first_places" else []))
        return [1 + len([other for other in strength if other > own]) for own in strength]


naive = Naive
