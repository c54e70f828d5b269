"""What the tests of Luz share: a table to play at, and a referee that plays by the specification with plain lists."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from atout.games.luz import GAME
from atout.kernel.log import SPECTATOR
from tests.kit import table as kit
from tests.kit.table import give, give_list

COLOURS = ("R", "Y", "G", "B", "P")
TRUMP = "Y"

# EX-LUZ-22: three players, deal 2, seat 0 drew the marker.
EX_22_HANDS = [
    "R1 R4 R8 Y1 G1 G7 B3 B4 B7 P6",
    "Y3 Y4 Y8 G2 G3 G5 G6 B1 P3 P8",
    "R2 R5 Y2 Y5 Y6 Y7 B2 B8 P4 P5",
]

# EX-LUZ-1: Remi, Chloe (two red cards), Joelle (none), Vincent (three).
EX_1_HANDS = [
    "R4 R8 Y1 Y5 G1 G2 B3 B4 P5 P6",
    "R1 R3 Y2 Y6 G4 G5 B1 B2 P1 P2",
    "Y3 Y7 Y8 G3 G6 G7 B5 B6 P3 P4",
    "R2 R7 R9 Y4 Y9 G8 B7 B8 P7 P8",
]


class Table(kit.Table):
    """A match of Luz as the tests play it."""

    game = GAME

    def bet_all(self, text: str = "3") -> None:
        """Let everybody make the same bet."""
        self.say(*[text] * self.seats)

    def finish(self, choose: Callable[[Sequence[int]], int] = min) -> None:
        """Play the tricks of the running deal to their end."""
        display = self.display()
        assert display.phase == "tricks"
        for _ in range(sum(len(zone.cards) for zone in display.zones if zone.name == "hand")):
            self.match.play(self.turn, choose(self.match.legal(self.turn)))

    def cards(self, zone: str, seat: int = -1, observer: int = SPECTATOR) -> list[str]:
        """Return the cards an observer is shown in a zone, which must be there."""
        assert self.zone(zone, seat, observer)
        return super().cards(zone, seat, observer)

    def hand(self, seat: int) -> str:
        """Return a hand as a neighbour sees it."""
        return " ".join(self.cards("hand", seat, (seat + 1) % self.seats))

    def tricks(self, observer: int = SPECTATOR) -> list[int]:
        """Return the trick counts as an observer is shown them."""
        return [int(self.fact("tricks", seat, observer) or "-99") for seat in range(self.seats)]


class Referee:
    """One deal of Luz by the specification: strings, lists and loops, nothing of the code under test."""

    def __init__(self, hands: Sequence[str], leader: int = 0) -> None:
        self.hands = [hand.split() for hand in hands]
        for hand in self.hands:
            hand.sort(key=lambda card: (COLOURS.index(card[0]), int(card[1:])))  # LUZ-11
        self.won = [0] * len(hands)
        self.turn = leader
        self.trick: list[tuple[int, str]] = []
        self.finished: list[list[tuple[int, str]]] = []

    def copy(self) -> Referee:
        """Return an independent copy."""
        new = Referee([" ".join(hand) for hand in self.hands], self.turn)
        new.won = list(self.won)
        new.trick = list(self.trick)
        new.finished = list(self.finished)
        return new

    def group(self, seat: int, colour: str) -> list[str]:
        """Return the cards of a colour in a hand, lowest first."""
        return [card for card in self.hands[seat] if card[0] == colour]

    def legal(self) -> list[str]:
        """Return the plays of the seat on turn (LUZ-28 to LUZ-31), in the order R, Y, G, B, P and from the low end."""
        colours = list(COLOURS)
        if self.trick:
            led = self.trick[0][1][0]
            if self.group(self.turn, led):
                colours = [led]
        found = []
        for colour in colours:
            for place, _ in enumerate(self.group(self.turn, colour), start=1):
                found.append(f"{colour}#{place}")
        return found

    def play(self, text: str) -> str:
        """Play a card by colour and place; return what it turns out to be."""
        card = self.group(self.turn, text[0])[int(text[2:]) - 1]
        self.hands[self.turn].remove(card)
        self.trick.append((self.turn, card))
        if len(self.trick) < len(self.hands):
            self.turn = (self.turn + 1) % len(self.hands)
        else:
            self.turn = winner(self.trick)
            self.won[self.turn] += 1
            self.finished.append(self.trick)
            self.trick = []
        return card


def winner(trick: Sequence[tuple[int, str]]) -> int:
    """Return who wins a trick (LUZ-32)."""
    trumps = [(int(card[1:]), seat) for seat, card in trick if card[0] == TRUMP]
    following = [(int(card[1:]), seat) for seat, card in trick if card[0] == trick[0][1][0]]
    return max(trumps or following)[1]


def result(deal: int, bet: str, tricks: int) -> int:
    """Return the points of a bet (LUZ-37 to LUZ-40)."""
    beads = int(bet.removesuffix("+S"))
    if bet.endswith("+S"):
        accepted, reward = [beads, beads + 1], 5 * deal
    else:
        accepted, reward = [beads], 10 * deal
    return reward if tricks in accepted else -5 * abs(tricks - beads)


def deck(seats: int) -> list[str]:
    """Return the deck of LUZ-02 in the order R, Y, G, B, P."""
    highest = {3: 8, 4: 10, 5: 12}[seats]
    return [f"{colour}{value}" for colour in COLOURS for value in range(1, highest + 1)]


def last_trick_start(
    seats: int, deal: int, bets: Sequence[str], tricks: Sequence[int], won_by: int, **more: object
) -> dict[str, object]:
    """Return a position before the tenth trick: `tricks` are the final counts, and one seat takes the last."""
    before = list(tricks)
    before[won_by] -= 1
    leader = won_by if before[won_by] else next(seat for seat in range(seats) if before[seat])  # has won a trick
    plain = iter(["R1", "G2", "B3", "P4"])
    hands = ["Y1" if seat == won_by else next(plain) for seat in range(seats)]
    return {"deal": deal, "marker": 0, "hands": hands, "bets": list(bets), "tricks": before, "leader": leader, **more}


table, referee = give(Table), give(Referee)
spec_result, spec_deck, before_last_trick = give(result), give(deck), give(last_trick_start)
ex_22_hands, ex_1_hands = give_list(EX_22_HANDS), give_list(EX_1_HANDS)
