"""Reviews over HTTP: for whoever may see the match, nothing before its end, and no card unless somebody asks."""

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from atout.server.core.reviews import ReviewState
from atout.server.http import identities
from atout.server.live.registry import DAY_MS
from atout.server.live.reviews import VERSION
from atout.server.stores.sqlite import SqliteStore
from atout.study.reviews.types import Belief, CardBelief, Decision, SlotBelief, Spot
from tests.kit.deadline import DEADLINE
from tests.server.http.live import Guest, Json, LiveServer, Socket, abandon, play_on, seat_players, start
from tests.server.http.test_play_on import begin, play_out
from tests.server.stores.cluster import Cluster
from tests.server.stores.databases import PostgresDatabase

Guests = Callable[..., Guest]


@pytest.fixture(scope="module")
def over(live: LiveServer) -> Iterator[Json]:
    """A match of two deals that is over, as its last table."""
    with seat_players(live, 3, options={"deals": "2"}) as (_, lines):
        yield finish(*lines)


def finish(*lines: Socket) -> Json:
    """Play a match to its end."""
    start(*lines)
    return play_on(*lines)


def path(over: Json) -> str:
    return f"/api/matches/{over['match']}/review"


def ask(who: Guest, over: Json, status: int = 200, **order: Any) -> Json:
    return dict(who.post(path(over), status, **{"seat": 0, **order}))


def wait_done(who: Guest, over: Json, seat: int = 0, **query: Any) -> Json:
    """Poll, as a page does, until a review is done."""
    found: Json = {}

    def is_finished() -> bool:
        found.update(who.get(path(over), seat=seat, **query))
        return found["state"] in ("done", "failed")

    wait_until(is_finished)
    assert found["state"] == "done"
    return found


def wait_until(attempt: Callable[[], bool]) -> None:
    """Try until it is true, and give up at a deadline."""
    end = time.monotonic() + DEADLINE
    while not attempt():
        assert time.monotonic() < end, "nothing has changed in time"
        time.sleep(0.02)


@contextmanager
def hold_back(live: LiveServer) -> Iterator[None]:
    """Let nothing be made for a while."""

    async def go_on() -> None:
        live.aside.release()

    live.call(live.aside.acquire)
    try:
        yield
    finally:
        live.call(go_on)


def test_it_is_made_when_somebody_asks_and_says_all_there_is(over: Json, guest: Guests, live: LiveServer) -> None:
    nobody = guest()
    before = nobody.get(path(over), seat=1)
    assert (before["state"], before["done"], before["of"], before["decisions"]) == ("none", 0, 0, [])
    assert before["names"] == ["Ada", "Bo", "Cem"]
    assert (before["game"], before["match"], before["seat"]) == ("luz", over["match"], 1)
    assert (before["scores"], before["places"]) == (over["display"]["scores"], over["places"])
    assert before["options"]["deals"] == "2"
    assert before["spread"] > 0
    assert ask(nobody, over, seat=1)["state"] in ("waiting", "running", "done")
    found = wait_done(nobody, over, 1)
    assert found["done"] == found["of"] == len(found["decisions"]) > 5
    assert [each["step"] for each in found["decisions"]] == sorted({each["step"] for each in found["decisions"]})
    assert {each["seat"] for each in found["decisions"]} == {1}
    total = found["review"]["total"]
    assert total["points"] == pytest.approx(over["display"]["scores"][1])
    assert total["points"] == pytest.approx(sum(total[part] for part in ("luck", "decisions", "gifts", "chance")))
    assert found["review"]["curve"][-1]["chances"][over["places"].index(1)] > 0
    assert msgspec.to_builtins(msgspec.convert(found, ReviewState)) == found
    pieces = live.pieces
    assert ask(guest("Fay"), over, seat=1) == found
    assert nobody.get(path(over), seat=1) == found
    assert live.pieces == pieces


def test_only_new_decisions_are_sent_to_who_knows_the_first(over: Json, guest: Guests) -> None:
    fay = guest("Fay")
    ask(fay, over)
    found = wait_done(fay, over)
    rest = fay.get(path(over), seat=0, after=3)
    assert rest == {**found, "decisions": found["decisions"][3:]}
    assert fay.get(path(over), seat=0, after=1000) == {**found, "decisions": []}


def test_cards_are_told_only_if_they_are_asked_for(live: LiveServer, guest: Guests) -> None:
    """In Luz one has not seen one's own cards, and may want to think first."""
    with seat_players(live, 3, options={"deals": "2"}) as (_, lines):
        over = finish(*lines)
    cards = [CardBelief("R3", [Spot("hand", 1, 0.4)], [Spot("hand", 2, 1.0)])]
    slots = [SlotBelief("hand", 0, 1, "R?", {"R7": 0.6, "R3": 0.4}, "R7")]
    made = Decision(
        *(3, 1, 0, "play", "R#1", "R#2", "mistake", 1.0, 2.0, 1.0, 3.0, "R#2", 0.2, 0.1),
        *([0.5, 0.3, 0.2], [0.4, 0.3, 0.3], 0.0, 40, False),
        belief=Belief(40, cards, slots),
    )

    async def keep() -> None:
        store = live.registry.store
        await store.ask_for_review(over["match"], 0, VERSION, 1)
        assert await store.add_judgement(over["match"], 0, 1, msgspec.json.encode(made))

    with hold_back(live):
        live.call(keep)
        fay = guest("Fay")
        for query in ({}, {"cards": False}, {"after": 0}):
            (closed,) = fay.get(path(over), seat=0, **query)["decisions"]
            assert closed["belief"]["cards"] == [{**msgspec.to_builtins(cards[0]), "was": []}]
            assert closed["belief"]["slots"] == [{**msgspec.to_builtins(slots[0]), "was": ""}]
        (closed,) = ask(fay, over)["decisions"]
        assert (closed["belief"]["cards"][0]["was"], closed["belief"]["slots"][0]["was"]) == ([], "")
        (shown,) = fay.get(path(over), seat=0, cards=True)["decisions"]
        assert shown == msgspec.to_builtins(made)


def test_one_waits_for_the_other(tmp_path: Path) -> None:
    with LiveServer(tmp_path) as live, seat_players(live, 3, options={"deals": "2"}) as ((ada, *_), lines):
        over = finish(*lines)
        with hold_back(live):
            ask(ada, over)
            ask(ada, over, seat=2)
            waiting = ada.get(path(over), seat=2)
            assert (waiting["state"], waiting["ahead"], waiting["review"]) == ("waiting", 1, None)
            first = ada.get(path(over), seat=0)
            assert (first["state"] in ("waiting", "running"), first["ahead"], first["done"]) == (True, 0, 0)
        assert wait_done(ada, over, 2)["ahead"] == 0
        told = ('atout_reviews_total{outcome="done"} 2', "atout_reviews_waiting 0")
        wait_until(lambda: all(line in ada.get("/metrics") for line in told))


def test_nothing_before_the_end(live: LiveServer, guest: Guests) -> None:
    with seat_players(live, 3, public=True, options={"deals": "2"}) as (people, lines):
        start(*lines)
        play_on(*lines, until=lambda table: any(table["display"]["scores"]))
        pieces = live.pieces
        for somebody in (*people, guest("Dora"), guest()):
            assert somebody.get(path(lines[0].table), 403, seat=0)["why"] == "match-is-not-over"
            assert ask(somebody, lines[0].table, 403)["why"] == "match-is-not-over"
        assert live.pieces == pieces


def test_an_abandoned_match_has_none(live: LiveServer, guest: Guests) -> None:
    with seat_players(live, 3, options={"deals": "2"}) as (_, lines):
        abandoned = abandon(*lines)
        assert ask(guest("Fay"), abandoned, 409)["why"] == "match-was-not-finished"
        assert guest().get(path(abandoned), 409, seat=0)["why"] == "match-was-not-finished"


def test_a_match_with_drawn_cards_has_one(over: Json, live: LiveServer, guest: Guests) -> None:
    fay = guest("Fay")
    steps = fay.get(f"/api/matches/{over['match']}/replay", seat=0)["steps"]
    at = next(step["at"] for step in steps[20:] if 0 in step["displays"][0]["owing"])
    opened = fay.post(f"/api/matches/{over['match']}/play_on", at=at, seat=0, anew=True)
    assert play_out(begin(fay, opened))["status"] == "over"
    ask(fay, opened)
    found = wait_done(fay, opened)
    assert found["you"] == 0
    assert found["decisions"]
    again = fay.get(f"/api/matches/{opened['match']}/replay", seat=0)["steps"]
    assert found["decisions"][0]["step"] in [step["at"] for step in again]


@pytest.mark.parametrize(
    ("query", "status", "why"),
    [
        ({"seat": 3}, 409, "no-such-seat"),
        ({"seat": 8}, 400, "bad-request"),
        ({"seat": -1}, 400, "bad-request"),
        ({}, 400, "bad-request"),
        ({"seat": "x"}, 400, "bad-request"),
        ({"seat": 0, "after": -1}, 400, "bad-request"),
        ({"seat": 0, "after": 10**30}, 400, "bad-request"),
        ({"seat": 0, "cards": "perhaps"}, 400, "bad-request"),
    ],
)
def test_what_cannot_be_read(over: Json, guest: Guests, query: Json, status: int, why: str) -> None:
    assert guest().get(path(over), status, **query)["why"] == why


@pytest.mark.parametrize(
    ("order", "status", "why"),
    [
        ({"seat": 3}, 409, "no-such-seat"),
        ({"seat": 8}, 400, "bad-request"),
        ({"seat": -1}, 400, "bad-request"),
        ({"seat": None}, 400, "bad-request"),
        ({"seat": "0"}, 400, "bad-request"),
        ({"seat": 0, "worlds": 10**9}, 400, "bad-request"),
    ],
)
def test_what_cannot_be_asked_for(over: Json, guest: Guests, order: Json, status: int, why: str) -> None:
    assert ask(guest("Fay"), over, status, **order)["why"] == why


@pytest.mark.parametrize("match", ["0" * 32, "x"])
def test_a_match_that_is_not_there(guest: Guests, match: str) -> None:
    assert guest().get(path({"match": match}), 404, seat=0)["why"] == "no-such-match"
    assert ask(guest("Fay"), {"match": match}, 404)["why"] == "no-such-match"


def test_a_match_that_cannot_be_replayed_any_more(live: LiveServer, guest: Guests) -> None:
    with seat_players(live, 3, options={"deals": "2"}) as (_, lines):
        over = finish(*lines)

    async def rename_game() -> None:
        await live.registry.rooms.pop(over["match"]).close()
        store = live.registry.store
        assert isinstance(store, SqliteStore)
        body = (await store.read_log(over["match"], 0, 1))[0].body.replace(b'"luz"', b'"gone"')
        await store._execute("UPDATE events SET body = ? WHERE match = ? AND seq = 1", body, over["match"])
        await store._execute("DELETE FROM snapshots WHERE match = ?", over["match"])

    live.call(rename_game)
    assert ask(guest("Fay"), over, 409)["why"] == "match-cannot-be-replayed"
    for what in ("replay", "record"):
        refused = guest().get(f"/api/matches/{over['match']}/{what}", 409)
        assert refused["why"] == "match-cannot-be-replayed"


def test_you_is_the_seat_one_had(over: Json, live: LiveServer, guest: Guests) -> None:
    table = live.registry.rooms[over["match"]].table
    player = guest()
    player.http.cookies.set("atout", identities.sign(live.state.secret, table.chairs[2].identity))
    assert player.get(path(over), seat=0)["you"] == 2
    assert guest("Fay").get(path(over), seat=0)["you"] == -1


def test_it_is_the_same_after_a_restart(tmp_path: Path) -> None:
    with LiveServer(tmp_path) as live, seat_players(live, 3, options={"deals": "2"}) as (people, lines):
        over = finish(*lines)
        ask(people[0], over)
        found = wait_done(people[0], over)
        shown = people[0].get(path(over), seat=0, cards=True)
        live.call(live.aside.acquire)
        ask(people[0], over, seat=1)  # is not made in time
    with LiveServer(tmp_path) as live, live.guest() as nobody:
        assert nobody.get(path(over), seat=0) == {**found, "you": -1}
        assert nobody.get(path(over), seat=0, cards=True) == {**shown, "you": -1}
        assert wait_done(nobody, over, 1)["decisions"]


def test_it_is_deleted_with_its_match(tmp_path: Path) -> None:
    with LiveServer(tmp_path, retention_days=1) as live, seat_players(live, 3, options={"deals": "2"}) as (_, lines):
        over = finish(*lines)
        with live.guest("Fay") as fay:
            ask(fay, over)
            wait_done(fay, over)
            store, now = live.registry.store, live.registry.clock.now()
            assert live.call(lambda: store.purge(("over",), now + DAY_MS)) == 1
            assert live.call(lambda: store.review(over["match"], 0)) is None


def test_names_are_those_of_now(tmp_path: Path) -> None:
    with LiveServer(tmp_path) as live, seat_players(live, 3, options={"deals": "2"}) as (people, lines):
        over = finish(*lines)
        with live.guest() as nobody:
            ask(nobody, over)
            wait_done(nobody, over)
            people[1].http.patch("/api/me", json={"name": "Bob"})
            people[2].http.delete("/api/me")
            assert nobody.get(path(over), seat=0)["names"] == ["Ada", "Bob", "?"]


def test_how_many_somebody_may_have_made(tmp_path: Path) -> None:
    with LiveServer(tmp_path, limits=True) as live, seat_players(live, 3, options={"deals": "2"}) as (people, lines):
        over = finish(*lines)
        other = people[0].open(bots=[None, "novice", "novice"], options={"deals": "2"})
        play_out(begin(people[0], other))
        with live.guest("Fay") as fay, live.guest("Gus") as gus:
            with hold_back(live):
                for seat in range(3):
                    ask(fay, over, seat=seat)
                    ask(fay, over, seat=seat)  # asking again is free
                refused = fay.http.post(path(other), json={"seat": 0})
                assert (refused.status_code, refused.json()["why"]) == (429, "wait-for-your-reviews")
                assert int(refused.headers["retry-after"]) > 0
                assert ask(gus, other)["state"] == "waiting"  # others may
            wait_done(gus, other)
            live.state.limits.reviews.use(live_identity(live, fay), 17)
            refused = fay.http.post(path(other), json={"seat": 1})
            assert (refused.status_code, refused.json()["why"]) == (429, "too-many-reviews")
            assert ask(fay, over)["state"] == "done"  # what is there is there


def live_identity(live: LiveServer, who: Guest) -> str:
    found = identities.unsign(live.state.secret, who.http.cookies["atout"])
    assert found is not None
    return found


def test_every_node_tells_the_same_and_one_makes_it(cluster: Cluster, tmp_path: Path) -> None:
    place = PostgresDatabase(cluster)
    try:
        with LiveServer(tmp_path, database=place.url) as one, LiveServer(tmp_path, database=place.url) as two:
            with seat_players(one, 3, options={"deals": "2"}) as (_, lines):
                over = finish(*lines)
            with one.guest() as here, two.guest() as there:
                ask(here, over)
                ask(there, over)
                found = wait_done(there, over, cards=True)
                assert here.get(path(over), seat=0, cards=True) == found
                assert min(one.pieces, two.pieces) == 0
    finally:
        asyncio.run(place.clear())
