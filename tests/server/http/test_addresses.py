"""How many connections there may be in all and from one address, and what one address is."""

import logging
import socket
import time
from contextlib import ExitStack
from pathlib import Path

import pytest

from atout.server.http.open_sockets import Sockets, max_connections, with_mapped_network
from atout.server.limits import Limit, Limits, rate_limit_key
from atout.server.metrics import Figures
from atout.server.settings import Settings
from tests.kit.deadline import DEADLINE
from tests.server.http.live import Json, LiveServer, Socket
from tests.server.http.raw import Wire, read_to_end


def test_an_address_has_its_share_and_others_come_in(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with LiveServer(tmp_path, limits=True, connections_per_address=5) as live, ExitStack() as stack:
        held = [stack.enter_context(socket.create_connection(("127.0.0.1", live.port))) for _ in range(5)]
        with caplog.at_level(logging.WARNING, "atout"):
            for _ in range(3):
                answer = read_to_end(stack.enter_context(socket.create_connection(("127.0.0.1", live.port))))
                assert answer.startswith(b"HTTP/1.1 429 ")
                assert b'"why":"too-many-from-one-address"' in answer
        assert [record.message for record in caplog.records if record.name == "atout.sockets"] == [
            "connections are turned away"
        ]
        other = stack.enter_context(socket.create_connection(("127.0.0.1", live.port), source_address=("127.0.0.9", 0)))
        other.sendall(b"GET /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        told = read_to_end(other).decode()
        assert 'atout_turned_away_total{why="too-many-from-one-address"} 3' in told
        assert "atout_sockets 6" in told
        held[0].close()
        deadline = time.monotonic() + DEADLINE
        while live.state.sockets.open > 5 and time.monotonic() < deadline:
            time.sleep(0.01)
        again = stack.enter_context(socket.create_connection(("127.0.0.1", live.port)))
        again.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        assert read_to_end(again).startswith(b"HTTP/1.1 200 ")


def test_there_is_an_end_to_all_of_them(tmp_path: Path) -> None:
    with LiveServer(tmp_path, connections=4) as live, ExitStack() as stack:
        for _ in range(4):
            stack.enter_context(socket.create_connection(("127.0.0.1", live.port)))
        answer = read_to_end(stack.enter_context(socket.create_connection(("127.0.0.1", live.port))))
        assert answer.startswith(b"HTTP/1.1 503 ")
        assert b'"why":"too-many-connections"' in answer


def test_behind_a_proxy_those_behind_it_are_counted(tmp_path: Path) -> None:
    settings: Json = {"trusted_proxies": ("127.0.0.1",), "connections_per_address": 3}
    with (
        LiveServer(tmp_path, limits=True, **settings) as live,
        live.guest("Ada", X_Forwarded_For="::ffff:192.0.2.1") as ada,
    ):
        match = ada.open(public=True)["match"]
        lines: list[Socket] = [ada.connect(match) for _ in range(3)]
        assert all(line.receive()["type"] == "table" for line in lines)
        with live.guest("Bo", X_Forwarded_For="192.0.2.1") as bo:  # the same address, written otherwise
            assert bo.connect(match).wait_closed() == (4429, "too-many-connections")
        with live.guest("Cem", X_Forwarded_For="192.0.2.2") as cem:
            assert cem.connect(match).receive()["type"] == "table"
        lines[0].close()
        deadline = time.monotonic() + DEADLINE
        while live.state.sockets._counts["192.0.2.1"] > 2 and time.monotonic() < deadline:
            time.sleep(0.01)
        assert ada.connect(match).receive()["type"] == "table"


def test_a_club_behind_one_address_comes_in() -> None:
    for most in (824, 10_000):
        counted = Sockets(Settings(connections=most), Limits(), Figures())
        assert 2 * 200 <= counted.most_from_one <= most / 2  # two hundred people with two windows each
    assert max_connections() >= 1


# Addresses


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("::FFFF:C000:201", "192.0.2.1"),
        ("2001:db8::1", "2001:db8::"),
        ("2001:db8::ffff:1", "2001:db8::"),
        ("fe80::1%eth0", "fe80::"),
        ("unknown", "unknown"),
        ("", ""),
    ],
)
def test_an_address_counts_as_one_however_it_is_written(host: str, counted: str) -> None:
    assert rate_limit_key(host) == counted


def test_a_proxy_is_trusted_however_its_address_is_written() -> None:
    assert [str(network) for network in with_mapped_network("10.0.0.0/8")] == ["10.0.0.0/8", "::ffff:a00:0/104"]
    assert [str(network) for network in with_mapped_network("2001:db8::/32")] == ["2001:db8::/32"]
    counted = Sockets(Settings(trusted_proxies=("10.0.0.0/8",), connections_per_address=1), Limits(), Figures())
    for host in ("10.1.2.3", "::ffff:10.1.2.3", "10.1.2.3"):
        assert counted.admit(Wire(), host) == ""
    assert counted.admit(Wire(), "192.0.2.1") == ""
    assert counted.admit(Wire(), "::ffff:192.0.2.1") == "too-many-from-one-address"


@pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="there is no IPv6 here")
def test_a_server_on_every_address_tells_visitors_apart(tmp_path: Path) -> None:
    with LiveServer(tmp_path, host="::", limits=True) as live:
        live.state.limits.addresses = Limit(5, 0.01)

        def asked(source: str) -> bytes:
            where = ("127.0.0.1", live.port) if "." in source else ("::1", live.port)
            with socket.create_connection(where, source_address=(source, 0)) as raw:
                raw.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                return read_to_end(raw)[:12]

        assert [asked("127.0.0.7") for _ in range(6)] == [b"HTTP/1.1 200"] * 5 + [b"HTTP/1.1 429"]
        assert asked("127.0.0.8") == b"HTTP/1.1 200"
        assert asked("::1") == b"HTTP/1.1 200"
        assert set(live.state.limits.addresses._buckets) == {"127.0.0.7", "127.0.0.8", "::"}
