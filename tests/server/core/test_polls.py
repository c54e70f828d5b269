"""What several seats are asked at once: cries in Meinz, counted in order; silence declines, lateness is secret."""

import random

import pytest

from atout.server.core import events, polls, timers, wire
from atout.server.core.events import Clock, Rules
from tests.server.core.sessions import PEOPLE, Session, kinds

CRY, DECLINE = "meinz", "-"


def session_asking(seats: int, rules: Rules | None = None, bots: int = 0, people: int = 4) -> Session:
    """Return a table of Meinz where that many seats are asked whether they cry."""
    session = Session("meinz", people=people, bots=bots, rules=rules).start()
    while len(session.table.owing_seats()) != seats or not session.table.poll.waiting:
        for seat in session.table.owing_seats():
            if not session.table.poll.waiting:
                session.play(seat)
            else:
                session.play(seat, DECLINE)
    return session


def name(session: Session, seat: int) -> str:
    return session.table.chairs[seat].identity


def answer(session: Session, seat: int, text: str) -> list[str]:
    return kinds(session.ask(name(session, seat), wire.Play(1, actions=[text])))


def played_actions(bodies: list[events.AnyBody]) -> list[tuple[int, str]]:
    found = [body for body in bodies if isinstance(body, events.Played)]
    return [(body.seat, DECLINE if body.actions == (72,) else CRY) for body in found]


def test_answers_come_in_any_order_and_count_in_the_order_of_the_rules():
    session = session_asking(3)
    first, second, third = session.table.owing_seats()
    assert answer(session, third, CRY) == ["answered"]
    assert answer(session, second, CRY) == ["answered"]
    assert session.table.owing_seats() == [first, second, third]
    bodies = session.ask(name(session, first), wire.Play(1, actions=[DECLINE]))
    assert played_actions(bodies) == [(first, DECLINE), (second, CRY)]  # nobody will know that the third cried too
    assert not session.table.poll.waiting


def test_an_answer_can_be_changed_until_the_last_is_in():
    session = session_asking(2)
    first, second = session.table.owing_seats()
    answer(session, first, CRY)
    answer(session, first, DECLINE)
    bodies = session.ask(name(session, second), wire.Play(1, actions=[DECLINE]))
    assert played_actions(bodies)[:2] == [(first, DECLINE), (second, DECLINE)]


def test_silence_declines_when_the_window_closes():
    session = session_asking(3)
    first, second, _ = session.table.owing_seats()
    opened = session.now
    answer(session.advance(2), second, CRY)
    assert timers.next_due_at(session.table) == opened + polls.WINDOW_MS
    assert session.advance(2.999).wait() == []
    bodies = session.advance(0.001).wait()
    assert played_actions(bodies) == [(first, DECLINE), (second, CRY)]
    assert [body.by for body in bodies if isinstance(body, events.Played)] == ["window", "player"]


def test_the_window_is_the_same_whoever_is_asked():
    for seats in (1, 2, 3):
        session = session_asking(seats)
        assert timers.next_due_at(session.table) == session.now + polls.WINDOW_MS


def test_nobody_else_answers_and_nothing_else_is_an_answer():
    session = session_asking(2)
    first, second = session.table.owing_seats()
    others = [seat for seat in range(4) if seat not in (first, second)]
    for seat in others:
        assert session.refusal(name(session, seat), wire.Play(1, actions=[CRY])).code == "not_your_turn"
    for texts in ([session.legal(first)[0]] * 2, [CRY, CRY]):
        assert session.refusal_codes(name(session, second), wire.Play(1, actions=texts)) == (
            "malformed",
            "not-one-choice",
        )
    assert session.refusal(name(session, second), wire.Play(1, actions=["keep"])).code == "illegal"


def test_a_card_and_a_cry_are_two_decisions():
    session = Session("meinz", people=4, bots=0).start()
    while len(session.table.owing_seats()) > 1:
        session.play(session.table.owing_seats()[0])
    seat = session.table.owing_seats()[0]
    request = wire.Play(1, actions=[session.legal(seat)[0], CRY])
    assert session.refusal_codes(name(session, seat), request) == ("malformed", "not-one-choice")


def test_clocks_stand_still_while_everybody_is_asked():
    for kind in ("decision", "bank"):
        session = session_asking(2, Rules(clock=Clock(kind, 3, 1)))
        before = [session.table.time_left(seat, session.now) for seat in range(4)]
        session.advance(4)
        assert session.wait() == []
        assert [session.table.time_left(seat, session.now) for seat in range(4)] == before
        session.advance(1)
        assert played_actions(session.wait())[0][1] == DECLINE


def test_a_pause_opens_the_window_anew():
    session = session_asking(2).advance(4)
    session.ask("ada", wire.Pause(1))
    session.advance(60)
    assert session.wait() == []
    session.ask("ada", wire.Resume(1))
    assert timers.next_due_at(session.table) == session.now + polls.WINDOW_MS


def test_not_this_trick():
    session = session_asking(1)
    (seat,) = session.table.owing_seats()
    session.ask(name(session, seat), wire.Hush(1))
    assert session.refusal_codes(name(session, seat), wire.Hush(1)) == ("stale", "said-so-already")
    trick = session.state.line()
    asked = 0
    while session.table.status == "playing" and session.state.line() == trick:
        poll = session.table.poll
        if not poll.waiting:
            session.play(session.table.owing_seats()[0])
            continue
        asked += 1
        step = poll.step
        for other in list(poll.waiting):
            if other != seat and poll.waiting and poll.step == step:
                answer(session, other, DECLINE)
        if poll.waiting and poll.step == step:
            assert timers.next_due_at(session.table) == poll.at  # nobody is waited for
            assert played_actions(session.wait())[0] == (seat, DECLINE)
    assert asked == 3
    assert not session.table.poll.is_hushed(seat)


def test_who_said_nothing_may_think_better_of_it():
    session = session_asking(2)
    first, second = session.table.owing_seats()
    answer(session, first, CRY)
    session.ask(name(session, first), wire.Hush(1))  # the cry is taken back
    assert session.table.poll.waiting
    assert session.table.poll.answers == {}
    session.ask(name(session, first), wire.Hush(1, on=False))
    assert timers.next_due_at(session.table) == session.now + polls.WINDOW_MS
    session.ask(name(session, first), wire.Hush(1))
    answer(session, first, CRY)  # said explicitly it counts
    bodies = session.ask(name(session, second), wire.Play(1, actions=[CRY]))
    assert played_actions(bodies) == [(first, CRY)]


def test_a_stand_in_answers_even_for_who_said_nothing():
    session = session_asking(2)
    first, second = session.table.owing_seats()
    session.ask(name(session, first), wire.Hush(1))
    session.put(events.StoodIn(first, True, "gone"))
    assert session.table.missing_answers({}) == [first, second]
    answer(session, second, DECLINE)
    assert session.table.poll.waiting
    session.play(first, CRY, by="stand_in")
    assert not session.table.poll.waiting


def test_the_monster_between_two_questions_does_not_mix_the_answers():
    """With three players the Monster plays by itself: the next question may follow in the same moment."""
    met = 0
    for seed in range(40):
        session = Session("meinz", people=3, bots=0).start()
        rng = random.Random(seed)
        for _ in range(60):
            poll = session.table.poll
            if not poll.waiting:
                seat = rng.choice(session.table.owing_seats())
                session.play(seat, rng.choice(session.legal(seat)))
                continue
            session.advance(1)
            step = poll.step
            for seat in list(poll.waiting):
                session.play(seat, DECLINE)
            if poll.waiting:
                met += 1
                assert poll.step != step
                assert (poll.answers, poll.at, poll.step) == ({}, session.now, session.table.step)
    assert met > 5


@pytest.mark.parametrize("people", [3, 4])
def test_whatever_is_answered_the_log_replays(people):
    rng = random.Random(people)
    session = Session("meinz", people=people, bots=0, options={"rounds": "4"}).start()
    while session.table.status == "playing":
        seat = rng.choice(session.table.owing_seats())
        if rng.random() < 0.1:
            session.ask(PEOPLE[seat], wire.Hush(1, on=not session.table.poll.is_hushed(seat)))
        elif session.table.poll.waiting and rng.random() < 0.3:
            session.advance(6).wait()
        else:
            session.play(seat, rng.choice([CRY, DECLINE] if session.table.poll.waiting else session.legal(seat)))
    assert session.table.status == "over"
