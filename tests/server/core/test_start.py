"""The ready check: commitments, reveals and their deadline, and that the deals come from nothing else."""

from atout import fair
from atout.server.core import events, timers, wire
from tests.server.core.sessions import MATCH, Session, digits, kinds


def commitment(name: str) -> str:
    return fair.commitment(MATCH, digits(name))


def test_the_last_one_ready_seals_the_commitments():
    session = Session()
    assert kinds(session.ask("bo", wire.Ready(1, commitment=commitment("bo")))) == ["readied"]
    assert kinds(session.ask("bo", wire.Ready(1))) == ["unreadied"]
    assert kinds(session.ask("ada", wire.Ready(1, commitment=commitment("ada")))) == ["readied"]
    assert kinds(session.ask("bo", wire.Ready(1, commitment=commitment("bo")))) == ["readied", "sealed"]
    assert session.table.until == session.now + 10_000


def test_a_bot_may_complete_the_table():
    session = Session()
    session.ask("ada", wire.Bot(1, seat=2))
    session.make_ready()
    assert session.table.status == "open"
    assert kinds(session.ask("ada", wire.Bot(1, seat=2, level="novice"))) == ["seated", "sealed"]


def test_bots_alone_do_not_begin():
    session = Session(people=1)
    session.put(events.Left(0))
    assert kinds(session.ask("ada", wire.Bot(1, seat=0, level="casual"))) == ["seated"]


def test_nobody_commits_to_what_another_has_committed_to():
    session = Session()
    session.ask("ada", wire.Ready(1, commitment=commitment("ada")))
    assert session.refusal_codes("bo", wire.Ready(1, commitment=commitment("ada"))) == (
        "forbidden",
        "commitment-is-a-copy",
    )


def test_the_last_reveal_begins_the_match_and_deals():
    session = Session().make_ready()
    assert kinds(session.ask("bo", wire.Reveal(1, bytes=digits("bo")))) == ["revealed"]
    assert session.refusal_codes("bo", wire.Reveal(1, bytes=digits("bo"))) == ("stale", "already-revealed")
    bodies = session.ask("ada", wire.Reveal(1, bytes=digits("ada")))
    assert kinds(bodies)[:3] == ["revealed", "begun", "dealt"]
    assert session.table.owing_seats() == [0]


def test_deals_follow_from_the_secret_and_the_bytes_of_the_players():
    session = Session().start().finish()
    source = fair.Fair.from_secret(MATCH, digits("secret"), (digits("ada"), digits("bo"), fair.BOT))
    dealt = [entry.did for entry in map(events.decode_event, session.log) if isinstance(entry.did, events.Dealt)]
    assert [list(body.order) for body in dealt] == [
        source.order(len(body.order), index) for index, body in enumerate(dealt)
    ]
    assert len(dealt) > 2


def test_whoever_does_not_reveal_in_ten_seconds_cancels_the_start():
    session = Session().make_ready()
    session.ask("ada", wire.Reveal(1, bytes=digits("ada")))
    assert timers.next_due_at(session.table) == session.now + 10_000
    assert session.advance(9.999).wait() == []
    session.advance(0.001)
    assert session.refusal_codes("bo", wire.Reveal(1, bytes=digits("bo"))) == ("stale", "nothing-to-reveal")
    assert session.wait() == [events.Cancelled((1,))]
    assert session.table.status == "open"
    assert [chair.is_ready for chair in session.table.chairs] == [False, False, True]
    assert not any(chair.revealed for chair in session.table.chairs)
    session.start()


def test_who_leaves_or_is_removed_while_others_reveal_cancels_the_start():
    for who, request, seat in (("bo", wire.Leave(1), 1), ("ada", wire.Remove(1, seat=1), 1)):
        session = Session().make_ready()
        bodies = session.ask(who, request)
        assert bodies == [events.Cancelled((seat,)), events.Left(seat, removed=who == "ada")]
        assert session.table.status == "open"
        assert (session.table.chairs[1].is_human, session.table.chairs[1].stand_in) == (False, "")


def test_changing_the_seat_takes_the_readiness_back():
    session = Session(people=2, bots=1)
    session.ask("ada", wire.Bot(1, seat=2))
    session.ask("bo", wire.Ready(1, commitment=commitment("bo")))
    assert session.ask("bo", wire.Sit(1, seat=2)) == [events.Left(1), events.Seated(2, "bo")]
    assert [chair.identity for chair in session.table.chairs] == ["ada", "", "bo"]
    assert not session.table.chairs[2].is_ready
