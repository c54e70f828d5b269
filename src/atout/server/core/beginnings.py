"""Playing on: a match that begins where another one once stood."""

from collections.abc import Mapping
from typing import Final

from atout.games import load
from atout.match import DealStep, Match, PlayStep, Step
from atout.server.core import events
from atout.server.core.setups import SetupFault

DEEPEST: Final = 16  # worlds drawn one upon the other


def begin_match(setup: events.Created, options: Mapping[str, str]) -> Match:
    """Return the match of a table before anything has happened there."""
    match = Match(load(setup.game), setup.seats, options)
    return match if setup.beginning is None else _set_up(setup.beginning, match)


def _set_up(beginning: events.Beginning, fresh: Match) -> Match:
    match = fresh if beginning.before is None else _set_up(beginning.before, fresh)
    for step in beginning.steps:
        if isinstance(step, events.Dealt):
            match.take(DealStep(step.order))
        else:
            for action in step.actions:
                match.take(PlayStep(step.seat, action))
    return match if beginning.unseen_by < 0 else match.deal_anew(beginning.unseen_by, beginning.seed)


def beginning_at(
    match: Match, setup: events.Created, name: str, at: int, unseen_by: int = -1, seed: int = 0
) -> events.Beginning:
    """Return the beginning of a match that goes on where this one stood after `at` steps; refuse where it cannot."""
    if not 0 <= at <= len(match.steps):
        raise SetupFault("no-such-step")
    before = setup.beginning if match.drawn is not None else None
    if before is not None and _depth(before) >= DEEPEST:
        raise SetupFault("drawn-too-often")
    then = match.replay(match.steps[:at])
    if then.turn < 0:
        raise SetupFault("nothing-to-decide")
    return events.Beginning(tuple(_body(step) for step in match.steps[:at]), name, before, unseen_by, seed)


def _body(step: Step) -> events.Dealt | events.Played:
    return events.Dealt(step.order) if isinstance(step, DealStep) else events.Played(step.seat, (step.action,))


def _depth(beginning: events.Beginning) -> int:
    return 1 if beginning.before is None else 1 + _depth(beginning.before)
