"""Nobody is played for behind their back: what people see who were away, vote, adjourn, remove or lose a cable."""

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from tests.shortest import SHORTEST
from tests.web.conftest import Visitor
from tests.web.player import Mouse
from tests.web.words import EN

Visit = Callable[..., Visitor]
NO_TIPS = "try { localStorage.setItem('atout.settings', '{\"tips\":false}') } catch {}"  # not on an empty page
PHONE = {"width": 390, "height": 844}


def said(key: str, **values: str) -> re.Pattern[str]:
    """Return a text with some of its values, and anything in place of the others."""
    text = re.escape(EN[key])
    for name, value in values.items():
        text = text.replace(rf"\{{{name}\}}", re.escape(value))
    return re.compile(re.sub(r"\\\{\w+\\\}", ".+", text))


def button(page: Page, key: str, **values: str) -> Locator:
    return page.get_by_role("button", name=said(key, **values))


def sit_together(ada: Visitor, bo: Visitor, game: str = "luz", **order: Any) -> str:
    """Let two begin a match with bots on the other seats; return its link."""
    seats = order.pop("seats", 3)
    bots = [None, None, *["novice"] * (seats - 2)]
    opened = ada.open(game, seats=seats, options=SHORTEST[game], bots=bots, **order)
    link = f"#/table/{opened['match']}?invite={opened['invite']}"
    for player in (ada, bo):
        player.go(link)
    for player in (ada, bo):
        button(player.page, "room.ready").click()
    Mouse(ada.page).wait(lambda _: bool(ada.positions and bo.positions))
    return link


def play_alone(ada: Visitor, game: str = "luz", seats: int = 3, **order: Any) -> str:
    bots = [None, *["novice"] * (seats - 1)]
    match: str = ada.open(game, seats=seats, options=SHORTEST[game], bots=bots, **order)["match"]
    ada.go(f"#/table/{match}?quick=1")
    return match


# Away


def test_alone_against_bots_the_match_waits(visit: Visit) -> None:
    ada = visit("Ada", viewport=PHONE)
    match = play_alone(ada, grace=1)
    Mouse(ada.page).wait(Mouse(ada.page).is_asked)
    before = ada.positions[-1]["display"]
    ada.page.close()
    watcher = visit()
    watcher.page.wait_for_timeout(6000)  # what a stand-in with a grace time of a second would have needed
    ada.page = ada.context.new_page()
    ada.go(f"#/table/{match}")
    Mouse(ada.page).wait(Mouse(ada.page).is_asked)
    assert ada.positions[-1]["display"] == before
    expect(button(ada.page, "menu.back")).to_be_hidden()


def test_who_was_away_is_told_what_was_played_and_takes_the_seat_back(visit: Visit) -> None:
    ada, bo = visit("Ada", viewport=PHONE), visit("Bo")
    link = sit_together(ada, bo, grace=1)
    ada.page.close()
    expect(bo.page.get_by_text(EN["seat.stand_in"]).first).to_be_visible()
    player = Mouse(bo.page)
    player.wait(player.is_asked)
    ada.page = ada.context.new_page()
    ada.go(link)
    expect(ada.page.get_by_role("heading", name=EN["instead.gone"])).to_be_visible()
    player.play(until=lambda _: len(bo.accepted) > 1)
    expect(ada.page.get_by_text(said("instead.played"))).to_be_visible()
    expect(ada.page.get_by_text(EN["prompt.stand_in"]).first).to_be_visible()
    button(ada.page, "menu.back").click()
    expect(button(ada.page, "menu.back")).to_be_hidden()
    expect(ada.page.get_by_text(EN["prompt.stand_in"])).to_be_hidden()


def test_who_runs_out_of_time_is_told_and_asked_nothing(visit: Visit) -> None:
    ada, bo = visit("Ada"), visit("Bo")
    sit_together(ada, bo, clock={"kind": "decision", "seconds": 6})
    told = ada.page.get_by_role("heading", name=EN["instead.clock"])
    expect(told).to_be_visible()
    assert EN["title.turn"].split("·", maxsplit=1)[0].strip() not in ada.page.title()
    expect(ada.page.get_by_text(EN["prompt.stand_in"]).first).to_be_visible()
    button(ada.page, "menu.back").click()
    expect(told).to_be_hidden()


# What several are asked at once


def test_the_window_of_a_cry(visit: Visit) -> None:
    ada = visit("Ada")
    play_alone(ada, "meinz", 4)
    player = Mouse(ada.page)
    player.play(until=lambda _: bool(ada.positions[-1]["display"]["polled"]))
    assert ada.positions[-1]["display"]["until"] == 0
    expect(ada.page.get_by_role("timer")).to_be_hidden()

    bo, cem = visit("Bo"), visit("Cem")
    for visitor in (bo, cem):
        visitor.page.add_init_script(NO_TIPS)
    sit_together(bo, cem, "meinz", seats=4)
    players = Mouse(bo.page), Mouse(cem.page, seed=2)
    seconds = bo.page.get_by_role("timer")
    for _ in range(200):
        if bo.positions[-1]["display"]["polled"].count(0) and seconds.is_visible():
            break
        for one in players:
            sight = one.look()
            if one.is_asked(sight) and one.pressable_nodes(sight) and not bo.positions[-1]["display"]["polled"]:
                one.step(sight)
        bo.page.wait_for_timeout(50)
    expect(seconds.first).to_have_text(said("prompt.seconds"))
    expect(bo.page.get_by_text(EN["news.window"])).to_be_visible()


# Take-backs


def test_a_decision_is_taken_back_only_where_that_is_offered(visit: Visit) -> None:
    ada = visit("Ada")
    play_alone(ada, "njet", 4)
    player = Mouse(ada.page)
    take_back = ada.page.get_by_role("button", name=EN["menu.take_back"])
    player.wait(player.is_asked)
    expect(take_back).to_be_hidden()
    while not take_back.is_visible():
        player.step(player.wait(player.is_asked))
        ada.page.wait_for_timeout(300)
        assert len(ada.accepted) < 3, "a choice that shows no card could not be taken back"
    take_back.click()
    expect(ada.page.get_by_text(said("log.took_back")).first).to_be_visible()
    bo = visit("Bo")
    play_alone(bo)
    Mouse(bo.page).play(until=lambda _: len(bo.accepted) > 1)  # a bet and a card, whose value was hidden
    button(bo.page, "bar.menu").click()
    expect(bo.page.get_by_role("button", name=EN["menu.take_back"])).to_be_hidden()


# Adjourned, given up, removed


def test_an_adjourned_match_waits_for_all(visit: Visit) -> None:
    ada, bo = visit("Ada"), visit("Bo", viewport=PHONE)
    link = sit_together(ada, bo)
    button(bo.page, "bar.menu").click()
    button(bo.page, "menu.adjourn").click()
    expect(ada.page.get_by_text(said("paused.adjourned", name="Bo"))).to_be_visible()
    bo.page.close()
    expect(ada.page.get_by_text(said("paused.missing", names="Bo"))).to_be_visible()
    ada.page.wait_for_timeout(4000)  # until the log says that Bo is gone
    button(ada.page, "menu.resume").click()
    expect(ada.page.get_by_text(said("paused.you_agreed", names="Bo"))).to_be_visible()
    bo.page = bo.context.new_page()
    bo.go(link)
    button(bo.page, "menu.resume").click()
    expect(ada.page.get_by_text(said("paused.adjourned", name="Bo"))).to_be_hidden()


def test_votes_ask_first_and_show_who_has_voted(visit: Visit) -> None:
    ada, bo = visit("Ada"), visit("Bo")
    sit_together(ada, bo)
    button(ada.page, "bar.menu").click()
    button(ada.page, "menu.abandon").click()
    expect(ada.page.get_by_text(EN["vote.sure"])).to_be_visible()
    expect(bo.page.get_by_text(said("vote.who"))).to_be_hidden()
    button(ada.page, "menu.abandon").click()
    expect(bo.page.get_by_text(said("vote.who", names="Ada"))).to_be_visible()
    expect(bo.page.get_by_text(said("vote.undecided", names="Bo"))).to_be_visible()
    button(bo.page, "vote.too").click()
    expect(ada.page.get_by_role("heading", name=EN["end.abandoned"])).to_be_visible()


def test_who_is_removed_is_told_and_a_watcher_takes_the_seat(visit: Visit) -> None:
    ada, bo, cem = visit("Ada"), visit("Bo"), visit("Cem", viewport=PHONE)
    link = sit_together(ada, bo)
    cem.go(link)
    expect(cem.page.get_by_role("main")).to_be_visible()
    button(ada.page, "bar.menu").click()
    button(ada.page, "menu.remove", name="Bo").click()
    expect(ada.page.get_by_text(said("remove.sure", name="Bo"))).to_be_visible()
    button(ada.page, "menu.remove", name="Bo").click()
    expect(bo.page.get_by_text(EN["refused.removed-by-the-host"]).first).to_be_visible()
    expect(cem.page.get_by_text(said("news.removed", name="Bo"))).to_be_visible()
    expect(button(bo.page, "seat.take")).to_be_hidden()
    button(cem.page, "seat.take", name="Bo").click()
    expect(button(cem.page, "seat.take")).to_be_hidden()
    assert cem.positions[-1]["display"]["seat"] == 1


def test_the_host_who_leaves_passes_it_on_and_an_empty_room_closes(visit: Visit) -> None:
    ada, bo = visit("Ada"), visit("Bo")
    opened = ada.open("luz", seats=3, options=SHORTEST["luz"])
    link = f"#/table/{opened['match']}?invite={opened['invite']}"
    for player in (ada, bo):
        player.go(link)
    expect(ada.page.get_by_role("main").get_by_text("Bo", exact=True)).to_be_visible()
    for player, told in ((ada, True), (bo, False)):
        button(player.page, "bar.menu").click()
        button(player.page, "menu.leave").click()
        button(player.page, "menu.leave_yes").click()
        if told:
            expect(bo.page.get_by_text(EN["news.host"])).to_be_visible()
            expect(button(bo.page, "room.fill")).to_be_visible()
    bo.go(link)
    expect(bo.page.get_by_role("heading", name=EN["ended.closed"])).to_be_visible()


# Play again


def test_a_rematch_against_bots_begins_at_once_with_the_same_bots(visit: Visit) -> None:
    ada = visit("Ada")
    match = play_alone(ada)
    expect(ada.page.get_by_text("Bruno").first).to_be_visible()
    button(ada.page, "bar.menu").click()
    button(ada.page, "menu.abandon_alone").click()
    expect(ada.page.get_by_text(EN["vote.sure_alone"])).to_be_visible()
    button(ada.page, "menu.abandon_alone").click()
    ada.page.get_by_role("dialog").get_by_role("button", name=said("close")).click()
    button(ada.page, "end.rematch").click()
    player = Mouse(ada.page)
    player.wait(
        lambda _: bool(ada.positions) and match not in ada.page.url and ada.positions[-1]["display"]["legal"] != []
    )
    for name in ("Bruno", "Carla"):
        expect(ada.page.get_by_text(name).first).to_be_visible()
    expect(ada.page.get_by_text("Anouk")).to_be_hidden()
    record = ada.context.request.get(f"/api/matches/{match}/record").text()
    assert '"Bruno", "Carla"' in record


# A cable is pulled


def test_a_dead_connection_is_noticed_and_a_card_pressed_meanwhile_arrives_once(visit: Visit) -> None:
    ada = visit("Ada")
    dead = [False]
    asked: list[dict[str, Any]] = []
    accepted: list[int] = []

    def relay(socket: WebSocketRoute) -> None:
        if dead[0]:
            return  # it opens, and nothing comes
        server = socket.connect_to_server()

        def out(message: str | bytes) -> None:
            if not dead[0]:
                asked.append(json.loads(message))
                server.send(message)

        def back(message: str | bytes) -> None:
            if not dead[0]:
                told = json.loads(message)
                accepted.extend([told["re"]] if told["type"] == "accepted" else [])
                socket.send(message)

        socket.on_message(out)
        server.on_message(back)

    ada.page.route_web_socket(re.compile("/ws/"), relay)
    play_alone(ada)
    player = Mouse(ada.page)
    player.wait(player.is_asked)
    dead[0] = True
    player.step(player.look())
    if not ada.page.get_by_text(EN["lost.sent"]).is_visible():
        player.step(player.look())  # the bet is confirmed
    lost = ada.page.get_by_role("alert").filter(has_text=EN["lost"])
    expect(lost).to_be_visible()
    expect(lost).to_contain_text(EN["lost.sent"])
    dead[0] = False
    expect(lost).to_be_hidden()
    player.wait(lambda sight: any(one["type"] == "play" and one["re"] in accepted for one in asked))
    plays = [one for one in asked if one["type"] == "play"]
    assert len({one["id"] for one in plays}) == len(plays) == 1
