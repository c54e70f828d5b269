"""Replays and records: everything after the match, nothing before it but finished deals where a table says so."""

import asyncio
import random
import threading
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from msgspec import Struct

from atout import Match, fair, load, names, record, shuffler
from atout.match import DealStep
from atout.server.core.replays import OPEN_VIEW, PastMatch, deals_of, replay_of
from atout.server.core.table import Table
from atout.server.http import identities
from atout.server.http.middleware import Refused
from atout.server.http.replay_cache import MOST_WAITING, AnswerCache
from atout.server.limits import Limit
from tests.server.http.live import Guest, Json, LiveServer, abandon, play_on, seat_players, start

Guests = Callable[..., Guest]


def hands(display: Json, seat: int) -> list[Json]:
    return [
        card
        for zone in display["zones"]
        if zone["name"] == "hand" and zone.get("seat") == seat
        for card in zone["cards"]
    ]


@pytest.fixture(scope="module")
def over(live: LiveServer) -> Iterator[Json]:
    """A match of two deals that is over, as its last table."""
    with seat_players(live, 3, options={"deals": "2"}) as (_, lines):
        start(*lines)
        yield play_on(*lines)


def test_a_finished_match_is_there_for_whoever_knows_its_id(over: Json, guest: Guests) -> None:
    nobody = guest()
    first = nobody.get(f"/api/matches/{over['match']}/replay")
    assert (first["seat"], first["deal"], first["deals"], first["status"]) == (-3, 0, 2, "over")
    assert first["names"] == ["Ada", "Bo", "Cem"]
    assert first["scores"] == over["display"]["scores"]
    assert first["places"] == over["places"]
    assert first["lines"] == over["lines"]
    assert first["steps"][0]["happened"] == []
    assert all(len(step["displays"]) == 1 for step in first["steps"])
    assert first["you"] == -1
    second = nobody.get(f"/api/matches/{over['match']}/replay", deal=1)
    assert second["steps"][0]["displays"][0]["scores"] == first["steps"][-1]["displays"][0]["scores"]
    assert second["steps"][-1]["displays"][0]["scores"] == over["display"]["scores"]


def test_without_a_seat_it_opens_at_the_own_one(over: Json, live: LiveServer, guest: Guests) -> None:
    path = f"/api/matches/{over['match']}/replay"
    table = live.registry.rooms[over["match"]].table
    for seat, chair in enumerate(table.chairs):
        player = guest()
        player.http.cookies.set("atout", identities.sign(live.state.secret, chair.identity))
        assert (player.get(path)["seat"], player.get(path)["you"]) == (seat, seat)
        other = (seat + 1) % 3
        assert (player.get(path, seat=other)["seat"], player.get(path, seat=other)["you"]) == (other, seat)
    stranger = guest("Dora").get(path)
    assert (stranger["seat"], stranger["you"]) == (-3, -1)


@pytest.mark.parametrize("seat", [0, -3, -4])
def test_the_end_of_a_deal_is_a_step_of_its_own_after_the_last_trick(over: Json, guest: Guests, seat: int) -> None:
    for deal in (0, 1):
        steps = guest().get(f"/api/matches/{over['match']}/replay", seat=seat, deal=deal)["steps"]
        assert [step["ended"] is not None for step in steps[-2:]] == [False, True]
        assert not any(step["ended"] for step in steps[:-1])
        for step in steps[-2:]:
            for display in step["displays"]:
                zones = {zone["name"]: zone["cards"] for zone in display["zones"] if zone.get("seat", -1) < 0}
                assert len(zones["last_trick"]) == 3
        assert steps[-2]["happened"][-1]["key"] == "trick"
        assert steps[-2]["happened"][-1]["why"]["key"]
        results = steps[-1]["ended"]["results"]
        lines = [line for line in over["lines"] if line.get("deal") == deal + 1]
        assert [result["points"] for result in results] == [
            sum(line["points"] for line in lines if line["seat"] == who) for who in range(3)
        ]
        if deal:
            assert [result["total"] for result in results] == over["display"]["scores"]


def test_a_seat_is_shown_what_it_saw(over: Json, guest: Guests) -> None:
    for seat in range(3):
        found = guest().get(f"/api/matches/{over['match']}/replay", seat=seat)
        dealt = found["steps"][2]["displays"][0]
        assert (dealt["seat"], found["seat"]) == (seat, seat)
        others = [hands(dealt, other) for other in range(3) if other != seat]
        assert all(others)  # in Luz everybody sees the cards of the others, but not their own


def test_open_means_that_all_seats_are_shown_together(over: Json, guest: Guests) -> None:
    found = guest().get(f"/api/matches/{over['match']}/replay", seat=-4)
    assert all([display["seat"] for display in step["displays"]] == [0, 1, 2] for step in found["steps"])
    keys = [what["key"] for step in found["steps"] for what in step["happened"]]
    assert "has_chosen" not in keys


@pytest.mark.parametrize(
    ("query", "status", "why"),
    [
        ({"seat": 3}, 404, "no-such-seat"),
        ({"seat": -1}, 404, "no-such-seat"),
        ({"seat": -2}, 404, "no-such-seat"),
        ({"deal": 2}, 404, "no-such-deal"),
        ({"seat": -5}, 400, "bad-request"),
        ({"seat": 8}, 400, "bad-request"),
        ({"deal": -1}, 400, "bad-request"),
        ({"deal": 10**30}, 400, "bad-request"),
        ({"seat": "x"}, 400, "bad-request"),
    ],
)
def test_what_cannot_be_replayed(over: Json, guest: Guests, query: Json, status: int, why: str) -> None:
    assert guest().get(f"/api/matches/{over['match']}/replay", status, **query)["why"] == why


@pytest.mark.parametrize("match", ["0" * 32, "x", "../me", "%00", "0" * 3000])
@pytest.mark.parametrize("what", ["replay", "record"])
def test_a_match_that_is_not_there(guest: Guests, match: str, what: str) -> None:
    assert guest().http.get(f"/api/matches/{match}/{what}").status_code == 404


def test_a_table_where_nothing_was_played_has_no_replay(guest: Guests) -> None:
    ada = guest("Ada")
    match = ada.open()["match"]
    for what in ("replay", "record"):
        assert ada.get(f"/api/matches/{match}/{what}", 404)["why"] == "no-such-match"


def test_the_record_replays_and_proves_its_deals(over: Json, guest: Guests) -> None:
    answer = guest().http.get(f"/api/matches/{over['match']}/record")
    assert answer.headers["content-type"].startswith("application/toml")
    assert answer.headers["content-disposition"] == f'attachment; filename="luz-{over["match"][:8]}.toml"'
    found = record.loads(answer.text)
    assert found.seats == ("Ada", "Bo", "Cem")
    assert record.replay(found).scores() == over["display"]["scores"]
    assert fair.verify(found).level == fair.CONSISTENT


def test_nothing_is_shown_before_the_end_not_even_after_a_deal(live: LiveServer, guest: Guests) -> None:
    with seat_players(live, 3, public=True, options={"deals": "2"}) as (people, lines):
        start(*lines)
        match = lines[0].table["match"]
        play_on(*lines, until=lambda table: any(table["display"]["scores"]))
        assert any(lines[0].table["display"]["scores"])
        for somebody in (*people, guest("Dora"), guest()):
            for path in ("record", "replay", "replay?seat=0", "replay?seat=-4"):
                assert somebody.get(f"/api/matches/{match}/{path}", 403)["why"] == "match-is-not-over"


def test_an_abandoned_match_is_open_too(live: LiveServer, guest: Guests) -> None:
    with seat_players(live, 3, options={"deals": "2"}) as (_, lines):
        abandon(*lines)
        found = record.loads(guest().get(f"/api/matches/{lines[0].table['match']}/record"))
        assert fair.verify(found).level == fair.CONSISTENT
        shown = guest().get(f"/api/matches/{lines[0].table['match']}/replay", seat=-4)
        assert (shown["status"], shown["places"]) == ("abandoned", [])


@pytest.mark.parametrize("public", [True, False])
def test_watchers_may_see_finished_deals_where_the_table_says_so(live: LiveServer, guest: Guests, public: bool) -> None:
    with seat_players(live, 2, game="njet", public=public, watch="finished_deals") as (people, lines):
        start(*lines)
        path = f"/api/matches/{lines[0].table['match']}/replay"
        watcher = guest("Dora")
        assert watcher.get(path, 403, seat=-4)["why"] == "match-is-not-over"
        play_on(*lines, until=lambda table: any(line["points"] for line in table["lines"]) or dealt_twice(live, table))
        for _ in range(3):  # into the second deal
            play_on(lines[0], lines[1], until=once())
        for player in people:
            assert player.get(path, 403, seat=-4)["why"] == "match-is-not-over"
        assert guest().get(path, 403, seat=-4)["why"] == "match-is-not-over"
        if not public:
            assert watcher.get(path, 403, seat=-4)["why"] == "match-is-not-over"
            return
        found = watcher.get(path, seat=-4)
        assert (found["deals"], found["status"], found["places"]) == (1, "playing", [])
        assert watcher.get(path, 404, seat=-4, deal=1)["why"] == "no-such-deal"
        assert watcher.get(path.replace("replay", "record"), 403)["why"] == "match-is-not-over"


def dealt_twice(live: LiveServer, table: Json) -> bool:
    match = live.registry.rooms[table["match"]].table.match
    assert match is not None
    steps = match.steps
    return any(isinstance(step, DealStep) and not isinstance(before, DealStep) for before, step in pairwise(steps))


def once() -> Callable[[Json], bool]:
    """Stop after one decision."""
    asked: list[int] = []

    def stop(_: Json) -> bool:
        asked.append(1)
        return len(asked) > 1

    return stop


def test_a_bot_is_called_as_at_the_table(live: LiveServer) -> None:
    with live.guest("Bruno") as bruno:
        opened = bruno.open(seats=3, bots=[None, "novice", "novice"])
        line = bruno.connect(opened["match"])
        start(line)
        line.ask_accepted(type="vote", abandon=True)
        found = bruno.get(f"/api/matches/{opened['match']}/replay")
        assert found["names"] == ["Bruno", "Bruno 2", "Carla"]


# Any game, without a server


def play_match(name: str, seats: int, decisions: int, seed: int = 1) -> Match:
    match = Match(load(name), seats, shuffle=shuffler(seed))
    rng = random.Random(seed)
    while decisions and not match.over:
        match.play(match.turn, rng.choice(match.legal(match.turn)))
        decisions -= 1
    return match


@pytest.mark.parametrize("name", names())
def test_finished_deals_end_where_all_cards_are_dealt_anew(name: str) -> None:
    seats = load(name).seat_counts[0]
    for decisions in (0, 30, 200, 100_000):
        match = play_match(name, seats, decisions)
        finished = PastMatch.from_match(match).finished_deals()
        if finished is None:
            assert name == "loop" or not any(match.scores()) or decisions < 200
            continue
        rest = match.steps[len(finished.steps) :]
        assert isinstance(rest[0], DealStep)
        assert name != "loop"
        assert finished.steps == tuple(match.steps[: len(finished.steps)])


def as_client_sees(found: Struct | None) -> Any:
    """Return something as a client gets it."""
    return msgspec.json.decode(msgspec.json.encode(found))


@pytest.mark.parametrize("name", names())
def test_the_deals_of_a_replay_are_the_whole_match(name: str) -> None:
    match = play_match(name, load(name).seat_counts[0], 100_000)
    past = PastMatch.from_match(match)
    parts = deals_of(past)
    assert [begin for begin, _ in parts] == [0, *(end for _, end in parts[:-1])]
    assert parts[-1][1] == len(match.steps)
    assert len(parts) >= 2
    table = Table("0" * 32)
    for seat in (0, -3, OPEN_VIEW):
        for deal in (0, len(parts) - 1):
            found = replay_of(table, past, ["?"] * match.seats, seat, deal)
            assert found is not None
            begin, end = parts[deal]
            ended = [step.ended is not None for step in found.steps]
            assert len(found.steps) == end - begin + 1 + sum(ended)
            assert not any(ended[:-1])
            assert ended[-1] or (name, deal) == ("was_sticht", 0)  # where contracts are chosen
            assert found.scores == match.scores()
            assert deal == 0 or as_client_sees(found)["steps"][-1]["displays"][0]["scores"] == match.scores()
    assert replay_of(table, past, [], 0, len(parts)) is None


@pytest.mark.parametrize("name", names())
def test_a_replay_shows_a_seat_nothing_but_its_views(name: str) -> None:
    match = play_match(name, load(name).seat_counts[0], 60)
    shown = as_client_sees(replay_of(Table("0" * 32), PastMatch.from_match(match), ["?"] * match.seats, 0, 0))
    again = Match(match.game, match.seats, match.options)
    for step, told in zip(match.steps, [one for one in shown["steps"][1:] if not one["ended"]], strict=False):
        before = again.state.past
        again.take(step)
        view = again.view(0)
        display = (view.ended() if again.state.past is not before else None) or view.display()
        assert [[card.text for card in zone.cards] for zone in display.zones] == [
            [card["text"] for card in zone["cards"]] for zone in told["displays"][0]["zones"]
        ]


def test_a_long_match_opens_quickly() -> None:
    match = max(
        (play_match(name, max(load(name).seat_counts), 100_000) for name in ("loop", "mu")), key=lambda m: len(m.steps)
    )
    assert len(match.steps) > 800
    past = PastMatch.from_match(match)
    begun = time.process_time()
    assert replay_of(Table("0" * 32), past, ["?"] * match.seats, -3, 0) is not None
    assert time.process_time() - begun < 2.0  # interpreted, on a slow machine


# Many who ask


def test_what_was_asked_for_is_kept_and_the_rest_is_limited(
    over: Json, live: LiveServer, guest: Guests, monkeypatch: Any
) -> None:
    made: list[int] = []
    make = replay_of

    def counted(*arguments: Any) -> Any:
        made.append(arguments[3])
        return make(*arguments)

    monkeypatch.setattr("atout.server.core.replays.replay_of", counted)
    monkeypatch.setattr(live.state.limits, "replays", Limit(2, 0.01))
    path = f"/api/matches/{over['match']}/replay"
    nobody = guest()
    live.state.shelf._kept.clear()
    first = nobody.get(path, seat=0)
    assert [nobody.get(path, seat=0) for _ in range(20)] == [first] * 20
    assert made == [0]
    nobody.get(path, seat=1)
    assert nobody.get(path, 429, seat=2)["why"] == "too-many-requests"
    assert nobody.get(path, seat=1)["seat"] == 1
    assert made == [0, 1]
    other = live.guest("Bo", X_Forwarded_For="192.0.2.1")
    assert other.get(path, seat=0) == first
    other.close()


def test_a_new_name_is_in_the_next_replay(live: LiveServer) -> None:
    with seat_players(live, 3, options={"deals": "2"}) as (people, lines):
        start(*lines)
        match = play_on(*lines)["match"]
        assert people[0].get(f"/api/matches/{match}/replay")["names"] == ["Ada", "Bo", "Cem"]
        people[0].enter("Ida")
        assert people[0].get(f"/api/matches/{match}/replay")["names"] == ["Ida", "Bo", "Cem"]
        assert '"Ida"' in people[0].get(f"/api/matches/{match}/record")


def test_a_shelf_makes_one_at_a_time_shares_and_forgets() -> None:
    async def main() -> None:
        shelf, made = AnswerCache(largest=25), list[str]()

        def admit() -> None:
            pass

        def refuse() -> None:
            raise Refused(429, "limited", "too-many-requests")

        def make(name: str) -> Callable[[], bytes]:
            def work() -> bytes:
                made.append(name)
                return b"x" * 10

            return work

        assert len(set(await asyncio.gather(*(shelf.answer("a", make("a"), admit) for _ in range(9))))) == 1
        assert made == ["a"]
        await shelf.answer("b", make("b"), admit)
        await shelf.answer("a", make("a"), refuse)
        await shelf.answer("c", make("c"), admit)  # "b" was asked for longest ago
        assert (made, shelf.size) == (["a", "b", "c"], 20)
        with pytest.raises(Refused):
            await shelf.answer("b", make("b"), refuse)
        assert await shelf.answer("none", lambda: b"", admit) == b""
        assert shelf.size == 20
        gate = threading.Event()
        waiting = [
            asyncio.ensure_future(shelf.answer(k, lambda: bytes(gate.wait()), admit)) for k in range(MOST_WAITING)
        ]
        await asyncio.sleep(0)
        with pytest.raises(Refused):
            await shelf.answer("late", make("late"), admit)
        assert await shelf.answer("a", make("a"), refuse) == b"x" * 10
        gate.set()
        await asyncio.gather(*waiting)
        shelf.close()

    asyncio.run(main())
