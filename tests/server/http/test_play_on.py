"""Playing on from a position of a match that is over: the same cards, or those one could not see dealt anew."""

from collections.abc import Callable, Iterator

import pytest

from tests.server.http.live import Guest, Json, LiveServer, Socket, play_on, seat_players, start

Guests = Callable[..., Guest]


@pytest.fixture(scope="module")
def over(live: LiveServer) -> Iterator[Json]:
    """A match of two deals that is over, as its last table."""
    with seat_players(live, 3, options={"deals": "2"}) as (_, lines):
        start(*lines)
        yield play_on(*lines)


def position(over: Json, who: Guest, seat: int, number: int = 20) -> Json:
    """Return a step of the replay at which the seat decides, from a number of steps on."""
    steps: list[Json] = who.get(f"/api/matches/{over['match']}/replay", seat=seat)["steps"]
    return next(step for step in steps[number:] if seat in step["displays"][0]["owing"])


def go_on(who: Guest, match: str, status: int = 201, **order: object) -> Json:
    return dict(who.post(f"/api/matches/{match}/play_on", status, **order))


def begin(who: Guest, opened: Json) -> Socket:
    line = who.connect(opened["match"])
    line.expect("table")
    start(line)
    return line


def play_out(line: Socket) -> Json:
    """Play against bots until the match is over."""
    while line.table["status"] == "playing":
        if line.table["display"]["legal"]:
            actions = [line.table["display"]["legal"][0]]
            line.follow(line.ask_accepted(type="play", actions=actions, seq=line.table["seq"])["seq"])
        else:
            line.receive()
    return line.table


@pytest.mark.parametrize("anew", [False, True])
@pytest.mark.parametrize("seat", [0, 2])
def test_the_table_looks_as_it_did_to_that_seat(over: Json, guest: Guests, seat: int, anew: bool) -> None:
    fay = guest("Fay")
    then = position(over, fay, seat, 0)  # a bet: a card that is the only one would be played at once
    line = begin(fay, go_on(fay, over["match"], at=then["at"], seat=seat, anew=anew))
    now = line.table
    assert now["you"] == seat
    assert now["played_on_from"] == over["match"]
    for part in ("zones", "facts", "phase", "owing", "scores"):
        assert now["display"][part] == then["displays"][0][part], part
    assert sum(bool(chair.get("bot")) for chair in now["chairs"]) == 2


def test_it_is_played_to_its_end_and_can_be_looked_at(over: Json, guest: Guests) -> None:
    fay = guest("Fay")
    opened = go_on(fay, over["match"], at=position(over, fay, 1)["at"], seat=1)
    assert play_out(begin(fay, opened))["status"] == "over"
    replay = fay.get(f"/api/matches/{opened['match']}/replay")
    assert replay["seat"] == 1
    record = fay.get(f"/api/matches/{opened['match']}/record")
    assert f'played_on_from = "{over["match"]}"' in record
    assert "[fair]" not in record
    again = go_on(fay, opened["match"], at=position(over, fay, 1)["at"], seat=1)
    assert begin(fay, again).table["played_on_from"] == opened["match"]


def test_drawn_cards_can_be_played_on_from_too_but_have_no_record(over: Json, guest: Guests) -> None:
    fay = guest("Fay")
    opened = go_on(fay, over["match"], at=position(over, fay, 0)["at"], seat=0, anew=True)
    assert play_out(begin(fay, opened))["status"] == "over"
    refused = fay.get(f"/api/matches/{opened['match']}/record", 403)
    assert refused["why"] == "drawn-cards-have-no-record"
    then = next(
        step
        for deal in (0, 1)
        for step in fay.get(f"/api/matches/{opened['match']}/replay", seat=0, deal=deal)["steps"]
        if step["displays"][0]["phase"] == "bets" and 0 in step["displays"][0]["owing"]
    )
    again = begin(fay, go_on(fay, opened["match"], at=then["at"], seat=0, anew=True))
    assert again.table["display"]["zones"] == then["displays"][0]["zones"]


def test_what_is_drawn_differs_from_what_was_dealt(over: Json, guest: Guests) -> None:
    """In Luz the own cards are hidden: played to the end, they are others than before."""
    fay = guest("Fay")
    then = position(over, fay, 0, 2)
    ends = []
    for _ in range(3):
        line = begin(fay, go_on(fay, over["match"], at=then["at"], seat=0, anew=True))
        play_out(line)
        replay = fay.get(f"/api/matches/{line.table['match']}/replay", seat=-4)
        ends.append(str([zone for shown in replay["steps"][0]["displays"] for zone in shown["zones"]]))
    assert len(set(ends)) > 1


def test_nobody_plays_on_from_a_match_that_goes_on(live: LiveServer, guest: Guests) -> None:
    with seat_players(live, 3) as (_, lines):
        start(*lines)
        refused = go_on(guest("Fay"), lines[0].table["match"], 403, at=2, seat=0)
    assert refused["why"] == "match-is-not-over"


@pytest.mark.parametrize(
    ("order", "status", "why"),
    [
        ({"at": 100_000, "seat": 0}, 409, "no-such-step"),
        ({"at": 0, "seat": 0}, 409, "nothing-to-decide"),
        ({"at": 20, "seat": 3}, 409, "no-such-seat"),
        ({"at": 20, "seat": 0, "level": "grand master"}, 409, "no-such-level"),
        ({"at": 20}, 400, "bad-request"),
        ({"at": -1, "seat": 0}, 400, "bad-request"),
    ],
)
def test_what_cannot_be_is_refused(over: Json, guest: Guests, order: Json, status: int, why: str) -> None:
    assert go_on(guest("Fay"), over["match"], status, **order)["why"] == why


def test_somebody_is_needed_and_a_match(over: Json, guest: Guests) -> None:
    assert go_on(guest(), over["match"], 401, at=20, seat=0)["why"]
    assert go_on(guest("Fay"), "0" * 32, 404, at=20, seat=0)["why"] == "no-such-match"


def test_seats_and_options_stay_as_the_position_has_them(over: Json, guest: Guests) -> None:
    fay = guest("Fay")
    line = fay.connect(go_on(fay, over["match"], at=position(over, fay, 0)["at"], seat=0)["match"])
    line.expect("table")
    assert line.ask_refused(type="set_up", table={"seats": 4}) == ("stale", "position-is-fixed")
    line.ask_accepted(type="set_up", table={"seats": 3, "options": {"deals": "2"}, "chat": True})
