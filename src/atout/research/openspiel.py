"""Every game as a pyspiel game: `import atout.research.openspiel`, then `pyspiel.load_game("atout_luz(players=4)")`.

Parameters: `players`; `chance`, which is `sampled` (three chance nodes name one of 2**30 ways to shuffle) or `explicit`
(card by card, for exact work with small variants); `returns`, which are `points` or `places` (from 1 for the first to
-1 for the last); `options` as in `deals:2;bead_limit:on`; and `start`, a position as a record has it, written as JSON.
Explicit chance deals a hand in rising order and does not tell copies of a card apart: every deal comes about once.
Cards of a position that are written `??` are dealt in the same way: any that lie nowhere else.

The information state is all that a player has seen, as a string; its tensor is the vector of `atout.research.encoding`,
which holds the present deal. The observation is what the table shows, as text, and the vector without its history.
"""

import json
from collections.abc import Callable, Sequence
from typing import Any, Final
from urllib.parse import quote, unquote

import numpy as np
import pyspiel

from atout.games import load, names
from atout.kernel.cards import UNKNOWN
from atout.kernel.errors import SetupError
from atout.kernel.game import Game
from atout.kernel.options import Options
from atout.kernel.rng import Rng
from atout.kernel.start import Start
from atout.kernel.state import CHANCE, OVER, State
from atout.match import DealStep, PlayStep, Step
from atout.research.encoding import Encoding
from atout.research.plain_text import render_table
from atout.research.rewards import rewards_by_place
from atout.research.sharing import Sharing, order_of, sharing_of

PREFIX: Final = "atout_"
DEFAULTS: Final[dict[str, Any]] = {"players": 0, "chance": "sampled", "returns": "points", "options": "", "start": ""}
MOST_POINTS: Final = 32_767.0
SEEDS: Final = 2**31
MOST_DEALS: Final = 1000
LARGEST_PACK: Final = 80
SHUFFLES: Final = 1024  # to the power of the number of digits
DIGITS: Final = 3
DEALT_HERE: Final = ("hands", "aside")  # where a position may have unknown cards
LYING_HERE: Final = (*DEALT_HERE, "bids", "played", "displays", "gone")  # and where known ones


class Terms:
    """What a game was loaded with. States share it."""

    def __init__(self, name: str, parameters: dict[str, Any]) -> None:
        given = {**DEFAULTS, **parameters}
        self.name = name
        self.rules: Game = load(name)
        self.seats = int(given["players"]) or self.rules.seat_counts[-1]
        self.explicit = _one_of("chance", given["chance"], "sampled", "explicit") == "explicit"
        self.by_place = _one_of("returns", given["returns"], "points", "places") == "places"
        pairs = [item.partition(":") for item in given["options"].split(";") if item]
        self.options: Options = self.rules.settle({key: value for key, _, value in pairs})
        self.start: dict[str, Any] = json.loads(unquote(given["start"]) or "{}")
        self.encoding = Encoding(self.rules, self.seats)
        self.unknown = self._unknown()  # cards of the position that chance deals

    def __deepcopy__(self, memo: dict[int, object]) -> "Terms":
        return self

    def __reduce__(self) -> tuple[object, tuple[str, dict[str, Any]]]:
        options = ";".join(f"{key}:{value}" for key, value in self.options.values.items())
        chance, returns = "explicit" if self.explicit else "sampled", "places" if self.by_place else "points"
        given = {"chance": chance, "returns": returns, "options": options, "start": json.dumps(self.start)}
        return Terms, (self.name, {"players": self.seats, **given})

    def new(self) -> State:
        """Return a match before its first chance event; while unknown cards are to be dealt, one that has not begun."""
        if self.unknown is not None:
            return self.rules.new(self.seats, self.options)
        return self.rules.begin(self.seats, self.options, Start(self.start))

    def fill_unknown(self, taken: Sequence[int]) -> State:
        """Return the position with these cards in place of the unknown ones."""
        assert self.unknown is not None
        cards = iter([self.unknown.names[item] for item in taken])
        start = dict(self.start)
        for key in DEALT_HERE:
            if key in start:
                lines = [line.split() for line in start[key]]
                start[key] = [" ".join(next(cards) if card == UNKNOWN else card for card in line) for line in lines]
        return self.rules.begin(self.seats, self.options, Start(start))

    def _unknown(self) -> Sharing | None:
        """Return the cards that lie nowhere in the position, and how many of them each line with unknown ones gets."""
        lines = [line.split() for key in DEALT_HERE for line in self.start.get(key, [])]
        sizes = [line.count(UNKNOWN) for line in lines if UNKNOWN in line]
        if not sizes:
            return None
        pack = self.rules.begin(self.seats, self.options, Start(self.start)).pack()
        free = list(pack.names)
        for key in LYING_HERE:
            written = self.start.get(key, [])
            for card in (written if isinstance(written, str) else " ".join(written)).replace("/", " ").split():
                if card != UNKNOWN:
                    free.remove(card)
        return Sharing(tuple(free), tuple(sizes))


def _one_of(name: str, value: str, *known: str) -> str:
    if value not in known:
        raise SetupError(f"{name} is one of {', '.join(known)}, not {value}")
    return value


class RunningMatch:
    """A match on its way: the state, how it came about, and what chance has brought of the next deal."""

    def __init__(self, terms: Terms, state: State, steps: list[Step] | None) -> None:
        self.terms = terms
        self.state = state
        self.steps = steps  # None: a world that was drawn, which nobody has played
        self.order: list[int] = []

    def copy(self) -> "RunningMatch":
        """Return an independent copy."""
        copy = RunningMatch(self.terms, self.state.clone(), None if self.steps is None else list(self.steps))
        copy.order = list(self.order)
        return copy

    def __deepcopy__(self, memo: dict[int, object]) -> "RunningMatch":
        return self.copy()

    def __reduce__(self) -> tuple[object, tuple[Terms, list[Step], list[int]]]:
        if self.steps is None:
            raise TypeError("a world that was drawn from an information state cannot be written down")
        return replay, (self.terms, self.steps, self.order)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return what chance can bring, and how likely: an item that is left, or a digit of the number of a shuffle."""
        ways = self.ways()
        total = sum(number for _, number in ways)
        return [(item, number / total) for item, number in ways]

    def ways(self) -> list[tuple[int, int]]:
        """Return the same with whole numbers."""
        sharing = self._sharing()
        return [(digit, 1) for digit in range(SHUFFLES)] if sharing is None else sharing.ways(self.order)

    def returns(self) -> list[float]:
        """Return what each player has at the end."""
        if self.terms.by_place:
            return rewards_by_place(self.state.places())
        return [float(points) for points in self.state.scores()]

    def apply_chance(self, outcome: int) -> None:
        """Let chance bring something, and whatever is settled by it."""
        self.order.append(outcome)
        sharing = self._sharing()
        if sharing is None:
            if len(self.order) == DIGITS:
                seed = sum(digit * SHUFFLES**place for place, digit in enumerate(self.order))
                self.deal(list(Rng(seed).order(len(self.state.pack()))))
            return
        while len(self.order) < sum(sharing.sizes):
            ways = sharing.ways(self.order)
            if len(ways) > 1:
                return
            self.order.append(ways[0][0])
        self.deal(self.order if self.has_unknown_cards() else order_of(self.state.pack(), self.order))

    def deal(self, order: list[int]) -> None:
        """Go on with an order of the pack, or with cards for the unknown ones of the position."""
        if self.has_unknown_cards():
            self.state = self.terms.fill_unknown(order)
        else:
            self.state.deal(order)
        self.order = []
        self._note(DealStep(tuple(order)))

    def chance_text(self, outcome: int) -> str:
        """Return what something that chance can bring now is called."""
        sharing = self._sharing()
        return f"chance {outcome}" if sharing is None else sharing.names[outcome]

    def has_unknown_cards(self) -> bool:
        """Say whether the match begins with unknown cards that have not been dealt yet."""
        return self.terms.unknown is not None and self.steps == []

    def _sharing(self) -> Sharing | None:
        """Return what is shared out card by card now; None for a shuffle that is drawn by its number."""
        if self.has_unknown_cards():
            return self.terms.unknown
        return sharing_of(self.state.pack()) if self.terms.explicit else None

    def play(self, seat: int, action: int) -> None:
        """Carry out an action."""
        self.state.apply(seat, action)
        self._note(PlayStep(seat, action))

    def _note(self, step: Step) -> None:
        if self.steps is not None:
            self.steps.append(step)


def replay(terms: Terms, steps: list[Step], order: list[int]) -> RunningMatch:
    """Return the match that took these steps."""
    course = RunningMatch(terms, terms.new(), [])
    for step in steps:
        if isinstance(step, DealStep):
            course.deal(list(step.order))
        else:
            course.play(step.seat, step.action)
    course.order = list(order)
    return course


class TableGame(pyspiel.Game):
    """One of our games, for pyspiel."""

    name: str

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        terms = self.terms = Terms(self.name, parameters or {})
        terms.new()  # refuses a wrong number of seats at once
        most = 1.0 if terms.by_place else MOST_POINTS
        info = pyspiel.GameInfo(
            num_distinct_actions=terms.rules.actions,
            max_chance_outcomes=LARGEST_PACK if terms.explicit else SHUFFLES,
            num_players=terms.seats,
            min_utility=-most,
            max_utility=most,
            max_game_length=terms.rules.max_decisions,
        )
        start = quote(json.dumps(terms.start)) if terms.start else ""  # commas are pyspiel's own
        given = {**DEFAULTS, **(parameters or {}), "players": terms.seats, "start": start}
        super().__init__(game_type(self.name), info, given)

    def __reduce__(self) -> tuple[object, ...]:
        """Let a game be pickled and copied by what it was loaded with."""
        return load_table_game, (self.name, self.get_parameters())

    def new_initial_state(self) -> "TableState":
        """Return a match before its first chance event."""
        return TableState(self)

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: dict[str, Any] | None = None
    ) -> "Observer":
        """Return an observer: with perfect recall of the information state, without of the observation."""
        return Observer(self.terms, iig_obs_type is not None and iig_obs_type.perfect_recall)

    def max_chance_nodes_in_history(self) -> int:
        """Return how many chance nodes a match can have."""
        return MOST_DEALS * (LARGEST_PACK if self.terms.explicit else DIGITS)


def load_table_game(name: str, parameters: dict[str, Any]) -> pyspiel.Game:
    """Return a game that was pickled; importing this module has made it known to pyspiel."""
    return pyspiel.load_game(PREFIX + name, parameters)


class TableState(pyspiel.State):
    """Where a match stands, for pyspiel."""

    def __init__(self, game: TableGame) -> None:
        super().__init__(game)
        self.course = RunningMatch(game.terms, game.terms.new(), [])

    def current_player(self) -> int:
        """Return who is on turn; where several owe a secret choice, they are asked one after the other."""
        turn = self.course.state.turn
        if turn == CHANCE:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if turn == OVER else turn

    def is_terminal(self) -> bool:
        """Say whether the match is over."""
        return self.course.state.turn == OVER

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return what chance can bring, and how likely."""
        return self.course.chance_outcomes()

    def returns(self) -> list[float]:
        """Return what each player has at the end."""
        if not self.is_terminal():
            return [0.0] * self.course.terms.seats
        return self.course.returns()

    def resample_from_infostate(self, player: int, draw: Callable[[], float]) -> "TableState":
        """Return a world that fits what a player has seen, as likely as any other."""
        terms = self.course.terms
        world = terms.rules.sampler(self.course.state.view(player)).draw(Rng(int(draw() * SEEDS)))
        other: TableState = self.clone()
        other.course = RunningMatch(terms, world, None)
        return other

    def _legal_actions(self, player: int) -> list[int]:
        return self.course.state.menu_of(player)

    def _apply_action(self, action: int) -> None:
        chosen = int(action)  # numpy's own numbers overflow
        if self.course.state.turn == CHANCE:
            self.course.apply_chance(chosen)
        else:
            self.course.play(self.course.state.turn, chosen)

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return self.course.terms.rules.text(action)
        if self.course.state.turn != CHANCE:
            return f"chance {action}"
        return self.course.chance_text(action)

    def __str__(self) -> str:
        steps = self.course.steps
        return f"{self.course.terms.rules.title} after {len(steps or [])} steps, {self.course.order} dealt"


class Observer:
    """What a player has seen, as a tensor and as a text."""

    def __init__(self, terms: Terms, recall: bool) -> None:
        self._terms = terms
        self._recall = recall
        self._size = terms.encoding.size if recall else int(terms.encoding.layout.history)
        self.tensor = np.zeros(self._size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: TableState, player: int) -> None:
        """Fill the tensor."""
        self.tensor[:] = self._terms.encoding.vector(state.course.state.view(player))[: self._size]

    def string_from(self, state: TableState, player: int) -> str:
        """Return the same in words: all that was seen, or what the table shows."""
        return self.text(state.course.state, player)

    def text(self, state: State, player: int) -> str:
        """Return the same for a state of our own."""
        view = state.view(player)
        if not self._recall:
            return render_table(self._terms.rules, view)
        seen = [",".join(f"{item:x}" for item in part) for part in view.parts()]
        return f"{player} {view.turn} {view.owing} {' '.join(seen)}"


def game_type(name: str) -> pyspiel.GameType:
    """Return what pyspiel has to know about a game."""
    rules = load(name)
    return pyspiel.GameType(
        short_name=PREFIX + name,
        long_name=rules.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=rules.seat_counts[-1],
        min_num_players=rules.seat_counts[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={**DEFAULTS, "players": rules.seat_counts[-1]},
    )


def register() -> None:
    """Make all games known to pyspiel, once."""
    known = pyspiel.registered_names()
    for name in names():
        if PREFIX + name not in known:
            pyspiel.register_game(game_type(name), type(f"Game_{name}", (TableGame,), {"name": name}))


register()
