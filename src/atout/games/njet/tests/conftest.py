"""What the tests of Njet! share: a table to play at, and words for its board."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pytest

from atout.games.njet import GAME
from atout.kernel.errors import IllegalActionError, PlayError
from atout.kernel.log import SPECTATOR
from atout.kernel.view import Display
from atout.match import Match, shuffler

ROWS = [
    ["start-c1", "start-c2", "start-c3", "start-c4", "start-c5"],
    ["lay-1", "lay-2", "lay-2-no-0", "pass-2", "lay-none"],
    ["trump-red", "trump-black", "trump-blue", "trump-yellow", "trump-none"],
    ["super-red", "super-black", "super-blue", "super-yellow", "super-none"],
    ["points-1", "points-2", "points-3", "points-4", "points-minus-2"],
]
HAND_SIZES = {2: 15, 3: 16, 4: 15, 5: 12}


class Table:
    """A match of Njet! as the tests play it: in notation, with the seat on turn acting."""

    def __init__(
        self,
        seats: int,
        options: Mapping[str, object] | None = None,
        start: Mapping[str, object] | None = None,
        seed: int | None = None,
    ) -> None:
        shuffle = None if seed is None else shuffler(seed)
        self.match = Match(GAME, seats, options, start=start, shuffle=shuffle)
        self.seats = seats

    @property
    def turn(self) -> int:
        return self.match.turn

    @property
    def observers(self) -> list[int]:
        return [*range(self.seats), SPECTATOR]

    # Playing

    def draw(self, seat: int) -> None:
        """Let a seat deal first (NJET-06)."""
        self.match.deal([seat, *(other for other in range(self.seats) if other != seat)])

    def deal(self, *hands: str) -> None:
        """Let the seats hold these cards, filled up with cards nobody named."""
        size = HAND_SIZES[self.seats]
        lines = [" ".join([*hand.split(), *["??"] * (size - len(hand.split()))]) for hand in hands]
        lines += [" ".join(["??"] * size)] * (self.seats - len(hands))
        self.match.deal(self.match.state.pack().order({"hands": lines}))

    def say(self, *texts: str) -> None:
        """Let whoever is on turn do the next thing, one after the other."""
        for text in texts:
            self.match.play(self.match.turn, text)

    def settle(self, *wanted: str) -> None:
        """Cover everything until these spaces are open, one in each row; rows that are not named keep their last."""
        stay = [next((space for space in row if space in wanted), "") for row in ROWS]
        while self.display().phase == "tokens":
            legal = self.options_of(self.turn)
            fine = [text for text in legal if text.removeprefix("cover:") not in stay]
            self.say(fine[0])
        assert set(wanted) <= set(self.open())

    def lay(self, *choices: str) -> None:
        """Let seat after seat, from seat 0, put away or pass on these cards."""
        for seat, cards in enumerate(choices):
            self.match.play(seat, " ".join(f"lay:{card}" for card in cards.split()))

    def finish_round(self, choose: Callable[[list[int]], int] = min) -> None:
        """Play the running round to its end, all decisions alike."""
        number = self.fact("round")
        while not self.match.over and self.turn >= 0 and self.fact("round") == number:
            self.match.play(self.turn, choose(self.match.legal(self.turn)))

    # Looking

    def open(self) -> list[str]:
        """Return the open spaces."""
        return [
            card.text
            for zone in self.display().zones
            if zone.name.startswith("row_")
            for card in zone.cards
            if card.mark == "open"
        ]

    def options_of(self, seat: int) -> list[str]:
        """Return the legal actions of a seat in notation."""
        return [GAME.text(action) for action in self.match.legal(seat)]

    def everything(self) -> tuple[object, ...]:
        """Return all that could have changed: the truth and every view of it."""
        state = self.match.state
        views = [self.match.view(eye) for eye in self.observers]
        seen = [(view.seen, view.display(), view.legal, view.owing) for view in views]
        return (seen, self.match.turn, self.match.scores(), self.match.places(), len(self.match.steps), state.forced())

    def refused(
        self, seat: int, action: str | int, clause: str, why: str, error: type[PlayError] = IllegalActionError
    ) -> PlayError:
        """Demand that an action is refused with this clause and that nothing changes."""
        number = GAME.parse(action) if isinstance(action, str) else action
        before = self.everything()
        with pytest.raises(PlayError) as caught:
            self.match.play(seat, number)
        refusal = caught.value
        assert refusal.clause is not None
        assert (type(refusal), refusal.clause.id, refusal.clause.why) == (error, clause, why)
        assert str(refusal).endswith(f"[{clause}]")
        assert number not in self.match.legal(seat)
        assert self.everything() == before
        return refusal

    def display(self, eye: int = SPECTATOR) -> Display:
        return self.match.view(eye).display()

    def cards(self, eye: int, zone: str, seat: int = -1) -> str:
        """Return the cards an observer is shown in a zone, or nothing if there is no such zone."""
        found = [each for each in self.display(eye).zones if (each.name, each.seat) == (zone, seat)]
        assert len(found) <= 1
        return " ".join(card.text for zone in found for card in zone.cards)

    def hand(self, seat: int) -> str:
        """Return a hand as its owner sees it."""
        return self.cards(seat, "hand", seat)

    def loot(self) -> list[str]:
        """Return the captured 0s, seat by seat, as a spectator sees them."""
        return [self.cards(SPECTATOR, "loot", seat) for seat in range(self.seats)]

    def fact(self, name: str, seat: int = -1, eye: int = SPECTATOR) -> str | None:
        """Return a fact about a seat or the table; None where it is not shown."""
        found = [fact.value for fact in self.display(eye).facts if (fact.name, fact.seat) == (name, seat)]
        assert len(found) <= 1
        return found[0] if found else None

    def who(self, name: str, eye: int = SPECTATOR) -> int:
        """Return the seat that a fact names, or -1."""
        found = [fact.seat for fact in self.display(eye).facts if fact.name == name]
        assert len(found) <= 1
        return found[0] if found else -1

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


@pytest.fixture
def table() -> type[Table]:
    return Table


@pytest.fixture
def within() -> Callable[..., dict[str, object]]:
    return position
