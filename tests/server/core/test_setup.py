"""The host sets the table up anew until the match begins: events, refusals, and what everybody is told."""

from typing import Any

import msgspec
import pytest

from atout import fair
from atout.server.core import events, wire
from atout.server.core.events import Clock, Rules
from atout.server.core.setups import ClockOrder, TableSetup
from atout.server.core.summaries import parse_summary, summary_after, summary_of
from atout.server.core.table import Table
from tests.server.core.rooms import Recorder, make_registry
from tests.server.core.sessions import MATCH, Session, digits, kinds
from tests.server.core.tables import ask, ask_accepted, open_table

DAYS = ClockOrder("days", seconds=3 * 24 * 3600)


def set_up(seats: int = 3, **more: Any) -> wire.SetUp:
    return wire.SetUp(re=1, table=msgspec.convert({"seats": seats, **more}, TableSetup))


def test_the_host_changes_everything_and_the_log_says_so():
    session = Session()
    before = session.table.setup
    wanted: dict[str, Any] = {
        "options": {"deals": "2"},
        "clock": {"kind": "bank", "seconds": 300, "increment": 5},
        "chat": True,
    }
    bodies = session.ask("ada", set_up(**wanted, public=True, watch="nobody", stand_in="expert", grace=7))
    rules = Rules(True, Clock("bank", 300, 5), "nobody", True, "expert", 7)
    assert bodies == [events.Arranged(3, {"deals": "2"}, rules)]
    assert (session.table.rules, session.table.setup.options) == (rules, {"deals": "2"})
    assert (session.table.setup.secret, session.table.host) == (before.secret, "ada")
    assert [chair.identity or chair.level for chair in session.table.chairs] == ["ada", "bo", "novice"]
    again = Table(MATCH)
    again.replay(session.log)
    assert (again.setup, again.chairs[0].bank) == (session.table.setup, 300_000)
    session.start()
    assert session.match.options.values["deals"] == "2"
    assert session.table.time_left(1, session.now) == 300_000


def test_a_clock_of_three_days_starts_at_three_days_and_misses_nobody():
    session = Session(rules=Rules(clock=Clock("bank", 60)))
    session.ask("ada", wire.SetUp(re=1, table=TableSetup(seats=3, clock=DAYS)))
    assert session.table.rules.grace == 0
    session.start()
    assert session.table.time_left(0, session.now) == 3 * 24 * 3600 * 1000


def test_what_is_so_already_leads_to_nothing():
    session = Session()
    session.ask("bo", wire.Ready(1, commitment=digits("bo")))
    assert session.ask("ada", set_up()) == []
    assert session.table.chairs[1].commitment


def test_whoever_was_ready_is_asked_again():
    session = Session()
    session.ask("bo", wire.Ready(1, commitment=digits("bo")))
    session.ask("ada", set_up(chat=True))
    assert [chair.commitment for chair in session.table.chairs] == ["", "", ""]
    session.start()


@pytest.mark.parametrize(("seats", "expected"), [(5, ["ada", "bo", "cem", "", ""]), (4, ["ada", "bo", "cem", ""])])
def test_seats_are_added(seats, expected):
    session = Session(people=3, bots=0)
    assert kinds(session.ask("ada", set_up(seats))) == ["arranged"]
    assert [chair.identity for chair in session.table.chairs] == expected


def test_people_on_seats_that_go_move_to_free_ones_then_to_those_of_bots():
    session = Session(people=2, bots=3)
    session.ask("ada", wire.Bot(1, seat=2))  # a free seat
    session.ask("bo", wire.Sit(1, seat=2))
    session.put(events.Left(4), events.Seated(4, identity="cem"), events.Left(3), events.Seated(3, identity="dora"))
    session.put(events.Seated(1, level="club"))
    bodies = session.ask("ada", set_up(4))
    assert kinds(bodies) == ["left", "left", "seated", "arranged"]
    assert [chair.identity for chair in session.table.chairs] == ["ada", "cem", "bo", "dora"]
    assert session.refusal_codes("ada", set_up(3)) == ("forbidden", "too-many-players")
    session.ask("bo", wire.Leave(1))
    session.ask("ada", set_up(3))
    assert [chair.identity for chair in session.table.chairs] == ["ada", "cem", "dora"]
    assert summary_of(session.table).members == ("ada", "cem", "dora")
    session.start()


def test_bots_on_seats_that_go_are_gone():
    session = Session(people=1, bots=4)
    assert kinds(session.ask("ada", set_up(3))) == ["arranged"]
    assert [chair.level for chair in session.table.chairs] == ["", "novice", "novice"]
    session.start()


def test_only_the_host_and_only_before_the_start():
    session = Session()
    assert session.refusal_codes("bo", set_up(chat=True)) == ("forbidden", "only-the-host")
    assert session.refusal_codes("eve", set_up(chat=True)) == ("forbidden", "only-the-host")
    session.make_ready()
    assert session.refusal_codes("ada", set_up(chat=True)) == ("stale", "start-is-sealed")
    for who in ("ada", "bo"):
        session.ask(who, wire.Reveal(1, bytes=digits(who)))
    assert session.refusal_codes("ada", set_up(chat=True)) == ("stale", "match-has-begun")
    session.finish()
    assert session.refusal_codes("ada", set_up(chat=True)) == ("over", "match-is-over")


@pytest.mark.parametrize(
    ("wanted", "why"),
    [
        ({"seats": 8}, "table-cannot-be-set-up"),
        ({"options": {"deals": "many"}}, "table-cannot-be-set-up"),
        ({"options": {"moon": "full"}}, "table-cannot-be-set-up"),
        ({"stand_in": "wizard"}, "no-such-level"),
        ({"watch": "finished_deals"}, "not-watched-so"),
        ({"options": {"spectator_view": "all_hands"}}, "not-watched-so"),
        ({"clock": {"kind": "decision"}}, "no-such-clock"),
        ({"clock": {"kind": "days", "seconds": 60}}, "no-such-clock"),
        ({"clock": {"kind": "none", "seconds": 60}}, "no-such-clock"),
        ({"clock": {"kind": "decision", "seconds": 60, "increment": 5}}, "no-such-clock"),
    ],
)
def test_a_table_that_cannot_be_is_refused(wanted, why):
    session = Session()
    log = len(session.log)
    assert session.refusal_codes("ada", set_up(**wanted)) == ("malformed", why)
    assert len(session.log) == log


@pytest.mark.parametrize(
    "table",
    ['{"seats":0}', '{"seats":3,"grace":-1}', '{"seats":3,"clock":{"seconds":9999999}}', '{"seats":3,"x":1}', "7"],
)
def test_what_is_no_setup_is_unreadable(table):
    with pytest.raises(msgspec.MsgspecError):
        wire.decode(f'{{"type":"set_up","re":1,"table":{table}}}')


def test_options_stay_once_somebody_has_revealed():
    session = Session().make_ready()
    session.ask("bo", wire.Reveal(1, bytes=digits("bo")))
    session.advance(60)
    assert kinds(session.wait()) == ["cancelled"]
    assert session.refusal_codes("ada", set_up(4)) == ("stale", "options-are-fixed")
    assert session.refusal_codes("ada", set_up(options={"deals": "2"})) == ("stale", "options-are-fixed")
    assert kinds(session.ask("ada", set_up(chat=True))) == ["arranged"]


def test_lists_show_how_it_is_set_up_and_what_bots_are_called():
    session = Session(people=1, bots=2)
    summary = summary_after(session.table, session.now, [events.Arranged(2, {"deals": "2"}, Rules(public=True))])
    assert summary is not None
    assert summary.public
    found = parse_summary(summary)
    assert (found.seats, found.options, found.chairs) == (2, {"deals": "2"}, ["ada", "bot:novice"])
    assert found.bots == ["", "Bruno"]


async def test_everybody_is_told_at_once_who_is_host_and_who_watches():
    house, _, _ = make_registry()
    room = await open_table(house, people=2, bots=1)
    bo, eve = Recorder("bo"), Recorder("eve")
    for line in (bo, eve):
        await room.join(line)
    assert (bo.table().host, bo.table().host_seat) == (False, 0)
    await room.join(Recorder("eve"))  # in a second window
    presence = next(message for message in reversed(bo.got) if isinstance(message, wire.Presence))
    assert (presence.watchers, presence.watching) == (1, ["Eve"])
    await ask_accepted(room, "ada", set_up(4, chat=True, grace=5, stand_in="club"))
    for line in (bo, eve):
        table = line.table()
        assert (table.seats, len(table.chairs), table.chat, table.grace, table.stand_in) == (4, 4, True, 5, "club")
        assert table.watching == ["Eve"]
    assert bo.table().speech == "text"
    assert eve.table().free == [3]
    refused = await ask(room, "bo", set_up())
    assert refused == wire.Refused(1, "forbidden", "only-the-host")
    commitment = fair.commitment(MATCH, digits("bo"))
    await ask_accepted(room, "bo", wire.Ready(1, commitment=commitment))
    await house.close()
