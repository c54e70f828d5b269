"""What the tests of Was sticht? share: a table to play at, positions, and the complete rounds of the specification."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from atout.games.was_sticht import GAME
from atout.games.was_sticht.reading import ANNOUNCED
from atout.kernel.log import SPECTATOR
from tests.conformance.oracle import Oracle, oracle
from tests.kit import table as kit
from tests.kit.table import give, give_list

# Contracts for three or four seats that have every kind of choice.
CONTRACTS = [
    "no-tricks exact-1 last no-red",
    "exact-2 exact-3 most no-blue",
    "no-tricks exact-2 fewest no-green",
    "exact-4 most last no-yellow",
]

# W-R1: four players, first player A.
W_R1_COLUMNS = [
    *["B9 R3 Y2 Y9", "B7 B3 Y4 G4", "Y3 G9 G8 B4", "B2 Y1 R9 B5", "Y8 G6 R7 G7"],
    *["G5 G3 Y7 R4", "R5 R2 G2 Y5", "B6 Y6 G1 R8", "B8 R1 R6 B1"],
]
W_R1_PICKS = [
    *["Y9 R3 Y2 B9", "B7 Y4 B3 G4", "G8 Y3 B4 G9", "Y1 B2 R9 B5", "G7 G6 Y8 R7"],
    *["Y7 G3 R4 G5", "Y5 G2 R5 R2", "G1 R8 Y6 B6", "B8 R1 B1 R6"],
]

# W-R2: three players, first player B; the fourth card of a column is the virtual player's.
W_R2_COLUMNS = [
    *["R1 G7 R5 G1", "G2 B7 Y1 G3", "R6 G4 Y7 G5", "Y4 B4 Y2 Y9", "R8 B2 R7 R2"],
    *["R9 B6 R3 G9", "B9 R4 Y5 B8", "B5 Y6 G6 G8", "B3 Y8 Y3 B1"],
]
W_R2_PICKS = [
    *["G1 R1 G7", "B7 G2 G3", "G4 G5 R6", "B4 Y4 Y2", "B2 R7 R2"],
    *["B6 G9 R9", "R4 B8 Y5", "G6 G8 Y6", "Y3 Y8 B1"],
]


class Table(kit.Table):
    """A match as the tests play it."""

    game = GAME

    # Chance

    def shuffle(self, **written: object) -> None:
        """Carry out a chance event with these groups."""
        groups = {name: [text] if isinstance(text, str) else list(text) for name, text in written.items()}  # type: ignore[call-overload]
        self.match.deal(self.match.state.pack().order(groups))

    def lay_out(self, columns: Sequence[str], trumps: str) -> None:
        """Lay out the columns, those not given with the cards that are left; trumps are written `R/5` or `-/-`."""
        unknown = ["?? ?? ?? ??"] * (9 - len(columns))
        self.shuffle(columns=[*columns, *unknown])
        colour, number = trumps.split("/")
        self.shuffle(trump_colour=colour)
        self.shuffle(trump_number=number)

    # Decisions

    def pick(self, cards: str) -> None:
        """Let the seats pick these cards in order."""
        self.say(*[f"pick:{card}" for card in cards.split()])

    def choose(self, *kinds: str) -> None:
        """Let the seats that owe a choice choose these kinds, the lowest seat first."""
        for seat, kind in zip(self.owing, kinds, strict=True):
            self.match.play(seat, f"choose:{kind}")

    def any(self, count: int = 1, choose: Callable[[Sequence[int]], int] = min) -> None:
        """Let whoever is on turn do anything, this many times."""
        for _ in range(count):
            self.match.play(self.turn, choose(self.match.legal(self.turn)))

    def until(self, phase: str, choose: Callable[[Sequence[int]], int] = min) -> None:
        """Let whoever is on turn do anything until the phase is this one."""
        while self.phase != phase:
            self.any(choose=choose)

    def may(self) -> str:
        """Return what the seat on turn may pick, take, choose or play, without the verb."""
        return " ".join(text.split(":")[-1] for text in self.options_of(self.turn))

    # What can be seen

    def zones(self, name: str, observer: int = SPECTATOR) -> list[list[str]]:
        """Return the cards of every zone with this name."""
        return [[card.text for card in zone.cards] for zone in self.display(observer).zones if zone.name == name]

    def trumps(self, observer: int) -> str:
        """Return the trumps that an observer is shown, `?` where they are hidden."""
        colour, number = (self.fact(f"trump_{kind}", observer=observer) or "?" for kind in ("colour", "number"))
        return f"{colour}/{number}"

    def announcements(self) -> list[str]:
        """Return all announcements of the present round, as everybody remembers them."""
        found = []
        view = self.match.view(SPECTATOR)
        for entry in view.seen[len(view.seen) - len(view.log) :]:
            if entry.kind == ANNOUNCED:
                found.append("V" if entry.seat == 15 else "ABCD"[entry.seat])
        return found


def before_round(seats: int, first: int, **more: object) -> dict[str, object]:
    """Return a position before a round."""
    return {"first_player": first, "contracts": CONTRACTS[:seats], **more}


def before_choices(contracts: Sequence[str], fulfilled: Sequence[str], colour: str = "-") -> dict[str, object]:
    """Return a position in which all but the first player choose a contract; nobody knows a card."""
    start = before_round(len(contracts), 0, contracts=list(contracts), fulfilled=list(fulfilled))
    return start | {"trump_colour": colour, "trump_number": "-", "hands": [" ".join(["??"] * 9)] * len(contracts)}


def within(seats: int, hands: Sequence[str], trumps: str, leader: int, **more: object) -> dict[str, object]:
    """Return a position at the lead to a trick: the leader has won all tricks before; unknown cards fill the hands."""
    size = max(len(hand.split()) for hand in hands)
    filled = [" ".join([*hand.split(), *["??"] * (size - len(hand.split()))]) for hand in hands]
    won = [" ".join(["??"] * (seats * (9 - size))) if seat == leader else "" for seat in range(seats)]
    first = (leader - 1) % seats
    chosen = ["-" if seat == first else CONTRACTS[seat].split()[0] for seat in range(seats)]
    colour, number = trumps.split("/")
    start = before_round(seats, first, trump_colour=colour, trump_number=number, hands=filled, won=won)
    return {**start, "chosen": chosen, "leader": leader, **more}


def before_last_trick(
    tricks: Sequence[int], last: int, chosen: Sequence[str], contracts: Sequence[str], **more: object
) -> dict[str, object]:
    """Return a position before the ninth trick: `tricks` are the final counts, and one seat takes the last."""
    seats = len(tricks)
    before = list(tricks)
    before[last] -= 1
    leader = last if before[last] else before.index(max(before))
    plain = iter(["B1", "G1", "Y1"])
    return {
        "first_player": chosen.index("-"),
        "contracts": list(contracts),
        "trump_colour": "R",
        "trump_number": "5",
        "hands": ["R5" if seat == last else next(plain) for seat in range(seats)],
        "won": [" ".join(["??"] * (seats * number)) for number in before],
        "chosen": list(chosen),
        "leader": leader,
        **more,
    }


table = give(Table)


@pytest.fixture
def rules() -> Oracle:
    """Return the naive rules, a second opinion that shares nothing with the code under test."""
    return oracle("was_sticht")


round_start, choice_start = give(before_round), give(before_choices)
trick_start, last_trick_start = give(within), give(before_last_trick)


@pytest.fixture
def w_r1() -> Table:
    """Return W-R1 with the columns laid out, before the first pick."""
    t = Table(4, start=before_round(4, 0, contracts=W_R1_CONTRACTS))
    t.lay_out(W_R1_COLUMNS, "G/7")
    return t


@pytest.fixture
def w_r2() -> Table:
    """Return W-R2 with the columns laid out, before the first pick."""
    t = Table(3, start=before_round(3, 1, contracts=W_R2_CONTRACTS))
    t.lay_out(W_R2_COLUMNS, "Y/3")
    return t


W_R1_CONTRACTS = [
    "last exact-1 no-red fewest",
    "exact-2 last no-blue most",
    "most exact-3 exact-1 no-green",
    "no-tricks exact-2 exact-3 no-yellow",
]
W_R2_CONTRACTS = ["most last no-tricks exact-1", "last exact-3 no-red exact-2", "exact-2 most exact-4 no-tricks"]

w_r1_picks, w_r2_picks = give_list(W_R1_PICKS), give_list(W_R2_PICKS)
