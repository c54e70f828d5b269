"""A table is its log: random sessions replay to the same table, with everything a later version may have added."""

import json
import random
from typing import Any

import msgspec
import pytest

from atout import fair
from atout.games import load, names
from atout.server.core import events, moves, timers, wire
from atout.server.core.events import Clock, Rules
from atout.server.core.refusals import Refusal
from atout.server.core.setups import TableSetup
from atout.server.core.summaries import outline, summary_after, summary_of
from atout.server.core.table import LIVE, ReplayError, Table
from atout.server.stores.base import Event, Snapshot
from tests.conformance.play import plenty
from tests.server.core.sessions import MATCH, PEOPLE, Session, created_event, digits


def parts_of(thing: object) -> dict[str, Any]:
    """Return all that an object has; compiled ones have no `vars`."""
    found = {name: getattr(thing, name) for name in dir(thing) if not name.startswith("__")}
    return {name: part for name, part in found.items() if not callable(part)}


def table_parts(table: Table) -> dict[str, Any]:
    """Return all that a table is."""
    parts = parts_of(table)
    match, poll = parts.pop("match"), parts.pop("poll")
    parts["reading"] = parts_of(table.reading)
    parts["chairs"] = [parts_of(chair) for chair in table.chairs]
    parts["poll"] = None if poll is None else parts_of(poll)
    if match is not None:
        parts["steps"] = match.steps
        parts["views"] = [match.view(seat) for seat in (*range(match.seats), -3)]
        parts["scores"] = (match.scores(), match.places())
    return parts


def random_request(session: Session, who: str, rng: random.Random) -> wire.AnyRequest:
    seat = rng.randrange(-1, len(session.table.chairs) + 1)
    request = f"{rng.randrange(200)}" if rng.random() < 0.5 else ""
    table = session.table
    kind = rng.choice([*wire.AnyRequest.__args__, wire.Resume, wire.Resume])
    if rng.random() < 0.6:
        kind = (
            wire.Play
            if table.match is not None
            else rng.choice([wire.Sit, wire.Ready, wire.Reveal, wire.Bot, wire.SetUp])
        )
    if table.reading.open and rng.random() < 0.4:
        kind = wire.Hold
    match kind:
        case wire.Play:
            own = table.seat_of(who)
            legal: list[str] = []
            if table.match is not None and own is not None and own in table.owing_seats():
                legal = [table.match.game.text(action) for action in moves.state_when_asked(table, own).legal(own)]
            seq = rng.choice([0, table.step, max(0, table.step - rng.randrange(20))])
            return wire.Play(1, request, [rng.choice(legal or ["0"])] * rng.choice([1, 1, 1, 2]), seq)
        case wire.Ready:
            return wire.Ready(1, request, rng.choice(["", "x", *[fair.commitment(MATCH, digits(who))] * 3]))
        case wire.Reveal:
            return wire.Reveal(1, request, rng.choice(["x", *[digits(who)] * 4]))
        case wire.Bot:
            return wire.Bot(1, request, seat, rng.choice(["novice", "casual", "", "?"]))
        case wire.Sit:
            return wire.Sit(1, request, seat)
        case wire.Remove:
            return wire.Remove(1, request, seat)
        case wire.Pause:
            return wire.Pause(1, request, rng.random() < 0.5)
        case wire.Hush:
            return wire.Hush(1, request, rng.random() < 0.5)
        case wire.Vote:
            return wire.Vote(1, request, rng.random() < 0.2)
        case wire.SetUp:
            wanted = TableSetup(seats=rng.randint(2, 5), chat=rng.random() < 0.5, grace=rng.choice([0, 5]))
            return wire.SetUp(re=1, id=request, table=wanted)
        case wire.Say:
            return wire.Say(1, request, rng.choice(["hello", "?", ""]), rng.choice(["", "hi"]))
        case _:
            plain: wire.AnyRequest = kind(1, request)
            return plain


def random_session(game: str, seed: int, commands: int) -> Session:
    """Return a table at which people have done anything, time has passed and connections have come and gone."""
    rng = random.Random(f"{game} {seed}")
    people = rng.randint(1, 3)
    clock = rng.choice([Clock(), Clock("decision", 20), Clock("bank", 60, 3), Clock("days", 86_400)])
    rules = Rules(clock=clock, chat=rng.random() < 0.5, grace=rng.choice([0, 20]))
    seats = max(load(game).seat_counts[0], people)
    session = Session(game, people, seats - people, rules)
    if rng.random() < 0.8:
        session.start()
    for _ in range(commands):
        session.advance(rng.choice([0, 0.1, 1, 1, 5, 30]))
        table = session.table
        before = outline(table, session.now)
        what = rng.random()
        bots = [seat for seat in table.owing_seats() if table.level_at(seat)]
        if what < 0.3 and bots:
            bot = rng.choice(bots)
            chair = table.chairs[bot]
            text = (
                table.match.game.text(rng.choice(moves.state_when_asked(table, bot).legal(bot))) if table.match else ""
            )
            bodies = session.play(bot, text, by="bot" if chair.level else "stand_in")
        elif what < 0.4:
            bodies = session.wait()
        elif what < 0.45 and table.status in LIVE:
            chairs = [seat for seat, chair in enumerate(table.chairs) if chair.is_human]
            seat, node = rng.choice(chairs or [0]), rng.choice("ab")
            bodies = [events.Came(seat, node) if rng.random() < 0.5 else events.Went(seat, node)]
            session.put(*bodies)
        elif what < 0.48:  # said: as older versions of the program wrote it
            who = rng.choice(PEOPLE)
            bodies = [events.Saw(who) if rng.random() < 0.5 else events.Said(who, phrase="hello")]
            session.put(*bodies, who=who, request=f"{rng.random()}")
        else:
            asked = [table.chairs[seat].identity for seat in table.owing_seats() if seat not in bots]
            who = rng.choice(asked if asked and rng.random() < 0.7 else PEOPLE[:4])
            try:
                bodies = session.ask(who, random_request(session, who, rng))
            except Refusal:
                continue
        check_summary(before, session, bodies)
    return session


def check_summary(before: Table, session: Session, bodies: list[events.AnyBody]) -> None:
    """What is written for the lists together with the events is what the table comes to."""
    summary = summary_after(before, session.now, bodies)
    after = summary_of(session.table)
    if summary is not None:
        assert summary == after
    else:
        assert msgspec.structs.replace(summary_of(before), updated=0) == msgspec.structs.replace(after, updated=0)


@pytest.mark.parametrize("game", names())
def test_the_log_gives_the_same_table(game):
    seen: set[str] = set()
    for seed in range(plenty(60)):
        session = random_session(game, seed, 300)
        again = Table(MATCH)
        again.replay(session.log)
        assert table_parts(again) == table_parts(session.table)
        assert timers.next_due_at(again) == timers.next_due_at(session.table)
        later = Table(MATCH)
        half = len(session.log) // 2
        later.replay(Snapshot.from_events(session.log[:half]).events())
        later.replay(session.log[half:])
        assert table_parts(later) == table_parts(session.table)
        seen |= {event.kind for event in session.log}
    assert {"begun", "played", "stood_in", "paused", "resumed", "said", "came", "went"} <= seen


def test_every_kind_of_event_is_met():
    seen: set[str] = set()
    for game in ("meinz", "luz"):
        for seed in range(40):
            seen |= {event.kind for event in random_session(game, seed, 150).log}
    assert seen == {str(kind.__struct_config__.tag) for kind in events.AnyBody.__args__}


def test_fields_of_a_later_version_are_passed_over():
    session = Session().start()
    log = [
        Event(e.match, e.seq, e.at, e.kind, json.dumps(with_unknown_fields(json.loads(e.body))).encode())
        for e in session.log
    ]
    again = Table(MATCH)
    again.replay(log)
    assert table_parts(again) == table_parts(session.table)


def with_unknown_fields(value: Any) -> Any:
    """Return the same JSON with one field more in every object that is not a mapping of the game's."""
    if isinstance(value, dict):
        return {
            **{key: with_unknown_fields(item) for key, item in value.items()},
            **({} if value == {} else {"news": 1}),
        }
    return value


def test_fields_that_are_missing_have_their_defaults():
    body = b'{"did":{"kind":"created","game":"luz","rules_version":1,"seats":3,"options":{},"host":"h","secret":"s",'
    table = Table(MATCH)
    table.apply(Event(MATCH, 1, 5, "created", body + b'"invite":"i"}}'))
    assert (table.rules, table.created_at) == (Rules(), 5)
    assert Rules() == Rules(
        public=False, clock=Clock("none", 0, 0), watch="closed", chat=False, stand_in="casual", grace=60
    )


@pytest.mark.parametrize(
    "body",
    [
        b'{"did":{"kind":"danced"}}',
        b'{"did":{"kind":"played","seat":0,"actions":[999]}}',
        b'{"did":{"kind":"played","seat":9,"actions":[0]}}',
        b'{"did":{"kind":"dealt","order":[0]}}',
        b'{"did":{"kind":"answered","seat":0,"action":0}}',
        b"{}",
        b"nonsense",
    ],
)
def test_what_cannot_be_replayed_is_said_so(body):
    session = Session().start()
    seq = session.table.seq + 1
    with pytest.raises(ReplayError, match=f"event {seq} of {MATCH}"):
        session.table.apply(Event(MATCH, seq, session.now, "?", body))


def test_events_come_in_order():
    session = Session()
    with pytest.raises(ReplayError, match="after"):
        session.table.apply(session.log[0])
    with pytest.raises(ReplayError, match="after"):
        Table(MATCH).apply(session.log[1])


def test_a_created_table_says_nothing_of_its_players():
    written = events.encode_event(MATCH, 1, 0, events.Entry(created_event("luz", 3), "ada"))
    assert written.kind == "created"
    assert events.decode_event(written) == events.Entry(created_event("luz", 3), "ada")
