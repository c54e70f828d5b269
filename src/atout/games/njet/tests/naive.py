"""Njet!: a match in slow motion, written from the rules with lists and loops, and nothing of the code under test."""

from collections.abc import Mapping, Sequence
from itertools import combinations

from atout import CHANCE, OVER, Match
from tests.conformance.oracle import SlowMatch

ENDINGS = ("single winner", "shared victory")

COLOURS = "RKBY"
COLOUR_NAMES = {"red": "R", "black": "K", "blue": "B", "yellow": "Y", "none": ""}
ROWS = [
    ["start-c1", "start-c2", "start-c3", "start-c4", "start-c5"],
    ["lay-1", "lay-2", "lay-2-no-0", "pass-2", "lay-none"],
    ["trump-red", "trump-black", "trump-blue", "trump-yellow", "trump-none"],
    ["super-red", "super-black", "super-blue", "super-yellow", "super-none"],
    ["points-1", "points-2", "points-3", "points-4", "points-minus-2"],
]
HAND_SIZES = {2: 15, 3: 16, 4: 15, 5: 12}
SMALL_BOARD = ["lay-1", "pass-2", "trump-red", "trump-none", "super-black", "points-1"]
FULL_MATCH = {2: 8, 3: 9, 4: 8, 5: 10}
HALF_MATCH = {2: 4, 3: 3, 4: 4, 5: 5}


def sort_key(card: str) -> tuple[int, int]:
    return (COLOURS.index(card[0]), int(card[1]))


def in_order(cards: Sequence[str]) -> list[str]:
    """Return cards as a hand is sorted: by colour, low before high."""
    return sorted(cards, key=sort_key)


class Naive(SlowMatch):
    """One match of Njet!."""

    def __init__(self, seats: int, options: Mapping[str, str]) -> None:
        super().__init__(seats, options)
        self.dealer = -1
        self.round = 1
        self.phase = "deal"
        self.hands: list[list[str]] = []

    # The round so far

    def begin_round(self) -> None:
        self.phase = "deal"
        self.turn = CHANCE
        self.events += [("round", self.round), ("dealer", self.dealer)]
        self.events += [("character", seat, f"c{seat + 1}") for seat in range(self.seats)]
        self.events += [("total", seat, self.totals[seat]) for seat in range(self.seats)]

    def deal(self, names: Sequence[str]) -> None:
        if self.dealer < 0:
            self.dealer = "ABCDE".index(names[0])
            self.begin_round()
            return
        size = 3 if self.options["pack"] == "small" else HAND_SIZES[self.seats]
        self.hands = [in_order(names[size * seat : size * seat + size]) for seat in range(self.seats)]
        self.dealt = [list(hand) for hand in self.hands]
        self.aside = list(names[size * self.seats :])
        self.events += [("dealt", seat, card) for seat in range(self.seats) for card in self.hands[seat]]
        characters = [f"start-c{seat + 1}" for seat in range(self.seats)]
        others = SMALL_BOARD if self.options["pack"] == "small" else [space for row in ROWS[1:] for space in row]
        self.open = [[space for space in row if space in characters + others] for row in ROWS]
        self.start = -1
        self.team: list[int] = []
        self.monster = -1
        self.chosen: list[list[str]] = [[] for _ in range(self.seats)]
        self.need = 0
        self.passed = False  # whether passed cards have changed hands
        self.trick: list[tuple[int, str]] = []
        self.tricks: list[list[tuple[int, str]]] = []
        self.won = [0] * self.seats
        self.loot = [0] * self.seats
        self.phase = "tokens"
        self.turn = self.dealer

    def owing(self) -> list[int]:
        if self.turn < 0:
            return []
        if self.phase == "laying":
            return [seat for seat in range(self.seats) if len(self.chosen[seat]) < self.need]
        return [self.turn]

    def legal(self, seat: int) -> list[str]:
        if seat not in self.owing():
            return []
        if self.phase == "tokens":
            return [f"cover:{space}" for row in self.open if len(row) >= 2 for space in row]
        if self.phase == "teams":
            return self.possible_teams()
        if self.phase == "laying":
            return sorted({f"lay:{card}" for card in self.next_to_lay(seat)})
        return sorted(set(self.playable(seat)))

    def apply(self, seat: int, text: str) -> None:
        if self.phase == "tokens":
            self.events.append(("did", seat, text))
            self.cover(text.removeprefix("cover:"))
        elif self.phase == "teams":
            self.events.append(("did", seat, text))
            self.form(text)
        elif self.phase == "laying":
            self.events.append(("laid", seat, text))
            self.lay(seat, text.removeprefix("lay:"))
        else:
            self.events.append(("did", seat, text))
            self.play(text)

    # Tokens

    def cover(self, space: str) -> None:
        for row in self.open:
            if space in row:
                row.remove(space)
        self.turn = (self.turn + 1) % self.seats
        if all(len(row) == 1 for row in self.open):
            self.settle()

    def settle(self) -> None:
        start, cards, trump, supertrump, points = [row[0] for row in self.open]
        self.start = int(start.removeprefix("start-c")) - 1
        self.turn = self.start
        self.cards = cards
        self.need = {"lay-1": 1, "lay-2": 2, "lay-2-no-0": 2, "pass-2": 2, "lay-none": 0}[cards]
        self.trump = COLOUR_NAMES[trump.removeprefix("trump-")]
        self.supertrump = COLOUR_NAMES[supertrump.removeprefix("super-")]
        self.value = -2 if points == "points-minus-2" else int(points.removeprefix("points-"))
        self.phase = "teams"
        if self.seats == 2:
            self.team = [0]
            self.after_teams()

    # Teams

    def possible_teams(self) -> list[str]:
        letters = "ABCDE"[: self.seats]
        own = letters[self.start]
        if self.seats == 3:
            return [f"alone:{letter}" for letter in letters]
        if self.seats == 4:
            return [f"team:{own}{letter}" for letter in letters if letter != own]
        return [f"team:{first}{second}" for first in letters for second in letters if first != second]

    def form(self, text: str) -> None:
        self.team = ["ABCDE".index(letter) for letter in text.split(":")[1]]
        if self.seats in (3, 5):
            self.monster = self.team[0]
        self.after_teams()

    def after_teams(self) -> None:
        if self.need:
            self.phase = "laying"
            self.turn = 0
        else:
            self.phase = "tricks"
            self.turn = self.start

    # Cards before play

    def complete_choices(self, hand: Sequence[str]) -> list[tuple[str, ...]]:
        """Return every set of cards that may be laid from a whole hand, each sorted."""
        found = []
        others = [card for card in hand if card[1] != "0"]
        for chosen in combinations(in_order(hand), self.need):
            if self.cards == "lay-2-no-0" and self.options["zero_stash"] == "no_zero":
                kept = list(hand)
                for card in chosen:
                    kept.remove(card)
                zeros = len([card for card in chosen if card[1] == "0"])
                if zeros > 0 and any(card[1] != "0" for card in kept):
                    continue  # a 0 goes only when everything else goes
                if len(others) >= 2 and zeros > 0:
                    continue
            found.append(chosen)
        return found

    def next_to_lay(self, seat: int) -> list[str]:
        """Return the cards that continue what a seat has laid, in order, towards a complete choice."""
        begun = tuple(self.chosen[seat])
        whole = self.hands[seat] + list(begun)
        fitting = [chosen for chosen in self.complete_choices(whole) if chosen[: len(begun)] == begun]
        return [chosen[len(begun)] for chosen in fitting]

    def lay(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.chosen[seat].append(card)
        if self.owing():
            self.turn = self.owing()[0]
            return
        if self.cards == "pass-2":
            self.pass_on()
        self.phase = "tricks"
        self.turn = self.start

    def receiver(self, giver: int) -> int:
        return (giver + (1 if self.options["pass_direction"] == "left" else -1)) % self.seats

    def pass_on(self) -> None:
        self.passed = True
        for giver in range(self.seats):
            for card in self.chosen[giver]:
                self.hands[self.receiver(giver)].append(card)
                self.events.append(("given", giver, self.receiver(giver), card))

    # Tricks

    def is_super(self, card: str) -> bool:
        return card[1] == "0" and card[0] == self.supertrump

    def is_trump(self, card: str) -> bool:
        return self.is_super(card) or card[0] == self.trump

    def follows(self, card: str, led: str) -> bool:
        """Say whether a card follows the card led."""
        if self.is_trump(led):
            return self.is_trump(card)
        if self.is_super(card) and self.options["supertrump_colour"] == "leaves":
            return False
        if self.is_trump(card) and not self.is_super(card):
            return False
        return card[0] == led[0]

    def playable(self, seat: int) -> list[str]:
        hand = self.hands[seat]
        if not self.trick:
            return hand
        following = [card for card in hand if self.follows(card, self.trick[0][1])]
        return following or hand

    def winner(self) -> int:
        """Return who wins the trick: supertrump, then trump, then the suit led; of equal cards the last."""
        supers = [(0, seat) for seat, card in self.trick if self.is_super(card)]
        trumps = [(int(card[1]), seat) for seat, card in self.trick if card[0] == self.trump]
        plain = [(int(card[1]), seat) for seat, card in self.trick if card[0] == self.trick[0][1][0]]
        best = supers or trumps or plain
        return [seat for number, seat in best if number == max(number for number, _ in best)][-1]

    def play(self, card: str) -> None:
        self.hands[self.turn].remove(card)
        self.trick.append((self.turn, card))
        if len(self.trick) < self.seats:
            self.turn = (self.turn + 1) % self.seats
            return
        winner = self.winner()
        self.events.append(("trick", winner))
        self.won[winner] += 1
        for seat, played in self.trick:
            if played[1] == "0" and (seat in self.team) != (winner in self.team):
                self.loot[winner] += 1
        self.tricks.append(self.trick)
        self.trick = []
        self.turn = winner
        if not any(self.hands):
            self.score()

    # Points

    def score(self) -> None:
        raw = {True: 0, False: 0}
        for seat in range(self.seats):
            points = self.value * (self.won[seat] + self.loot[seat])
            raw[seat in self.team] += 2 * points if seat == self.monster else points
        if self.options["reveal_stash"] == "on" and self.cards != "pass-2":
            self.events += [("shown", seat, card) for seat in range(self.seats) for card in self.chosen[seat]]
        for seat in range(self.seats):
            own, other = raw[seat in self.team], raw[seat not in self.team]
            gained = own if self.options["score"] == "raw" else max(own - other, 0)
            self.totals[seat] += gained
            self.events.append(("scored", seat, gained))
        if self.round == self.rounds():
            self.begin_round()
            self.phase = "over"
            self.turn = OVER
        else:
            self.round += 1
            self.dealer = (self.dealer + 1) % self.seats
            self.begin_round()

    def rounds(self) -> int:
        text = self.options["rounds"]
        if text == "full":
            return FULL_MATCH[self.seats]
        return HALF_MATCH[self.seats] if text == "half" else int(text)

    def scores(self) -> list[int]:
        return list(self.totals)

    def places(self) -> list[int]:
        return [1 + len([other for other in self.totals if other > own]) for own in self.totals]


def ending(match: Match) -> str:
    return "single winner" if match.places().count(1) == 1 else "shared victory"


naive = Naive
