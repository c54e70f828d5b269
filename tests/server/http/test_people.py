"""Who you are: entering, renaming, deleting, moving to another device."""

import random
import re
from collections.abc import Callable

import pytest

from atout.server.http import identities
from atout.server.http.identities import clean_name, has_hidden_characters, sign, unsign
from tests.server.http.live import Guest, LiveServer, seat_players, start

Guests = Callable[..., Guest]


def test_a_guest_is_a_name_and_a_signed_cookie(guest: Guests) -> None:
    ada = guest()
    answer = ada.http.post("/api/guest", json={"name": "  Ada \t Lovelace "})
    assert answer.json()["name"] == "Ada Lovelace"
    assert answer.json().keys() == {"name", "since"}
    cookie = answer.headers["set-cookie"]
    assert re.match(r"atout=[0-9a-f]{32}\.[0-9a-f]{64};", cookie)
    for part in ("HttpOnly", "SameSite=strict", "Path=/", "Max-Age=31536000"):
        assert part.lower() in cookie.lower()
    assert "secure" not in cookie.lower()
    assert ada.get("/api/me") == answer.json()


def test_who_has_not_entered_is_nobody_and_gets_no_cookie(guest: Guests) -> None:
    answer = guest().http.get("/api/me")
    assert (answer.status_code, answer.text) == (200, "null")
    assert "set-cookie" not in answer.headers


def test_the_cookie_is_good_for_another_year_whenever_it_is_used(guest: Guests) -> None:
    answer = guest("Ada").http.get("/api/me")
    assert "Max-Age=31536000" in answer.headers["set-cookie"]


def test_a_forged_cookie_is_nobody(guest: Guests) -> None:
    real = guest("Ada").http.cookies["atout"]
    identity, _, signature = real.partition(".")
    other = guest("Bo").http.cookies["atout"].partition(".")[0]
    for forged in (
        "",
        ".",
        identity,
        f"{identity}.",
        f"{identity}.{'0' * 64}",
        f"{other}.{signature}",
        "ü.ü",
        "a" * 4000,
    ):
        mallory = guest()
        mallory.http.headers["Cookie"] = f"atout={forged}".encode("latin-1").decode("latin-1")
        assert mallory.get("/api/me") is None
        assert mallory.get("/api/matches", 401)["why"] == "enter-first"


def test_signatures_hold_for_one_secret_and_one_identity() -> None:
    cookie = sign(b"1" * 32, "ada")
    assert unsign(b"1" * 32, cookie) == "ada"
    assert unsign(b"2" * 32, cookie) is None
    assert unsign(b"1" * 32, cookie.replace("ada", "bob")) is None
    assert unsign(b"1" * 32, cookie[:-1]) is None


@pytest.mark.parametrize("name", ["", " ", "\u200b", "\u202e", "\x00\x07", "x" * 25, "\n\t"])
def test_a_name_can_be_read(guest: Guests, name: str) -> None:
    nobody = guest()
    assert nobody.http.post("/api/guest", json={"name": name}).status_code in (400, 409)
    ada = guest("Ada")
    assert ada.http.patch("/api/me", json={"name": name}).status_code in (400, 409)
    assert ada.get("/api/me")["name"] == "Ada"


HIDDEN = [
    *(
        "\u200b",
        "\u202e",
        "\x00\x07",
        "A\u202eda",
        "Ada\u200b",
        "a\u200db",
        "x\u00ad",
        "a\ufe0f",
        "\ufeffAda",
        "\ue000",
    ),
    *("\u115f\u1160", "\u3164", "\uffa0", "\u2800", "\u034f", "\u180e", "\U000e0061", "\U000e0101", "Ada\u3164"),
    *("\u0301", "\u0301\u0302", "Ada \u0301", "a" + "\u0336" * 6, "\u20dd"),
]


@pytest.mark.parametrize("name", HIDDEN)
def test_what_nobody_sees_is_in_no_name(guest: Guests, name: str) -> None:
    ada = guest("Ada")
    assert has_hidden_characters(clean_name(name))
    answer = ada.http.patch("/api/me", json={"name": name})
    assert (answer.status_code, answer.json()["why"]) == (409, "name-has-hidden-letters")
    assert ada.get("/api/me")["name"] == "Ada"


@pytest.mark.parametrize(
    "name",
    [
        "Zoë",
        "Nguyễn Thị",
        "می\u200cخواهم",
        "क्\u200dष",
        "👩\u200d🚀",
        "❤\ufe0f",
        "🏳\ufe0f\u200d🌈",
        "שָׁלוֹם",
        "ปิ่น",
        "...",
        "名前",
    ],
)
def test_names_of_all_scripts_and_pictures_are_names(guest: Guests, name: str) -> None:
    assert guest().enter(name)["name"] == name


def test_letters_are_counted_without_their_marks(guest: Guests) -> None:
    ada = guest("Ada")
    assert ada.enter("ปิ่" * 24)["name"] == "ปิ่" * 24
    assert ada.http.patch("/api/me", json={"name": "ปิ่" * 25}).json()["why"] == "name-is-1-to-24-letters"


def test_no_name_upsets_the_server(guest: Guests) -> None:
    rng, ada = random.Random(1), guest("Ada")
    for _ in range(300):
        letters = [
            chr(rng.choice((rng.randrange(0x300), rng.randrange(0xD800), rng.randrange(0xE000, 0x110000))))
            for _ in range(5)
        ]
        answer = ada.http.patch("/api/me", json={"name": "".join(letters)})
        assert answer.status_code in (200, 409), letters
        if answer.status_code == 200:
            name = answer.json()["name"]
            assert clean_name(name) == name
            assert not has_hidden_characters(name)


def test_names_are_cleaned_not_translated() -> None:
    assert clean_name("Zoë") == clean_name("Zoe\u0308") == "Zoë"
    assert clean_name("名前 🂡") == "名前 🂡"
    assert clean_name("a\u2028b\u00a0c") == "a b c"


def test_entering_again_is_renaming(guest: Guests) -> None:
    ada = guest("Ada")
    before = ada.http.cookies["atout"]
    assert ada.enter("Ida")["name"] == "Ida"
    assert ada.http.cookies["atout"] == before
    assert ada.get("/api/me")["name"] == "Ida"


def test_a_new_name_is_seen_at_the_table_and_in_lists(guest: Guests) -> None:
    ada, bo = guest("Ada"), guest("Bo")
    match = ada.open(public=True)["match"]
    line = bo.connect(match)
    assert line.receive()["chairs"][0]["name"] == "Ada"
    ada._read(ada.http.patch("/api/me", json={"name": "Ida"}), 200)
    assert [
        chair["name"] for entry in bo.get("/api/tables") if entry["match"] == match for chair in entry["chairs"]
    ] == [
        "Ida",
        "",
        "",
    ]
    line.wait_until(lambda message: message["type"] == "table" and message["chairs"][0]["name"] == "Ida")


def test_deleting_leaves_tables_and_forgets(guest: Guests) -> None:
    ada, bo = guest("Ada"), guest("Bo")
    match = ada.open(public=True)["match"]
    own, watching = ada.connect(match), bo.connect(match)
    watching.receive()
    cookie = ada.http.cookies["atout"]
    answer = ada.http.delete("/api/me")
    assert answer.status_code == 204
    assert "Max-Age=0" in answer.headers["set-cookie"]
    assert own.wait_closed() == (4410, "identity-deleted")
    watching.wait_until(lambda message: message["type"] == "table" and message["chairs"][0].get("name", "") == "")
    ghost = guest(Cookie=f"atout={cookie}")
    assert ghost.get("/api/me") is None
    assert ghost.get("/api/matches", 401)["why"] == "enter-first"


def test_what_somebody_said_who_deletes_is_gone(live: LiveServer) -> None:
    with seat_players(live, 3, chat=True) as (people, lines):
        lines[1].ask_accepted(type="say", text="my secret")
        lines[0].ask_accepted(type="say", text="oh")
        with live.guest("Eve") as eve:
            watching = eve.connect(lines[0].table["match"], lines[0].table["invite"])
            watching.receive()
            watching.ask_accepted(type="say", phrase="wow")
            assert eve.http.delete("/api/me").status_code == 204
            assert watching.wait_closed() == (4410, "identity-deleted")
        assert people[1].http.delete("/api/me").status_code == 204
        lines[0].wait_until(lambda message: message["type"] == "table" and message["chairs"][1].get("name", "") == "")
        again = people[0].connect(lines[0].table["match"])
        assert [word["text"] for word in again.receive()["words"]] == ["oh"]
        again.ask_accepted(type="recall")
        (recalled,) = [message for message in again.seen if message["type"] == "recalled"]
        assert [word.get("text") for word in recalled["words"]] == ["oh"]


def test_the_seat_of_somebody_who_deletes_is_played_on(live: LiveServer) -> None:
    with seat_players(live, 3, options={"deals": "2"}) as (people, lines):
        start(*lines)
        assert people[1].http.delete("/api/me").status_code == 204
        lines[0].wait_until(
            lambda message: message["type"] == "table" and message["chairs"][1].get("stand_in") == "left"
        )


def test_a_transfer_works_once_on_another_device(guest: Guests) -> None:
    ada = guest("Ada")
    transfer = ada.post("/api/me/transfer")
    phone = guest("Somebody else")
    assert phone.post("/api/transfer", 200, secret=transfer["secret"])["name"] == "Ada"
    assert phone.http.cookies["atout"] == ada.http.cookies["atout"]
    assert phone.get("/api/me")["name"] == "Ada"
    again = guest()
    assert again.post("/api/transfer", 404, secret=transfer["secret"])["why"] == "link-has-ended"
    assert "atout" not in again.http.cookies
    assert again.post("/api/transfer", 404, secret="wrong")["why"] == "link-has-ended"


def test_a_transfer_ends_after_ten_minutes(live: LiveServer, guest: Guests, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = guest("Ada")
    first, second = ada.post("/api/me/transfer"), ada.post("/api/me/transfer")
    now = live.registry.world().now
    assert identities.TRANSFER_MS == 10 * 60 * 1000
    assert 0 <= now + identities.TRANSFER_MS - first["until"] < 60_000
    monkeypatch.setattr(live.registry.clock, "now", lambda: first["until"] - 1000)
    assert guest().post("/api/transfer", 200, secret=first["secret"])["name"] == "Ada"
    monkeypatch.setattr(live.registry.clock, "now", lambda: second["until"] + 1)
    assert guest().post("/api/transfer", 404, secret=second["secret"])["code"] == "stale"


def test_transfers_end_with_the_identity(guest: Guests) -> None:
    ada = guest("Ada")
    transfer = ada.post("/api/me/transfer")
    assert ada.http.delete("/api/me").status_code == 204
    assert guest().post("/api/transfer", 404, secret=transfer["secret"])["why"] == "link-has-ended"


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("PATCH", "/api/me"),
        ("DELETE", "/api/me"),
        ("POST", "/api/me/transfer"),
        ("POST", "/api/tables"),
        ("GET", "/api/matches"),
    ],
)
def test_nobody_may_not(guest: Guests, method: str, path: str) -> None:
    nobody = guest()
    body = {"name": "Ada"} if path == "/api/me" else {"game": "luz", "seats": 3}
    answer = nobody.http.request(method, path, json=body if method in ("POST", "PATCH") else None)
    assert answer.status_code == 401
    assert answer.json() == {"code": "forbidden", "why": "enter-first", "detail": ""}
