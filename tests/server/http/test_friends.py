"""Who is here: those with whom one has played, and no more than that of them."""

from collections.abc import Callable

import pytest

from atout.server.http import friends
from atout.server.limits import Limit
from tests.server.http.live import Guest, Json, LiveServer, seat_players, start

Guests = Callable[..., Guest]


def people_of(guest: Guest) -> dict[str, bool]:
    found: list[Json] = guest.get("/api/friends")
    assert all(one.keys() == {"name", "here", "played"} for one in found)
    return {one["name"]: one["here"] for one in found}


def say(guest: Guest, method: str = "PUT", status: int = 204) -> Json:
    answer = guest.http.request(method, "/api/me/here")
    assert answer.status_code == status, answer.text
    return dict(answer.json()) if answer.content else {}


def test_friends_are_those_of_a_match_that_has_begun(live: LiveServer, guest: Guests) -> None:
    with seat_players(live, 3) as (people, lines):
        ada, bo, cem = people
        assert people_of(ada) == {}
        start(*lines)
        assert people_of(ada) == {"Bo": False, "Cem": False}  # connected to a table, but no page says so
        stranger = guest("Dora")
        say(stranger)
        assert people_of(stranger) == {}
        assert "Dora" not in people_of(ada)
        say(bo)
        assert people_of(ada) == {"Bo": True, "Cem": False}
        assert people_of(cem) == {"Ada": False, "Bo": True}
        say(bo, "DELETE")
        assert people_of(ada) == {"Bo": False, "Cem": False}
        for line in lines:
            line.ask_accepted(type="vote", abandon=True)
        assert set(people_of(ada)) == {"Bo", "Cem"}


def test_whoever_says_nothing_is_soon_gone(live: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    with seat_players(live, 3) as (people, lines):
        start(*lines)
        say(people[1])
        assert people_of(people[0])["Bo"]
        monkeypatch.setattr(friends, "HERE_MS", 0)
        assert not people_of(people[0])["Bo"]


def test_nothing_is_written_twice_in_a_moment(live: LiveServer, guest: Guests) -> None:
    ada = guest("Ada")
    identity = ada.http.cookies["atout"].partition(".")[0]
    say(ada, "DELETE")
    say(ada)
    first = live.call(lambda: live.registry.store.identity(identity))
    say(ada)
    assert live.call(lambda: live.registry.store.identity(identity)) == first


def test_who_is_deleted_is_nobodys_friend_and_not_here(live: LiveServer) -> None:
    with seat_players(live, 3) as (people, lines):
        start(*lines)
        ada, bo, _ = people
        say(bo)
        assert people_of(ada)["Bo"]
        assert bo.http.delete("/api/me").status_code == 204
        assert set(people_of(ada)) == {"Cem"}
        assert ada.get("/api/matches", name="Bo") == []


def test_a_new_name_is_a_friends_name(live: LiveServer) -> None:
    with seat_players(live, 3) as (people, lines):
        start(*lines)
        people[1].enter("Bea")
        assert set(people_of(people[0])) == {"Bea", "Cem"}
        assert len(people[0].get("/api/matches", name="Bea")) == 1
        assert people[0].get("/api/matches", name="Bo") == []


def test_nobody_has_no_friends(guest: Guests) -> None:
    nobody = guest()
    assert nobody.get("/api/friends", 401)["why"] == "enter-first"
    assert say(nobody, "PUT", 401)["why"] == "enter-first"
    assert say(nobody, "DELETE", 401)["why"] == "enter-first"


def test_both_are_limited(live: LiveServer, guest: Guests, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = guest("Ada")
    monkeypatch.setattr(live.state.limits, "friends", Limit(2, 0.01))
    monkeypatch.setattr(live.state.limits, "presence", Limit(2, 0.01))
    for _ in range(2):
        ada.get("/api/friends")
        say(ada)
    assert ada.get("/api/friends", 429)["why"] == "too-many-requests"
    assert say(ada, "PUT", 429)["why"] == "too-many-requests"
    assert say(ada, "DELETE", 429)["why"] == "too-many-requests"
    bo = guest("Bo")
    assert people_of(bo) == {}


def test_a_list_that_has_not_changed_is_not_sent_again(live: LiveServer, guest: Guests) -> None:
    ada, bo = guest("Ada"), guest("Bo")
    for path in ("/api/tables", "/api/friends", "/api/matches"):
        first = ada.http.get(path)
        again = ada.http.get(path, headers={"If-None-Match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == first.headers["etag"]
    first = ada.http.get("/api/tables")
    bo.open(public=True)
    changed = ada.http.get("/api/tables", headers={"If-None-Match": first.headers["etag"]})
    assert changed.status_code == 200
    assert changed.headers["etag"] != first.headers["etag"]
    assert len(changed.json()) == len(first.json()) + 1
