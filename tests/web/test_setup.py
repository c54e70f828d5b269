"""Set up a table: from its poster, and in the waiting room until the match begins; invite, sit down, be ready."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.shortest import SHORTEST
from tests.web.conftest import Visitor
from tests.web.pages import check_accessible
from tests.web.player import Mouse
from tests.web.test_people import PHONE, Visit, button, said, sit_together
from tests.web.words import EN

DAY = 24 * 3600
SHARE = "navigator.share = (what) => { window.shared = what; return Promise.resolve() }"


def row(page: Page, name: str) -> Locator:
    """What the waiting room says about one thing that was chosen."""
    return page.locator("dl > div").filter(has=page.get_by_text(name, exact=True))


def open_room(ada: Visitor, *others: Visitor, seats: int = 3, **order: Any) -> str:
    opened = ada.open("luz", seats=seats, options=SHORTEST["luz"], **order)
    link = f"#/table/{opened['match']}?invite={opened['invite']}"
    for visitor in (ada, *others):
        visitor.go(link)
        expect(button(visitor.page, "room.ready")).to_be_visible()
    return link


def labelled(page: Page, key: str) -> Locator:
    return page.get_by_label(EN[key], exact=True)


# From the poster


@pytest.mark.parametrize("size", [None, PHONE])
def test_every_poster_leads_to_everything_that_can_be_set_up(visit: Visit, size: Any) -> None:
    ada = visit("Ada", **({"viewport": size} if size else {}))
    page = ada.page
    ada.go("")
    links = page.get_by_role("link", name=re.compile(f"^{re.escape(EN['home.set_up'])}"))
    expect(links).to_have_count(7)
    links.filter(has_text=EN["home.set_up"]).first.click()
    labelled(page, "play.seats").select_option("3")
    labelled(page, "play.level").select_option("novice")
    labelled(page, "room.clock").select_option("decision")
    labelled(page, "clock.decision").fill("90")
    labelled(page, "clock.decision").press("Tab")
    labelled(page, "setup.watch").select_option("nobody")
    labelled(page, "setup.grace").fill("5")
    labelled(page, "setup.grace").press("Tab")
    labelled(page, "setup.stand_in").select_option("expert")
    page.get_by_label(EN["play.chat"]).check()
    page.get_by_label(EN["play.public"]).check()
    with page.expect_request(lambda request: request.method == "POST" and request.url.endswith("/api/tables")) as sent:
        button(page, "home.invite").click()
    order = json.loads(sent.value.post_data or "")
    assert order["clock"] == {"kind": "decision", "seconds": 90 * 60, "increment": 0}  # the unit was minutes
    assert (order["seats"], order["watch"], order["grace"], order["stand_in"]) == (3, "nobody", 300, "expert")
    assert order["chat"]
    assert order["public"]
    expect(row(page, EN["room.clock"])).to_contain_text("1 hour, 30 minutes")
    expect(row(page, EN["setup.grace"])).to_contain_text("5 minutes")
    expect(row(page, EN["setup.stand_in"])).to_contain_text(EN["level.expert"])
    expect(row(page, EN["setup.watch"])).to_contain_text(EN["setup.watch_nobody"])
    button(page, "room.fill").click()  # with bots of the level that was chosen
    expect(page.get_by_text(EN["level.novice"])).to_have_count(2)


def test_against_bots_as_set_up(visit: Visit) -> None:
    ada = visit("Ada")
    ada.go("#/play?game=luz")
    labelled(ada.page, "play.seats").select_option("5")
    labelled(ada.page, "room.clock").select_option("days")
    labelled(ada.page, "clock.days").fill("2")
    labelled(ada.page, "clock.days").press("Tab")
    button(ada.page, "home.play").click()
    Mouse(ada.page).wait(lambda _: bool(ada.positions))
    table = next(frame.message for frame in ada.frames if not frame.sent and frame.message["type"] == "table")
    assert (len(table["chairs"]), table["clock"]) == (5, {"kind": "days", "seconds": 2 * DAY})


def test_the_page_of_a_game_is_accessible(visit: Visit) -> None:
    ada = visit("Ada")
    ada.go("#/play?game=mu")
    labelled(ada.page, "room.clock").select_option("bank")
    expect(labelled(ada.page, "clock.increment").first).to_be_visible()
    check_accessible(ada.page)


# In the waiting room


def test_the_host_changes_the_table_and_everybody_sees_it_at_once(visit: Visit) -> None:
    ada, bo = visit("Ada"), visit("Bo", viewport=PHONE)
    open_room(ada, bo)
    expect(button(bo.page, "setup.change")).to_be_hidden()
    expect(row(bo.page, EN["room.clock"])).to_contain_text(EN["clock.none"])
    button(bo.page, "room.ready").click()
    expect(ada.page.get_by_text(EN["room.is_ready"])).to_be_visible()
    button(ada.page, "setup.change").click()
    expect(ada.page.get_by_label(EN["play.seats"], exact=True)).to_be_focused()
    ada.page.get_by_label(EN["play.seats"], exact=True).select_option("4")
    labelled(ada.page, "room.clock").select_option("bank")
    labelled(ada.page, "clock.bank").fill("7")
    labelled(ada.page, "clock.bank").press("Tab")
    ada.page.get_by_label(EN["play.chat"]).check()
    button(ada.page, "setup.save").click()
    expect(button(ada.page, "setup.change")).to_be_focused()
    for visitor in (ada, bo):
        expect(row(visitor.page, EN["room.clock"])).to_contain_text("7 minutes, plus 5 seconds")
        expect(row(visitor.page, EN["room.clock"])).to_contain_text(EN["setup.new"])
        expect(row(visitor.page, EN["play.seats"])).to_contain_text("4")
        expect(row(visitor.page, EN["room.visible"])).not_to_contain_text(EN["setup.new"])
        expect(visitor.page.get_by_role("textbox", name=EN["talk.text"])).to_be_visible()
    told = bo.page.get_by_text(said("news.set_up"))
    expect(told).to_contain_text(EN["room.clock"])
    expect(told).to_contain_text(EN["play.seats"])
    expect(ada.page.get_by_text(EN["room.is_ready"])).to_be_hidden()  # Bo is asked again
    button(ada.page, "room.fill").click()
    for visitor in (ada, bo):
        button(visitor.page, "room.ready").click()
    Mouse(ada.page).wait(lambda _: bool(ada.positions and bo.positions))
    expect(bo.page.get_by_text("7:0").first).to_be_visible()
    expect(told).to_be_hidden()


def test_what_cannot_be_is_refused_in_words(visit: Visit) -> None:
    ada, bo, cem = visit("Ada"), visit("Bo"), visit("Cem")
    open_room(ada, bo, cem, seats=4)
    dora = visit("Dora")
    dora.go(ada.page.url.split("/", maxsplit=3)[3])
    expect(ada.page.get_by_role("main").get_by_text("Dora", exact=True)).to_be_visible()
    button(ada.page, "setup.change").click()
    ada.page.get_by_label(EN["play.seats"], exact=True).select_option("3")
    button(ada.page, "setup.save").click()
    expect(ada.page.get_by_text(EN["refused.too-many-players"])).to_be_visible()
    button(ada.page, "setup.cancel").click()
    expect(row(ada.page, EN["play.seats"])).to_contain_text("4")


def test_the_waiting_room_is_accessible_while_it_is_changed(visit: Visit) -> None:
    ada = visit("Ada")
    open_room(ada, chat=True)
    check_accessible(ada.page)
    button(ada.page, "setup.change").click()
    labelled(ada.page, "room.clock").select_option("bank")
    check_accessible(ada.page)


# Who comes


def test_who_comes_by_a_link_sits_down_and_may_rather_watch(visit: Visit) -> None:
    ada, bo, cem, eve = visit("Ada"), visit("Bo", viewport=PHONE), visit("Cem"), visit("Eve")
    link = open_room(ada, bo, cem)
    host = ada.page.locator("li").filter(has_text="Ada")
    expect(host).to_contain_text(EN["room.host"])
    expect(bo.page.locator("li").filter(has_text="Ada")).to_contain_text(EN["room.host"])
    expect(bo.page.locator("li").filter(has_text="Bo (you)")).not_to_contain_text(EN["room.host"])
    eve.go(link)
    expect(eve.page.get_by_text(EN["room.watching_full"])).to_be_visible()
    expect(ada.page.get_by_text(said("talk.watching", names="Eve"))).to_be_visible()
    button(cem.page, "room.stand_up").click()
    expect(cem.page.get_by_text(EN["room.watching_free"])).to_be_visible()
    cem.page.reload()
    expect(cem.page.get_by_text(EN["room.watching_free"])).to_be_visible()  # who has stood up stays so
    expect(button(ada.page, "room.stand_up")).to_be_hidden()
    button(eve.page, "room.sit").click()
    expect(button(eve.page, "room.ready")).to_be_visible()
    button(bo.page, "room.ready").click()
    expect(ada.page.get_by_text(said("room.waits_for", names="Eve"))).to_be_visible()
    button(eve.page, "room.ready").click()
    expect(ada.page.get_by_text(said("room.waits_for"))).to_be_hidden()


def test_it_says_what_to_do_when_all_are_ready_and_a_seat_is_free(visit: Visit) -> None:
    ada, bo = visit("Ada"), visit("Bo", viewport=PHONE)
    open_room(ada, bo)
    button(ada.page, "room.ready").click()
    expect(ada.page.get_by_text(said("room.needs"))).to_be_visible()
    button(bo.page, "room.ready").click()
    expect(ada.page.get_by_text(EN["room.stuck_host"])).to_be_visible()
    expect(bo.page.get_by_text(said("room.stuck", host="Ada"))).to_be_visible()
    button(ada.page, "room.fill").click()
    Mouse(bo.page).wait(lambda _: bool(bo.positions))


def test_a_link_that_others_can_open(visit: Visit) -> None:
    ada = visit("Ada")
    ada.context.add_init_script(SHARE)
    open_room(ada)
    link = ada.page.get_by_text(re.compile(r"^http\S+invite="))
    expect(link).to_contain_text("127.0.0.1")  # nobody else could open it, and the page says what to do
    expect(ada.page.get_by_text(EN["invite.loopback"])).to_be_visible()
    expect(ada.page.get_by_text("atout serve --host 0.0.0.0")).to_be_visible()

    def at_home(route: Any) -> None:
        route.fulfill(json={**route.fetch().json(), "address": "http://192.168.1.20:8000", "loopback": False})

    ada.page.route("**/api/server", at_home)
    ada.page.reload()
    expect(link).to_contain_text("http://192.168.1.20:8000/#/table/")
    expect(ada.page.get_by_text(EN["invite.loopback"])).to_be_hidden()
    button(ada.page, "invite.share").click()
    shared = ada.page.evaluate("window.shared")
    assert shared["url"] == link.inner_text()
    assert shared["text"] == EN["invite.text"]


# Clocks


def test_a_clock_of_three_days_starts_at_three_days(visit: Visit) -> None:
    ada, bo = visit("Ada"), visit("Bo", viewport=PHONE)
    sit_together(ada, bo, clock={"kind": "days", "seconds": 3 * DAY})
    for visitor in (ada, bo):
        shown = visitor.page.locator(".clock")
        expect(shown.first).to_have_text("3d")
        assert set(shown.all_inner_texts()) == {"3d"}


# Again


def test_a_rematch_has_the_same_bots_in_lists_and_records(visit: Visit) -> None:
    ada = visit("Ada")
    match = ada.open("luz", seats=3, options=SHORTEST["luz"], bots=[None, "novice", "novice"])["match"]
    ada.go(f"#/table/{match}?quick=1")
    Mouse(ada.page).wait(lambda _: bool(ada.positions))
    button(ada.page, "bar.menu").click()
    button(ada.page, "menu.abandon_alone").click()
    button(ada.page, "menu.abandon_alone").click()
    ada.page.get_by_role("dialog").get_by_role("button", name=said("close")).click()
    button(ada.page, "end.rematch").click()
    Mouse(ada.page).wait(lambda _: match not in ada.page.url and bool(ada.positions[-1]["display"]["legal"]))
    again, before = ada.context.request.get("/api/matches").json()
    assert [chair["bot"] for chair in before["chairs"]] == ["", "Bruno", "Carla"]
    assert [chair["bot"] for chair in again["chairs"]] == ["Carla", "", "Bruno"]
    button(ada.page, "bar.menu").click()
    button(ada.page, "menu.abandon_alone").click()
    button(ada.page, "menu.abandon_alone").click()
    expect(ada.page.get_by_role("heading", name=EN["end.abandoned"])).to_be_visible()
    record = ada.context.request.get(f"/api/matches/{again['match']}/record").text()
    assert '"Carla", "Ada", "Bruno"' in record
