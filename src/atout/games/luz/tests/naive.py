"""Luz in lists and loops, written from the rules; compared with the game decision by decision."""

from collections.abc import Mapping, Sequence

from atout import CHANCE, OVER, Match
from tests.conformance.oracle import SlowMatch

ENDINGS: tuple[str, ...] = ("highest total", "tie broken by the last deal", "tie broken by nearness")

COLOURS = ["R", "Y", "G", "B", "P"]  # the order of the groups in a hand (LUZ-11)


def value(card: str) -> int:
    return int(card[1:])


def sorted_hand(cards: Sequence[str]) -> list[str]:
    """Return the cards grouped by colour, values rising (LUZ-11)."""
    hand = []
    for colour in COLOURS:
        group = [card for card in cards if card[0] == colour]
        group.sort(key=value)
        hand += group
    return hand


def ending(match: Match) -> str:
    """Return what decided who won (LUZ-42, LUZ-43)."""
    totals = match.scores()
    best = [seat for seat in range(match.seats) if totals[seat] == max(totals)]
    if len(best) == 1:
        return ENDINGS[0]
    last = [line.points for line in match.score_lines()[-match.seats :] if line.seat in best]
    return ENDINGS[1] if last.count(max(last)) == 1 else ENDINGS[2]


class Naive(SlowMatch):
    def __init__(self, seats: int, options: Mapping[str, str]) -> None:
        super().__init__(seats, options)
        self.size = 2 if options["pack"] == "small" else 10  # cards of a hand, tricks of a deal
        self.marker = -1  # the seat drawn at the start (LUZ-04)
        self.number = 0  # of the deal
        self.gained = [0] * seats  # in the last finished deal
        self.dealt: list[list[str]] = []  # after passing
        self.hands: list[list[str]] = []
        self.left: list[str] = []
        self.bets: dict[int, str] = {}
        self.plays: list[tuple[int, str, str]] = []  # seat, action, card
        self.tricks = [0] * seats

    def deal(self, names: Sequence[str]) -> None:
        if self.marker < 0:
            self.marker = ord(names[0]) - ord("A")
            self.events.append(("marker", self.marker))
            return
        self.number += 1
        self.dealt = [[] for _ in range(self.seats)]
        for seat in range(self.seats):
            left_neighbour = (seat + 1) % self.seats
            self.dealt[left_neighbour] = sorted_hand(names[self.size * seat :][: self.size])  # LUZ-09, LUZ-12
        self.hands = [list(hand) for hand in self.dealt]
        self.left = list(names[self.size * self.seats :])
        self.bets = {}
        self.plays = []
        self.tricks = [0] * self.seats
        self.events.append(("deal", self.number, list(self.totals), list(self.gained)))
        for seat in range(self.seats):
            for place, card in enumerate(self.dealt[seat]):
                self.events.append(("hand", seat, place, card))
        self.turn = self.starter()

    def first_player(self, number: int) -> int:
        """Return who holds the marker after the passing (LUZ-14)."""
        return (self.marker + number) % self.seats

    def starter(self) -> int:
        """Return who bets and leads first (LUZ-18, LUZ-23, LUZ-24)."""
        seat = self.first_player(self.number)
        if self.seats == 3 and self.number == 4 and self.options["three_player_leader_start"] == "on":
            while self.totals[seat] < max(self.totals):
                seat = (seat + 1) % 3
        return seat

    def owing(self) -> list[int]:
        return [self.turn] if self.turn >= 0 else []

    def legal(self, seat: int) -> list[str]:
        if seat != self.turn:
            return []
        if len(self.bets) < self.seats:
            return self.possible_bets()
        found = []
        for colour in self.playable_colours(seat):
            group = [card for card in self.hands[seat] if card[0] == colour]
            found += [f"{colour}#{place}" for place in range(1, len(group) + 1)]
        return found

    def possible_bets(self) -> list[str]:
        most = self.size
        if self.options["bead_limit"] == "on":
            supply = 15 if self.options["pack"] == "full" else 3
            most = min(most, supply - sum(beads(bet) for bet in self.bets.values()))
        return [text for number in range(most + 1) for text in (f"{number}", f"{number}+S")]

    def playable_colours(self, seat: int) -> list[str]:
        held = [card[0] for card in self.hands[seat]]
        trick = self.trick()
        if trick and trick[0][2][0] in held:
            return [trick[0][2][0]]  # LUZ-29
        return held if len(held) == 1 else sorted(set(held))

    def trick(self) -> list[tuple[int, str, str]]:
        """Return the cards of the trick that is not complete."""
        complete = len(self.plays) // self.seats * self.seats
        return self.plays[complete:]

    def apply(self, seat: int, text: str) -> None:
        if len(self.bets) < self.seats:
            self.bets[seat] = text
            self.events.append(("bet", seat, text))
            self.turn = (seat + 1) % self.seats
            return
        colour, place = text.split("#")
        group = [card for card in self.hands[seat] if card[0] == colour]
        card = group[int(place) - 1]
        self.hands[seat].remove(card)
        self.plays.append((seat, text, card))
        self.events.append(("play", seat, text, card))
        self.turn = (seat + 1) % self.seats
        if not self.trick():
            self.award(self.plays[-self.seats :])

    def award(self, trick: list[tuple[int, str, str]]) -> None:
        """Give the trick to its winner (LUZ-32)."""
        yellow = [(value(card), seat) for seat, _, card in trick if card[0] == "Y"]
        led = [(value(card), seat) for seat, _, card in trick if card[0] == trick[0][2][0]]
        winner = max(yellow or led)[1]
        self.tricks[winner] += 1
        self.turn = winner
        self.events.append(("trick", winner))
        if sum(self.tricks) == self.size:
            self.finish()

    def finish(self) -> None:
        """Score the deal (LUZ-37 to LUZ-41)."""
        for seat in range(self.seats):
            self.gained[seat] = points(self.number, self.bets[seat], self.tricks[seat])
            self.totals[seat] += self.gained[seat]
            self.events.append(("score", seat, self.gained[seat], self.bets[seat], self.tricks[seat]))
        over = self.number == int(self.options["deals"])
        self.events.append(("end", self.number if over else self.number + 1, list(self.totals), list(self.gained)))
        self.turn = OVER if over else CHANCE

    def scores(self) -> list[int]:
        return list(self.totals)

    def places(self) -> list[int]:
        order: list[int] = []
        seat = self.first_player(self.number)
        for _ in range(self.seats):  # nearest first; a later seat overtakes only by more points (LUZ-43)
            place = len(order)
            while place and self.strength(order[place - 1]) < self.strength(seat):
                place -= 1
            order.insert(place, seat)
            seat = (seat + 1) % self.seats
        return [order.index(seat) + 1 for seat in range(self.seats)]

    def strength(self, seat: int) -> tuple[int, int]:
        return (self.totals[seat], self.gained[seat])


def beads(bet: str) -> int:
    return int(bet.split("+")[0])


def points(number: int, bet: str, tricks: int) -> int:
    """Return the points for a bet (LUZ-37 to LUZ-40)."""
    accepted = [beads(bet), beads(bet) + 1] if bet.endswith("+S") else [beads(bet)]
    if tricks in accepted:
        return 5 * number if bet.endswith("+S") else 10 * number
    return -5 * abs(tricks - beads(bet))


naive = Naive
