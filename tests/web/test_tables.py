"""Several people at one table; watchers; lost connections; those who leave and come back."""

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.shortest import SHORTEST
from tests.web.conftest import ServerProcess, Visitor
from tests.web.pages import set_up
from tests.web.player import Mouse, PageTree, play_together
from tests.web.words import EN

LINK = re.compile(r"^http://\S+invite=\w+$")
CARD = re.compile(r"\b[A-Z]\d+\b")
NO_SERVER = re.compile(r"ERR_CONNECTION_(REFUSED|RESET)|WebSocket connection to")
Visit = Callable[..., Visitor]

# What a page says: its attributes, and everything that can be read; drawings say nothing.
ATTRIBUTES = """() => [...document.querySelectorAll('body *')]
  .flatMap((one) => [...one.attributes])
  .filter(({ name }) => /^(data|aria|title|alt|href|id|name|value)/.test(name))
  .map(({ value }) => value)"""
LINES = "() => document.body.innerText.split('\\n')"


def cards(of: Any) -> set[str]:
    return set(CARD.findall(json.dumps(of)))


def hand(visitor: Visitor) -> set[str]:
    """The cards that this player alone can see now."""
    display = visitor.positions[-1]["display"]
    own = ("hand", display["seat"])
    return cards([zone for zone in display["zones"] if (zone["name"], zone.get("seat", -1)) == own])


def come_by_link(visitor: Visitor, link: str, name: str) -> None:
    visitor.page.goto(link)
    visitor.page.get_by_role("textbox", name=EN["enter.name"]).fill(name)
    visitor.page.get_by_role("button", name=EN["enter.go"]).click()


# Two and a watcher


def test_two_browsers_by_invite_link_and_a_watcher_who_sees_nothing_hidden(visit: Visit) -> None:
    ada, bo, watcher = visit(), visit(), visit()
    set_up(ada, "schrecklicht")
    ada.page.get_by_role("button", name=EN["home.invite"]).click()
    ada.page.get_by_role("textbox", name=EN["enter.name"]).fill("Ada")
    ada.page.get_by_role("button", name=EN["enter.go"]).click()
    link = ada.page.get_by_text(LINK).inner_text()
    come_by_link(bo, link, "Bo")
    expect(ada.page.get_by_role("main").get_by_text("Bo", exact=True)).to_be_visible()
    ada.page.get_by_role("button", name=EN["room.fill"]).click()
    expect(ada.page.get_by_text(EN["room.all_here"])).to_be_visible()
    come_by_link(watcher, link, "Willi")
    for player in (ada, bo):
        player.page.get_by_role("button", name=EN["room.ready"]).click()
    words = ada.context.request.get("/api/games/schrecklicht/words/en").json()

    def written() -> list[str]:
        """Return where something of a hand stands at the watcher's."""
        held = hand(ada) | hand(bo)
        names = [f"{words['colours'][card[0]]} {card[1:]}" for card in held]
        attributes, lines = watcher.page.evaluate(ATTRIBUTES), watcher.page.evaluate(LINES)
        told = watcher.page.get_by_role("list", name=EN["log.title"]).all_inner_texts()  # elsewhere stand pawns: blue 3
        spoken = [text for text in [*attributes, *told] if re.search(rf"\b({'|'.join(names)})\b", text)]
        return [*(held & cards([attributes, lines])), *spoken]

    def nothing_hidden_is_written() -> None:
        for _ in range(30):  # a card that is being played may reach the watcher first
            if not written():
                break
            ada.page.wait_for_timeout(100)
        assert written() == []
        own = "\n".join(ada.page.evaluate(ATTRIBUTES) + bo.page.evaluate(ATTRIBUTES))
        names = [f"{words['colours'][card[0]]} {card[1:]}" for card in hand(ada) | hand(bo)]
        assert [name for name in names if not re.search(rf"\b{name}\b", own)] == []  # so they would have been found

    players = Mouse(ada.page), Mouse(bo.page, seed=2)
    players[0].wait(lambda _: all(one.positions for one in (ada, bo, watcher)))
    play_together(*players, meanwhile=nothing_hidden_is_written)
    expect(watcher.page.get_by_role("link", name=EN["end.replay"])).to_be_visible()
    assert len(ada.accepted) > 2
    assert len(bo.accepted) > 2
    assert_sees_only_what_everybody_sees(watcher, ada, bo)


def assert_sees_only_what_everybody_sees(watcher: Visitor, *players: Visitor) -> None:
    """In every message to the watcher there are only cards that are in what each of the players was told by then."""
    seen = {player: {message["seq"]: message for message in player.positions} for player in players}
    playing = [message for message in watcher.positions if message.get("status", "playing") == "playing"]
    assert len(playing) > 10
    for message in playing:
        assert message["display"]["legal"] == []
        for player in players:
            assert message["seq"] in seen[player]
            assert cards(message) <= cards(seen[player][message["seq"]]), (message, seen[player][message["seq"]])
    for frame in watcher.frames:
        if not frame.sent and frame.message["type"] not in ("table", "changed"):
            assert cards(frame.message) == set()


# Connections


def test_reload_and_lost_connection_in_the_middle_of_a_trick(visit: Visit, house: ServerProcess) -> None:
    ada = visit("Ada")
    ada.expected.append(NO_SERVER)
    options = {**SHORTEST["luz"], "auto_forced": "off"}
    match = ada.open("luz", seats=3, options=options, bots=[None, "novice", "novice"])["match"]
    ada.go(f"#/table/{match}?quick=1")
    player = Mouse(ada.page)

    def is_mid_trick(sight: PageTree) -> bool:
        display = ada.positions[-1]["display"]
        laid = any(zone["name"] == "trick" and zone["cards"] for zone in display["zones"])
        return laid and bool(display["legal"]) and player.is_asked(sight)

    player.play(until=is_mid_trick)
    before = ada.positions[-1]
    ada.page.reload()
    player.wait(player.is_asked)
    assert ada.positions[-1]["display"] == before["display"]
    player.play(until=lambda sight: len(ada.accepted) > 5 and is_mid_trick(sight))

    house.kill()
    lost = ada.page.get_by_role("alert").filter(has_text=EN["lost"])
    expect(lost).to_be_visible()
    answered = len(ada.accepted)
    player.step(player.look())  # a card that goes to the server as soon as there is one
    house.start()
    expect(lost).to_be_hidden()
    player.play()
    assert len(ada.accepted) > answered
    player.wait(lambda _: len(ada.accepted) == count_decisions(ada, match, deals=2))

    ids, seqs = zip(*ada.accepted, strict=True)
    assert len(set(ids)) == len(ids)
    assert list(seqs) == sorted(set(seqs))
    assert [frame.message for frame in ada.frames if frame.message["type"] == "refused"] == []


def count_decisions(visitor: Visitor, match: str, deals: int) -> int:
    """How many decisions the record has of the first seat."""
    replays = [visitor.context.request.get(f"/api/matches/{match}/replay?seat=0&deal={deal}") for deal in range(deals)]
    happened = [one for replay in replays for step in replay.json()["steps"] for one in step["happened"]]
    return sum(1 for one in happened if one.get("seat", -1) == 0 and one.get("action"))


# Leaving


def test_who_is_gone_or_has_left_is_replaced_and_returns(visit: Visit) -> None:
    ada, bo = visit("Ada"), visit("Bo")
    opened = ada.open("luz", seats=3, options=SHORTEST["luz"], bots=[None, None, "novice"], grace=1)
    link = f"#/table/{opened['match']}?invite={opened['invite']}"
    for player in (ada, bo):
        player.go(link)
    for player in (ada, bo):
        player.page.get_by_role("button", name=EN["room.ready"]).click()
    mouse = Mouse(ada.page)
    mouse.wait(lambda _: bool(ada.positions and bo.positions))

    def stood_in(sight: PageTree) -> bool:
        return EN["seat.stand_in"] in sight.text

    def plays_with_the_bot() -> None:
        mouse.wait(stood_in)
        count = len(ada.accepted)
        assert stood_in(mouse.play(until=lambda _: len(ada.accepted) > count + 1))

    bo.page.close()
    plays_with_the_bot()
    bo.page = bo.context.new_page()
    bo.go("")
    bo.page.get_by_role("link", name=EN["home.continue"]).click()
    bo.page.get_by_role("button", name=EN["menu.back"]).click()
    mouse.wait(lambda sight: not stood_in(sight))

    bo.page.get_by_role("button", name=EN["bar.menu"]).click()
    bo.page.get_by_role("button", name=EN["menu.leave"]).click()
    bo.page.get_by_role("button", name=EN["menu.leave_yes"]).click()
    expect(bo.page.get_by_role("heading", name=EN["home.headline"])).to_be_visible()
    plays_with_the_bot()
    bo.page.get_by_role("link", name=EN["home.continue"]).click()
    bo.page.get_by_role("button", name=EN["menu.back"]).click()
    mouse.wait(lambda sight: not stood_in(sight))
    played = len(bo.accepted)
    play_together(mouse, Mouse(bo.page, seed=2))
    assert len(bo.accepted) > played
