"""What every match must do from its first chance event to its end."""

import sys
from collections.abc import Mapping

from atout import CHANCE, Game, Match, State
from atout.match import DealStep, Step
from tests.conformance.checks import check_scores, reachable, snapshot
from tests.conformance.play import positions


def check_ends(game: Game, seats: int, options: Mapping[str, object], seed: int) -> Match:
    """A random match ends before `max_decisions`, and its scores add up whenever a deal is over."""
    decisions = 0
    match = Match(game, seats, options)
    for match in positions(game, seats, options, seed):
        decisions = sum(not isinstance(step, DealStep) for step in match.steps[-1:]) + decisions
        assert decisions < game.max_decisions, f"{decisions} decisions and no end: {options}"
        if match.turn < 0:
            check_scores(match.state)
    assert match.over
    return match


def check_same_steps_same_match(match: Match) -> None:
    """The same packs and actions give the same match."""
    again = Match(match.game, match.seats, match.options)
    for step in match.steps:
        if isinstance(step, DealStep):
            again.deal(step.order)
        else:
            again.play(step.seat, step.action)
    assert snapshot(again.state) == snapshot(match.state), "the same steps gave another match"


def check_silence(match: Match) -> None:
    """Without a log the same steps lead to the same scores."""
    state = match.game.new(match.seats, match.options)
    state.silent = True
    for step in match.steps:
        apply_step(state, step)
    assert len(state.log) == 0, "a silent state keeps a log"
    assert state.past is None, "a silent state keeps a log"
    assert state.turn == match.turn
    assert state.scores() == match.scores(), "a silent state scores otherwise"
    assert state.places() == match.places()


def check_clone_cost(game: Game, seats: int, options: Mapping[str, object], seed: int) -> None:
    """A clone copies no more in the later deals than in the earlier ones: closed parts of the log are shared."""
    sizes: list[tuple[int, int, int]] = []  # deals so far, length of the log, bytes of a clone's own
    deals = 0
    largest = 0
    for match in positions(game, seats, options, seed):
        state = match.state
        clone = state.clone()
        assert clone.past is state.past, "a clone copies closed parts of the log"
        if match.turn >= 0:
            sizes.append((deals, len(state.log), cost(state, clone)))
        elif match.turn == CHANCE:
            size = len(state.pack())
            deals = deals + 1 if size == largest else max(deals, int(size > largest))
            largest = max(largest, size)
    early = [size for size in sizes if size[0] <= deals // 2]
    late = [size for size in sizes if size[0] > deals // 2]
    if early:
        longest = max(log for _, log, _ in early)
        assert max(log for _, log, _ in late) <= 1.5 * longest + 8, "the open part of the log grows with the match"
        dearest = max(own for _, _, own in early)
        assert max(own for _, _, own in late) <= 1.5 * dearest + 400, "clones grow with the match"


def cost(state: State, clone: State) -> int:
    """Return how many bytes a clone has for itself."""
    shared = {id(item) for item in reachable(state)}
    return sum(sys.getsizeof(item) for item in reachable(clone) if id(item) not in shared)


def apply_step(state: State, step: Step) -> None:
    """Take a recorded step on a bare state."""
    if isinstance(step, DealStep):
        state.deal(list(step.order))
    else:
        state.apply(step.seat, step.action)
