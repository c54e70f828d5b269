"""How a match goes on: decisions, answers that several give at once, and what follows by itself."""

import itertools
from collections.abc import Mapping, Sequence

from atout import fair
from atout.kernel.errors import MatchOverError, NotYourTurnError, PlayError, SeveralChoicesError
from atout.kernel.state import State
from atout.match import DealStep, Match, Shuffle
from atout.server.core import events, wire
from atout.server.core.events import AnyBody
from atout.server.core.refusals import Refusal
from atout.server.core.table import LIVE, PLAYING, Table

Bodies = list[AnyBody]


# Who may decide


def require_seat(table: Table, who: str) -> int:
    """Return the seat of a person who may act for it."""
    seat = table.seat_of(who)
    if seat is None:
        raise Refusal("forbidden", "not-at-the-table")
    if table.chairs[seat].stand_in == "removed":
        raise Refusal("forbidden", "removed-by-the-host")
    return seat


def require_running(table: Table) -> Match:
    """Return the match while it runs."""
    require_live(table)
    if table.status != PLAYING or table.match is None:
        raise Refusal("stale", "match-is-not-running")
    return table.match


def require_live(table: Table) -> None:
    """Refuse what comes after the end."""
    if table.status not in LIVE:
        raise Refusal("over", "match-is-over")


# What is decided


def take_decision(table: Table, seat: int, actions: Sequence[int], by: events.By) -> Bodies:
    """Return the events of a decision, and of everything that follows by itself."""
    match = running_match(table)
    if not actions:
        raise Refusal("malformed", "no-action")
    if seat in table.poll.waiting:
        if len(actions) > 1:
            raise Refusal("malformed", "not-one-choice")
        return _take_answer(table, match, events.Answered(seat, actions[0], by))
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
    match = running_match(table)
    return events.Over(tuple(match.scores()), tuple(match.places()), abandoned=True)


def running_match(table: Table) -> Match:
    """Return the match of a table on which it has begun."""
    assert table.match is not None, "the match has not begun"
    return table.match


# What several are asked


def state_when_asked(table: Table, seat: int) -> State:
    """Return the state in which it is this seat's turn to answer."""
    return table.poll.state_for(seat, running_match(table).state)


def _take_answer(table: Table, match: Match, answer: events.Answered) -> Bodies:
    """Return an answer, and what all answers come to if it is the last."""
    try:
        match.require_legal(answer.seat, answer.action, state_when_asked(table, answer.seat))
    except PlayError as error:
        raise _refusal(match, error) from None
    answers = {**table.poll.answers, answer.seat: answer}
    return [answer] if table.missing_answers(answers) else [answer, *count_answers(table, answers)]


def count_answers(table: Table, answers: Mapping[int, events.Answered]) -> Bodies:
    """Return what the answers come to, and what follows by itself."""
    trial = running_match(table).copy(shuffle=upcoming_deals(table))
    known = len(trial.steps)
    played = table.poll.count(trial, answers)
    return [*played, *consequences(trial, known + len(played))]


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
