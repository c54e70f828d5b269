"""What the tests of Njet! share: a table to play at, and words for its board."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from atout.games.njet import GAME
from atout.kernel.log import SPECTATOR
from tests.conformance.oracle import load_beside_tests
from tests.kit import table as kit
from tests.kit.table import give

NAIVE = load_beside_tests("njet", "naive")
ROWS: list[list[str]] = NAIVE.ROWS
HAND_SIZES: dict[int, int] = NAIVE.HAND_SIZES


class Table(kit.Table):
    """A match of Njet! as the tests play it."""

    game = GAME

    def deal(self, *hands: str) -> None:
        """Let the seats hold these cards, filled up with cards nobody named."""
        size = HAND_SIZES[self.seats]
        lines = [" ".join([*hand.split(), *["??"] * (size - len(hand.split()))]) for hand in hands]
        lines += [" ".join(["??"] * size)] * (self.seats - len(hands))
        self.deal_hands(lines)

    def settle(self, *wanted: str) -> None:
        """Cover everything until these spaces are open, one in each row; rows that are not named keep their last."""
        stay = [next((space for space in row if space in wanted), "") for row in ROWS]
        while self.display().phase == "tokens":
            legal = self.options_of(self.turn)
            fine = [text for text in legal if text.removeprefix("cover:") not in stay]
            self.say(fine[0])
        assert set(wanted) <= set(self.open_spaces())

    def lay(self, *choices: str) -> None:
        """Let seat after seat, from seat 0, put away or pass on these cards."""
        for seat, cards in enumerate(choices):
            self.match.play(seat, " ".join(f"lay:{card}" for card in cards.split()))

    def finish_round(self, choose: Callable[[Sequence[int]], int] = min) -> None:
        """Play the running round to its end, all decisions alike."""
        number = self.fact("round")
        while not self.match.over and self.turn >= 0 and self.fact("round") == number:
            self.match.play(self.turn, choose(self.match.legal(self.turn)))

    def open_spaces(self) -> list[str]:
        """Return the open spaces."""
        return [
            card.text
            for zone in self.display().zones
            if zone.name.startswith("row_")
            for card in zone.cards
            if card.mark == "open"
        ]

    def line(self, zone: str, seat: int = -1, observer: int = SPECTATOR) -> str:
        """Return the cards an observer is shown in a zone as one text."""
        return " ".join(self.cards(zone, seat, observer))

    def hand(self, seat: int) -> str:
        """Return a hand as its owner sees it."""
        return self.line("hand", seat, seat)

    def loot(self) -> list[str]:
        """Return the captured 0s, seat by seat, as a spectator sees them."""
        return [self.line("loot", seat) for seat in range(self.seats)]

    def tricks(self) -> list[int]:
        """Return the tricks won, seat by seat."""
        return [int(self.fact("tricks", seat) or "0") for seat in range(self.seats)]

    def teams(self) -> list[str | None]:
        """Return the team of each seat."""
        return [self.fact("team", seat) for seat in range(self.seats)]


def position(
    seats: int, hands: Sequence[str], trump: str = "none", supertrump: str = "none", **more: object
) -> dict[str, object]:
    """Return a start within the tricks, at the lead of seat 0, in which the seats hold these cards and no others."""
    size = len(hands[0].split())
    tricks = [HAND_SIZES[seats] - size] + [0] * (seats - 1)
    teams = {2: {}, 3: {"team": "alone:A"}, 4: {"team": "team:AC"}, 5: {"team": "team:AB"}}[seats]
    spaces = ["start-c1", "lay-none", f"trump-{trump}", f"super-{supertrump}", "points-1"]
    found: dict[str, object] = {"dealer": 0, "hands": list(hands), "open": spaces, "tricks": tricks, "leader": 0}
    return {**found, **teams, **more}


table = give(Table)
within = give(position)
