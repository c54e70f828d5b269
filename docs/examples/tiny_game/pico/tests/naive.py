"""Pico, written a second time from rules.en.md alone: slow, plain, and without a look at the first."""

from collections.abc import Mapping, Sequence

from atout import CHANCE, OVER, Match
from tests.conformance.oracle import Event

ENDINGS = ("one winner", "shared victory")


def ending(match: Match) -> str:
    """Return how a match ended; every ending needs a record."""
    return ENDINGS[match.places().count(1) > 1]


def naive(seats: int, options: Mapping[str, str]) -> "Naive":
    """Return a match in slow motion."""
    return Naive(seats, int(options["deals"]))


class Naive:
    """A match as people at a table would keep track of it: names of cards, lists, and what was said aloud."""

    def __init__(self, seats: int, deals: int) -> None:
        self.turn = CHANCE
        self.events: list[Event] = []
        self.seats = seats
        self.deals = deals
        self.number = 0
        self.dealt: list[list[str]] = [[] for _ in range(seats)]
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.left: list[str] = []
        self.plays: list[tuple[int, str]] = []  # of this deal
        self.points = [0] * seats

    def deal(self, names: Sequence[str]) -> None:
        self.number += 1
        self.events.append(("deal",))
        self.dealt = [sorted(names[3 * seat : 3 * seat + 3], key=by_suit) for seat in range(self.seats)]
        self.hands = [list(hand) for hand in self.dealt]
        self.left = list(names[3 * self.seats :])
        self.plays = []
        for seat, hand in enumerate(self.dealt):
            self.events += [("card", seat, place, card) for place, card in enumerate(hand)]
        self.turn = (self.number - 1) % self.seats

    def owing(self) -> list[int]:
        return [self.turn] if self.turn >= 0 else []

    def table(self) -> list[tuple[int, str]]:
        """Return the cards of the running trick."""
        return self.plays[len(self.plays) - len(self.plays) % self.seats :]

    def legal(self, seat: int) -> list[str]:
        if seat != self.turn:
            return []
        hand = self.hands[seat]
        if not self.table():
            return hand
        led = self.table()[0][1][0]
        return [card for card in hand if card[0] == led] if any(card[0] == led for card in hand) else hand

    def apply(self, seat: int, text: str) -> None:
        self.events.append(("played", seat, text))
        self.hands[seat].remove(text)
        self.plays.append((seat, text))
        if self.table():
            self.turn = (seat + 1) % self.seats
            return
        trick = self.plays[-self.seats :]
        best = max(card for _, card in trick if card[0] == trick[0][1][0])
        self.turn = next(who for who, card in trick if card == best)
        self.points[self.turn] += 1
        self.events.append(("trick", self.turn))
        if len(self.plays) == 3 * self.seats:
            self.events.append(("totals", *self.points))
            self.turn = CHANCE if self.number < self.deals else OVER

    def scores(self) -> list[int]:
        return list(self.points)

    def places(self) -> list[int]:
        return [1 + len([other for other in self.points if other > own]) for own in self.points]


def by_suit(card: str) -> tuple[int, str]:
    """Sort red before blue."""
    return "RB".index(card[0]), card
