"""Every request in every status of a table: what it leads to, or why it is refused; and everything that is refused."""

from collections.abc import Callable

import msgspec
import pytest

from atout.server.core import events, wire
from atout.server.core.refusals import Refusal
from atout.server.core.setups import TableSetup
from tests.server.core.sessions import Session, digits, kinds

STATUSES = ("open", "sealed", "playing", "paused", "over", "abandoned")


def table_in(status: str) -> Session:
    """Return a table of Luz with Ada, who is the host and on turn, Bo and a bot."""
    session = Session()
    if status == "sealed":
        session.make_ready()
    elif status != "open":
        session.start()
    if status == "paused":
        session.ask("bo", wire.Pause(1))
    elif status == "over":
        session.finish()
    elif status == "abandoned":
        session.ask("ada", wire.Vote(1))
        session.ask("bo", wire.Vote(1))
    assert session.table.status == status
    return session


NOT_RUNNING = "stale match-is-not-running"
SEALED = "stale start-is-sealed"
BEGUN = "stale match-has-begun"
NOT_PAUSED = "stale match-is-not-paused"
NOT_OVER = "stale match-is-not-over"
TAKEN = "forbidden seat-is-taken"
OVER = "over match-is-over"
NO_REVEAL = "stale nothing-to-reveal"
NOBODY = "stale nobody-stands-in"

ARRANGE = wire.SetUp(re=1, table=TableSetup(seats=3, chat=True))

# What a request of Ada's leads to while the table is open, sealed, playing, paused, over and abandoned.
REQUESTS: list[tuple[wire.AnyRequest, tuple[str, ...]]] = [
    (wire.Play(1, actions=["0"]), (NOT_RUNNING, NOT_RUNNING, "[played]", NOT_RUNNING, OVER, OVER)),
    (wire.Hush(1), (NOT_RUNNING, NOT_RUNNING, "[hushed]", NOT_RUNNING, OVER, OVER)),
    (wire.Explain(1), (NOT_RUNNING, NOT_RUNNING, "stale nothing-to-decide", NOT_RUNNING, OVER, OVER)),
    (wire.Sit(1, seat=1), (TAKEN, SEALED, TAKEN, TAKEN, OVER, OVER)),
    (wire.Leave(1), ("[left hosted]", "[cancelled left hosted]", "[stood_in hosted]", "[stood_in hosted]", OVER, OVER)),
    (wire.Bot(1, seat=2, level="casual"), ("[seated]", SEALED, BEGUN, BEGUN, OVER, OVER)),
    (wire.Bot(1, seat=2), ("[left]", SEALED, BEGUN, BEGUN, OVER, OVER)),
    (ARRANGE, ("[arranged]", SEALED, BEGUN, BEGUN, OVER, OVER)),
    (wire.Ready(1, commitment="0" * 64), ("[readied]", SEALED, BEGUN, BEGUN, OVER, OVER)),
    (wire.Ready(1), ("stale not-ready", SEALED, BEGUN, BEGUN, OVER, OVER)),
    (wire.Reveal(1, bytes=digits("ada")), (NO_REVEAL, "[revealed]", NO_REVEAL, NO_REVEAL, OVER, OVER)),
    (wire.Pause(1), (NOT_RUNNING, NOT_RUNNING, "[paused]", NOT_RUNNING, OVER, OVER)),
    (wire.Pause(1, adjourn=True), (NOT_RUNNING, NOT_RUNNING, "[paused]", "[paused]", OVER, OVER)),
    (wire.Resume(1), (NOT_PAUSED, NOT_PAUSED, NOT_PAUSED, "[resumed]", OVER, OVER)),
    (wire.Vote(1), (NOT_RUNNING, NOT_RUNNING, "[voted]", "[voted]", OVER, OVER)),
    (wire.Vote(1, abandon=False), (NOT_RUNNING, NOT_RUNNING, *["stale voted-so-already"] * 2, OVER, OVER)),
    (wire.Remove(1, seat=1), ("[left]", "[cancelled left]", "[stood_in]", "[stood_in]", OVER, OVER)),
    (wire.TakeBack(1), (NOT_RUNNING, NOT_RUNNING, "forbidden take-back-against-bots-only", NOT_RUNNING, OVER, OVER)),
    (wire.Rematch(1), (NOT_OVER, NOT_OVER, NOT_OVER, NOT_OVER, "[rematched]", "[rematched]")),
    (wire.Invite(1), ("[invited]", "[invited]", "[invited]", "[invited]", "[invited]", "[invited]")),
    (wire.Say(1, phrase="hello"), ("[]", "[]", "[]", "[]", "[]", "[]")),
    (wire.Recall(1), ("[]", "[]", "[]", "[]", "[]", "[]")),
    (wire.Back(1), (NOBODY, NOBODY, NOBODY, NOBODY, OVER, OVER)),
    (wire.Hint(1), (NOT_RUNNING, NOT_RUNNING, "forbidden hints-against-bots-only", NOT_RUNNING, OVER, OVER)),
    (wire.Hold(1), (NOT_RUNNING, NOT_RUNNING, "[]", NOT_RUNNING, OVER, OVER)),
    (wire.History(1), ("[]", "[]", "[]", "[]", "[]", "[]")),
    (wire.Ping(1), ("[]", "[]", "[]", "[]", "[]", "[]")),
    (wire.Refresh(1), ("[]", "[]", "[]", "[]", "[]", "[]")),
]


def outcome(session: Session, who: str, request: wire.AnyRequest) -> str:
    try:
        return f"[{' '.join(kinds(session.ask(who, request)))}]"
    except Refusal as refusal:
        return f"{refusal.code} {refusal.why}"


@pytest.mark.parametrize("status", STATUSES)
@pytest.mark.parametrize(("request_", "outcomes"), REQUESTS, ids=lambda item: type(item).__name__)
def test_every_request_in_every_status(status, request_, outcomes):
    assert outcome(table_in(status), "ada", request_) == outcomes[STATUSES.index(status)]


def test_every_kind_of_request_is_in_the_table():
    assert {type(request) for request, _ in REQUESTS} == set(wire.AnyRequest.__args__)


@pytest.mark.parametrize("status", STATUSES)
@pytest.mark.parametrize(("request_", "outcomes"), REQUESTS, ids=lambda item: type(item).__name__)
def test_who_does_not_sit_at_the_table_changes_nothing(status, request_, outcomes):
    session = table_in(status)
    looks = wire.Refresh | wire.Recall | wire.Say | wire.History | wire.Ping  # which whoever watches may do
    free = isinstance(request_, looks)
    assert outcome(session, "eve", request_) == "[]" if free else not outcome(session, "eve", request_).startswith("[")


@pytest.mark.parametrize("request_", [wire.Bot(1, seat=2), wire.Remove(1, seat=0), wire.Invite(1), ARRANGE])
def test_only_the_host(request_):
    assert outcome(table_in("open"), "bo", request_) == "forbidden only-the-host"


def with_chat() -> Session:
    return Session(rules=events.Rules(chat=True))


def with_free_seat() -> Session:
    session = Session()
    session.ask("ada", wire.Bot(1, seat=2))
    return session


REFUSED: list[tuple[Callable[[], Session], wire.AnyRequest, str]] = [
    (lambda: table_in("playing"), wire.Play(1), "malformed no-action"),
    (lambda: table_in("playing"), wire.Play(1, actions=["?"]), "malformed no-such-action"),
    (lambda: table_in("playing"), wire.Play(1, actions=["0", "0"]), "malformed not-one-choice"),
    (lambda: table_in("playing"), wire.Play(1, actions=["R#1"]), "illegal bet-first"),
    (lambda: table_in("playing"), wire.Play(1, actions=["0"], seq=1), "stale table-has-changed"),
    (lambda: table_in("playing"), wire.Play(1, actions=["0"], seq=99), "stale table-has-changed"),
    (lambda: table_in("playing"), wire.Sit(1, seat=0), "forbidden already-there"),
    (lambda: table_in("open"), wire.Sit(1, seat=0), "forbidden already-there"),
    (lambda: table_in("open"), wire.Sit(1, seat=2), "forbidden seat-is-taken"),
    (lambda: table_in("open"), wire.Sit(1, seat=3), "malformed no-such-seat"),
    (lambda: table_in("open"), wire.Sit(1, seat=-1), "malformed no-such-seat"),
    (lambda: table_in("open"), wire.Bot(1, seat=-1), "malformed no-such-seat"),
    (lambda: table_in("open"), wire.Bot(1, seat=1, level="casual"), "forbidden seat-is-taken"),
    (lambda: table_in("open"), wire.Bot(1, seat=2, level="god"), "malformed no-such-level"),
    (with_free_seat, wire.Bot(1, seat=2), "forbidden no-bot-there"),
    (lambda: table_in("open"), wire.Ready(1, commitment="0"), "malformed commitment-is-64-hex-digits"),
    (lambda: table_in("open"), wire.Ready(1, commitment="A" * 64), "malformed commitment-is-64-hex-digits"),
    (lambda: table_in("sealed"), wire.Reveal(1, bytes="0"), "malformed bytes-are-64-hex-digits"),
    (lambda: table_in("sealed"), wire.Reveal(1, bytes="0" * 64), "forbidden bytes-do-not-fit-the-commitment"),
    (lambda: table_in("open"), wire.Remove(1, seat=0), "forbidden no-guest-there"),
    (lambda: table_in("open"), wire.Remove(1, seat=2), "forbidden no-guest-there"),
    (lambda: table_in("open"), wire.Remove(1, seat=7), "malformed no-such-seat"),
    (lambda: Session(people=1, bots=2).start(), wire.TakeBack(1), "forbidden nothing-to-take-back"),
    (lambda: table_in("open"), wire.Say(1), "malformed a-phrase-or-a-text"),
    (lambda: table_in("open"), wire.Say(1, phrase="hello", text="hi"), "malformed a-phrase-or-a-text"),
    (lambda: table_in("open"), wire.Say(1, phrase="boo"), "malformed no-such-phrase"),
    (lambda: table_in("open"), wire.Say(1, text="hi"), "forbidden no-free-chat-here"),
    (with_chat, wire.Say(1, text="  \n"), "malformed a-phrase-or-a-text"),
    (with_chat, wire.Say(1, text="x" * 301), "malformed text-is-too-long"),
]


@pytest.mark.parametrize(("make", "request_", "expected"), REFUSED, ids=[case[2] for case in REFUSED])
def test_what_else_is_refused(make, request_, expected):
    assert outcome(make(), "ada", request_) == expected


def test_a_refusal_names_the_clause_and_the_action():
    session = table_in("playing")
    refusal = session.refusal("ada", wire.Play(41, actions=["R#1"]))
    assert refusal.message(41) == wire.Refused(41, "illegal", "bet-first", refusal.clause, "R#1")
    assert refusal.clause.startswith("LUZ-")
    not_yet = session.refusal("bo", wire.Play(1, actions=["0"]))
    assert (not_yet.code, not_yet.clause[:4]) == ("not_your_turn", "LUZ-")


def test_an_action_is_not_repeated_at_any_length():
    refusal = table_in("playing").refusal("ada", wire.Play(1, actions=["?" * 60] * 60))
    assert len(refusal.action) == 100


def test_text_is_said_where_the_table_allows_it():
    session = with_chat()
    assert outcome(session, "bo", wire.Say(1, text="x" * 300)) == "[]"
    assert outcome(session, "eve", wire.Say(1, text="hi")) == "forbidden watchers-say-phrases"
    session.ask("ada", wire.Remove(1, seat=1))
    assert outcome(session, "bo", wire.Say(1, phrase="hello")) == "forbidden removed-by-the-host"


def test_messages_are_bounded():
    for text in (
        '{"type":"play","re":-1}',
        '{"type":"play","re":9007199254740992}',
        '{"type":"play","re":1,"id":"' + "x" * 65 + '"}',
        '{"type":"play","re":1,"actions":["' + "x" * 65 + '"]}',
        '{"type":"play","re":1,"actions":[' + ",".join(['"0"'] * 65) + "]}",
        '{"type":"play","re":1,"unknown":1}',
        '{"type":"nothing","re":1}',
    ):
        with pytest.raises(msgspec.ValidationError):
            wire.decode(text)
