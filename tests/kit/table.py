"""A table as the tests of a game play at it: in notation, with the seat on turn acting."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import ClassVar, Self, TypeVar

import pytest

from atout.kernel.errors import IllegalActionError, MatchOverError, NotYourTurnError, PlayError
from atout.kernel.game import Game
from atout.kernel.log import SPECTATOR
from atout.kernel.view import Display, SeenEntry, ShownCard, Zone
from atout.match import Match, shuffler

Given = TypeVar("Given")


def give(value: Given) -> Callable[[], Given]:
    """Return a fixture that hands a class or a function to the tests as it is."""
    return pytest.fixture(lambda: value)


def give_list(values: Sequence[str]) -> Callable[[], list[str]]:
    """Return a fixture that hands every test a list of its own."""
    return pytest.fixture(lambda: list(values))


class Table:
    """A match as tests play and look at it. A game's tests derive their own, with `game` and words of their own."""

    game: ClassVar[Game]

    def __init__(
        self,
        seats: int,
        options: Mapping[str, object] | None = None,
        start: Mapping[str, object] | None = None,
        seed: int | None = None,
    ) -> None:
        shuffle = None if seed is None else shuffler(seed)
        self.match = Match(self.game, seats, options, start=start, shuffle=shuffle)
        self.seats = seats
        self._displays: dict[tuple[int, int], Display] = {}

    @property
    def turn(self) -> int:
        return self.match.turn

    @property
    def owing(self) -> list[int]:
        return self.match.state.owing()

    @property
    def observers(self) -> list[int]:
        return [*range(self.seats), SPECTATOR]

    @property
    def phase(self) -> str:
        return self.display().phase

    # Playing

    def draw(self, seat: int) -> Self:
        """Let the seats be drawn so that this one comes first: the dealer, the first player, the marker."""
        self.match.deal([seat, *(other for other in range(self.seats) if other != seat)])
        return self

    def say(self, *texts: str) -> None:
        """Let whoever is on turn do the next thing, one after the other."""
        for text in texts:
            self.match.play(self.match.turn, text)

    def deal_hands(self, hands: Sequence[str]) -> None:
        """Give every seat these cards."""
        self.match.deal(self.match.state.pack().order({"hands": list(hands)}))

    def play_any(self, rng: Random) -> None:
        """Let whoever is on turn do anything."""
        self.match.play(self.turn, rng.choice(self.match.legal(self.turn)))

    def go_on(self, rng: Random) -> None:
        """Let chance, or one of the seats that owe a decision, do anything."""
        if self.turn < 0:
            size = len(self.match.state.pack())
            self.match.deal(rng.sample(range(size), size))
        else:
            seat = rng.choice(self.owing)
            self.match.play(seat, rng.choice(self.match.legal(seat)))

    def walk(self, rng: Random) -> Iterator[None]:
        """Let everybody do anything until the match is over; a test looks at the table before each step."""
        while not self.match.over:
            yield
            self.play_any(rng)

    def finish_match(self, rng: Random) -> None:
        """Let everybody do anything until the match is over."""
        while not self.match.over:
            self.play_any(rng)

    def options_of(self, seat: int) -> list[str]:
        """Return the legal actions of a seat in notation."""
        return [self.game.text(action) for action in self.match.legal(seat)]

    def everything(self) -> tuple[object, ...]:
        """Return all that could have changed: the truth and every view of it."""
        match = self.match
        self._displays = {}
        views = [match.view(observer) for observer in self.observers]
        seen = [(view.seen, view.display(), view.legal, view.owing) for view in views]
        return (seen, match.turn, match.scores(), match.places(), len(match.steps), match.state.forced_action())

    def expect_refusal(
        self, seat: int, action: str | int, clause: str, why: str, error: type[PlayError] = IllegalActionError
    ) -> PlayError:
        """Demand that an action is refused with this clause and that nothing changes."""
        number = self.game.parse(action) if isinstance(action, str) else action
        before = self.everything()
        with pytest.raises(PlayError) as caught:
            self.match.play(seat, number)
        refusal = caught.value
        assert type(refusal) is error
        assert refusal.clause is not None
        assert (refusal.clause.id, refusal.clause.why) == (clause, why)
        assert str(refusal).endswith(f"[{clause}]")
        assert number not in self.match.legal(seat)
        assert self.everything() == before
        return refusal

    def expect_cards_first(self, clause: str, *actions: str) -> None:
        """Demand that nobody may do any of this before the cards are dealt."""
        for seat in range(self.seats):
            for action in actions:
                self.expect_refusal(seat, action, clause, "cards-first", NotYourTurnError)

    def expect_chance_first(self, clause: str, *actions: str) -> None:
        """Demand the same before a seat is drawn, and between that and the cards."""
        self.expect_cards_first(clause, *actions)
        self.draw(self.seats - 1)
        self.expect_cards_first(clause, *actions)

    def expect_no_such_seat(self, seat: int, action: str) -> None:
        """Demand that a seat which is not there may do nothing, and that trying changes nothing."""
        before = self.everything()
        with pytest.raises(NotYourTurnError) as caught:
            self.match.play(seat, self.game.parse(action))
        assert caught.value.clause is None
        assert self.everything() == before
        assert self.match.legal(seat) == []

    def expect_all_over(self, clause: str, actions: Iterable[int]) -> None:
        """Demand that nothing goes after the end."""
        assert self.match.over
        for seat in range(self.seats):
            for action in actions:
                self.expect_refusal(seat, action, clause, "match-over", MatchOverError)
        before = self.everything()
        assert self.match.play_forced() is False
        with pytest.raises(ValueError, match="nothing is shuffled"):
            self.match.deal(range(36))
        assert self.everything() == before

    def expect_to_remember(self, memory: dict[int, list[SeenEntry]]) -> None:
        """Demand that every observer has seen all that is in its memory, and put the rest into it."""
        for observer in self.observers:
            seen = self.match.view(observer).seen
            known = memory.get(observer, [])
            assert seen[: len(known)] == known
            memory[observer] = seen

    # Looking

    def display(self, observer: int = SPECTATOR) -> Display:
        """Return what an observer is shown now; computed once a step."""
        key = (len(self.match.steps), observer)
        if key not in self._displays:
            self._displays = {known: display for known, display in self._displays.items() if known[0] == key[0]}
            self._displays[key] = self.match.view(observer).display()
        return self._displays[key]

    def zone(self, name: str, seat: int = -1, observer: int = SPECTATOR) -> Zone | None:
        """Return a zone as an observer is shown it, or None where it is not there."""
        found = [each for each in self.display(observer).zones if (each.name, each.seat) == (name, seat)]
        assert len(found) <= 1
        return found[0] if found else None

    def shown_cards(self, zone: str, seat: int = -1, observer: int = SPECTATOR) -> list[ShownCard]:
        """Return what an observer is shown in a zone; nothing where the zone is not there."""
        found = self.zone(zone, seat, observer)
        return list(found.cards) if found else []

    def cards(self, zone: str, seat: int = -1, observer: int = SPECTATOR) -> list[str]:
        """Return the cards an observer is shown in a zone; nothing where the zone is not there."""
        return [card.text for card in self.shown_cards(zone, seat, observer)]

    def trick(self, zone: str = "trick", observer: int = SPECTATOR) -> list[tuple[int, str]]:
        """Return who played what in the trick on the table, or in the last one."""
        assert self.zone(zone, -1, observer)
        return [(card.seat, card.text) for card in self.shown_cards(zone, -1, observer)]

    def fact(self, name: str, seat: int = -1, observer: int = SPECTATOR) -> str | None:
        """Return a fact about a seat or the table; None where it is not shown."""
        found = [fact.value for fact in self.display(observer).facts if (fact.name, fact.seat) == (name, seat)]
        assert len(found) <= 1
        return found[0] if found else None

    def all_who(self, name: str, observer: int = SPECTATOR) -> list[int]:
        """Return the seats of which a fact is told: who has passed, who holds the golden board."""
        return [fact.seat for fact in self.display(observer).facts if fact.name == name]

    def who(self, name: str, observer: int = SPECTATOR) -> int | None:
        """Return the one seat that a fact names: the dealer, the starter; None where it is not told."""
        found = self.all_who(name, observer)
        assert len(found) <= 1
        return found[0] if found else None
