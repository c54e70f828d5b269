"""Match: the checked way to play. Whatever it refuses has changed nothing."""

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from atout.games import find_game
from atout.kernel.clause import Clause
from atout.kernel.errors import IllegalActionError, MatchOverError, NotationError, NotYourTurnError, SeveralChoicesError
from atout.kernel.game import Game
from atout.kernel.log import ACTION, SPECTATOR, kind_of, seat_of
from atout.kernel.options import Options
from atout.kernel.printing import turn_text
from atout.kernel.rng import Rng
from atout.kernel.start import Start
from atout.kernel.state import CHANCE, OVER, ScoreLine, State
from atout.kernel.view import View
from atout.locale import load_locale


@dataclass(frozen=True)
class DealStep:
    """A chance event of a match: the order of the pack."""

    order: tuple[int, ...]


@dataclass(frozen=True)
class PlayStep:
    """A decision of a match."""

    seat: int
    action: int


Step = DealStep | PlayStep
Shuffle = Callable[[int], Sequence[int]]  # an order of this many cards


class Action(int):
    """An action of a game: a number that prints as the game writes it, such as `R#1`."""

    text: str

    def __new__(cls, number: int, text: str) -> "Action":
        """Return the action with this number and text."""
        new = super().__new__(cls, number)
        new.text = text
        return new

    def __repr__(self) -> str:
        return self.text

    def __str__(self) -> str:
        return self.text

    def __getnewargs__(self) -> tuple[int, str]:  # type: ignore[override] # int has one argument
        return int(self), self.text


@cache
def _actions(game: Game) -> list[Action]:
    """Return all actions of a game, by their numbers."""
    return [Action(number, game.text(number)) for number in range(game.actions)]


class Match:
    """One match, from its start or from a position, with its history: the only way to change its state."""

    def __init__(
        self,
        game: Game | str,
        seats: int,
        options: Options | Mapping[str, object] | None = None,
        *,
        start: Mapping[str, object] | None = None,
        shuffle: Shuffle | None = None,
    ) -> None:
        """Set up a match; with a `shuffle` it deals by itself, without one the caller calls `deal`."""
        self.game = find_game(game) if isinstance(game, str) else game
        self.seats = seats
        self.options = options if isinstance(options, Options) else self.game.settle(dict(options or {}))
        self.start = dict(start or {})  # the position it began from
        self.drawn: State | None = None  # the world it began from, where that was drawn
        self.state: State = self.game.begin(seats, self.options, Start(self.start))
        self.steps: list[Step] = []  # what has happened: deals and decisions
        self._shuffle = shuffle
        self._deal_if_due()

    # What is known

    @property
    def turn(self) -> int:
        """The first seat that owes a decision, or CHANCE, or OVER."""
        return self.state.turn

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.state.turn == OVER

    def legal(self, seat: int | None = None) -> list[Action]:
        """Return the actions that a seat may take now; without a seat those of the one whose turn it is."""
        actions = _actions(self.game)
        return [actions[number] for number in self.state.menu_of(self.turn if seat is None else seat)]

    def view(self, seat: int) -> View:
        """Return what a seat, or SPECTATOR, has lawfully seen."""
        if seat != SPECTATOR and not 0 <= seat < self.seats:
            raise ValueError(f"there is no seat {seat}: there are 0 to {self.seats - 1}, and SPECTATOR")
        return self.state.view(seat)

    def scores(self) -> list[int]:
        """Return the points of each seat so far."""
        return self.state.scores()

    def places(self) -> list[int]:
        """Return the place of each seat."""
        return self.state.places()

    def score_lines(self) -> list[ScoreLine]:
        """Return every point and the clause it comes from."""
        return self.state.score_lines()

    def __repr__(self) -> str:
        taken = sum(isinstance(step, PlayStep) for step in self.steps)
        taken_text = "1 decision" if taken == 1 else f"{taken} decisions"
        return f"<Match of {self.game.title}: {self.seats} seats, {turn_text(self.turn)}, {taken_text}>"

    def __str__(self) -> str:
        return str(self.view(SPECTATOR))

    def _repr_html_(self) -> str:
        return self.view(SPECTATOR)._repr_html_()

    # What happens

    def play(self, seat: int, choice: int | str | Sequence[int]) -> None:
        """Carry out a choice of a seat, whole, or raise the refusal with its clause and change nothing.

        A choice is an action, its text, or several that form one decision, such as the cards of a bid.
        """
        if isinstance(choice, str):
            choice = [self.game.parse(token) for token in choice.split()]
        if isinstance(choice, int):
            self.require_legal(seat, int(choice))
            choice = [choice]
        else:
            self.state_after(seat, choice)
        for action in map(int, choice):
            self.state.apply(seat, action)
            self.steps.append(PlayStep(seat, action))
        self._deal_if_due()

    def state_after(self, seat: int, actions: Sequence[int]) -> State:
        """Return the state that a seat's choice would lead to, or raise its refusal; nothing changes.

        What is more than one choice is refused as soon as that can be seen, and without a look at the rest: else a
        refusal would tell for nothing what the first action brings to light.
        """
        if not actions:
            raise NotationError("no action")
        state = self.state.clone()
        for number, action in enumerate(actions):
            if number and not is_same_choice(self.state, state, seat):
                raise SeveralChoicesError("this is more than one choice at a time", action=action)
            self.require_legal(seat, int(action), state)
            state.apply(seat, int(action))
        return state

    def require_legal(self, seat: int, action: int, state: State | None = None) -> None:
        """Raise a refusal if a seat may not do this now, or in another state of this match."""
        state = state or self.state
        if not 0 <= seat < self.seats:
            raise NotYourTurnError(f"there is no seat {seat}")
        clause = state.check(seat, action)
        if clause is None:
            return
        refusal = f"{self._name(action)}: {self._why(clause)}"
        if state.turn == OVER:
            raise MatchOverError(refusal, clause, action)
        if not state.owes(seat):
            raise NotYourTurnError(refusal, clause, action)
        raise IllegalActionError(refusal, clause, action)

    def play_forced(self) -> bool:
        """Carry out an action that everybody can see to be the only one; say whether there was one."""
        action = self.state.forced_action()
        if action < 0:
            return False
        self.play(self.turn, action)
        return True

    def deal(self, order: Sequence[int]) -> None:
        """Go on with this order of the pack."""
        if self.state.turn != CHANCE:
            raise ValueError("nothing is shuffled now")
        if sorted(order) != list(range(len(self.state.pack()))):
            raise ValueError("the order is not a permutation of the pack")
        self.state.deal(list(order))
        self.steps.append(DealStep(tuple(order)))

    def take(self, step: Step) -> None:
        """Take a step that this match, or another, has taken before."""
        if isinstance(step, DealStep):
            self.deal(step.order)
        else:
            self.play(step.seat, step.action)

    # Other matches

    def copy(self, *, shuffle: Shuffle | None = None) -> "Match":
        """Return an independent match in the same position; it deals only if it is given a `shuffle`."""
        new = Match.__new__(Match)
        new.game, new.seats, new.options = self.game, self.seats, self.options
        new.start, new.drawn = self.start, self.drawn
        new.state, new.steps = self.state.clone(), self.steps.copy()
        new._shuffle = shuffle
        new._deal_if_due()
        return new

    def replay(self, steps: Iterable[Step]) -> "Match":
        """Return the match as it would be if it had taken these steps from its start; it does not deal by itself."""
        new = Match(self.game, self.seats, self.options, start=self.start)
        if self.drawn is not None:
            new.drawn, new.state = self.drawn, self.drawn.clone()
        for step in steps:
            new.take(step)
        return new

    def deal_anew(self, seat: int, seed: int) -> "Match":
        """Return a match that begins where this one stands for all that a seat knows: what it cannot see is drawn.

        Its steps begin there too, so it has no record of what came before.
        """
        new = self.copy()
        new.drawn = self.game.sampler(self.view(seat)).draw(Rng(seed))
        return new.replay([])

    def undo(self) -> None:
        """Take back the last decision, and what was dealt after it."""
        last = max((k for k, step in enumerate(self.steps) if isinstance(step, PlayStep)), default=-1)
        if last < 0:
            raise ValueError("no decision has been taken yet")
        before = self.replay(self.steps[:last])
        self.state, self.steps = before.state, before.steps

    def _deal_if_due(self) -> None:
        while self._shuffle is not None and self.state.turn == CHANCE:
            self.deal(self._shuffle(len(self.state.pack())))

    def _name(self, action: int) -> str:
        return self.game.text(action) if 0 <= action < self.game.actions else str(action)

    def _why(self, clause: Clause) -> str:
        return load_locale(self.game).say("refusals", clause.why)


def is_same_choice(before: State, after: State, seat: int) -> bool:
    """Say whether a seat is still at the choice it began: nothing has come to light but what it did itself."""
    new = after.log[len(before.log) :]
    return (
        after.past is before.past
        and after.turn >= 0
        and after.owes(seat)
        and after.poll() is None
        and all(kind_of(item) == ACTION and seat_of(item) == seat for item in new)
        and after.view(seat).display().phase == before.view(seat).display().phase
    )


def shuffler(seed: int | None = None) -> Shuffle:
    """Return a source of deals: from the system's entropy for real tables, or from a seed, the same every time."""
    if seed is None:
        return _shuffle_by_entropy
    return _SeededShuffle(seed)


class _SeededShuffle:
    """Deals from a seed; a copy goes on where it stood."""

    def __init__(self, seed: int) -> None:
        self._rng = Rng(seed)

    def __call__(self, size: int) -> list[int]:
        return list(self._rng.order(size))


def _shuffle_by_entropy(size: int) -> list[int]:
    order = list(range(size))
    secrets.SystemRandom().shuffle(order)
    return order
