"""Pico: what one observer has seen, read as a position, and what the table shows of it."""

from collections.abc import Iterable

from atout.authoring import (
    ACTION,
    DEALT,
    FIRST_OWN_KIND,
    HIDDEN,
    TOTAL,
    TRICK,
    Display,
    Fact,
    ShownCard,
    View,
    Zone,
    kind_of,
    open_of,
    scramble,
    seat_of,
    value_of,
)
from pico.cards import HAND, SUITS, suit, text

DEAL = FIRST_OWN_KIND  # a kind of entry in the log; open: the number of the deal


class Reading:
    """A part of the log as a position: everything is known but what the log hides."""

    def __init__(self, seats: int, log: Iterable[int]) -> None:
        self.number = 0
        self.public = 0
        self.totals = [0] * seats
        self.dealt: list[list[int]] = [[] for _ in range(seats)]  # cards, or HIDDEN
        self.played: list[list[int]] = [[] for _ in range(seats)]
        self.lacks: list[set[int]] = [set() for _ in range(seats)]  # suits that a seat could not follow
        self.trick: list[tuple[int, int]] = []
        self.last_trick: list[tuple[int, int]] = []
        for item in log:
            self.read(kind_of(item), seat_of(item), open_of(item), value_of(item))

    def read(self, kind: int, seat: int, number: int, value: int) -> None:
        """Take in one entry."""
        if kind == DEAL:
            self.number = number
            self.public = scramble(number)
        elif kind == TOTAL:
            self.totals[seat] = number
        elif kind == DEALT:
            self.dealt[seat].append(value)
        elif kind == ACTION:
            self.public = scramble(self.public ^ (value + 1))
            if self.trick and suit(value) != suit(self.trick[0][1]):
                self.lacks[seat].add(suit(self.trick[0][1]))
            self.played[seat].append(value)
            self.trick.append((seat, value))
            self.last_trick = []
        elif kind == TRICK:
            self.last_trick, self.trick = self.trick, []
            self.totals[seat] += 1

    def held_cards(self, seat: int) -> list[int]:
        """Return what a seat still holds: cards, or HIDDEN for each that the observer cannot see."""
        if HIDDEN in self.dealt[seat]:
            return [HIDDEN] * (HAND - len(self.played[seat]))
        return [card for card in self.dealt[seat] if card not in self.played[seat]]


class PicoView(View):
    """All that one observer has seen."""

    def read(self) -> Reading:
        """Read the present part of the log."""
        return Reading(self.seats, self.log)

    def display(self) -> Display:
        """Show hands, tricks and points. Names are keys of the locale."""
        now = self.read()
        zones = [Zone("hand", seat, self.hand(now, seat)) for seat in range(self.seats)] if self.turn >= 0 else []
        zones.append(Zone("trick", -1, show_trick(now.trick)))
        zones.append(Zone("last_trick", -1, show_trick(self.last_trick(now))))
        facts = [Fact("deal", -1, str(now.number)), Fact("deals", -1, self.options.text("deals"))]
        if now.trick:
            facts.append(Fact("led", -1, SUITS[suit(now.trick[0][1])]))
        facts += [Fact("total", seat, str(now.totals[seat])) for seat in range(self.seats)]
        phase = "play" if self.turn >= 0 else "deal" if self.turn == -1 else "over"
        return Display(self, phase, zones, facts)

    def hand(self, now: Reading, seat: int) -> list[ShownCard]:
        """Return a hand; the observer's own cards carry the action that plays them."""
        cards = now.held_cards(seat)
        return [
            ShownCard("?") if card == HIDDEN else ShownCard(text(card), card if seat == self.seat else -1)
            for card in cards
        ]

    def last_trick(self, now: Reading) -> list[tuple[int, int]]:
        """Return the finished trick until the next card is played, even where a new deal has begun."""
        if now.last_trick or any(now.played) or self.past is None:
            return now.last_trick
        return Reading(self.seats, self.past.entries).last_trick


def show_trick(trick: list[tuple[int, int]]) -> list[ShownCard]:
    """Return the cards of a trick, the best one marked."""
    best = max((card for _, card in trick if suit(card) == suit(trick[0][1])), default=HIDDEN)
    return [ShownCard(text(card), -1, seat, "winning" if card == best else "") for seat, card in trick]
