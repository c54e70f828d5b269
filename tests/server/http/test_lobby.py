"""Opening tables with all their options, the lobby, and one's own matches."""

from collections.abc import Callable
from typing import Any

import pytest

from atout import load, names
from atout.bots.levels import LEVELS
from atout.locale import LANGUAGES
from tests.server.http.live import Guest, Json, LiveServer, play_on, seat_players, start

Guests = Callable[..., Guest]


def entry(found: list[Json], match: str) -> Json:
    (one,) = (item for item in found if item["match"] == match)
    return one


# Games


def test_every_game_is_offered_with_its_options(guest: Guests) -> None:
    offer = guest().get("/api/games")
    assert [game["name"] for game in offer["games"]] == names()
    assert offer["levels"] == list(LEVELS)
    assert offer["languages"] == list(LANGUAGES)
    for described in offer["games"]:
        game = load(described["name"])
        assert described["title"] == game.title
        assert described["seats"] == list(game.seat_counts)
        assert [option["name"] for option in described["options"]] == [option.name for option in game.options]
        assert described["clauses"] > 10


@pytest.mark.parametrize("lang", LANGUAGES)
def test_words_and_rules_in_every_language(guest: Guests, lang: str) -> None:
    words = guest().get(f"/api/games/njet/words/{lang}")
    assert {"refusals", "score"} <= words.keys()
    answer = guest().http.get(f"/api/games/njet/rules/{lang}")
    assert answer.headers["content-type"] == "text/markdown; charset=utf-8"
    assert "**NJET-11**" in answer.text


@pytest.mark.parametrize(
    "path", ["chess/words/en", "luz/words/xx", "chess/rules/en", "luz/rules/../en", "luz/rules/EN"]
)
def test_what_is_not_there_is_said(guest: Guests, path: str) -> None:
    assert guest().get(f"/api/games/{path}", 404)["code"] == "unknown"


# Opening


def test_a_table_has_what_was_ordered(guest: Guests) -> None:
    ada = guest("Ada")
    opened = ada.open(
        game="njet",
        seats=4,
        options={"pass_direction": "left"} if "pass_direction" in [o.name for o in load("njet").options] else {},
        bots=[None, "novice", None, "casual"],
        seat=2,
        public=True,
        clock={"kind": "bank", "seconds": 600, "increment": 5},
        watch="finished_deals",
        chat=True,
        stand_in="novice",
        grace=30,
    )
    table = ada.connect(opened["match"]).receive()
    assert (table["game"], table["seats"], table["status"], table["you"]) == ("njet", 4, "open", 2)
    assert [chair.get("level", "") for chair in table["chairs"]] == ["", "novice", "", "casual"]
    assert table["chairs"][2]["name"] == "Ada"
    assert table["clock"] == {"kind": "bank", "seconds": 600, "increment": 5}
    assert (table["public"], table["watch"], table["chat"], table["host"]) == (True, "finished_deals", True, True)
    assert table["invite"] == opened["invite"]
    assert len(table["fairness"]["digest"]) == 64
    listed = entry(ada.get("/api/tables"), opened["match"])
    assert [(chair["name"], chair["level"]) for chair in listed["chairs"]] == [
        ("", ""),
        ("", "novice"),
        ("Ada", ""),
        ("", "casual"),
    ]
    assert (listed["you"], listed["host"], listed["chat"], listed["watch"]) == (2, True, True, "finished_deals")


def test_the_host_need_not_sit(guest: Guests) -> None:
    ada = guest("Ada")
    opened = ada.open(seat=None)
    table = ada.connect(opened["match"]).receive()
    assert (table["you"], table["host"]) == (-3, True)


@pytest.mark.parametrize("game", names())
def test_every_game_can_be_opened_for_all_its_seats(live: LiveServer, guest: Guests, game: str) -> None:
    ada = guest("Ada")
    for seats in load(game).seat_counts:
        opened = ada.open(game=game, seats=seats, bots=[None, *["novice"] * (seats - 1)])
        line = ada.connect(opened["match"])
        start(line)
        assert line.table["status"] == "playing"


def test_the_grace_of_turn_based_tables_is_endless(live: LiveServer, guest: Guests) -> None:
    ada = guest("Ada")
    for order, grace in (({"kind": "days", "seconds": 86_400}, 0), ({"kind": "decision", "seconds": 30}, 60)):
        match = ada.open(clock=order)["match"]
        room = live.call(lambda match=match: live.registry.room(match))  # type: ignore[misc]
        assert room is not None
        assert room.table.rules.grace == grace


REFUSED: list[tuple[Json, str]] = [
    ({"game": "chess"}, "no-such-game"),
    ({"seats": 2}, "table-cannot-be-set-up"),
    ({"seats": 8}, "table-cannot-be-set-up"),
    ({"options": {"stakes": "high"}}, "table-cannot-be-set-up"),
    ({"options": {"deals": "9"}}, "table-cannot-be-set-up"),
    ({"bots": [None, "genius"]}, "no-such-level"),
    ({"stand_in": "genius"}, "no-such-level"),
    ({"bots": [None, None, None, "novice"]}, "no-such-seat"),
    ({"seat": 3}, "no-such-seat"),
    ({"seat": 1, "bots": [None, "novice"]}, "seat-is-taken"),
    ({"watch": "finished_deals"}, "not-watched-so"),
    ({"options": {"spectator_view": "all_hands"}}, "not-watched-so"),
    ({"options": {"spectator_view": "all_hands"}, "watch": "nobody"}, "not-watched-so"),
    ({"game": "mu", "seats": 5, "watch": "all_hands"}, "not-watched-so"),
    ({"clock": {"kind": "decision"}}, "no-such-clock"),
    ({"clock": {"kind": "none", "seconds": 5}}, "no-such-clock"),
    ({"clock": {"kind": "decision", "seconds": 5, "increment": 1}}, "no-such-clock"),
    ({"clock": {"kind": "days", "seconds": 3600}}, "no-such-clock"),
]
MALFORMED: list[Json] = [
    {"seats": 0},
    {"seats": "3"},
    {"seats": 3.5},
    {"seats": None},
    {"seats": 10**30},
    {"seat": -1},
    {"seat": True},
    {"options": []},
    {"options": {"deals": 2}},
    {"options": {str(k): "" for k in range(51)}},
    {"bots": {"1": "novice"}},
    {"bots": ["novice"] * 9},
    {"public": 1},
    {"clock": {"kind": "sand"}},
    {"clock": {"kind": "bank", "seconds": -1}},
    {"clock": {"kind": "days", "seconds": 31 * 86_400}},
    {"clock": {"kind": "none", "hands": 2}},
    {"watch": "everything"},
    {"grace": -1},
    {"grace": 86_401},
    {"secret": "0" * 64},
    {"host": "0" * 32},
]


@pytest.mark.parametrize(("order", "why"), REFUSED, ids=[str(order) for order, _ in REFUSED])
def test_a_table_that_cannot_be_is_refused(guest: Guests, order: Json, why: str) -> None:
    ada = guest("Ada")
    problem = ada.open(409, **order)
    assert (problem["code"], problem["why"]) == ("impossible", why)
    assert ada.get("/api/matches") == []


@pytest.mark.parametrize("order", MALFORMED, ids=str)
def test_a_malformed_order_is_refused(guest: Guests, order: Json) -> None:
    ada = guest("Ada")
    problem = ada.open(400, **order)
    assert (problem["code"], problem["why"]) == ("malformed", "bad-request")
    assert ada.get("/api/matches") == []


def test_the_rules_say_why_a_table_cannot_be(guest: Guests) -> None:
    assert guest("Ada").open(409, seats=6)["detail"] == "Luz is for 3, 4, 5 players, not 6 [LUZ-01]"


# The lobby


def test_the_lobby_shows_public_tables_only(guest: Guests) -> None:
    ada, nobody = guest("Ada"), guest()
    public, private = ada.open(public=True)["match"], ada.open()["match"]
    shown = [item["match"] for item in nobody.get("/api/tables")]
    assert public in shown
    assert private not in shown
    listed = entry(nobody.get("/api/tables"), public)
    assert listed["you"] is None
    assert not listed["host"]
    assert listed["status"] == "open"


def test_a_name_cannot_pass_for_a_bot(guest: Guests) -> None:
    cheat = guest("bot:casual")
    match = cheat.open(public=True)["match"]
    assert entry(cheat.get("/api/tables"), match)["chairs"][0] == {"name": "bot:casual", "level": "", "bot": ""}


@pytest.mark.parametrize(("watch", "shown"), [("closed", True), ("nobody", False)])
def test_running_tables_are_listed_if_they_may_be_watched(live: LiveServer, watch: str, shown: bool) -> None:
    with seat_players(live, 3, public=True, watch=watch, options={"deals": "2"}) as (people, lines):
        match = lines[0].receive()["match"]
        assert match in [item["match"] for item in people[0].get("/api/tables")]
        start(*lines)
        assert (match in [item["match"] for item in people[0].get("/api/tables")]) == shown
        play_on(*lines)
        assert match not in [item["match"] for item in people[0].get("/api/tables")]


# Own matches


def test_own_matches_are_listed_with_results(live: LiveServer, guest: Guests) -> None:
    with seat_players(live, 3, options={"deals": "2"}) as (people, lines):
        start(*lines)
        table = play_on(*lines)
        (mine,) = people[1].get("/api/matches")
        assert (mine["match"], mine["status"], mine["you"]) == (table["match"], "over", 1)
        assert mine["scores"] == table["display"]["scores"]
        assert mine["places"] == table["places"]
        assert [chair["name"] for chair in mine["chairs"]] == ["Ada", "Bo", "Cem"]
    assert guest("Dora").get("/api/matches") == []


def test_own_matches_come_in_pages(live: LiveServer, guest: Guests, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("atout.server.http.tables.MOST_LISTED", 2)
    ada = guest("Ada")
    opened = []
    for second in range(5):
        monkeypatch.setattr(live.registry.clock, "now", lambda second=second: 1_000_000 * (second + 1))
        opened.append(ada.open()["match"])
    monkeypatch.undo()
    monkeypatch.setattr("atout.server.http.tables.MOST_LISTED", 2)
    found: list[Any] = []
    before: Json = {}
    while page := ada.get("/api/matches", **before):
        assert len(page) <= 2
        found += [item["match"] for item in page]
        before = {"before": page[-1]["updated"]}
    assert found == opened[::-1]


def test_own_matches_are_found_by_game_and_by_people(live: LiveServer) -> None:
    with seat_players(live, 3) as (people, lines):
        start(*lines)
        ada, bo, _ = people
        luz = lines[0].table["match"]
        alone = ada.open(game="njet", seats=2, bots=[None, "novice"])["match"]
        closed = ada.open()["match"]
        line = ada.connect(closed)
        line.ask_accepted(type="leave")
        line.wait_until(lambda message: message["type"] == "table" and message["status"] == "closed")

        def found(**query: Any) -> set[str]:
            return {one["match"] for one in ada.get("/api/matches", **query)}

        assert found() == {luz, alone}
        assert found(game="luz") == {luz}
        assert found(game="njet", name="Bo") == set()
        assert found(name="Bo") == {luz}
        assert found(name="Ada") == set()
        for one in lines:
            one.ask_accepted(type="vote", abandon=True)
        assert found(live="true") == {alone}
        assert found() == {luz, alone}
        listed = entry(bo.get("/api/matches"), luz)
        assert (listed["status"], listed["places"]) == ("abandoned", [])
        assert [chair["bot"] for chair in entry(ada.get("/api/matches"), alone)["chairs"]] == ["", "Bruno"]
        assert ada.get("/api/matches", 400, game="x" * 101)["code"] == "malformed"
        assert ada.get("/api/matches", 400, live="perhaps")["code"] == "malformed"


@pytest.mark.parametrize("before", ["0", "-1", "x", "1e400", str(2**63), ""])
def test_a_page_that_cannot_be_is_refused(guest: Guests, before: str) -> None:
    assert guest("Ada").get("/api/matches", 400, before=before)["code"] == "malformed"
