"""Home and My matches: what others do is seen without a reload, and nothing is asked for more often than needed."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Request, expect

from tests.shortest import SHORTEST
from tests.web.conftest import Visitor
from tests.web.pages import check_accessible, open_from_home
from tests.web.test_people import button, play_alone, sit_together
from tests.web.words import EN

Visit = Callable[..., Visitor]
PHONES = ({"width": 390, "height": 844}, {"width": 320, "height": 640})


def tables(page: Page) -> Locator:
    return page.get_by_role("region", name=EN["home.tables"]).get_by_role("listitem")


def friends(page: Page) -> Locator:
    return page.get_by_role("region", name=EN["friends.title"]).get_by_role("listitem")


def count_requests(page: Page, path: str) -> list[str]:
    """Return a list that grows with every request for something."""
    asked: list[str] = []

    def note(request: Request) -> None:
        if re.search(rf"/api/{path}(\?|$)", request.url):
            asked.append(request.url)

    page.on("request", note)
    return asked


# Public tables


@pytest.mark.parametrize("phone", PHONES, ids=lambda phone: str(phone["width"]))
def test_public_tables_come_change_and_go_by_themselves(visit: Visit, phone: dict[str, int]) -> None:
    ada, bo, cem = visit("Ada"), visit("Bo", viewport=phone), visit("Cem")
    bo.go("")
    expect(bo.page.get_by_role("heading", level=1)).to_be_visible()
    expect(tables(bo.page).filter(has_text="Ada")).to_have_count(0)
    opened = ada.open(
        "luz",
        seats=4,
        public=True,
        options={"history": "open"},
        bots=[None, "novice", None, None],
        clock={"kind": "days", "seconds": 259_200},
    )
    shown = tables(bo.page).filter(has_text="Ada")
    expect(shown).to_be_visible()
    words = ada.context.request.get("/api/games/luz/words/en").json()["options"]["history"]
    for text in ("Bruno", "3 days", words["name"], words["values"]["open"], "2 free seats"):
        expect(shown).to_contain_text(text)
    cem.go(f"#/table/{opened['match']}")
    button(cem.page, "room.sit").first.click()
    expect(shown).to_contain_text("Cem")
    expect(shown).to_contain_text(EN["home.seat"])
    for player in (cem, ada):
        player.go(f"#/table/{opened['match']}")
        button(player.page, "bar.menu").click()
        button(player.page, "menu.leave").click()
        button(player.page, "menu.leave_yes").click()
    expect(shown).to_have_count(0)  # nobody is left: the room is closed


def test_a_list_that_has_not_changed_is_not_sent_again(visit: Visit) -> None:
    ada = visit("Ada")
    answers: list[int] = []
    ada.page.on(
        "response", lambda response: answers.append(response.status) if response.url.endswith("/api/tables") else None
    )
    ada.go("")
    ada.page.wait_for_timeout(10_000)
    assert answers[0] == 200
    assert set(answers[1:]) == {304}
    assert len(answers) <= 4  # one in four seconds


# Friends


def test_friends_are_here_or_not_and_gone_when_they_are_deleted(visit: Visit) -> None:
    ada, bo, eli = visit("Ada"), visit("Bo"), visit("Eli")
    sit_together(ada, bo)
    eli.go("")
    ada.go("")
    of_bo = friends(ada.page).filter(has_text="Bo")
    expect(of_bo).to_contain_text(EN["friends.here"])
    expect(friends(ada.page).filter(has_text="Eli")).to_have_count(0)
    expect(friends(eli.page)).to_have_count(0)
    check_accessible(ada.page)

    bo.go("#/matches")
    bo.page.get_by_label(EN["me.shown"]).uncheck()
    expect(of_bo).not_to_contain_text(EN["friends.here"])
    bo.page.get_by_label(EN["me.shown"]).check()
    expect(of_bo).to_contain_text(EN["friends.here"])
    bo.page.close()
    expect(of_bo).not_to_contain_text(EN["friends.here"])
    assert bo.context.request.delete("/api/me").ok
    expect(of_bo).to_have_count(0)


def test_a_friend_leads_to_the_matches_of_both(visit: Visit) -> None:
    ada, bo = visit("Ada"), visit("Bo")
    play_alone(ada, "njet", 3)
    sit_together(ada, bo)
    ada.go("")
    friends(ada.page).filter(has_text="Bo").get_by_role("link").click()
    expect(ada.page.get_by_role("combobox", name=EN["matches.with"])).to_have_value("Bo")
    expect(ada.page.get_by_role("main").get_by_role("listitem")).to_have_count(1)
    check_accessible(ada.page)


# Names


def test_a_name_is_asked_for_once_and_only_when_others_read_it(visit: Visit) -> None:
    ada = visit()
    page = ada.page
    ada.go("")
    page.get_by_role("button", name=f"{EN['home.play']}: Luz").click()
    expect(page).to_have_url(re.compile("#/table/"))
    expect(page.get_by_role("dialog")).to_be_hidden()
    given = ada.context.request.get("/api/me").json()["name"]
    open_from_home(ada, "Luz")
    expect(page.get_by_role("textbox", name=EN["enter.name"])).to_have_value(given)
    page.get_by_role("textbox", name=EN["enter.name"]).fill("Ada")
    page.get_by_role("button", name=EN["enter.go"]).click()
    expect(page.get_by_role("heading", name=EN["room.seats"])).to_be_visible()
    open_from_home(ada, "Njet!")
    expect(page.get_by_role("heading", name=EN["room.seats"])).to_be_visible()
    assert ada.context.request.get("/api/me").json()["name"] == "Ada"


@pytest.mark.parametrize("phone", [None, PHONES[1]])
def test_a_name_is_changed_where_it_stands(visit: Visit, phone: Any) -> None:
    ada = visit("Ada", **({"viewport": phone} if phone else {}))
    ada.expected.append(re.compile("409"))
    page = ada.page
    for place, before, after in (("", "Ada", "Ida"), ("#/matches", "Ida", "Eda"), ("#/rules", "Eda", "Oda")):
        ada.go(place)
        change = page.get_by_role("button", name=EN["me.change"].replace("{name}", before)).first
        change.focus()
        page.keyboard.press("Enter")
        field = page.get_by_role("textbox", name=EN["enter.name"])
        expect(field).to_be_focused()
        page.keyboard.press("Escape")
        expect(change).to_be_focused()
        page.keyboard.press("Enter")
        field.fill(f"\u202e{before}")
        page.keyboard.press("Enter")
        expect(page.get_by_role("alert")).to_have_text(EN["refused.name-has-hidden-letters"])
        field.fill(after)
        page.keyboard.press("Enter")
        renamed = page.get_by_role("button", name=EN["me.change"].replace("{name}", after)).first
        expect(renamed).to_be_focused()
        assert ada.context.request.get("/api/me").json()["name"] == after
        if phone:
            assert page.evaluate("document.documentElement.scrollWidth") <= phone["width"]


def test_a_name_that_is_changed_at_the_table_is_changed_for_all(visit: Visit) -> None:
    ada, bo = visit("Ada"), visit("Bo")
    sit_together(ada, bo)
    button(bo.page, "bar.menu").click()
    button(bo.page, "me.change", name="Bo").click()
    bo.page.get_by_role("textbox", name=EN["enter.name"]).fill("Bea")
    button(bo.page, "me.rename").click()
    expect(ada.page.get_by_text("Bea").first).to_be_visible()


# Own matches


def test_paging_loads_once_per_press(visit: Visit) -> None:
    ada = visit("Ada")
    for _ in range(205):
        ada.open("luz", seats=3)
    asked = count_requests(ada.page, "matches")
    ada.go("#/matches")
    items = ada.page.get_by_role("main").get_by_role("listitem")
    expect(items).to_have_count(100)
    ada.page.wait_for_timeout(1000)
    assert len(asked) == 1
    for press, shown in ((1, 200), (2, 205)):
        button(ada.page, "matches.more").click()
        expect(items).to_have_count(shown)
        ada.page.wait_for_timeout(1000)
        assert len(asked) == 1 + press
    expect(button(ada.page, "matches.more")).to_be_hidden()


def test_own_matches_say_how_they_ended_and_are_found_by_game_and_people(visit: Visit) -> None:
    ada, bo = visit("Ada"), visit("Bo", viewport=PHONES[1])
    sit_together(ada, bo)
    for player in (ada, bo):
        button(player.page, "bar.menu").click()
        button(player.page, "menu.abandon").click()
        button(player.page, "menu.abandon").click()
        player.page.keyboard.press("Escape")
    expect(ada.page.get_by_role("heading", name=EN["end.abandoned"])).to_be_visible()
    play_alone(ada, "njet", 3)
    expect(ada.page.get_by_role("main")).to_be_visible()
    closed = ada.open("mu", seats=4, options=SHORTEST["mu"])["match"]
    ada.go(f"#/table/{closed}")
    button(ada.page, "bar.menu").click()
    button(ada.page, "menu.leave").click()
    button(ada.page, "menu.leave_yes").click()
    expect(ada.page.get_by_role("heading", level=1, name=EN["home.headline"])).to_be_visible()
    resume = ada.page.get_by_role("region", name=EN["home.resume"])
    expect(resume).to_contain_text("Njet!")
    expect(resume).to_contain_text("Bruno")
    expect(resume).not_to_contain_text("Mü")

    for player, matches in ((ada, 2), (bo, 1)):
        player.go("#/matches")
        items = player.page.get_by_role("main").get_by_role("listitem")
        expect(items).to_have_count(matches)
        abandoned = items.filter(has_text="Luz")
        expect(abandoned).to_contain_text(EN["status.abandoned"])
        expect(abandoned).not_to_contain_text(EN["matches.place"].partition("{")[0])
        expect(abandoned).to_contain_text("Carla")
        check_accessible(player.page)
    items = ada.page.get_by_role("main").get_by_role("listitem")
    game = ada.page.get_by_role("combobox", name=EN["matches.game"])
    people = ada.page.get_by_role("combobox", name=EN["matches.with"])
    game.select_option("Njet!")
    expect(items).to_have_count(1)
    expect(items).to_contain_text("Njet!")
    people.select_option("Bo")
    expect(items).to_have_count(0)
    expect(ada.page.get_by_text(EN["matches.none_such"])).to_be_visible()
    game.select_option("")
    expect(items).to_have_count(1)
    expect(items).to_contain_text("Luz")
    ada.page.reload()
    expect(people).to_have_value("Bo")
    expect(items).to_have_count(1)
