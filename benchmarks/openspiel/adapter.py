"""One deal of a game as a pyspiel game: from the cards that have been dealt to its end, without chance."""

from collections.abc import Callable
from functools import lru_cache

import pyspiel

from atout.games import load
from atout.kernel.game import Advice, Game, Sampler
from atout.kernel.rng import Rng
from atout.kernel.state import State

LONGEST_DEAL = 2000  # actions
LARGEST_RETURN = 100.0
SEEDS = 2**31


class StateHolder:
    """A state in a pyspiel state, which copies itself with `deepcopy`."""

    def __init__(self, state: State) -> None:
        self.state = state

    def __deepcopy__(self, memo: dict[int, object]) -> "StateHolder":
        return StateHolder(self.state.clone())


class SharedDeal:
    """What all states of one deal have in common and nobody copies."""

    def __init__(self, game: Game, sampler: Sampler | None) -> None:
        self.game = game
        self.sampler = sampler
        self.advice: Advice = game.advice()
        self.stage = 0
        self.before: list[float] = []

    def __deepcopy__(self, memo: dict[int, object]) -> "SharedDeal":
        return self


class Deal(pyspiel.Game):  # type: ignore[misc] # it has no types
    """A deal of one of our games for a number of players."""

    def __init__(self, name: str, seats: int) -> None:
        self.rules = load(name)
        kind = pyspiel.GameType(
            short_name=f"atout_{name}",
            long_name=self.rules.title,
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
            information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
            utility=pyspiel.GameType.Utility.GENERAL_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=seats,
            min_num_players=seats,
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=False,
            provides_observation_tensor=False,
            parameter_specification={},
        )
        size = pyspiel.GameInfo(
            num_distinct_actions=self.rules.actions,
            max_chance_outcomes=0,
            num_players=seats,
            min_utility=-LARGEST_RETURN,
            max_utility=LARGEST_RETURN,
            max_game_length=LONGEST_DEAL,
        )
        super().__init__(kind, size, {})

    def at(self, world: State, sampler: Sampler) -> "Position":
        """Return the position of a world; more worlds that fit come from the sampler."""
        shared = SharedDeal(self.rules, sampler)
        shared.stage = shared.advice.stage(world)
        shared.before = points(shared.advice, world)
        return Position(self, StateHolder(world), shared)


class Position(pyspiel.State):  # type: ignore[misc] # it has no types
    """Where a deal stands."""

    def __init__(self, game: Deal, held: StateHolder | None = None, shared: SharedDeal | None = None) -> None:
        super().__init__(game)
        self.held = held
        self.shared = shared
        self.steps = 0

    @property
    def world(self) -> State:
        """The state itself."""
        assert self.held is not None
        return self.held.state

    def current_player(self) -> int:
        """Return who is on turn, or that the deal is over."""
        assert self.shared is not None
        if self.world.turn < 0 or self.shared.advice.stage(self.world) != self.shared.stage:
            return int(pyspiel.PlayerId.TERMINAL)
        return self.world.turn

    def is_terminal(self) -> bool:
        """Say whether the deal is over."""
        return self.current_player() < 0

    def is_chance_node(self) -> bool:
        """Say that there is no chance."""
        return False

    def _legal_actions(self, player: int) -> list[int]:
        return self.world.legal(player)

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return the actions of whoever is on turn."""
        if self.is_terminal():
            return []
        return self.world.legal(self.world.turn if player is None else player)

    def _apply_action(self, action: int) -> None:
        self.world.apply(self.world.turn, int(action))  # numpy's own numbers overflow
        self.steps += 1

    def apply_action(self, action: int) -> None:
        """Carry out an action."""
        self._apply_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        assert self.shared is not None
        return self.shared.game.text(action)

    def information_state_string(self, player: int | None = None) -> str:
        """Return what a player knows, as a hash, and what it may do, which it knows too."""
        seat = self.world.turn if player is None else player
        return f"{self.steps} {seat} {self.world.key(seat)} {self.world.menu_of(seat)}"

    def returns(self) -> list[float]:
        """Return by how much each is ahead of the others in this deal, in usual deviations."""
        assert self.shared is not None
        now = points(self.shared.advice, self.world)
        gains = [after - before for after, before in zip(now, self.shared.before, strict=True)]
        total, others = sum(gains), len(gains) - 1
        usual = self.shared.advice.spread()
        return [(gain - (total - gain) / others) / usual for gain in gains]

    def clone(self) -> "Position":
        """Return a copy."""
        copy = Position(self.get_game(), StateHolder(self.world.clone()), self.shared)
        copy.steps = self.steps
        return copy

    def resample_from_infostate(self, player: int, draw: Callable[[], float]) -> "Position":
        """Return another world that fits what the root's player has seen."""
        assert self.shared is not None
        assert self.shared.sampler is not None
        world = self.shared.sampler.draw(Rng(int(draw() * SEEDS)))
        world.silent = True
        return Position(self.get_game(), StateHolder(world), self.shared)

    def __str__(self) -> str:
        return self.information_state_string()


def points(advice: Advice, world: State) -> list[float]:
    """Return the points that seats have, or can count on."""
    return advice.outlook(world)


@lru_cache(16)
def deal_of(name: str, seats: int) -> Deal:
    """Return the pyspiel game."""
    return Deal(name, seats)
