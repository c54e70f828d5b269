"""What the tests of Schrecklicht share: a table to play at, and the rules' examples that need a finished round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from atout.games.schrecklicht import GAME
from atout.kernel.log import SPECTATOR
from atout.kernel.start import Start
from tests.kit import table as kit
from tests.kit.table import give

LETTERS = "ABCDE"
OBJECTIVES = ["HIGH_COVER", "HIGH_SUM", "HIGH_COLOUR_SUM", "HIGH_COVERED", "MOST_ODD", "MOST_PUMPKINS"]
OBJECTIVES += ["LOW_COVER", "LOW_SUM", "LOW_COLOUR_SUM", "LOW_COVERED", "FEWEST_PUMPKINS", "MULTIPLES"]

# EX-SCH-27: three players, dealer seat 2.
EX_27_OBJECTIVES = "LOW_SUM HIGH_COVER MULTIPLES"
EX_27_HANDS = ["V9 V0 G0 V7 B2 G8", "V8 B6 B3 G1 G5 B0", "G4 B11 V11 G10 V1 B10"]
EX_27_PLAYS = ["G0/G11", "V8/B1", "G4>A", "V7>A", "B0>C", "G10>B", "V9>B", "B3>B"]
EX_27_PLAYS += ["B10>C", "G8>C", "B6>A", "B11>A", "B2>C"]


class Table(kit.Table):
    """A match of Schrecklicht as the tests play it."""

    game = GAME

    def deal(self, **groups: str) -> None:
        """Go on with a chance event: `dealer`, `objectives` or `deck`; what is not said is any of the rest."""
        pack = self.match.state.pack()
        (field,) = pack.fields
        names = groups[field.name].split()
        names += ["??"] * (field.size - len(names))
        self.match.deal(pack.order({field.name: [" ".join(names)]}))

    def set_up(self, dealer: str, deck: str | None = None) -> None:
        """Draw a dealer and any objectives, and deal the cards, if they are given."""
        self.deal(dealer=dealer)
        self.deal(objectives="")
        if deck is not None:
            self.deal(deck=deck)

    def hand(self, seat: int) -> list[str]:
        """Return a hand as its holder sees it."""
        return self.cards("hand", seat, seat)

    def visible(self, seat: int, observer: int = SPECTATOR) -> set[str]:
        """Return the visible cards of a display."""
        return set(self.cards("display", seat, observer))

    def pair(self, seat: int, observer: int = SPECTATOR) -> str:
        """Return a covered pair, such as V8/B1, or nothing."""
        return "/".join(self.cards("covered_pair", seat, observer))

    def of_colours(self, name: str, observer: int = SPECTATOR) -> dict[str, str]:
        """Return a fact that there is for each colour."""
        found = [fact.value.split(" ", 1) for fact in self.display(observer).facts if fact.name == name]
        return {colour: value for colour, value in found}

    def pawns(self) -> tuple[int, ...]:
        """Return where the pawns stand: green, violet, blue."""
        return tuple(int(place) for place in self.of_colours("pawn").values())

    def standing(self, colour: str, observer: int = SPECTATOR) -> list[tuple[int, str, int]]:
        """Return for each seat its rank by a colour's objective, what is counted, and the points this is worth."""
        found = []
        for seat in range(self.seats):
            for fact in self.display(observer).facts:
                if (fact.name, fact.seat, fact.value[:1]) == ("standing", seat, colour):
                    _, rank, amount, points = fact.value.split()
                    found.append((int(rank), amount, int(points)))
        return found


def position(displays: Sequence[str], objectives: str, *held: str, **more: object) -> dict[str, object]:
    """Return a start within a round, dealt by the last seat; who is on turn holds the first cards, and so on."""
    seats = len(displays)
    cards = [card for display in displays for card in display.replace("/", " ").split()]
    played = len(cards) - seats
    hands = []
    for seat in range(seats):
        size = 6 - (played + seats - 1 - seat) // seats
        after = (seat - played) % seats
        known = held[after].split() if after < len(held) else []
        hands.append(" ".join([*known, *["??"] * (size - len(known))]))
    return {"dealer": seats - 1, "objectives": objectives, "displays": list(displays), "hands": hands, **more}


def full_table(displays: Sequence[str], objectives: str, options: Mapping[str, object] | None = None) -> Table:
    """Return a table where a round has just ended with these displays: the first card of the last one came last."""
    last, *rest = displays[-1].split()
    before = [*displays[:-1], " ".join(rest)]
    table = Table(len(displays), options, position(before, objectives, last))
    table.say(f"{last}>{LETTERS[len(displays) - 1]}")
    assert table.display().phase == "evaluated"
    return table


def rank(
    displays: Sequence[str], objective: str, colour: str = "G", options: Mapping[str, object] | None = None
) -> list[int]:
    """Return the ranks of these displays by an objective, 0 for none; full displays are those of a finished round."""
    others = iter([name for name in OBJECTIVES if name != objective])
    objectives = " ".join(objective if letter == colour else next(others) for letter in "GVB")
    seats = len(displays)
    if all(len([card for card in display.split() if "/" not in card]) == 4 for display in displays):
        table = full_table(displays, objectives, options)
    else:
        table = Table(seats, options, position(displays, objectives))
    ranks = [rank for rank, _, _ in table.standing(colour)]
    assert len(ranks) == seats
    return ranks


def points(ranks: Sequence[int], ladder: Sequence[int]) -> list[int]:
    """Return the points that ranks get on a ladder (SCH-34)."""
    return [ladder[rank - 1] if 1 <= rank <= len(ladder) else 0 for rank in ranks]


def write_sheet(rounds: Sequence[Mapping[str, object]], seats: int, options: Mapping[str, object] | None = None):
    """Return the score sheet of rounds that people wrote down."""
    tables = [Start(dict(table), f"deal {number}") for number, table in enumerate(rounds, start=1)]
    return GAME.score_sheet(seats, GAME.settle(dict(options or {})), Start({}, "sheet"), tables)


table, within, ended = give(Table), give(position), give(full_table)
ranks_of, on_ladder, sheet = give(rank), give(points), give(write_sheet)


@pytest.fixture
def ex_27() -> tuple[str, list[str], list[str]]:
    return EX_27_OBJECTIVES, list(EX_27_HANDS), list(EX_27_PLAYS)
