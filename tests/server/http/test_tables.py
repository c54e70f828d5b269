"""Who comes to a table: by seat, by link, or because it is public; and what watchers are shown."""

from collections.abc import Callable

import pytest
from websockets.exceptions import InvalidStatus

from atout import fair
from tests.server.http.live import Guest, LiveServer, play_on, seat_players, start

Guests = Callable[..., Guest]


def test_a_private_table_is_entered_by_its_link(guest: Guests) -> None:
    ada, bo = guest("Ada"), guest("Bo")
    opened = ada.open()
    assert bo.connect(opened["match"]).wait_closed() == (4403, "not-invited")
    assert bo.connect(opened["match"], "0" * 32).wait_closed() == (4403, "not-invited")
    table = bo.connect(opened["match"], opened["invite"]).receive()
    assert (table["you"], table["host"], table["invite"]) == (-3, False, "")


def test_an_invite_can_be_revoked(guest: Guests) -> None:
    ada, bo, cem = guest("Ada"), guest("Bo"), guest("Cem")
    opened = ada.open()
    sitting = bo.connect(opened["match"], opened["invite"])
    sitting.ask_accepted(type="sit", seat=1)
    new = ada.connect(opened["match"]).ask_accepted(type="invite")["link"]
    assert new != opened["invite"]
    assert cem.connect(opened["match"], opened["invite"]).wait_closed() == (4403, "not-invited")
    assert cem.connect(opened["match"], new).receive()["type"] == "table"
    sitting.expect("table", invite=new)
    sitting.close()
    assert bo.connect(opened["match"]).receive()["you"] == 1  # who sits there needs no link
    assert sitting_cannot_invite(bo, opened["match"])


def sitting_cannot_invite(guest: Guest, match: str) -> bool:
    return guest.connect(match).ask_refused(type="invite") == ("forbidden", "only-the-host")


def test_a_public_table_is_open_to_everybody(guest: Guests) -> None:
    match = guest("Ada").open(public=True)["match"]
    line = guest("Bo").connect(match)
    line.ask_accepted(type="sit", seat=2)
    assert line.expect("table")["you"] == -3
    assert line.expect("table")["you"] == 2


@pytest.mark.parametrize("match", ["0" * 32, "x", "0" * 31, "%00" * 32, "A" * 32, "0" * 5000])
def test_a_table_that_is_not_there(guest: Guests, match: str) -> None:
    assert guest("Ada").connect(match).wait_closed() == (4404, "no-such-table")


def test_nobody_is_asked_to_enter(guest: Guests) -> None:
    match = guest("Ada").open(public=True)["match"]
    assert guest().connect(match).wait_closed() == (4401, "enter-first")


def test_the_protocol_is_named(guest: Guests) -> None:
    ada = guest("Ada")
    assert ada.connect(ada.open()["match"]).socket.subprotocol == "atout.1"


def test_a_connection_without_a_protocol_is_welcome(live: LiveServer, guest: Guests) -> None:
    from websockets.sync.client import connect

    ada = guest("Ada")
    url = f"{live.url.replace('http', 'ws')}/ws/{ada.open()['match']}"
    with connect(url, additional_headers={"Cookie": ada.cookie}) as socket:
        assert socket.subprotocol is None
        assert '"type":"table"' in str(socket.recv(5))


def test_another_browser_cannot_take_or_play_a_seat(live: LiveServer, guest: Guests) -> None:
    with seat_players(live, 3, options={"deals": "2"}) as (_, lines):
        start(*lines)
        table = lines[0].table
        mallory = guest("Ada")  # the same name, another identity
        line = mallory.connect(table["match"], table["invite"])
        shown = line.receive()
        assert shown["you"] == -3
        assert shown["display"]["legal"] == []
        assert line.ask_refused(type="play", actions=["2"], seq=shown["seq"]) == ("forbidden", "not-at-the-table")
        assert line.ask_refused(type="sit", seat=0) == ("forbidden", "seat-is-taken")
        for request in (
            {"type": "leave"},
            {"type": "pause"},
            {"type": "vote"},
            {"type": "take_back"},
            {"type": "back"},
        ):
            assert line.ask_refused(**request)[0] == "forbidden"


def test_two_browsers_of_one_guest_see_the_same_seat(live: LiveServer) -> None:
    with seat_players(live, 3, options={"deals": "2"}) as (people, lines):
        start(*lines)
        second = people[1].connect(lines[0].table["match"])
        assert second.receive()["you"] == 1
        lines[1].ask(type="refresh")
        assert second.table["display"] == lines[1].table["display"]


@pytest.mark.parametrize(("watch", "sees"), [("closed", True), ("nobody", False)])
def test_watchers_see_nothing_hidden_or_nothing_at_all(live: LiveServer, guest: Guests, watch: str, sees: bool) -> None:
    with seat_players(live, 3, public=True, watch=watch, options={"deals": "2"}) as (_, lines):
        watcher = guest("Dora").connect(lines[0].receive()["match"])
        assert watcher.receive()["display"] is None
        start(*lines)
        watcher.expect("table", status="playing")
        if sees:
            hands = [zone for zone in watcher.table["display"]["zones"] if zone["name"] == "hand"]
            assert hands
            assert not any(card.get("action") for zone in hands for card in zone["cards"])
            assert watcher.table["display"]["legal"] == []
        else:
            assert watcher.table["display"] is None
            line = guest("Eli").connect(lines[0].table["match"])
            assert line.wait_closed() == (4403, "not-invited")
        play_on(*lines)
        watcher.expect("table", status="over")
        assert watcher.table["fairness"]["secret"]


def test_who_was_removed_does_not_come_back(guest: Guests) -> None:
    ada, bo = guest("Ada"), guest("Bo")
    opened = ada.open(public=True)
    host, line = ada.connect(opened["match"]), bo.connect(opened["match"])
    line.ask_accepted(type="sit", seat=1)
    host.ask_accepted(type="remove", seat=1)
    assert line.ask_refused(type="sit", seat=1)[0] == "forbidden"


def test_too_many_connections_of_one_guest(live: LiveServer, guest: Guests, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live.state.limits, "sockets", 2)
    ada = guest("Ada")
    match = ada.open()["match"]
    first, second = ada.connect(match), ada.connect(match)
    assert (first.receive()["type"], second.receive()["type"]) == ("table", "table")
    assert ada.connect(match).wait_closed() == (4429, "too-many-connections")
    first.close()
    second.expect("presence")
    assert ada.connect(match).receive()["type"] == "table"


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "", "https://127.0.0.1", "http://["])
def test_pages_of_others_cannot_connect(guest: Guests, origin: str) -> None:
    ada = guest("Ada")
    match = ada.open()["match"]
    ada.headers["Origin"] = origin
    with pytest.raises(InvalidStatus) as refused:
        ada.connect(match)
    assert refused.value.response.status_code == 403
    assert b"wrong-origin" in (refused.value.response.body or b"")


def test_the_own_page_can_connect(live: LiveServer, guest: Guests) -> None:
    ada = guest("Ada")
    ada.headers["Origin"] = live.url
    assert ada.connect(ada.open()["match"]).receive()["type"] == "table"


def test_a_request_sent_again_is_answered_with_the_same_number(guest: Guests) -> None:
    """The last reveal leads to several events: it is answered with the first of them, whenever it is sent."""
    ada = guest("Ada")
    line = ada.connect(ada.open(bots=[None, "casual", "novice"])["match"])
    match, contribution = line.expect("table")["match"], "ad" * 32
    before = line.ask_accepted(type="ready", commitment=fair.commitment(match, contribution))
    reveal = {"type": "reveal", "id": "once", "bytes": contribution}
    first = line.ask_accepted(**reveal)
    line.wait_until(lambda message: message.get("status") == "playing")
    assert first["seq"] > before["seq"]
    assert line.table["seq"] > first["seq"] + 1
    assert line.ask_accepted(**reveal)["seq"] == first["seq"]
    line.close()
    assert ada.connect(match).ask_accepted(**reveal)["seq"] == first["seq"]
