"""Garbage on a WebSocket: every message gets its typed refusal, nothing changes, and everybody plays on."""

import json
import logging
import os
import random
import socket
import string
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, get_args

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from atout.server.core import wire
from atout.server.http import websocket
from atout.server.live import connection
from atout.server.live.room import Room
from atout.server.stores.base import Event
from tests.server.http.live import Guest, Json, LiveServer, Socket, play_on, seat_players, start

Guests = Callable[..., Guest]
DEPTH = int(os.environ.get("ATOUT_DEPTH", "1"))
MESSAGES = 3_000 * DEPTH
BATCH = 50
CODES = set(get_args(wire.Code)) - {"unavailable", "limited"}

REFUSED_TO_BOTH: list[Json] = [
    {"type": "play", "actions": ["2"], "seq": 1},
    {"type": "bot", "seat": 1, "level": "novice"},
    {"type": "ready", "commitment": "0" * 64},
    {"type": "reveal", "bytes": "0" * 64},
    {"type": "resume"},
    {"type": "take_back"},
    {"type": "rematch"},
    {"type": "invite"},
    {"type": "set_up", "table": {"seats": 4, "chat": True}},
    {"type": "say", "phrase": "abracadabra"},
    {"type": "back"},
    {"type": "hint"},
]
# In a running match these are refused to somebody who only watches ...
WATCHER: list[Json] = [
    *REFUSED_TO_BOTH,
    {"type": "hush", "on": True},
    {"type": "sit", "seat": 1},
    {"type": "leave"},
    {"type": "pause", "adjourn": True},
    {"type": "vote", "abandon": True},
    {"type": "remove", "seat": 1},
    {"type": "say", "text": "hello"},
    {"type": "explain"},
    {"type": "hold"},
]
# ... and these to a player whose turn it is not and who is not the host.
PLAYER: list[Json] = [
    *REFUSED_TO_BOTH,
    {"type": "play", "actions": [], "seq": 1},
    {"type": "play", "actions": ["R#1", "R#2"], "seq": 1},
    {"type": "sit", "seat": 0},
    {"type": "remove", "seat": 0},
    {"type": "say", "text": "there is no chat here"},
]
TYPES = {item["type"] for item in WATCHER}


def test_every_request_is_among_them() -> None:
    known = {str(kind.__struct_config__.tag) for kind in get_args(wire.AnyRequest)}
    assert known - TYPES == {"refresh", "recall", "ping", "history"}  # which change nothing and are never refused


class Nonsense:
    """A source of messages that nobody should carry out."""

    def __init__(self, seed: int, requests: list[Json]) -> None:
        self.rng = random.Random(seed)
        self.requests = requests
        self.kinds = (
            self.noise,
            self.broken,
            self.mistyped,
            self.unknown,
            self.mixed,
            self.huge,
            self.binary,
            self.stale,
        )

    def message(self) -> str | bytes:
        return self.rng.choice(self.kinds)()

    def request(self) -> Json:
        return {"re": self.rng.randrange(1000), **self.rng.choice(self.requests)}

    def value(self, depth: int = 0) -> Any:
        """Return any JSON value."""
        rng = self.rng
        kind = rng.randrange(9 if depth < 3 else 7)
        if kind == 7:
            return [self.value(depth + 1) for _ in range(rng.randrange(4))]
        if kind == 8:
            return {self.word(): self.value(depth + 1) for _ in range(rng.randrange(4))}
        number = rng.choice((0, 1, -1, 7, 2**31, -(2**31), 2**53, 2**63, 2**64, -(2**63), 10**30, 10**300))
        return (None, True, False, number, float(number), rng.uniform(-1e308, 1e308), self.word())[kind]

    def word(self) -> str:
        letters = string.printable + "\x00\u202e\u2028ß中🂡\ufffe"
        return "".join(self.rng.choice(letters) for _ in range(self.rng.randrange(12)))

    def noise(self) -> str:
        return "".join(chr(self.rng.randrange(1, 0xD800)) for _ in range(self.rng.randrange(60)))

    def broken(self) -> str:
        """Return a request with a letter changed, lost or doubled, so that it is not JSON or says something else."""
        text = json.dumps({**self.request(), "nonsense": 1})
        place = self.rng.randrange(len(text))
        return self.rng.choice((text[:place], text[place:], text[:place] + self.word() + text[place:], text + text))

    def mistyped(self) -> str:
        """Return a request in which something is of the wrong type."""
        request = self.request()
        name = self.rng.choice(sorted(request))
        wrong = self.value()
        while type(wrong) is type(request[name]):
            wrong = self.value()
        return json.dumps({**request, name: wrong})

    def unknown(self) -> str:
        request = self.request()
        if self.rng.random() < 0.5:
            return json.dumps({**request, "type": self.word()})
        return json.dumps({**request, self.word() + "!": self.value()})

    def mixed(self) -> str:
        return json.dumps(self.value())

    def huge(self) -> str:
        request = self.request()
        kind = self.rng.randrange(5)
        if kind == 0:
            return json.dumps({**request, "re": self.rng.choice((2**53, 2**64, 10**300, -1, 1e300))})
        if kind == 1:
            return json.dumps({**request, "id": "x" * self.rng.randrange(65, 5_000)})
        if kind == 2:
            return "[" * self.rng.randrange(1_000, 16_000)
        if kind == 3:
            return json.dumps({"type": "play", "re": 1, "actions": ["R#1"] * self.rng.randrange(65, 2_000)})
        return json.dumps({**request, "id": "y" * self.rng.randrange(connection.LONGEST_MESSAGE, 60_000)})

    def binary(self) -> bytes:
        return self.rng.choice((b"", json.dumps(self.request()).encode(), self.rng.randbytes(100)))

    def stale(self) -> str:
        """Return a request that is well formed and out of place."""
        return json.dumps({**self.request(), "id": self.word()[:64]})


@pytest.fixture
def faults() -> Iterator[list[str]]:
    """What is logged as a fault meanwhile."""
    found: list[str] = []

    class Collecting(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            found.append(self.format(record))

    handler = Collecting(logging.WARNING)
    logging.getLogger().addHandler(handler)
    yield found
    logging.getLogger().removeHandler(handler)


def stored_events(live: LiveServer, match: str) -> list[Event]:
    return live.call(lambda: live.registry.store.read_events(match))


def send_garbage(line: Socket, source: Nonsense, count: int) -> list[Json]:
    """Send `count` messages; return the answers, of which there have to be as many."""
    line.skip()
    answers: list[Json] = []
    for begin in range(0, count, BATCH):
        size = min(BATCH, count - begin)
        sent = [source.message() for _ in range(size)]
        for message in sent:
            line.socket.send(message)
        for message in sent:
            answer = line.wait_until(lambda found: found["type"] in ("accepted", "refused"))
            assert answer["type"] == "refused", (message, answer)
            answers.append(answer)
    return answers


def test_garbage_is_refused_and_nothing_has_changed(live: LiveServer, guest: Guests, faults: list[str]) -> None:
    with seat_players(live, 3, public=True, options={"deals": "2"}) as (_, lines), seat_players(live, 3) as (_, others):
        start(*lines)
        start(*others)
        match = lines[0].table["match"]
        watcher = guest("Dora").connect(match)
        watcher.receive()
        owing = lines[0].table["display"]["owing"]
        waiting = next(line for line in lines[1:] if line.table["you"] not in owing)
        before = stored_events(live, match)
        shown = [line.table["display"] for line in lines]
        spoken = len(lines[0].seen)

        sources = [(watcher, Nonsense(1, WATCHER)), (waiting, Nonsense(2, PLAYER))]
        answers = [answer for line, source in sources for answer in send_garbage(line, source, MESSAGES // 2)]
        assert len(answers) == MESSAGES // 2 * 2
        codes = {answer["code"] for answer in answers}
        assert codes <= CODES
        assert {"malformed", "forbidden", "stale"} <= codes
        assert all(answer["why"] for answer in answers)
        assert len({answer["why"] for answer in answers}) >= 8

        assert stored_events(live, match) == before
        assert faults == []
        for line, display in zip(lines, shown, strict=True):
            line.ask_accepted(type="refresh")
            assert line.table["display"] == display
        assert {message["type"] for message in lines[0].seen[spoken:]} <= {"table", "accepted", "presence"}
        begun = others[0].table["seq"]
        play_on(*others, until=lambda table: table["seq"] > begun + 10)
        assert play_on(*lines)["status"] == "over"
        watcher.expect("table", status="over")


def test_a_fault_would_be_noticed(guest: Guests, faults: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: object) -> wire.Message:
        raise RuntimeError("a fault of the program")

    ada = guest("Ada")
    line = ada.connect(ada.open()["match"])
    line.receive()
    monkeypatch.setattr(Room, "handle_request", fail)
    line.send(type="refresh")
    assert line.wait_closed()[0] == 4500
    assert any("a fault of the program" in fault for fault in faults)


@contextmanager
def on_turn(live: LiveServer) -> Iterator[Socket]:
    """Begin a match, and give the line of somebody who owes a decision."""
    with seat_players(live, 3, options={"deals": "2"}) as (_, lines):
        start(*lines)
        owing = lines[0].table["display"]["owing"]
        yield next(line for line in lines if line.table["you"] in owing)


def test_a_repeated_request_is_answered_again_and_not_played_again(live: LiveServer) -> None:
    with on_turn(live) as line:
        request = {
            "type": "play",
            "id": "once",
            "actions": [line.table["display"]["legal"][0]],
            "seq": line.table["seq"],
        }
        first = line.ask_accepted(**request)
        length = len(stored_events(live, line.table["match"]))
        for _ in range(20):
            assert line.ask_accepted(**request)["seq"] == first["seq"]
        assert len(stored_events(live, line.table["match"])) == length
        again = {**request, "id": "twice"}
        assert line.ask_refused(**again)[0] in ("stale", "not_your_turn", "illegal")


def test_a_list_of_actions_is_refused_whole(live: LiveServer) -> None:
    with on_turn(live) as line:
        legal = line.table["display"]["legal"]
        before = stored_events(live, line.table["match"])
        code, _ = line.ask_refused(type="play", actions=[legal[0], "no such thing"], seq=line.table["seq"])
        assert code == "malformed"
        assert line.ask_refused(type="play", actions=[legal[0], legal[0]], seq=line.table["seq"])[0] in (
            "malformed",
            "illegal",
        )
        assert stored_events(live, line.table["match"]) == before


def test_what_is_refused_names_the_clause(live: LiveServer) -> None:
    with on_turn(live) as line:
        legal = line.table["display"]["legal"]
        answer = next(
            found
            for text in ("0+S", "0", "9+S", "12", "R#1", "G#1")
            if text not in legal
            and (found := line.ask(type="play", actions=[text], seq=line.table["seq"]))["code"] == "illegal"
        )
        assert answer["clause"].startswith("LUZ-")
        assert answer["why"]
        assert answer["action"] not in legal


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        (Frame(Opcode.TEXT, b"\xff\xfe").serialize(mask=True), 1007),
        (Frame(Opcode.TEXT, b"x" * (websocket.LARGEST_MESSAGE + 1)).serialize(mask=True)[:1000], 1009),  # how it begins
        (Frame(Opcode.CONT, b"x").serialize(mask=True), 1002),
        (b"\xf1\x80\x00\x00\x00\x00", 1002),
    ],
    ids=["no text", "too large", "out of order", "reserved"],
)
def test_what_breaks_the_protocol_ends_that_connection_alone(
    live: LiveServer, guest: Guests, frame: bytes, code: int
) -> None:
    ada = guest("Ada")
    match = ada.open()["match"]
    bad, good = ada.connect(match, compression=None), ada.connect(match)
    bad.receive()
    good.receive()
    before = stored_events(live, match)
    raw: socket.socket = bad.socket.socket
    raw.sendall(frame)
    with pytest.raises(ConnectionClosed) as closed:
        bad.wait_until(lambda _: False)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == code
    assert good.ask_accepted(type="refresh")
    assert stored_events(live, match) == before


def test_a_long_message_is_refused_and_the_connection_lives_on(guest: Guests) -> None:
    ada = guest("Ada")
    line = ada.connect(ada.open()["match"])
    line.socket.send("x" * (websocket.LARGEST_MESSAGE - 1000))
    assert line.expect("refused") | {"re": 0} == {
        "type": "refused",
        "re": 0,
        "code": "malformed",
        "why": "message-is-too-long",
    }
    line.ask_accepted(type="refresh")


def test_a_refusal_has_the_number_of_its_request_if_one_can_be_read(guest: Guests) -> None:
    ada = guest("Ada")
    line = ada.connect(ada.open()["match"])
    for text, number in (
        ('{"re": 41, "type": "dance"}', 41),
        ('{"re": 42}', 42),
        ('{"type": "leave"}', 0),
        ('{"re": -1, "type": "leave"}', 0),
        ('{"re": "7", "type": "leave"}', 0),
        (f'{{"re": {2**53}, "type": "leave"}}', 0),
        (f'{{"re": {2**53 - 1}, "type": "dance"}}', 2**53 - 1),
        ("[]", 0),
    ):
        line.socket.send(text)
        assert line.expect("refused")["re"] == number
