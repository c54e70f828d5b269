"""How a match goes on: decisions, answers that several give at once, and what follows by itself."""

from collections.abc import Mapping, Sequence

from atout import fair
from atout.kernel.log import ACTION, kind_of, seat_of
from atout.kernel.state import CHANCE, OVER, State
from atout.match import Match
from atout.server import events, wire
from atout.server.events import AnyBody
from atout.server.refusal import Refusal, running
from atout.server.table import Poll, Table

Bodies = list[AnyBody]


def taken(table: Table, seat: int, actions: Sequence[int], by: events.By) -> Bodies:
    """Return the events of a decision, and of everything that follows by itself."""
    match, poll = running(table), table.poll
    if not actions:
        raise Refusal("malformed", "no-action")
    if poll is not None and seat in poll.waiting:
        return _answered(table, match, poll, events.Answered(seat, actions[0], by), len(actions))
    trial = match.state.clone()
    for number, action in enumerate(actions):
        if number and not _goes_on(match.state, trial, seat):
            raise Refusal("malformed", "not-one-choice", action=match.game.text(action))
        _require(match, trial, seat, action)
        trial.apply(seat, action)
    return [events.Played(seat, tuple(actions), by), *consequences(table, trial)]


def _goes_on(before: State, after: State, seat: int) -> bool:
    """Tell whether a seat is still at the same choice: nothing has come to light but what it did itself.

    Else a list of actions, refused as a whole, would tell for nothing what would happen after the first of them.
    """
    new = after.log[len(before.log) :]
    return (
        after.past is before.past
        and after.turn >= 0
        and after.owes(seat)
        and not after.polled()
        and all(kind_of(item) == ACTION and seat_of(item) == seat for item in new)
        and after.view(seat).display().phase == before.view(seat).display().phase
    )


def consequences(table: Table, state: State, more: dict[int, str] | None = None) -> Bodies:
    """Return what nobody decides: shuffles, plays that everybody can see to be forced, and the end."""
    bodies: Bodies = []
    chances = table.deals
    while True:
        if state.turn == CHANCE:
            order = contributions(table, more).order(len(state.pack()), chances)
            chances += 1
            state.deal(list(order))
            bodies.append(events.Dealt(tuple(order)))
        elif state.turn == OVER:
            return [*bodies, events.Over(tuple(state.scores()), tuple(state.places()))]
        elif (action := state.forced()) >= 0:
            bodies.append(events.Played(int(state.turn), (int(action),), "forced"))
            state.apply(state.turn, action)
        else:
            return bodies


def abandoned(table: Table) -> AnyBody:
    """Return the end of a match that is given up."""
    match = table.match
    assert match is not None
    return events.Over(tuple(match.scores()), tuple(match.places()), abandoned=True)


# What several are asked


def asked(table: Table, seat: int) -> State:
    """Return the state in which it is this seat's turn to answer: those before it say nothing."""
    state, poll = running(table).state, table.poll
    if poll is not None and seat in poll.waiting[1:]:
        state = state.clone()
        while state.turn != seat:
            state.apply(state.turn, state.silence())
    return state


def _answered(table: Table, match: Match, poll: Poll, answer: events.Answered, actions: int) -> Bodies:
    """Return an answer, and what all answers come to if it is the last."""
    if actions > 1:
        raise Refusal("malformed", "not-one-choice")
    _require(match, asked(table, answer.seat), answer.seat, answer.action)
    answers = {**poll.answers, answer.seat: answer}
    return [answer] if missing(table, poll, answers) else [answer, *counted(table, poll, answers)]


def missing(table: Table, poll: Poll, answers: Mapping[int, events.Answered]) -> list[int]:
    """Return the seats whose answers are waited for."""
    return [seat for seat in poll.waiting if seat not in answers and not table.silent(seat)]


def counted(table: Table, poll: Poll, answers: Mapping[int, events.Answered]) -> Bodies:
    """Return what the answers come to: they count in the order of asking, and the rest is silence."""
    trial = running(table).state.clone()
    bodies: Bodies = []
    for number, seat in enumerate(poll.waiting):
        if trial.polled() != poll.waiting[number:]:  # an answer has ended the asking; later ones are never known
            break
        answer = answers.get(seat) or events.Answered(seat, int(trial.silence()), "window")
        bodies.append(events.Played(seat, (answer.action,), answer.by))
        trial.apply(seat, answer.action)
    return [*bodies, *consequences(table, trial)]


# The rules and the deals


def _require(match: Match, state: State, seat: int, action: int) -> None:
    """Refuse what the rules forbid."""
    clause = state.check(seat, action)
    if clause is None:
        return
    code: wire.Code = "illegal"
    if state.turn == OVER:
        code = "over"
    elif not state.owes(seat):
        code = "not_your_turn"
    raise Refusal(code, clause.why, clause.id, match.game.text(action))


def contributions(table: Table, more: dict[int, str] | None = None) -> fair.Fair:
    """Return the source of the deals: the table's secret and the bytes of its players."""
    seats = [(more or {}).get(seat) or chair.revealed or fair.BOT for seat, chair in enumerate(table.chairs)]
    return fair.Fair.from_secret(table.id, table.setup.secret, tuple(seats))
