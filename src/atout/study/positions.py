"""Positions to study: set up like the beginning of a record, and played on in its notation."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from atout import record
from atout.kernel.cards import seat_letter
from atout.kernel.errors import PlayError
from atout.kernel.game import Game
from atout.kernel.state import State
from atout.kernel.view import Display
from atout.match import Match, is_same_choice

_LETTER = re.compile(r"\s+(?=[A-Z]:\s)")

MOST_CHOICES = 300  # that are listed; where cards are chosen in sets there are thousands


@dataclass(frozen=True)
class Position:
    """What a record would say before a question to one seat."""

    seats: int
    you: int = 0
    options: Mapping[str, str] = field(default_factory=dict)
    start: Mapping[str, object] = field(default_factory=dict)
    dealt: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    play: str = ""

    def set_up(self, game: Game) -> Match:
        """Return a match at the position, before the play that leads to the question."""
        return Match(game, self.seats, self.options, start=self.start)

    def play_to_question(self, match: Match) -> None:
        """Carry out what is dealt and played before the question."""
        play_text(match, self.play, self.dealt)


def play_text(match: Match, play: str, dealt: Mapping[str, tuple[str, ...]] | None = None) -> None:
    """Play on in a match as a [[deal]] table of a record says, or raise its RecordError.

    Other than there, several lines may stand on one: `B: Y#1 C: R#4`.
    """
    names = tuple(seat_letter(seat) for seat in range(match.seats))
    deal = record.Deal(dealt or {}, _LETTER.sub("\n", play))
    part = record.Record(match.game.name, match.game.rules, names, deals=(deal,))
    for _ in record.replay_steps(part, match):
        pass


def parse_choice(game: Game, text: str) -> tuple[int, ...]:
    """Return the actions of a choice, which is one text: `R#1`, or `R3 G3 done` where several form one."""
    return tuple(game.parse(token) for token in text.split())


def choice_text(game: Game, actions: Sequence[int]) -> str:
    """Return a choice as it is written."""
    return " ".join(game.text(action) for action in actions)


def is_complete(game: Game, before: State, after: State, seat: int) -> bool:
    """Say whether a seat has made its choice, or may go on with it where several actions form one."""
    phase = before.view(seat).display().phase
    return phase not in game.words().several or not is_same_choice(before, after, seat)


def list_choices(match: Match, seat: int) -> Iterator[tuple[int, ...]]:
    """Yield all whole choices that a seat has."""
    begun: list[tuple[int, ...]] = [(int(action),) for action in reversed(match.legal(seat))]
    while begun:
        choice = begun.pop()
        try:
            after = match.state_after(seat, choice)
        except PlayError:
            continue
        if is_complete(match.game, match.state, after, seat):
            yield choice
        else:
            begun += [(*choice, action) for action in reversed(after.legal(seat))]


def display_after(match: Match, seat: int, ended: bool) -> Display:
    """Return what a seat is shown now, or how the deal ended if one has ended."""
    view = match.view(seat)
    return (view.ended() if ended else None) or view.display()
