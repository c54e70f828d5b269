"""What the tests of Mü share: a table to play at, and a referee that plays by the specification with plain lists."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pytest

from atout.games.mu import GAME
from atout.kernel.log import SPECTATOR
from tests.kit import table as kit
from tests.kit.table import give

COLOURS = "RBGYK"
HAND_SIZES = {4: 15, 5: 12, 6: 10}
CARD_POINTS = {"0": 1, "1": 0, "2": 1, "3": 1, "4": 1, "5": 1, "6": 2, "7": 2, "8": 1, "9": 0}

# MU-EX-01: turn by turn from seat 0; the completion of the rule book's example.
EX_1 = ["R6", "-", "Y8", "G1 B1", "-", "K2", "Y9", "R9", "-", "K8", "G9", "-", "B5", "G8 B7", "-", "-", "-", "-", "-"]

# MU-EX-26
EX_26_HANDS = [
    "B8 G3 G1 Y9 Y7 Y6 Y2 K7 K5 K1",
    "R7 R6 R0 G4 G0 Y1 Y0 K9 K3 K2",
    "R1 B7 B7 G7 G6 G2 Y7 Y5 Y3 K0",
    "R8 B3 B1 B0 Y4 Y1 K8 K7 K4 K1",
    "R9 R2 B9 B5 B4 B1 G9 G8 G7 K6",
    "R7 R5 R4 R3 R1 B6 B2 G5 G1 Y8",
]
EX_26_AUCTION = ["B7", "-", "R9", "R5 R4", "-", "R6", "B7 G7", "-", "-", "R3 R1", "-", "R0", *["-"] * 6]
EX_26_TRICKS = [
    (5, "R4* K7 R6* G7* R8 R2", 3, 9),
    (3, "K1 K6 B2 K5 K3 K0", 4, 6),
    (4, "B4 B6 B8 K2 B7* B0", 2, 8),
    (2, "Y3 Y4 G8 Y8 Y2 Y1", 5, 5),
    (5, "R7 Y7 R7 R1 K7 R9*", 5, 8),
    (5, "R5* Y6 R0* Y7 Y1 G7", 5, 8),
    (5, "G5 G3 G0 G2 K4 G9", 4, 5),
    (4, "B1 R3* Y9 G4 B7* B1", 5, 4),
    (5, "G1 G1 Y0 G6 B3 B5", 2, 5),
    (2, "Y5 K8 B9 R1* K1 K9", 5, 2),
]


def in_order(cards: Sequence[str]) -> list[str]:
    return sorted(cards, key=lambda card: (COLOURS.index(card[0]), card[1]))


def deck() -> list[str]:
    """Return the 60 cards of MU-02."""
    return [f"{colour}{number}" for colour in COLOURS for number in "011234567789"]


def hands_with(seats: int, wanted: Mapping[int, str]) -> list[str]:
    """Return full hands in which some seats have these cards; the others take what is left, in order."""
    left = deck()
    hands: list[list[str]] = [wanted.get(seat, "").split() for seat in range(seats)]
    for hand in hands:
        for card in hand:
            left.remove(card)
    for hand in hands:
        while len(hand) < HAND_SIZES[seats]:
            hand.append(left.pop(0))
    return [" ".join(hand) for hand in hands]


class Table(kit.Table):
    """A match of Mü as the tests play it."""

    game = GAME

    def bid(self, *turns: str) -> None:
        """Let whoever is on turn bid these cards, or pass with `-`, turn by turn."""
        for turn in turns:
            seat = self.turn
            if turn == "-":
                self.say("-")
                continue
            self.say(" ".join(f"+{card}" for card in in_order(turn.split())))
            if self.turn == seat and self.phase == "auction":
                self.say("-")

    def pass_all(self) -> None:
        """Let everybody pass until the auction is over."""
        while self.turn >= 0 and self.phase == "auction":
            self.say("-")

    def finish(self, choose: Callable[[Sequence[int]], int] = min) -> None:
        """Play the tricks of the running round to their end."""
        assert self.phase == "tricks"
        held = sum(len(zone.cards) for zone in self.display().zones if zone.name in ("hand", "bid_cards"))
        for _ in range(held):
            self.match.play(self.turn, choose(self.match.legal(self.turn)))

    def trumps_of(self, seat: int) -> set[str]:
        return {text.removeprefix("trump:") for text in self.options_of(seat)}

    def cards(self, zone: str, seat: int = -1, observer: int = SPECTATOR) -> list[str]:
        """Return the cards an observer is shown in a zone, which must be there."""
        assert self.zone(zone, seat, observer)
        return super().cards(zone, seat, observer)

    def hand(self, seat: int) -> list[str]:
        return self.cards("hand", seat, seat)

    def bids(self, seat: int, observer: int = SPECTATOR) -> list[str]:
        return in_order(self.cards("bid_cards", seat, observer))

    def each(self, name: str, observer: int = SPECTATOR) -> list[str | None]:
        return [self.fact(name, seat, observer) for seat in range(self.seats)]


def tricks_start(
    hands: Sequence[str],
    chief_trump: str,
    vice_trump: str | None = None,
    bids: Sequence[str] | None = None,
    **more: object,
) -> dict[str, object]:
    """Return a position at the lead to one of the last tricks: seat 0 is Chief with all bid cards gone, and leads."""
    seats = len(hands)
    lying = list(bids or [""] * seats)
    over = HAND_SIZES[seats] - len(hands[0].split()) - len(lying[0].split())
    held = [card for line in [*hands, *lying] for card in line.split()]
    start: dict[str, object] = {"dealer": 0, "hands": list(hands), "bids": lying, "chief": 0, "partner": 1, "size": 5}
    start |= {"chief_trump": chief_trump, "tricks": [over] + [0] * (seats - 1), "leader": 0}
    start |= {"points": [60 - sum(CARD_POINTS[card[1]] for card in held)] + [0] * (seats - 1)}
    if vice_trump is not None:
        start |= {"vice": seats - 1, "vice_trump": vice_trump}
    return start | more


def last_trick_start(
    points: Sequence[int], chief: int, partner: int, size: int, trump: str, **more: object
) -> dict[str, object]:
    """Return a position before the last trick, which has no card points; `points` are those of the whole round."""
    seats = len(points)
    tricks = [1] * seats
    tricks[chief] += HAND_SIZES[seats] - 1 - seats
    start: dict[str, object] = {"dealer": 0, "hands": ["R1", "B1", "G1", "Y1", "K1", "R1"][:seats]}
    start |= {"chief": chief, "partner": partner, "size": size, "chief_trump": trump}
    return start | {"tricks": tricks, "points": list(points), "leader": chief} | more


class Referee:
    """The tricks of one round by the specification: strings, lists and loops, nothing of the code under test."""

    def __init__(
        self, hands: Sequence[str], bids: Sequence[str], chief_trump: str, vice_trump: str, leader: int = 0
    ) -> None:
        self.hands = [in_order(hand.split()) for hand in hands]
        self.bids = [in_order(bid.split()) for bid in bids]
        self.chief_trump = chief_trump
        self.vice_trump = vice_trump
        self.turn = leader
        self.points = [0] * len(hands)
        self.trick: list[tuple[int, str]] = []
        self.winners: list[int] = []

    def copy(self) -> Referee:
        """Return an independent copy."""
        new = Referee([], [], self.chief_trump, self.vice_trump, self.turn)
        new.hands = [list(hand) for hand in self.hands]
        new.bids = [list(bid) for bid in self.bids]
        new.points = list(self.points)
        new.trick = list(self.trick)
        new.winners = list(self.winners)
        return new

    def rank(self, card: str) -> tuple[int, int]:
        """Return class and number: double, Chief's, Vice's, plain (MU-35, MU-37)."""
        matches = [trump in (card[0], card[1]) for trump in (self.chief_trump, self.vice_trump)]
        return (
            {(True, True): 3, (True, False): 2, (False, True): 1, (False, False): 0}[matches[0], matches[1]],
            int(card[1]),
        )

    def suit(self, card: str) -> str:
        return "trump" if self.rank(card)[0] else card[0]

    def legal(self) -> list[str]:
        """Return the plays of the seat on turn, hand first (MU-43 to MU-46)."""
        own = [(card, card) for card in self.hands[self.turn]] + [(card, f"{card}*") for card in self.bids[self.turn]]
        if self.trick:
            led = self.suit(self.trick[0][1])
            own = [(card, text) for card, text in own if self.suit(card) == led] or own
        return list(dict.fromkeys(text for _, text in own))

    def play(self, text: str) -> None:
        card = text.removesuffix("*")
        (self.bids if text.endswith("*") else self.hands)[self.turn].remove(card)
        self.trick.append((self.turn, card))
        if len(self.trick) < len(self.hands):
            self.turn = (self.turn + 1) % len(self.hands)
            return
        self.turn = self.winner()
        self.winners.append(self.turn)
        self.points[self.turn] += sum(CARD_POINTS[card[1]] for _, card in self.trick)
        self.trick = []

    def winner(self) -> int:
        """Return who wins the trick (MU-40, MU-48)."""
        led = self.suit(self.trick[0][1])
        fighting = [(seat, card) for seat, card in self.trick if self.suit(card) in ("trump", led)]
        best = max(self.rank(card) for _, card in fighting)
        return next(seat for seat, card in fighting if self.rank(card) == best)


table, referee = give(Table), give(Referee)
full_hands, at_tricks, before_last_trick = give(hands_with), give(tricks_start), give(last_trick_start)


@pytest.fixture
def spec_deck() -> list[str]:
    return deck()


@pytest.fixture
def ex_1(table: type[Table]) -> Table:
    """Return the table of MU-EX-01, before the first bid."""
    t = table(5, start={"dealer": 0})
    wanted = {0: "R6 K2 G9", 1: "Y9", 2: "Y8 R9 B5", 3: "G1 B1 G8 B7", 4: "K8"}
    t.deal_hands(hands_with(5, wanted))
    return t


@pytest.fixture
def ex_1_turns() -> list[str]:
    return list(EX_1)


@pytest.fixture
def ex_26() -> tuple[list[str], list[str], list[tuple[int, str, int, int]]]:
    return list(EX_26_HANDS), list(EX_26_AUCTION), list(EX_26_TRICKS)
