"""Replays: from your own seat, over the ends of deals, with the tricks beside them and the bar always in sight."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.server.http.live import Guest, play_on, start
from tests.shortest import SHORTEST
from tests.web.conftest import ServerProcess, Visitor
from tests.web.pages import check_accessible, check_width
from tests.web.words import EN

Visit = Callable[..., Visitor]
LOOKS = ({"width": 1280, "height": 800}, {"width": 390, "height": 844}, {"width": 320, "height": 640})


class PlayedMatch:
    """A match that three people have played to its end."""

    def __init__(self, house: ServerProcess, game: str) -> None:
        self.people = [Guest(house.url) for _ in range(3)]
        for guest, name in zip(self.people, ("Ada", "Bo", "Cem"), strict=True):
            guest.enter(name)
        opened = self.people[0].open(game=game, seats=3, options=SHORTEST[game])
        self.match: str = opened["match"]
        lines = [guest.connect(self.match, opened["invite"]) for guest in self.people]
        for seat in (1, 2):
            lines[seat].ask_accepted(type="sit", seat=seat)
        start(*lines)
        play_on(*lines)

    def come(self, visit: Visit, who: int, house: ServerProcess, **more: object) -> Visitor:
        visitor = visit(**more)
        cookie = self.people[who].http.cookies["atout"]
        visitor.context.add_cookies([{"name": "atout", "value": cookie, "url": house.url}])
        visitor.go(f"#/replay/{self.match}")
        return visitor


@pytest.fixture(scope="module")
def luz(house: ServerProcess) -> Iterator[PlayedMatch]:
    played = PlayedMatch(house, "luz")
    yield played
    for guest in played.people:
        guest.close()


def slider(page: Page) -> Locator:
    return page.get_by_role("slider", name=EN["replay.step"])


def result(page: Page) -> Locator:
    return page.get_by_role("region", name=EN["deal.aria"]).filter(visible=True)


def view(page: Page) -> Locator:
    return page.get_by_role("combobox", name=EN["replay.view"])


def last_step(page: Page) -> str:
    return slider(page).get_attribute("max") or ""


def test_it_opens_at_the_own_seat_with_the_names_of_the_table(
    visit: Visit, luz: PlayedMatch, house: ServerProcess
) -> None:
    bo = luz.come(visit, 1, house)
    expect(view(bo.page)).to_have_value("1")
    expect(bo.page.get_by_role("complementary")).to_contain_text(EN["seat.you"].replace("{name}", "Bo"))
    view(bo.page).select_option("0")
    expect(view(bo.page)).to_have_value("0")
    expect(bo.page.get_by_role("complementary")).to_contain_text(EN["seat.you"].replace("{name}", "Bo"))
    expect(bo.page.get_by_text(EN["seat.you"].replace("{name}", "Ada"))).to_have_count(0)
    stranger = visit()
    stranger.go(f"#/replay/{luz.match}")
    expect(view(stranger.page)).to_have_value("-3")


def test_it_steps_over_the_end_of_a_deal_and_back(visit: Visit, luz: PlayedMatch, house: ServerProcess) -> None:
    page = luz.come(visit, 0, house).page
    expect(slider(page)).to_have_value("0")
    page.keyboard.press("End")
    expect(slider(page)).to_have_value(last_step(page))
    expect(result(page)).to_be_visible()
    expect(result(page)).to_contain_text("Deal 1")
    page.keyboard.press("ArrowLeft")  # the last trick, and who took it
    expect(result(page)).to_have_count(0)
    expect(page.get_by_role("list", name="Last trick").get_by_role("listitem")).to_have_count(3)
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("deal=1&step=0"))
    expect(slider(page)).to_have_value("0")
    page.get_by_role("button", name=EN["replay.back"], exact=True).click()
    expect(result(page)).to_contain_text("Deal 1")
    page.get_by_role("button", name=EN["replay.on"], exact=True).click()
    expect(page).to_have_url(re.compile("deal=1&step=0"))
    page.keyboard.press("End")
    expect(result(page)).to_contain_text("Deal 2")
    places = luz.people[0].get(f"/api/matches/{luz.match}/replay")["places"]
    won = EN["end.you_win"] if places[0] == 1 else EN["end.wins"].partition("}")[2]
    expect(result(page)).to_contain_text(won)
    at = page.url
    page.keyboard.press("ArrowRight")
    assert page.url == at


def test_the_tricks_stand_beside_it(visit: Visit, luz: PlayedMatch, house: ServerProcess) -> None:
    page = luz.come(visit, 0, house).page
    tricks = page.get_by_role("list", name=EN["replay.tricks"]).get_by_role("button")
    steps = luz.people[0].get(f"/api/matches/{luz.match}/replay")["steps"]
    taken = [at for at, step in enumerate(steps) if any(one["key"] == "trick" for one in step["happened"])]
    expect(tricks).to_have_count(len(taken))
    tricks.nth(2).click()
    expect(slider(page)).to_have_value(str(taken[2]))
    expect(tricks.nth(2)).to_have_attribute("aria-current", "step")
    page.keyboard.press("ArrowDown")
    expect(slider(page)).to_have_value(str(taken[3]))
    page.keyboard.press("ArrowUp")
    expect(slider(page)).to_have_value(str(taken[2]))
    page.keyboard.press("Home")
    expect(slider(page)).to_have_value("0")
    page.keyboard.press("?")
    for key in ("keys.step", "keys.trick", "keys.ends", "keys.run"):
        expect(page.get_by_role("dialog").get_by_text(EN[key])).to_be_visible()


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: str(look["width"]))
@pytest.mark.parametrize("game", ["luz", "schrecklicht", "njet"])
def test_the_bar_is_always_in_sight(
    visit: Visit, luz: PlayedMatch, house: ServerProcess, game: str, look: dict[str, int]
) -> None:
    played = luz if game == "luz" else PlayedMatch(house, game)
    page = played.come(visit, 0, house, viewport=look).page
    bar = page.get_by_role("button", name=EN["replay.on"], exact=True)
    expect(bar).to_be_visible()
    for key in ("ArrowRight", "ArrowDown", "ArrowDown", "End", "ArrowLeft"):
        page.keyboard.press(key)
        for place in (0, 10_000):
            page.evaluate("y => scrollTo(0, y)", place)
            for one in (bar, slider(page)):
                box = one.bounding_box()
                assert box is not None
                assert 0 <= box["y"] <= look["height"] - box["height"]
    if look["width"] < 980:
        page.get_by_role("button", name=EN["replay.list"]).click()
        inside = page.get_by_role("dialog").get_by_role("list").first
        inside.get_by_role("button").nth(1).click()
        expect(page.get_by_role("dialog")).to_be_hidden()
        expect(slider(page)).not_to_have_value("0")
    if game != "luz":
        for guest in played.people:
            guest.close()


def test_the_end_of_a_deal_is_for_everybody(visit: Visit, luz: PlayedMatch, house: ServerProcess) -> None:
    page = luz.come(visit, 0, house).page
    expect(slider(page)).to_have_value("0")
    page.keyboard.press("End")
    expect(result(page)).to_be_visible()
    check_accessible(page)


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: str(look["width"]))
@pytest.mark.parametrize("cards", ["same", "anew"])
def test_one_plays_on_from_a_position(
    visit: Visit, luz: PlayedMatch, house: ServerProcess, cards: str, look: dict[str, int]
) -> None:
    ada = luz.come(visit, 0, house, viewport=look)
    page = ada.page
    steps = luz.people[0].get(f"/api/matches/{luz.match}/replay")["steps"]
    at, then = next((at, step) for at, step in enumerate(steps) if 0 in step["displays"][0]["owing"])  # bets
    ada.go(f"#/replay/{luz.match}?deal=0&step={at}&seat=0")
    expect(slider(page)).to_have_value(str(at))
    page.get_by_role("button", name=EN["play_on.title"]).click()
    dialog = page.get_by_role("dialog", name=EN["play_on.title"])
    expect(dialog.get_by_role("combobox", name=EN["play_on.seat"])).to_have_value("0")
    dialog.get_by_role("radio", name=EN[f"play_on.{cards}"]).check()
    check_accessible(page)
    dialog.get_by_role("button", name=EN["play_on.start"], exact=True).click()
    expect(page.locator("main.board [data-card]").first).to_be_visible()
    now = ada.positions[-1]
    assert now["display"]["zones"] == then["displays"][0]["zones"]
    assert now["display"]["legal"]


def test_at_the_end_of_a_match_nothing_is_left_to_play(visit: Visit, luz: PlayedMatch, house: ServerProcess) -> None:
    ada = luz.come(visit, 0, house)
    ada.go(f"#/replay/{luz.match}?deal=1&step=last&seat=0")
    expect(result(ada.page)).to_be_visible()
    expect(ada.page.get_by_role("button", name=EN["play_on.title"])).to_be_disabled()


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: str(look["width"]))
def test_the_end_of_a_match_with_others_fits_the_screen(
    visit: Visit, luz: PlayedMatch, house: ServerProcess, look: dict[str, int]
) -> None:
    ada = luz.come(visit, 0, house, viewport=look)
    ada.go(f"#/table/{luz.match}")
    expect(ada.page.get_by_role("button", name=EN["end.rematch"])).to_be_in_viewport(ratio=1)
    expect(ada.page.get_by_role("link", name=EN["end.review"])).to_be_visible()
    expect(ada.page.get_by_role("group", name=EN["talk.phrases"])).to_be_visible()
    check_width(ada.page)
