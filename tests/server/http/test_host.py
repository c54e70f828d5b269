"""For the host: health, figures, logs without secrets, faults that are answered, and what is deleted in time."""

import asyncio
import json
import logging
import re
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from atout.server import logs
from atout.server.core import events
from atout.server.core.summaries import parse_summary
from atout.server.live import registry
from atout.server.live.registry import RoomRegistry
from atout.server.metrics import HELP, Figures
from atout.server.settings import Settings, is_loopback
from atout.server.stores.base import StoreError
from atout.server.stores.from_url import store_from_url
from tests.kit.deadline import DEADLINE
from tests.server.http.live import Guest, LiveServer, play_on, seat_players, start

Guests = Callable[..., Guest]


# Health and figures


def test_health_says_whether_the_database_answers(
    live: LiveServer, guest: Guests, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert guest().get("/health").keys() == {"well", "version", "tables"}

    async def ill() -> bool:
        return False

    monkeypatch.setattr(live.registry.store, "is_healthy", ill)
    assert guest().get("/health", 503)["well"] is False
    assert "atout_database_up 0\n" in guest().get("/metrics")


def samples(text: str) -> dict[str, float]:
    return {name: float(value) for name, value in re.findall(r"^([^# ]\S*) (\S+)$", text, re.MULTILINE)}


def test_figures_are_what_happened(live: LiveServer, guest: Guests) -> None:
    ada = guest("Ada")
    before = samples(ada.get("/metrics"))
    line = ada.connect(ada.open()["match"])
    line.ask_accepted(type="ready", commitment="0" * 64)
    line.ask_refused(type="play", actions=["2"])
    line.socket.send("nonsense")
    line.expect("refused", re=0)
    answer = ada.http.get("/metrics")
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    after = samples(answer.text)

    def grown(name: str) -> float:
        return after.get(name, 0) - before.get(name, 0)

    assert grown("atout_connections") == 1
    assert grown('atout_requests_total{type="ready",answer="accepted"}') == 1
    assert grown('atout_requests_total{type="play",answer="stale"}') == 1
    assert grown('atout_requests_total{type="unreadable",answer="malformed"}') == 1
    assert grown("atout_request_seconds_count") == grown('atout_request_seconds_bucket{le="+Inf"}') == 3
    assert 0 < grown("atout_request_seconds_sum") < DEADLINE
    assert grown('atout_http_responses_total{status="201"}') == 1
    assert after["atout_tables"] >= 1
    assert after["atout_database_up"] == 1


def test_the_text_is_what_prometheus_reads() -> None:
    figures = Figures()
    figures.count("atout_http_responses_total", status="200")
    figures.time("atout_request_seconds", 0.02)
    text = figures.text({"atout_tables": 3})
    for name in HELP:
        assert text.count(f"# TYPE {name} ") == text.count(f"# HELP {name} ") == 1
    for line in text.splitlines():
        assert re.fullmatch(r"# (HELP|TYPE) \w+ .+|\w+(\{\w+=\"[^\"]*\"(,\w+=\"[^\"]*\")*\})? [0-9.e+-]+", line), line
    buckets = re.findall(r'_bucket\{le="([^"]+)"\} (\d+)', text)
    assert [int(count) for _, count in buckets] == [0, 0, 0, 1, 1, 1, 1, 1, 1]
    assert [float(bound) for bound, _ in buckets] == sorted(float(bound) for bound, _ in buckets)


# Logs


@pytest.fixture
def written() -> Iterator[StringIO]:
    """What the server writes, as the host would see it, at the most talkative."""
    stream = StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logs.JsonFormatter())
    handler.addFilter(lambda record: not record.name.startswith(("httpx", "httpcore", "websockets.client")))
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    logging.getLogger("uvicorn").setLevel(logging.WARNING)
    yield stream
    root.removeHandler(handler)
    root.setLevel(level)
    logging.getLogger("uvicorn").setLevel(logging.NOTSET)


def test_no_secret_is_in_the_logs(tmp_path: Path, written: StringIO) -> None:
    with LiveServer(tmp_path) as live:
        with seat_players(live, 3, options={"deals": "2"}, chat=True) as (people, lines):
            start(*lines)
            lines[0].ask_accepted(type="say", text="mumbo jumbo")
            lines[0].socket.send('{"type": "play", "actions": ["abracadabra"]}')
            transfer = people[0].post("/api/me/transfer")["secret"]
            people[0].get("/api/matches", 400, before="hocus-pocus")
            table = live.registry.rooms[lines[0].table["match"]].table
            play_on(*lines)
            secrets = [
                *(guest.http.cookies["atout"] for guest in people),
                *(guest.http.cookies["atout"].partition(".")[2] for guest in people),
                transfer,
                table.setup.secret,
                table.invite,
                *(chair.revealed for chair in table.chairs),
                *("Ada", "Cem", "mumbo jumbo", "abracadabra", "hocus-pocus"),
            ]
        logging.getLogger("atout").info("the end")
    text = written.getvalue()
    assert "the end" in text
    assert "a table was opened" in text
    assert [secret for secret in secrets if secret in text] == []
    for line in text.splitlines():
        assert {"at", "level", "from", "message"} <= json.loads(line).keys()


def test_a_line_is_an_object_with_what_is_known() -> None:
    record = logging.makeLogRecord(
        {
            "name": "atout.x",
            "levelname": "INFO",
            "msg": "%s things",
            "args": (3,),
            "created": 0.5,
            "msecs": 500.0,
            "match": "m",
            "_library": "what one adds to every record",
        }
    )
    assert json.loads(logs.JsonFormatter().format(record)) == {
        "at": "1970-01-01T00:00:00.500Z",
        "level": "info",
        "from": "atout.x",
        "message": "3 things",
        "match": "m",
    }


def test_logs_go_to_the_error_output_and_uvicorn_is_quiet(capsys: pytest.CaptureFixture[str]) -> None:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    root.handlers = []
    try:
        logs.configure()
        logging.getLogger("atout").info("one\ntwo")
        logging.getLogger("uvicorn.error").info("GET /ws/x?secret")
        out, err = capsys.readouterr()
    finally:
        root.handlers, level = handlers, level
        root.setLevel(level)
        logging.getLogger("uvicorn").setLevel(logging.NOTSET)
    assert out == ""
    assert err.count("\n") == 1
    assert json.loads(err)["message"] == "one\ntwo"


# Faults


def test_a_database_that_fails_is_said_clearly(
    live: LiveServer, guest: Guests, monkeypatch: pytest.MonkeyPatch, written: StringIO
) -> None:
    ada = guest("Ada")
    match = ada.open()["match"]
    line = ada.connect(match)
    line.receive()

    async def full(*_: object) -> None:
        raise StoreError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(live.registry.store, "append", full)
        answer = ada.http.post("/api/tables", json={"game": "luz", "seats": 3})
        assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
        assert int(answer.headers["retry-after"]) >= 1
        refused = line.ask(type="ready", commitment="0" * 64)
        assert (refused["code"], refused["why"]) == ("unavailable", "nothing-can-be-kept-now")
        assert refused["retry"] > 0
    with monkeypatch.context() as patch:
        patch.setattr(live.registry, "room", full)
        assert ada.connect(match).wait_closed() == (1013, "nothing-can-be-kept-now")
    line.ask_accepted(type="ready", commitment="0" * 64)  # and it goes on by itself
    assert "the disk is full" in written.getvalue()


def test_a_fault_of_the_program_is_answered_and_logged(
    live: LiveServer, guest: Guests, monkeypatch: pytest.MonkeyPatch, written: StringIO
) -> None:
    ada = guest("Ada")
    match = ada.open()["match"]

    async def broken(*_: object) -> None:
        raise KeyError("a fault")

    with monkeypatch.context() as patch:
        patch.setattr(live.registry.store, "public_matches", broken)
        answer = ada.http.get("/api/tables?key=hidden")
        assert answer.status_code == 500
        assert answer.json() == {"code": "fault", "why": "server-is-at-fault", "detail": ""}
        assert "content-security-policy" in answer.headers
    with monkeypatch.context() as patch:
        patch.setattr(live.registry, "room", broken)
        assert ada.connect(match).wait_closed()[0] == 4500
    found = [json.loads(line) for line in written.getvalue().splitlines() if "a fault" in line]
    assert [item["path"] for item in found] == ["/api/tables", f"/ws/{match}"]
    assert all("KeyError" in item["error"] for item in found)
    assert "hidden" not in written.getvalue()
    assert ada.connect(match).receive()["type"] == "table"


# What is deleted in time


class StoppedClock:
    """A clock that stands still, and calls nobody."""

    def __init__(self, days: float) -> None:
        self.time = int(days * registry.DAY_MS)
        self.waiting: list[int] = []

    def now(self) -> int:
        return self.time

    def call_at(self, when: int, call: Callable[[], None]) -> Any:
        self.waiting.append(when)
        return self

    def cancel(self) -> None:
        pass


@pytest.mark.parametrize("days", [0, 30])
def test_retention(tmp_path: Path, days: int) -> None:
    async def main() -> set[str]:
        store = store_from_url(f"sqlite:///{tmp_path / 'atout.db'}")
        await store.open()
        try:
            for age, ending in ((31, "over"), (29, "over"), (8, "open"), (6, "open"), (300, "begun")):
                opened = RoomRegistry(Settings(), store, StoppedClock(1000 - age))
                bodies: list[events.AnyBody] = [events.Created("luz", 1, 3, {}, "ada", "0" * 64, "i")]
                if ending == "begun":
                    bodies.append(events.Begun())
                if ending == "over":
                    bodies.append(events.Over((0, 0, 0), (1, 1, 1), abandoned=age == 29))
                await opened.create(bodies, f"{ending} {age}", "ada")
            clock = StoppedClock(1000)
            keeper = RoomRegistry(Settings(retention_days=days), store, clock)
            await keeper.open()
            async with asyncio.timeout(DEADLINE):
                while clock.now() + registry.CLEAR_OUT_MS not in clock.waiting:
                    await asyncio.sleep(0)
            await keeper.close()
            return set(await store.match_ids())
        finally:
            await store.close()

    kept = {"over 29", "open 6", "begun 300"}
    assert asyncio.run(main()) == (kept if days else kept | {"over 31"})


def test_a_summary_has_no_name_and_no_secret(live: LiveServer, guest: Guests) -> None:
    ada = guest("Ada")
    opened = ada.open(public=True)
    summary = live.call(lambda: live.registry.store.summary(opened["match"]))
    assert summary is not None
    identity = ada.http.cookies["atout"].partition(".")[0]
    assert parse_summary(summary).chairs == [identity, "", ""]
    assert b"Ada" not in summary.body
    assert opened["invite"].encode() not in summary.body


def test_which_addresses_stay_on_this_machine() -> None:
    assert [
        host
        for host in ("127.0.0.1", "127.1.2.3", "::1", "localhost", "0.0.0.0", "::", "192.168.1.5", "cards.example")
        if is_loopback(host)
    ] == ["127.0.0.1", "127.1.2.3", "::1", "localhost"]
    assert not Settings(host="127.0.0.1", address="https://cards.example").loopback


@pytest.mark.parametrize(
    ("shape", "terminal", "plain"), [("", True, True), ("", False, False), ("json", True, False), ("text", False, True)]
)
def test_logs_are_plain_at_a_terminal_unless_told_otherwise(
    shape: str, terminal: bool, plain: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = logging.getLogger()
    before = root.handlers[:], root.level
    monkeypatch.setattr("sys.stderr.isatty", lambda: terminal, raising=False)
    try:
        logs.configure(shape=shape)
        (handler,) = root.handlers
        assert isinstance(handler.formatter, logs.TextFormatter if plain else logs.JsonFormatter)
    finally:
        root.handlers, root.level = before


def test_a_plain_line_has_the_message_and_what_belongs_to_it() -> None:
    record = logging.makeLogRecord({"msg": "no room", "levelno": logging.WARNING, "levelname": "WARNING", "tables": 3})
    line = logs.TextFormatter().format(record)
    assert "\033[33mwarning: no room\033[0m" in line
    assert "(tables 3)" in line
    assert "\n" not in line
