"""Who sits where: stand-ins and their hand-back, those who left or were removed, votes, rematches."""

from atout.server.core import decide, events, wire
from atout.server.core.table import Table
from tests.server.core.sessions import Session, kinds


def test_a_player_who_leaves_is_played_for_and_may_come_back():
    session = Session().start()
    assert session.ask("bo", wire.Leave(1)) == [events.StoodIn(1, True, "left")]
    assert session.table.level_at(1) == "casual"
    assert session.refusal_codes("bo", wire.Leave(1)) == ("stale", "already-left")
    assert session.ask("bo", wire.Back(1)) == [events.StoodIn(1, False, "back")]
    assert session.table.level_at(1) == ""


def test_who_plays_is_back():
    session = Session().start()
    session.put(events.StoodIn(0, True, "gone"))
    assert kinds(session.ask("ada", wire.Play(1, actions=["0"]))) == ["stood_in", "played"]
    assert session.table.chairs[0].stand_in == ""


def test_what_is_refused_does_not_bring_back():
    session = Session().start()
    session.put(events.StoodIn(0, True, "gone"))
    assert session.refusal_codes("ada", wire.Play(1, actions=["R#1"])) == ("illegal", "bet-first")
    assert session.table.chairs[0].stand_in == "gone"


def test_a_removed_guest_neither_plays_nor_sees_nor_comes_back():
    session = Session().start()
    session.ask("ada", wire.Remove(1, seat=1))
    assert session.table.observer("bo") == -3
    requests = (wire.Play(1, actions=["0"]), wire.Back(1), wire.Say(1, phrase="bye"), wire.Vote(1), wire.Pause(1))
    for request in requests:
        assert session.refusal_codes("bo", request) == ("forbidden", "removed-by-the-host")
    assert session.refusal_codes("bo", wire.Sit(1, seat=1)) == ("forbidden", "removed-by-the-host")
    assert session.refusal_codes("ada", wire.Remove(1, seat=1)) == ("stale", "already-removed")


def test_a_guest_removed_before_the_start_stays_out():
    session = Session()
    session.ask("ada", wire.Remove(1, seat=1))
    assert session.table.members() == ("ada",)
    assert session.refusal_codes("bo", wire.Sit(1, seat=1)) == ("forbidden", "removed-by-the-host")
    session.ask("cem", wire.Sit(1, seat=1))


def test_the_seat_of_one_who_left_can_be_taken_over_with_its_cards_and_its_bytes():
    session = Session().start()
    before = [chair.revealed for chair in session.table.chairs]
    session.ask("bo", wire.Leave(1))
    assert session.ask("cem", wire.Sit(1, seat=1)) == [events.Seated(1, "cem")]
    assert [chair.revealed for chair in session.table.chairs] == before  # the deals to come depend on them
    assert (session.table.observer("cem"), session.table.observer("bo")) == (1, -3)
    assert session.table.level_at(1) == ""
    assert session.refusal_codes("bo", wire.Back(1)) == ("forbidden", "not-at-the-table")
    assert session.table.members() == ("ada", "cem", "bo")
    session.finish()


def test_who_has_seen_cards_of_a_match_takes_no_other_seat_of_it():
    session = Session(people=3, bots=0).start()
    session.ask("bo", wire.Leave(1))
    session.ask("dora", wire.Sit(1, seat=1))
    session.ask("cem", wire.Leave(1))
    assert session.refusal_codes("bo", wire.Sit(1, seat=2)) == ("forbidden", "has-played-another-seat")
    assert session.refusal_codes("dora", wire.Sit(1, seat=2)) == ("forbidden", "has-played-another-seat")
    session.ask("dora", wire.Leave(1))
    assert kinds(session.ask("bo", wire.Sit(1, seat=1))) == ["seated"]  # but his own


def test_nobody_takes_the_seat_of_one_who_is_only_away_or_of_a_bot():
    session = Session().start()
    for why in ("gone", "clock"):
        session.put(events.StoodIn(1, True, why))
        assert session.refusal_codes("cem", wire.Sit(1, seat=1)) == ("forbidden", "seat-is-taken")
    assert session.refusal_codes("cem", wire.Sit(1, seat=2)) == ("forbidden", "seat-is-taken")


def test_a_match_is_abandoned_when_everybody_is_for_it():
    session = Session(people=3, bots=1).start()
    session.ask("ada", wire.Vote(1))
    session.ask("bo", wire.Vote(1))
    session.ask("ada", wire.Vote(1, abandon=False))
    assert kinds(session.ask("cem", wire.Vote(1))) == ["voted"]
    bodies = session.ask("ada", wire.Vote(1))
    assert kinds(bodies) == ["voted", "over"]
    assert session.table.status == "abandoned"
    assert session.table.result == events.Over((0, 0, 0, 0), tuple(session.match.places()), abandoned=True)


def test_those_who_are_gone_have_no_say():
    session = Session(people=3, bots=0).start()
    session.put(events.StoodIn(2, True, "gone"))
    session.ask("ada", wire.Vote(1))
    assert kinds(session.ask("bo", wire.Vote(1))) == ["voted", "over"]


def test_when_the_last_who_is_against_leaves_the_match_is_abandoned():
    session = Session().start()
    session.ask("ada", wire.Vote(1))
    session.ask("bo", wire.Leave(1))
    assert kinds(session.wait()) == ["over"]
    assert session.wait() == []


def test_a_match_goes_on_when_nobody_is_left():
    session = Session().start()
    session.ask("ada", wire.Vote(1))
    session.ask("ada", wire.Leave(1))
    session.ask("bo", wire.Leave(1))
    assert session.wait() == []


def rematch_of(session: Session, who: str) -> Table:
    session.ask(who, wire.Rematch(1))
    table = Table(session.table.rematch)
    for body in decide.begin_rematch(session.table, who, session.world):
        table.apply_body(body)
    return table


def test_a_rematch_has_rotated_seats_and_a_new_secret():
    session = Session(people=2, bots=2).start().finish()
    table = rematch_of(session, "bo")
    assert [chair.identity or chair.level for chair in table.chairs] == ["novice", "ada", "bo", "novice"]
    assert table.setup.secret != session.table.setup.secret
    assert table.invite != session.table.invite
    assert (table.setup.after, table.setup.host, table.status) == (session.table.id, "ada", "open")
    assert (table.setup.game, table.rules) == (session.table.setup.game, session.table.rules)


def test_everybody_who_asks_for_a_rematch_finds_the_same_one():
    session = Session().start().finish()
    first = rematch_of(session, "ada").id
    assert session.ask("bo", wire.Rematch(1)) == []
    assert session.table.rematch == first


def test_who_left_is_not_at_the_rematch_and_another_is_host():
    session = Session(people=3, bots=0).start()
    session.ask("ada", wire.Remove(1, seat=2))
    session.ask("ada", wire.Leave(1))
    session.finish()
    assert session.refusal_codes("cem", wire.Rematch(1)) == ("forbidden", "removed-by-the-host")
    table = rematch_of(session, "bo")
    assert ([chair.identity for chair in table.chairs], table.setup.host) == (["", "", "bo"], "bo")
