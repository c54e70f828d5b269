"""How a match goes on: decisions, answers that several give at once, and what follows by itself."""

import itertools
from collections.abc import Mapping, Sequence

from atout import fair
from atout.kernel.errors import MatchOverError, NotYourTurnError, PlayError, SeveralChoicesError
from atout.kernel.state import State
from atout.match import DealStep, Match, Shuffle
from atout.server.core import events, wire
from atout.server.core.events import AnyBody
from atout.server.core.refusals import Refusal, require_running
from atout.server.core.table import Poll, Table

Bodies = list[AnyBody]


def take_decision(table: Table, seat: int, actions: Sequence[int], by: events.By) -> Bodies:
    """Return the events of a decision, and of everything that follows by itself."""
    match, poll = require_running(table), table.poll
    if not actions:
        raise Refusal("malformed", "no-action")
    if poll is not None and seat in poll.waiting:
        return _take_answer(table, match, poll, events.Answered(seat, actions[0], by), len(actions))
    trial = match.copy(shuffle=upcoming_deals(table))
    try:
        trial.play(seat, actions)
    except PlayError as error:
        raise _refusal(match, error) from None
    return [events.Played(seat, tuple(actions), by), *consequences(trial, len(match.steps) + len(actions))]


def consequences(match: Match, known: int = 0) -> Bodies:
    """Return what nobody decides: shuffles, plays that everybody can see to be forced, and the end.

    A match that deals by itself is moved on; the steps up to `known` are those of somebody's decision.
    """
    while match.play_forced():
        pass
    bodies: Bodies = []
    for step in match.steps[known:]:
        if isinstance(step, DealStep):
            bodies.append(events.Dealt(step.order))
        else:
            bodies.append(events.Played(step.seat, (step.action,), "forced"))
    if match.over:
        bodies.append(events.Over(tuple(match.scores()), tuple(match.places())))
    return bodies


def end_abandoned(table: Table) -> AnyBody:
    """Return the end of a match that is given up."""
    match = table.match
    assert match is not None
    return events.Over(tuple(match.scores()), tuple(match.places()), abandoned=True)


# What several are asked


def state_when_asked(table: Table, seat: int) -> State:
    """Return the state in which it is this seat's turn to answer: those before it say nothing."""
    state, poll = require_running(table).state, table.poll
    if poll is not None and seat in poll.waiting[1:]:
        state = state.clone()
        while state.turn != seat:
            state.apply(state.turn, state.silent_action())
    return state


def _take_answer(table: Table, match: Match, poll: Poll, answer: events.Answered, actions: int) -> Bodies:
    """Return an answer, and what all answers come to if it is the last."""
    if actions > 1:
        raise Refusal("malformed", "not-one-choice")
    try:
        match.require_legal(answer.seat, answer.action, state_when_asked(table, answer.seat))
    except PlayError as error:
        raise _refusal(match, error) from None
    answers = {**poll.answers, answer.seat: answer}
    return [answer] if missing_answers(table, poll, answers) else [answer, *count_answers(table, poll, answers)]


def missing_answers(table: Table, poll: Poll, answers: Mapping[int, events.Answered]) -> list[int]:
    """Return the seats whose answers are waited for."""
    return [seat for seat in poll.waiting if seat not in answers and not table.is_silent(seat)]


def count_answers(table: Table, poll: Poll, answers: Mapping[int, events.Answered]) -> Bodies:
    """Return what the answers come to: they count in the order of asking, and the rest is silence."""
    trial = require_running(table).copy(shuffle=upcoming_deals(table))
    bodies: Bodies = []
    known = len(trial.steps)
    for number, seat in enumerate(poll.waiting):
        if (
            trial.state.polled_seats() != poll.waiting[number:]
        ):  # an answer has ended the asking; later ones are never known
            break
        answer = answers.get(seat) or events.Answered(seat, int(trial.state.silent_action()), "window")
        bodies.append(events.Played(seat, (answer.action,), answer.by))
        known += 1
        trial.play(seat, answer.action)
    return [*bodies, *consequences(trial, known)]


# The rules and the deals


def _refusal(match: Match, error: PlayError) -> Refusal:
    """Return what the rules forbid as the server says it."""
    code: wire.Code = "illegal"
    if isinstance(error, SeveralChoicesError):
        return Refusal("malformed", "not-one-choice", action=match.game.text(error.action))
    if isinstance(error, MatchOverError):
        code = "over"
    elif isinstance(error, NotYourTurnError):
        code = "not_your_turn"
    assert error.clause is not None
    return Refusal(code, error.clause.why, error.clause.id, match.game.text(error.action))


def upcoming_deals(table: Table, more: dict[int, str] | None = None) -> Shuffle:
    """Return the deals that are still to come, as a match asks for them."""
    numbers = itertools.count(table.deals)
    return lambda size: deal_source(table, more).order(size, next(numbers))


def deal_source(table: Table, more: dict[int, str] | None = None) -> fair.Fair:
    """Return the source of the deals: the table's secret and the bytes of its players."""
    seats = [(more or {}).get(seat) or chair.revealed or fair.BOT for seat, chair in enumerate(table.chairs)]
    return fair.Fair.from_secret(table.id, table.setup.secret, tuple(seats))
