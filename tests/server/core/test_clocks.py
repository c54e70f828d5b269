"""Clocks: none, per decision, a bank with increments, days; pauses and stand-ins cost nothing."""

from atout.server.core import events, timers, wire
from atout.server.core.events import Clock, Rules
from tests.server.core.sessions import START, Session, kinds


def start_with_clock(kind: str, seconds: int, increment: int = 0, **more: int) -> Session:
    """Return a running table of Luz where Ada, on turn, has a clock; she and Bo are connected."""
    clock = Clock(kind, seconds, increment)  # type: ignore[arg-type]
    session = Session(rules=Rules(clock=clock, **more))  # type: ignore[arg-type]
    session.put(events.Came(0, "node"), events.Came(1, "node"))
    return session.start()


def times_left(session: Session) -> list[int | None]:
    return [session.table.time_left(seat, session.now) for seat in range(3)]


def test_without_a_clock_nothing_ever_runs_out():
    session = Session(rules=Rules(grace=0)).start().advance(10**6)
    assert times_left(session) == [None, None, None]
    assert timers.next_due_at(session.table) is None
    assert session.wait() == []


def test_every_decision_has_its_time():
    session = start_with_clock("decision", 30)
    assert times_left(session) == [30_000, 30_000, None]  # bots have no clock
    session.advance(29.999)
    assert (times_left(session)[0], session.wait()) == (1, [])
    assert timers.next_due_at(session.table) == session.now + 1
    session.play(0)
    assert times_left(session) == [30_000, 30_000, None]
    assert [session.table.is_clock_running(seat) for seat in range(3)] == [False, True, False]


def test_who_runs_out_of_time_is_played_for():
    session = start_with_clock("decision", 30).advance(30)
    assert session.wait() == [events.StoodIn(0, True, "clock")]
    assert session.table.level_at(0) == "casual"
    assert timers.next_due_at(session.table) is None
    assert session.wait() == []


def test_a_bank_is_used_up_and_grows_with_each_decision():
    session = start_with_clock("bank", 60, increment=5).advance(20)
    assert times_left(session)[0] == 45_000  # the increment comes with the question
    session.play(0)
    session.play(1)
    session.play(2, by="bot")
    seat = session.table.owing_seats()[0]
    assert seat == 0
    session.advance(3)
    assert times_left(session)[:2] == [45_000 + 5_000 - 3_000, 65_000]
    session.advance(60)
    assert session.wait() == [events.StoodIn(0, True, "clock")]
    assert times_left(session)[0] == 0


def test_nobody_is_missed_where_a_decision_may_take_days():
    session = start_with_clock("days", 3 * 86_400)
    session.put(events.Went(0, "node"))
    session.advance(3 * 86_400 - 1)
    assert (session.wait(), times_left(session)[0]) == ([], 1000)
    assert session.advance(1).wait() == [events.StoodIn(0, True, "clock")]


def test_a_pause_costs_nobody_time():
    for kind, whole in (("decision", 30), ("bank", 30), ("days", 30)):
        session = start_with_clock(kind, whole).advance(10)
        session.ask("bo", wire.Pause(1))
        session.advance(10**5)
        assert (times_left(session)[0], session.wait(), timers.next_due_at(session.table)) == (20_000, [], None)
        session.ask("ada", wire.Resume(1))
        session.advance(5)
        assert times_left(session)[0] == 15_000
        session.ask("ada", wire.Pause(1))
        session.advance(99)
        session.ask("ada", wire.Resume(1))
        assert timers.next_due_at(session.table) == session.now + 15_000
        assert session.advance(15).wait() == [events.StoodIn(0, True, "clock")]


def test_a_stand_in_costs_no_time_and_the_clock_goes_on_where_it_stood():
    for kind in ("decision", "bank"):
        session = start_with_clock(kind, 60).advance(20)
        session.put(events.StoodIn(0, True, "left"))
        session.advance(500)
        assert (times_left(session)[0], session.table.is_clock_running(0), session.wait()) == (40_000, False, [])
        session.ask("ada", wire.Back(1))
        session.advance(1)
        assert times_left(session)[0] == 39_000


def test_who_comes_back_has_ten_seconds_at_least_but_once_in_a_decision_only():
    for kind, first in (("decision", 60), ("bank", 60), ("decision", 4)):
        session = start_with_clock(kind, first).advance(first)
        session.wait()
        session.ask("ada", wire.Back(1))
        assert times_left(session)[0] == min(10, first) * 1000
        session.advance(10)
        assert session.wait() == [events.StoodIn(0, True, "clock")]
        session.ask("ada", wire.Back(1))
        assert times_left(session)[0] == 0  # leaving and coming back does not stop the game
        assert session.wait() == [events.StoodIn(0, True, "clock")]


def test_who_is_out_of_time_can_still_be_faster_than_the_stand_in():
    session = start_with_clock("bank", 5).advance(5)
    session.wait()
    bodies = session.ask("ada", wire.Play(1, actions=["0"]))
    assert bodies == [events.StoodIn(0, False, "back"), events.Played(0, (0,), "player")]


def test_a_pause_while_somebody_stands_in_costs_nothing_either():
    session = start_with_clock("bank", 60).advance(20)
    session.put(events.StoodIn(0, True, "gone"))
    session.advance(1)
    session.ask("bo", wire.Pause(1))
    session.advance(50)
    session.ask("ada", wire.Back(1))
    session.advance(50)
    session.ask("ada", wire.Resume(1))
    assert times_left(session)[0] == 40_000


def test_time_never_goes_back():
    session = start_with_clock("decision", 30)
    session.now = START - 5_000
    assert times_left(session)[0] == 30_000


def test_secret_choices_are_timed_for_all_who_owe_them_at_once():
    session = Session("meinz", people=4, bots=0, rules=Rules(clock=Clock("decision", 30))).start()
    assert session.table.owing_seats() == [0, 1, 2, 3]
    session.advance(10)
    session.play(2)
    assert [session.table.is_clock_running(seat) for seat in range(4)] == [True, True, False, True]
    session.advance(20)
    assert kinds([*session.wait(), *session.wait(), *session.wait(), *session.wait()]) == ["stood_in"] * 3


def test_the_grace_time_begins_anew_when_the_match_goes_on():
    session = start_with_clock("none", 0, grace=60)
    session.put(events.Went(1, "node"))
    session.advance(50)
    session.ask("ada", wire.Pause(1))
    session.advance(10**6)
    assert session.wait() == []
    session.ask("ada", wire.Resume(1))
    assert timers.next_due_at(session.table) == session.now + 60_000
    assert session.advance(59.999).wait() == []
    assert session.advance(0.001).wait() == [events.StoodIn(1, True, "gone")]
    assert session.wait() == []


def test_who_is_connected_anywhere_is_not_missed():
    session = start_with_clock("none", 0, grace=60)
    session.put(events.Came(1, "other"), events.Went(1, "node"))
    assert timers.next_due_at(session.table) is None
    session.advance(5).put(events.Went(1, "other"))
    assert timers.next_due_at(session.table) == session.now + 60_000
    session.advance(30).put(events.Came(1, "third"))
    assert timers.next_due_at(session.table) is None
