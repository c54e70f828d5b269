"""Nobody is played for behind their back: seats taken back, votes, adjourned matches, hosts, take-backs, windows."""

from msgspec import Raw

from atout.kernel.view import Display
from atout.server.core import decide, events, messages, parts, replays, table_messages, timers, wire
from atout.server.core.polls import EXPLAIN_MS, WINDOW_MS
from atout.server.core.table import Table
from tests.server.core.rooms import FakeRegistry, ManualClock, MemoryStore, Recorder
from tests.server.core.sessions import PEOPLE, Session, kinds
from tests.server.core.tables import ask_accepted, begin, open_table
from tests.server.core.test_polls import answer, name, session_asking


def shown(session: Session, who: str) -> wire.Table[Raw]:
    """Return the table as somebody sees it."""
    seat = session.table.observer(who)
    display = session.match.view(seat).display() if session.table.match is not None else None
    names = {one: one.capitalize() for one in PEOPLE}
    here = [bool(chair.nodes) for chair in session.table.chairs]
    return table_messages.table_message(session.table, display, who, names, wire.Presence(here, 0), session.now)


def all_here(session: Session) -> Session:
    session.put(*(events.Came(seat, "node") for seat, chair in enumerate(session.table.chairs) if chair.is_human))
    return session


# Take-backs


def open_texts(display: Display) -> list[str]:
    return [card.text for zone in display.zones for card in zone.cards if "?" not in card.text]


def table_before(session: Session) -> Display | None:
    """Return what Ada saw before her last decision."""
    view = session.table.view_before
    return view.display() if view is not None and session.table.decisions else None


def test_a_bet_is_taken_back_but_no_card_that_showed_its_value():
    session = Session(people=1, bots=2).start()
    assert not shown(session, "ada").take_back
    session.ask("ada", wire.Play(1, actions=["1"]))
    assert shown(session, "ada").take_back
    session.ask("ada", wire.TakeBack(1))
    session.ask("ada", wire.Play(1, actions=["1"]))
    while not session.legal(0):
        session.play(session.table.owing_seats()[0], by="bot")
    session.ask("ada", wire.Play(1, actions=session.legal(0)[:1]))
    assert not shown(session, "ada").take_back
    assert session.refusal_codes("ada", wire.TakeBack(1)) == ("forbidden", "hidden-card-was-shown")


def test_nothing_is_taken_back_after_a_bots_hidden_card():
    session = Session("loop", people=1, bots=3).start()
    seen: set[bool] = set()
    while session.table.status == "playing" and len(seen) < 2:
        seat = session.table.owing_seats()[0]
        session.play(seat, by="bot" if seat else "player")
        before = table_before(session)
        if before is not None and seat:
            new = set(open_texts(session.match.view(0).display())) - set(open_texts(before))
            assert decide.can_take_back(session.table, 0) <= (not new)
            seen.add(bool(new))
    assert True in seen


def test_what_was_taken_back_is_told():
    told = messages.describe_table_event(events.TookBack(0, 3))
    assert told == wire.Happened("took_back", 0, by="table")


# Adjourned


def test_an_adjourned_match_goes_on_when_all_are_there_or_have_agreed():
    session = Session(people=3, bots=0).start()
    session.put(events.Came(0, "node"))
    session.ask("bo", wire.Pause(1, adjourn=True))
    assert (shown(session, "cem").paused_by, shown(session, "cem").paused_at) == (1, session.now)
    assert kinds(session.ask("ada", wire.Resume(1))) == ["agreed"]
    assert session.refusal_codes("ada", wire.Resume(1)) == ("stale", "agreed-already")
    assert kinds(session.ask("cem", wire.Resume(1))) == ["agreed"]
    assert [chair.agreed for chair in shown(session, "bo").chairs] == [True, False, True]
    assert kinds(session.ask("bo", wire.Resume(1))) == ["resumed"]


def test_one_press_is_enough_where_all_are_there():
    session = all_here(Session(people=2, bots=1).start())
    session.ask("bo", wire.Pause(1, adjourn=True))
    assert kinds(session.ask("ada", wire.Resume(1))) == ["resumed"]


def test_who_was_removed_is_not_waited_for():
    session = Session(people=2, bots=1).start()
    session.ask("bo", wire.Pause(1, adjourn=True))
    session.ask("ada", wire.Remove(1, seat=1))
    assert kinds(session.ask("ada", wire.Resume(1))) == ["resumed"]


# Votes


def test_a_vote_counts_who_is_there_though_a_bot_plays_for_them():
    session = all_here(Session(people=2, bots=1).start())
    session.put(events.StoodIn(1, True, "clock"))
    assert [chair.voter for chair in shown(session, "ada").chairs] == [True, True, False]
    assert kinds(session.ask("ada", wire.Vote(1))) == ["voted"]
    assert session.wait() == []
    session.put(events.Went(1, "node"))
    assert kinds(session.wait()) == ["over"]


# Hosts and waiting rooms


def test_the_host_who_leaves_passes_it_on():
    session = Session(people=3, bots=0)
    session.put(events.Came(2, "node"))
    assert session.ask("ada", wire.Leave(1)) == [events.Left(0), events.Hosted("cem")]
    assert (shown(session, "cem").host, shown(session, "bo").host) == (True, False)
    assert kinds(session.ask("cem", wire.Leave(1))) == ["left", "hosted"]
    assert kinds(session.ask("bo", wire.Leave(1))) == ["left", "closed"]
    assert session.table.status == "closed"
    assert session.refusal_codes("ada", wire.Sit(1, seat=0)) == ("over", "match-is-over")


def test_a_host_who_is_gone_for_a_minute_is_followed_by_who_is_there():
    session = all_here(Session(people=2, bots=1))
    session.advance(10).put(events.Went(0, "node"))
    assert session.advance(59.999).wait() == []
    assert session.advance(0.001).wait() == [events.Hosted("bo")]
    assert session.wait() == []


def test_a_waiting_room_that_nobody_is_in_is_closed():
    session = all_here(Session(people=1, bots=0))
    assert timers.next_due_at(session.table) is None
    session.put(events.Went(0, "node"))
    session.advance(timers.DESERTED_MS / 1000 - 1)
    assert session.wait() == []
    assert kinds(session.advance(1).wait()) == ["closed"]


# Seats of others


def test_watchers_are_told_which_seats_they_may_take():
    session = Session(people=2, bots=1).start()
    assert shown(session, "eve").free == []
    session.ask("bo", wire.Leave(1))
    assert (shown(session, "eve").free, shown(session, "ada").free) == ([1], [])
    session.ask("ada", wire.Remove(1, seat=1))
    removed = shown(session, "bo")
    assert (removed.free, removed.removed, removed.you) == ([], True, -3)


def test_it_is_told_what_a_stand_in_has_played():
    session = Session(people=2, bots=1).start()
    session.put(events.StoodIn(0, True, "gone"))
    session.play(0, "2", by="stand_in")
    assert shown(session, "ada").missed == [parts.Phrase("bet", {"n": "2"})]
    assert shown(session, "bo").missed == []
    session.ask("ada", wire.Back(1))
    assert shown(session, "ada").missed == []


# Play again


def test_a_rematch_invites_who_played_and_bots_keep_their_names():
    session = Session(people=2, bots=1).start()
    session.ask("bo", wire.Leave(1))
    session.finish()
    assert replays.names_of(session.table, {"ada": "Ada", "bo": "Bo"}) == ["Ada", "Bo", "Carla"]
    bodies = decide.begin_rematch(session.table, "bo", session.world)
    again = Table("e" * 32)
    for seq, body in enumerate(bodies, 1):
        again.apply(events.encode_event(again.id, seq, session.now, events.Entry(body)))
    assert again.setup.invited == ("ada", "bo")
    assert [chair.bot or chair.identity for chair in again.chairs] == ["Carla", "ada", ""]


async def test_play_again_never_leads_to_a_closed_table():
    house = FakeRegistry(MemoryStore(), ManualClock())
    room = await open_table(house, people=2, bots=1)
    await begin(room)
    for who in ("ada", "bo"):
        await ask_accepted(room, who, wire.Vote(1))
    first = (await ask_accepted(room, "ada", wire.Rematch(1))).link
    assert (await ask_accepted(room, "bo", wire.Rematch(1))).link == first
    next_room = await house.room(first)
    assert next_room is not None
    for who in ("ada", "bo"):
        await ask_accepted(next_room, who, wire.Leave(1))
    assert next_room.table.status == "closed"
    assert (await ask_accepted(room, "bo", wire.Rematch(1))).link != first
    await house.close()


# The window of a poll


def test_against_bots_alone_there_is_no_window():
    session = session_asking(1, people=1, bots=3)
    assert session.table.poll.ends_at() == 0
    assert session.advance(86_400).wait() == []


def test_the_window_waits_for_who_reads_what_is_asked_once_and_not_for_ever():
    session = session_asking(2)
    first, second = session.table.owing_seats()
    session.advance(2)
    assert kinds(session.ask(name(session, first), wire.Explain(1))) == ["explained"]
    assert session.table.poll.ends_at() == 0
    session.advance(10).ask(name(session, first), wire.Explain(1, on=False))
    assert session.table.poll.ends_at() == session.now + WINDOW_MS - 2000
    assert session.ask(name(session, first), wire.Explain(1)) == []  # once is enough
    session.ask(name(session, second), wire.Explain(1))
    assert session.advance(EXPLAIN_MS / 1000 - 0.001).wait() == []
    assert session.advance(0.001).wait() == [events.Explained(-1, False)]
    assert session.table.poll.ends_at() == session.now + WINDOW_MS - 2000


def test_an_answer_ends_the_reading():
    session = session_asking(2)
    first, _ = session.table.owing_seats()
    session.ask(name(session, first), wire.Explain(1))
    answer(session.advance(3), first, "-")
    assert session.table.poll.ends_at() == session.now + WINDOW_MS


async def test_others_see_who_was_removed_and_so_does_who_was():
    house = FakeRegistry(MemoryStore(), ManualClock())
    room = await open_table(house, people=3, bots=0)
    bo, cem = Recorder("bo"), Recorder("cem")
    await room.join(bo)
    await room.join(cem)
    await ask_accepted(room, "ada", wire.Remove(1, seat=1))
    assert [(one.key, one.seat) for one in cem.table().happened] == [("removed", 1)]
    assert bo.table().removed
    await house.close()
