"""Decisions: not played twice, whole or not at all, not too late, and taken back against bots."""

import random

import pytest

from atout.games import load, names
from atout.match import is_same_choice
from atout.server.core import events, moves, wire
from atout.server.core.refusals import Refusal
from atout.server.core.table import REMEMBERED_REQUESTS, Table
from tests.server.core.sessions import Session, digits, kinds


def test_a_request_that_is_repeated_is_not_carried_out_again():
    session = Session().start()
    assert kinds(session.ask("ada", wire.Play(1, "a", actions=["0"]))) == ["played"]
    seq, step = session.table.seq, session.table.step
    assert session.table.step_of_request("ada", "a") == step
    assert session.ask("ada", wire.Play(2, "a", actions=["0"])) == []
    assert (session.table.seq, session.table.step_of_request("bo", "a")) == (seq, None)


def test_the_answer_is_the_number_of_the_first_step():
    session = Session().make_ready()
    session.ask("ada", wire.Reveal(1, "r", bytes=digits("ada")))
    step = session.table.step
    assert len(session.ask("bo", wire.Reveal(1, "r", bytes=digits("bo")))) > 2
    assert session.table.step_of_request("bo", "r") == step + 1


def test_a_table_remembers_enough_requests_and_not_all():
    session = Session()
    for number in range(REMEMBERED_REQUESTS + 1):
        session.ask("ada", wire.Invite(1, f"{number}"))
    assert session.table.step_of_request("ada", "0") is None
    assert all(session.table.step_of_request("ada", f"{number}") for number in range(1, REMEMBERED_REQUESTS + 1))


def test_a_decision_may_be_taken_looking_at_any_table_since_it_was_asked():
    session = Session().start()
    asked = session.table.step
    session.ask("ada", wire.Invite(1))
    session.ask("bo", wire.Vote(1))
    session.put(events.Came(1, "node"))
    now = session.table.step
    assert now == asked + 2  # who comes and goes is not counted
    for seq in (asked - 1, now + 1):
        assert session.refusal_codes("ada", wire.Play(1, actions=["0"], seq=seq)) == ("stale", "table-has-changed")
    for seq in (asked, asked + 1, now):
        assert kinds(moves.take_decision(session.table, 0, [0], "player")) == ["played"]
        assert session.refusal("ada", wire.Play(1, actions=["R#1"], seq=seq)).code == "illegal"
    session.ask("ada", wire.Play(1, actions=["0"], seq=asked))
    assert session.refusal_codes("ada", wire.Play(1, actions=["0"], seq=asked)) == ("stale", "table-has-changed")


def at_a_choice_of_several(name: str, length: int, seed: int) -> Session:
    """Return a table where the seat on turn makes a choice of several actions."""
    session = Session(name, people=load(name).seat_counts[-1], bots=0).start()
    rng = random.Random(seed)
    while session.table.status == "playing":
        seat = session.table.owing_seats()[0]
        if longest(session, seat, rng, length):
            return session
        session.play(seat, session.match.game.text(rng.choice(session.match.legal(seat))))
    raise AssertionError(f"{name} has no such choice")


def longest(session: Session, seat: int, rng: random.Random, length: int) -> list[str]:
    """Return a choice of that many actions, if there is one now."""
    trial, found = session.state.clone(), []
    while trial.turn >= 0 and trial.owes(seat):
        action = rng.choice(trial.legal(seat))
        found.append(session.match.game.text(action))
        trial.apply(seat, action)
        if not is_same_choice(session.state, trial, seat):
            break
    return found if len(found) == length else []


@pytest.mark.parametrize(("name", "length"), [("njet", 2), ("mu", 3), ("loop", 2)])
def test_a_list_that_forms_one_choice_is_accepted_whole_or_refused_whole(name, length):
    session = at_a_choice_of_several(name, length, 1)
    seat = session.table.owing_seats()[0]
    who, rng = session.table.chairs[seat].identity, random.Random(2)
    texts: list[str] = []
    while not texts:
        texts = longest(session, seat, rng, length)
    steps = len(session.match.steps)
    wrong = next(
        text
        for text in map(session.match.game.text, range(session.match.game.actions))
        if is_refused(session, seat, [*texts[:-1], text])
    )
    before = session.state.view(seat)
    assert session.refusal_codes(who, wire.Play(1, actions=[*texts[:-1], wrong]))[0] == "illegal"
    assert (session.state.view(seat), len(session.match.steps)) == (before, steps)
    bodies = session.ask(who, wire.Play(1, actions=texts))
    assert isinstance(bodies[0], events.Played)
    assert len(bodies[0].actions) == length
    assert len(session.match.steps) >= steps + length


def is_refused(session: Session, seat: int, texts: list[str]) -> bool:
    try:
        moves.take_decision(session.table, seat, [session.match.game.parse(text) for text in texts], "player")
    except Refusal as refusal:
        return refusal.code == "illegal"
    return False


@pytest.mark.parametrize("name", names())
def test_the_table_plays_by_itself_what_everybody_can_see_to_be_forced_and_nothing_else(name):
    session = Session(name, people=load(name).seat_counts[0], bots=0).start()
    rng = random.Random(name)
    for _ in range(200):
        if session.table.status != "playing":
            break
        assert session.state.forced_action() < 0
        seat = rng.choice(session.table.owing_seats())
        session.play(seat, session.match.game.text(rng.choice(moves.state_when_asked(session.table, seat).legal(seat))))
    again = Table(session.table.id)
    for event in session.log:
        did = events.decode_event(event).did
        if isinstance(did, events.Played):
            assert again.match is not None
            forced = again.match.state.forced_action()
            assert (did.by == "forced") == (forced >= 0)
            assert forced < 0 or did.actions == (forced,)
        again.apply(event)


@pytest.mark.parametrize("name", names())
def test_a_list_does_not_tell_what_would_happen_after_its_first_action(name):
    """Whatever is refused because the choice was complete is refused in the same words, whoever would be next."""
    game = load(name)
    rng = random.Random(name)
    met = set()
    session = Session(name, people=game.seat_counts[0], bots=0).start()
    for _ in range(400):
        if session.table.status != "playing":
            break
        seat = rng.choice(session.table.owing_seats())
        action = rng.choice(moves.state_when_asked(session.table, seat).legal(seat))
        trial = session.state.clone()
        if not session.table.poll.waiting:
            trial.apply(seat, action)
            if not is_same_choice(session.state, trial, seat):
                for other in rng.sample(range(game.actions), 5) + (trial.legal(seat) if trial.owes(seat) else []):
                    with pytest.raises(Refusal) as caught:
                        moves.take_decision(session.table, seat, [action, other], "player")
                    met.add((caught.value.code, caught.value.why, caught.value.clause))
        session.play(seat, game.text(action))
    assert met == {("malformed", "not-one-choice", "")}


def test_the_last_decision_against_bots_is_taken_back_with_everything_after_it():
    session = Session(people=1, bots=2).start()
    view = session.state.view(0)
    session.ask("ada", wire.Play(1, actions=["3"]))
    session.play(1, by="bot")
    session.play(2, by="bot")
    assert session.ask("ada", wire.TakeBack(1)) == [events.TookBack(0, len(session.match.steps))]
    assert session.state.view(0) == view
    assert session.table.owing_seats() == [0]
    assert session.refusal_codes("ada", wire.TakeBack(1)) == ("forbidden", "nothing-to-take-back")  # up to the deal
    session.ask("ada", wire.Play(1, actions=["2"]))


def test_one_decision_after_the_other_is_taken_back():
    session = Session("njet", people=1, bots=3).start()  # which begins with choices that show no card
    lengths = []
    for _ in range(3):
        while session.table.owing_seats() != [0]:
            session.play(session.table.owing_seats()[0], by="bot")
        lengths.append(len(session.match.steps))
        session.ask("ada", wire.Play(1, actions=session.legal(0)[:1]))
    for length in reversed(lengths):
        session.ask("ada", wire.TakeBack(1))
        assert len(session.match.steps) == length


def test_a_choice_of_several_actions_is_taken_back_whole():
    session = at_a_choice_of_several("mu", 3, 1)
    seat = session.table.owing_seats()[0]
    texts: list[str] = []
    rng = random.Random(2)
    while not texts:
        texts = longest(session, seat, rng, 3)
    steps = len(session.match.steps)
    for other, chair in enumerate(session.table.chairs):
        if other != seat:
            chair.identity, chair.level = "", "novice"
    who = session.table.chairs[seat].identity
    session.ask(who, wire.Play(1, actions=texts))
    session.ask(who, wire.TakeBack(1))
    assert len(session.match.steps) == steps


def test_what_the_table_played_by_itself_is_no_decision():
    session = Session("luz", people=1, bots=2).start()
    while session.table.status == "playing":
        seat = session.table.owing_seats()[0]
        session.play(seat, by="player" if seat == 0 else "bot")
        if session.table.status == "playing" and session.table.decisions:
            place = session.table.decisions[-1][1]
            step = session.match.steps[place]
            assert getattr(step, "seat", None) == 0
    forced = [entry.did for entry in map(events.decode_event, session.log) if getattr(entry.did, "by", "") == "forced"]
    assert forced


def test_nothing_is_taken_back_beyond_a_deal():
    session = Session("luz", people=1, bots=2).start()
    while session.table.deals < 3:
        seat = session.table.owing_seats()[0]
        session.play(seat, by="player" if seat == 0 else "bot")
    assert session.refusal_codes("ada", wire.TakeBack(1)) == ("forbidden", "nothing-to-take-back")
