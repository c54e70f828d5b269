"""Middleware: other pages, too much at once, too often, through proxies; and the headers of every answer."""

import json
import logging
import random
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from atout.server.http.app import LARGEST_BODY, reachable_address
from atout.server.limits import MOST_BUCKETS, Limit, Limits
from tests.server.http.live import Guest, LiveServer, start

Guests = Callable[..., Guest]


# Other pages


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "", "http://127.0.0.1", "http://["])
def test_pages_of_others_change_nothing(guest: Guests, origin: str) -> None:
    ada = guest("Ada")
    for method, path, body in (
        ("POST", "/api/guest", {"name": "Mallory"}),
        ("PATCH", "/api/me", {"name": "Mallory"}),
        ("DELETE", "/api/me", None),
        ("POST", "/api/me/transfer", None),
        ("POST", "/api/transfer", {"secret": "x"}),
        ("POST", "/api/tables", {"game": "luz", "seats": 3}),
    ):
        answer = ada.http.request(method, path, json=body, headers={"Origin": origin})
        assert answer.status_code == 403
        assert answer.json()["why"] == "wrong-origin"
        assert "set-cookie" not in answer.headers
    assert ada.get("/api/me")["name"] == "Ada"
    assert ada.get("/api/matches") == []


def test_a_browser_that_hides_the_origin_still_says_where_the_page_is_from(guest: Guests) -> None:
    ada = guest("Ada")
    for site, status in (("cross-site", 403), ("same-site", 403), ("same-origin", 201), ("none", 201)):
        assert ada.http.post("/api/me/transfer", headers={"Sec-Fetch-Site": site}).status_code == status


def test_a_form_of_another_page_is_no_request(guest: Guests) -> None:
    ada = guest("Ada")
    text = '{"name": "Mallory"}'
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        answer = ada.http.post("/api/guest", content=text, headers={"content-type": kind})
        assert (answer.status_code, answer.json()["why"]) == (415, "bodies-are-json")
    assert ada.get("/api/me")["name"] == "Ada"


def test_the_own_page_may(live: LiveServer, guest: Guests) -> None:
    ada = guest("Ada", Origin=live.url)
    assert ada.open()["match"]


def test_nothing_is_shared_with_other_origins(guest: Guests) -> None:
    for method in ("GET", "OPTIONS"):
        answer = guest("Ada").http.request(method, "/api/me", headers={"Origin": "http://evil.example"})
        assert not [name for name in answer.headers if name.startswith("access-control")]


def test_reading_changes_nothing(live: LiveServer) -> None:
    """All that changes something is a POST, PUT, PATCH or DELETE, which the door checks."""
    with httpx.Client(base_url=live.url, verify=False) as http:
        paths = http.get("/api/openapi").json()["paths"]
    methods = {method for operations in paths.values() for method in operations}
    assert methods <= {"get", "post", "put", "patch", "delete"}


# Headers


@pytest.mark.parametrize("path", ["/api/me", "/api/games", "/health", "/metrics", "/nowhere", "/api/nowhere", "/ws/x"])
def test_every_answer_is_guarded(guest: Guests, path: str) -> None:
    headers = guest().http.get(path).headers
    policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-opener-policy"] == headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["cache-control"] == "no-store"
    assert "server" not in headers


def test_refusals_of_the_framework_have_the_same_shape(guest: Guests) -> None:
    nobody = guest()
    assert nobody.get("/nowhere", 404) == {"code": "unknown", "why": "bad-request", "detail": "Not Found"}
    answer = nobody.http.put("/api/me", json={})
    assert (answer.status_code, answer.json()["code"]) == (405, "unknown")
    assert {"GET", "PATCH", "DELETE"} <= set(answer.headers["allow"].replace(" ", "").split(","))


def test_the_client_is_served_if_it_is_built(tmp_path: Path) -> None:
    web = tmp_path / "web"
    (web / "assets").mkdir(parents=True)
    (web / "index.html").write_text("<!doctype html><title>Atout</title>", encoding="utf-8")
    (web / "assets" / "app-1f2e.js").write_text("let a = 1", encoding="utf-8")
    (tmp_path / "secret.txt").write_text("secret", encoding="utf-8")
    with LiveServer(tmp_path, web=web) as live, live.guest() as nobody:
        page = nobody.http.get("/")
        assert (page.status_code, page.headers["cache-control"]) == (200, "no-store")
        assert "<title>Atout</title>" in page.text
        assert "default-src 'none'" in page.headers["content-security-policy"]
        script = nobody.http.get("/assets/app-1f2e.js")
        assert script.headers["content-type"].startswith("text/javascript")
        assert "immutable" in script.headers["cache-control"]
        missing = nobody.http.get("/assets/app-0000.js")
        assert (missing.status_code, missing.headers["cache-control"]) == (404, "no-store")
        assert nobody.get("/api/games")["games"]
        for path in ("/../secret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt"):
            assert nobody.http.get(path).status_code == 404


# Size


def test_a_body_that_is_too_long_is_refused(guest: Guests) -> None:
    ada = guest("Ada")
    long = b'{"name": "' + b"x" * LARGEST_BODY + b'"}'
    kind = {"content-type": "application/json"}
    assert ada.http.patch("/api/me", content=long, headers=kind).status_code == 413
    assert ada.http.patch("/api/me", content=iter([long]), headers=kind).status_code == 413  # length not said before
    assert ada.get("/api/me")["name"] == "Ada"


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b'"Ada"',
        b"\xff\xfe",
        b"[" * 60_000,
        b'{"name":' * 7_000,
        b'{"name": "\\ud800"}',
        b'{"name": "\xff"}',
        b'{"\xc3": 1}',
    ],
    ids=[
        "nothing",
        "half",
        "null",
        "list",
        "text",
        "no text",
        "deep list",
        "deep object",
        "half a letter",
        "no letter",
        "no key",
    ],
)
def test_a_body_that_is_no_order_is_refused(guest: Guests, body: bytes) -> None:
    ada = guest("Ada")
    answer = ada.http.patch("/api/me", content=body, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
    assert ada.get("/api/me")["name"] == "Ada"


def test_headers_that_are_too_long_end_the_connection(live: LiveServer, guest: Guests) -> None:
    with socket.create_connection(("127.0.0.1", live.port)) as raw:
        raw.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\nX: " + b"x" * 300_000)
        assert raw.recv(100).startswith(b"HTTP/1.1 400")
    assert guest().get("/health")["well"]


# Strange places


def strange_paths() -> list[str]:
    rng = random.Random(1)
    some = [
        "/%00",
        "/%0a",
        "/a%00b",
        "/%7f",
        "/%ff",
        "/%c2%85",
        "/%ed%a0%80",
        "/%",
        "/%zz",
        "/.%2e/",
        "/" + "a" * 5000,
    ]
    some += ["/assets/%00", "/api/%00", "/api/games/%00/rules/en", "/api/matches/%00/record", "/ws/%00", "/%2f%00%2f"]
    return some + ["/" + "".join(f"%{rng.randrange(256):02x}" for _ in range(8)) for _ in range(100)]


@pytest.mark.parametrize("built", [True, False])
def test_no_path_is_a_fault(tmp_path: Path, built: bool, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "index.html").write_text("<!doctype html>", encoding="utf-8")
    with LiveServer(tmp_path, web=tmp_path if built else None) as live, live.guest() as nobody:
        for path in strange_paths():
            with socket.create_connection(("127.0.0.1", live.port)) as raw:
                raw.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
                said = b"".join(iter(lambda: raw.recv(65536), b""))
            head, _, body = said.partition(b"\r\n\r\n")
            assert head.split()[1] in (b"400", b"404"), (path, head)
            assert set(json.loads(body)) == {"code", "why", "detail"}, path
        assert nobody.get("/health")["well"]
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


@pytest.mark.parametrize(
    "query", ["seat=%00", "seat=%ff", "deal=1e9", "deal=9999999999999999999999", "seat[]=1", "=&&;", "%"]
)
def test_no_query_is_a_fault(guest: Guests, query: str) -> None:
    for path in ("/api/matches", "/api/me", f"/api/matches/{'0' * 32}/replay", "/health"):
        assert guest("Ada").http.get(f"{path}?{query}").status_code in (200, 400, 404), path


@pytest.mark.parametrize("cookie", ["atout=\xff", "atout", "=", ";;;", "atout=" + "x" * 3000, 'atout="\\', "\xff=\xff"])
def test_no_cookie_is_a_fault(live: LiveServer, cookie: str) -> None:
    with socket.create_connection(("127.0.0.1", live.port)) as raw:
        raw.sendall(f"GET /api/me HTTP/1.1\r\nHost: x\r\nCookie: {cookie}\r\n\r\n".encode("latin-1"))
        assert raw.recv(100).split()[1] in (b"200", b"400")


# How often


def test_a_limit_lets_so_many_in_and_then_so_many_per_second() -> None:
    limit = Limit(3, 2)
    assert [limit.take("a", 10.0) for _ in range(3)] == [0, 0, 0]
    assert limit.take("a", 10.0) == pytest.approx(0.5)
    assert limit.take("a", 10.25) == pytest.approx(0.25)  # having asked too early costs nothing
    assert limit.take("b", 10.25) == 0
    assert limit.take("a", 10.5) == 0
    assert limit.take("a", 10.5) == pytest.approx(0.5)
    assert [limit.take("a", 100.0) for _ in range(3)] == [0, 0, 0]
    assert limit.take("a", 100.0) > 0


def test_a_limit_forgets_the_oldest() -> None:
    limit = Limit(1, 0.001)
    for number in range(MOST_BUCKETS + 1):
        limit.take(str(number), 0.0)
    assert limit.take("1", 0.0) > 0
    assert limit.take("0", 0.0) == 0


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[LiveServer]:
    with LiveServer(tmp_path, limits=True, trusted_proxies=("127.0.0.1", "10.0.0.0/8")) as live:
        yield live


def forwarded_for(address: str) -> dict[str, str]:
    return {"X-Forwarded-For": address}


def exhaust(ask: Callable[[], httpx.Response], most: int = 10) -> httpx.Response:
    """Ask until it is too often."""
    for _ in range(most):
        answer = ask()
        if answer.status_code == 429:
            return answer
    raise AssertionError(f"{most} times, and never too often")


def test_the_usual_limits_are_for_people() -> None:
    limits = Limits()
    assert limits.identities.rate >= 10  # a page loads without waiting
    assert limits.entering.burst >= 30  # a club comes in through one address
    assert limits.addresses.rate > limits.identities.rate
    assert Limits(False).messages.rate > 1e9


def test_an_identity_asks_too_often_and_others_go_on(strict: LiveServer) -> None:
    with strict.guest("Ada") as ada, strict.guest("Bo") as bo:
        strict.state.limits.identities = Limit(5, 0.01)
        answer = exhaust(lambda: ada.http.get("/api/me"))
        assert answer.json() == {"code": "limited", "why": "too-many-requests", "detail": ""}
        assert 90 <= int(answer.headers["retry-after"]) <= 101
        assert "content-security-policy" in answer.headers
        assert bo.get("/api/me")["name"] == "Bo"


def test_an_address_asks_too_often_and_others_go_on(strict: LiveServer) -> None:
    strict.state.limits.addresses = Limit(5, 0.01)
    with strict.guest() as nobody, strict.guest(X_Forwarded_For="192.0.2.1") as other:
        for address in ("192.0.2.1", "2001:db8::1"):
            exhaust(lambda: nobody.http.get("/health", headers=forwarded_for(address)))  # noqa: B023
        assert nobody.http.get("/health", headers=forwarded_for("2001:db8::2")).status_code == 429  # the same household
        assert nobody.http.get("/health", headers=forwarded_for("2001:db8:0:1::1")).status_code == 200
        assert nobody.http.get("/health", headers=forwarded_for("192.0.2.2")).status_code == 200
        with pytest.raises(InvalidStatus) as refused:
            other.connect("0" * 32)
        assert refused.value.response.status_code == 429


def test_nobody_makes_identities_without_end(strict: LiveServer) -> None:
    strict.state.limits.entering = Limit(5, 0.01)

    def enter() -> httpx.Response:
        with httpx.Client(base_url=strict.url, verify=False) as http:
            return http.post("/api/guest", json={"name": "Ada"}, headers=forwarded_for("192.0.2.7"))

    assert exhaust(enter).json()["code"] == "limited"
    with strict.guest("Bo") as bo:
        exhaust(lambda: bo.http.post("/api/transfer", json={"secret": "guess"}))


def test_nobody_opens_tables_without_end(strict: LiveServer) -> None:
    strict.state.limits.tables = Limit(5, 0.01)
    with strict.guest("Ada") as ada:
        answer = exhaust(lambda: ada.http.post("/api/tables", json={"game": "luz", "seats": 3}))
        assert answer.json()["code"] == "limited"
        assert len(ada.get("/api/matches")) == 5


def test_messages_that_come_too_fast_are_refused_and_the_connection_lives_on(strict: LiveServer) -> None:
    with strict.guest("Ada") as ada:
        line = ada.connect(ada.open()["match"])
        line.ask_accepted(type="refresh")
        seq = line.table["seq"]
        strict.state.limits.messages = Limit(5, 0.01)
        numbers = [line.send(type="leave", id=f"{k}") for k in range(50)]
        answers = [line.wait_until(lambda message: message.get("re", 0) in numbers) for _ in numbers]
        assert [answer["re"] for answer in answers] == numbers
        assert [answer["type"] for answer in answers].count("accepted") == 1
        assert [answer.get("code") for answer in answers[5:]] == ["limited"] * 45
        assert all(90_000 <= answer["retry"] <= 100_001 for answer in answers[5:])
        strict.state.limits.messages = Limit(5, 0.01)
        line.ask_accepted(type="refresh")
        assert line.table["seq"] == seq + 2  # one of them was carried out: the table was left, and closed


# Proxies


def test_only_a_trusted_proxy_says_where_somebody_is_from(live: LiveServer, strict: LiveServer) -> None:
    with strict.guest() as nobody:
        for chain, where in (
            ("192.0.2.9", "192.0.2.9"),
            ("8.8.8.8, 192.0.2.9, 10.1.2.3", "192.0.2.9"),
            ("unknown", "unknown"),
        ):
            before = len(strict.state.limits.addresses._buckets)
            nobody.http.get("/health", headers=forwarded_for(chain))
            assert next(reversed(strict.state.limits.addresses._buckets)) == where
            assert len(strict.state.limits.addresses._buckets) <= before + 1
    with live.guest() as nobody:
        nobody.http.get("/health", headers=forwarded_for("192.0.2.9"))
        assert next(reversed(live.state.limits.addresses._buckets)) == "127.0.0.1"


def test_behind_tls_the_cookie_travels_over_tls_only(live: LiveServer, strict: LiveServer) -> None:
    for server, expected in ((strict, True), (live, False)):
        with server.guest() as nobody:
            answer = nobody.http.post("/api/guest", json={"name": "Ada"}, headers={"X-Forwarded-Proto": "https"})
            assert ("secure" in answer.headers["set-cookie"].lower().split("; ")) == expected


def test_the_address_of_the_host_is_an_origin_too(tmp_path: Path) -> None:
    with LiveServer(tmp_path, address="https://cards.example") as live, live.guest("Ada") as ada:
        for origin, status in (
            ("https://cards.example", 201),
            (live.url, 201),
            ("https://cards.example.evil.example", 403),
            ("https://cards.example@evil.example", 403),
        ):
            assert ada.http.post("/api/me/transfer", headers={"Origin": origin}).status_code == status
        told = ada.get("/api/server")
        assert told.pop("core") in ("compiled", "interpreted")
        assert told == {
            "version": ada.get("/health")["version"],
            "address": "https://cards.example",
            "loopback": False,
        }


def test_links_begin_with_an_address_that_others_can_reach() -> None:
    assert reachable_address("127.0.0.1", 8420) == "http://127.0.0.1:8420"
    assert reachable_address("::1", 8420) == "http://[::1]:8420"
    assert reachable_address("192.168.1.5", 80) == "http://192.168.1.5:80"
    for everywhere in ("0.0.0.0", "::"):
        host = urlsplit(reachable_address(everywhere, 8420)).hostname
        assert ip_address(host or "").is_private or ip_address(host or "").is_global
        assert not ip_address(host or "").is_unspecified


def test_a_server_on_loopback_says_so(live: LiveServer, guest: Guests) -> None:
    assert guest().get("/api/server")["loopback"]
    assert guest().get("/api/server")["address"] == live.url


def test_nobody_opens_tables_without_end_from_one_address(strict: LiveServer) -> None:
    strict.state.limits.houses = Limit(5, 0.01)
    with ExitStack() as stack:
        guests = [stack.enter_context(strict.guest(f"Guest {number}")) for number in range(6)]
        order = {"game": "luz", "seats": 3}
        answers = [one.http.post("/api/tables", json=order, headers=forwarded_for("192.0.2.9")) for one in guests]
        assert [answer.status_code for answer in answers] == [201] * 5 + [429]
        assert answers[-1].json() == {"code": "limited", "why": "too-many-tables", "detail": ""}
        assert 90 <= int(answers[-1].headers["retry-after"]) <= 101
        assert guests[-1].http.post("/api/tables", json=order, headers=forwarded_for("192.0.2.10")).status_code == 201


def test_a_rematch_counts_as_a_new_table(strict: LiveServer) -> None:
    with strict.guest("Ada") as ada:
        line = ada.connect(ada.open(bots=[None, "casual", "novice"])["match"])
        start(line)
        line.ask_accepted(type="vote", abandon=True)
        strict.state.limits.tables = Limit(1, 0.01)
        assert ada.http.post("/api/tables", json={"game": "luz", "seats": 3}).status_code == 201
        refused = line.ask(type="rematch")
        assert (refused["code"], refused["why"]) == ("limited", "too-many-tables")
        assert 90_000 <= refused["retry"] <= 100_001
        strict.state.limits.tables = Limit(1, 0.01)
        assert line.ask_accepted(type="rematch")["link"] == line.ask_accepted(type="rematch")["link"]


def test_somebody_with_many_unfinished_matches_finishes_one_first(tmp_path: Path) -> None:
    with LiveServer(tmp_path, limits=True, matches_per_person=2) as live, live.guest("Ada") as ada:
        order = {"game": "luz", "seats": 3, "bots": [None, "casual", "novice"]}
        opened = [ada.http.post("/api/tables", json=order) for _ in range(3)]
        assert [answer.status_code for answer in opened] == [201, 201, 429]
        assert opened[2].json() == {"code": "limited", "why": "too-many-matches", "detail": ""}
        assert ada.http.post("/api/tables", json={**order, "seat": None}).status_code == 201  # to watch others
        line = ada.connect(opened[0].json()["match"])
        start(line)
        line.ask_accepted(type="vote", abandon=True)
        assert ada.http.post("/api/tables", json=order).status_code == 201
