"""Match: the checked way to play. Whatever it refuses has changed nothing."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from atout.kernel.clause import Clause
from atout.kernel.errors import IllegalActionError, MatchOverError, NotationError, NotYourTurnError
from atout.kernel.game import Game
from atout.kernel.options import Options
from atout.kernel.rng import Rng
from atout.kernel.start import Start
from atout.kernel.state import CHANCE, OVER, ScoreLine, State
from atout.kernel.view import View
from atout.locale import locale


@dataclass(frozen=True)
class Dealt:
    """A chance event of a match: the order of the pack."""

    order: tuple[int, ...]


@dataclass(frozen=True)
class Played:
    """A decision of a match."""

    seat: int
    action: int


Step = Dealt | Played


class Match:
    """One match, from its start or from a position, with its history."""

    def __init__(
        self,
        game: Game,
        seats: int,
        options: Options | Mapping[str, object] | None = None,
        *,
        start: Mapping[str, object] | None = None,
        shuffle: Callable[[int], Sequence[int]] | None = None,
    ) -> None:
        """Set up a match; with a `shuffle` it deals by itself, without one the caller calls `deal`."""
        self.game = game
        self.seats = seats
        self.options = options if isinstance(options, Options) else game.settle(dict(options or {}))
        self.start = dict(start or {})
        self.state: State = game.begin(seats, self.options, Start(self.start))
        self.steps: list[Step] = []
        self._shuffle = shuffle
        self._deal_if_due()

    @property
    def turn(self) -> int:
        """The first seat that owes a decision, or CHANCE, or OVER."""
        return self.state.turn

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.state.turn == OVER

    def legal(self, seat: int) -> list[int]:
        """Return the actions a seat may take now."""
        return self.state.menu_of(seat)

    def view(self, seat: int) -> View:
        """Return what a seat, or SPECTATOR, has lawfully seen."""
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

    def play(self, seat: int, action: int) -> None:
        """Carry out an action, or raise the refusal with its clause."""
        self._require(self.state, seat, action)
        self.state.apply(seat, action)
        self.steps.append(Played(seat, action))
        self._deal_if_due()

    def play_text(self, seat: int, text: str) -> None:
        """Carry out the actions with this notation, one or several that form one choice: all of them or none."""
        self.play_all(seat, [self.game.parse(token) for token in text.split()])

    def play_all(self, seat: int, actions: Sequence[int]) -> None:
        """Carry out several actions that form one choice: all of them or none."""
        if not actions:
            raise NotationError("no action")
        trial = self.state.clone()
        for action in actions:
            self._require(trial, seat, action)
            trial.apply(seat, action)
        for action in actions:
            self.play(seat, action)

    def play_forced(self) -> bool:
        """Carry out an action that everybody can see to be the only one; say whether there was one."""
        action = self.state.forced()
        if action < 0:
            return False
        self.play(self.turn, action)
        return True

    def deal(self, order: Sequence[int]) -> None:
        """Go on with this order of the pack."""
        if self.state.turn != CHANCE:
            raise ValueError("nothing is shuffled now")
        if sorted(order) != list(range(len(self.state.pack()))):
            raise ValueError("the order is no permutation of the pack")
        self.state.deal(list(order))
        self.steps.append(Dealt(tuple(order)))

    def _deal_if_due(self) -> None:
        while self._shuffle is not None and self.state.turn == CHANCE:
            self.deal(self._shuffle(len(self.state.pack())))

    def _require(self, state: State, seat: int, action: int) -> None:
        """Refuse what the state does not let the seat do."""
        if not 0 <= seat < self.seats:
            raise NotYourTurnError(f"there is no seat {seat}")
        clause = state.check(seat, action)
        if clause is None:
            return
        refusal = f"{self._name(action)}: {self._why(clause)}"
        if state.turn == OVER:
            raise MatchOverError(refusal, clause)
        if not state.owes(seat):
            raise NotYourTurnError(refusal, clause)
        raise IllegalActionError(refusal, clause)

    def _name(self, action: int) -> str:
        return self.game.text(action) if 0 <= action < self.game.actions else str(action)

    def _why(self, clause: Clause) -> str:
        return locale(self.game).say("refusals", clause.why)


def shuffler(seed: int | None = None) -> Callable[[int], Sequence[int]]:
    """Return a source of deals: from the system's entropy for real tables, or from a seed, the same every time."""
    if seed is None:
        return _shuffle_by_entropy
    rng = Rng(seed)
    return lambda size: list(rng.order(size))


def _shuffle_by_entropy(size: int) -> list[int]:
    order = list(range(size))
    secrets.SystemRandom().shuffle(order)
    return order
