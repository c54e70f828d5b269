"""What opens over or beside a table is for everybody too: in every language, light and dark, on a phone."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.shortest import SHORTEST
from tests.web.conftest import Visitor
from tests.web.pages import check_accessible
from tests.web.test_deals import play_deal, sit_down
from tests.web.test_people import button
from tests.web.words import EN

Visit = Callable[..., Visitor]


def check_sheet(page: Page, name: str) -> None:
    """What was opened is accessible, and Escape closes it."""
    sheet = page.get_by_role("dialog", name=name)
    expect(sheet).to_be_visible()
    check_accessible(page)
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)


def test_what_a_table_opens(visit: Visit) -> None:
    ada, player = sit_down(visit, "luz", {"pack": "small", "deals": "2"})
    page = ada.page
    play_deal(player)
    page.get_by_role("button", name=EN["deal.go"]).click()
    player.wait(player.is_asked)

    page.keyboard.press("?")
    check_sheet(page, EN["help.title"])
    page.get_by_role("button", name=EN["bar.sheet"]).click()
    page.get_by_role("dialog").get_by_role("button", name="Deal 1").click()  # line by line
    check_sheet(page, EN["bar.sheet"])
    page.locator("main [data-term]:not(button *, button, label, label *)").first.click(force=True)
    expect(page.locator(".explained")).to_be_visible()
    check_accessible(page)
    page.keyboard.press("Escape")

    page.keyboard.press("m")
    button(page, "menu.leave").click()
    check_sheet(page, EN["bar.menu"])

    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("button", name=EN["bar.scores"]).click()
    check_sheet(page, EN["bar.scores"])


def test_the_end_of_a_match(visit: Visit) -> None:
    ada, player = sit_down(visit, "luz", {"pack": "small", "deals": "1"})
    play_deal(player)
    ada.page.get_by_role("button", name=EN["deal.go"]).click()
    player.wait(player.is_over)
    ada.page.get_by_role("main").get_by_role("listitem").first.get_by_role("button").first.click()
    check_accessible(ada.page)


def test_rules_while_a_search_is_on(visit: Visit) -> None:
    page = visit("Ada").page
    page.goto("/#/rules/luz")
    page.get_by_role("searchbox").fill("trump")
    expect(page.get_by_role("main").get_by_role("heading", level=2).first).to_be_visible()
    check_accessible(page)


def test_matches_with_their_filters(visit: Visit) -> None:
    ada = visit("Ada")
    ada.open("luz", seats=3, options=SHORTEST["luz"], bots=[None, "novice", "novice"])
    ada.go("#/matches")
    expect(ada.page.get_by_role("main").get_by_role("listitem").first).to_be_visible()
    check_accessible(ada.page)
