"""Reviews: decisions appear, are chosen by keys, one's own cards stay hidden until asked for, and one plays on."""

import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Final

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.server.http.live import Guest, Json, start
from tests.shortest import SHORTEST
from tests.web.conftest import ServerProcess, Visitor
from tests.web.pages import check_accessible, check_width, set_appearance
from tests.web.words import EN, LANGUAGES

Visit = Callable[..., Visitor]
LOOKS: Final[tuple[ViewportSize, ...]] = (
    {"width": 1280, "height": 800},
    {"width": 390, "height": 844},
    {"width": 320, "height": 640},
)
MADE: Final = 120_000.0  # milliseconds until a review is ready, where others want the processors too


class ReviewedMatch:
    """A short match against bots, played at random by somebody who wants to know what was wrong with that."""

    def __init__(self, house: ServerProcess, game: str) -> None:
        self.ada = Guest(house.url)
        self.ada.enter("Ada")
        bots = [None, "novice", "novice"]
        self.match: str = self.ada.open(game=game, seats=3, options=SHORTEST[game], bots=bots)["match"]
        line = self.ada.connect(self.match)
        start(line)
        rng = Random(3)
        while line.table["status"] == "playing":
            if legal := line.table["display"]["legal"]:
                done = line.ask_accepted(type="play", actions=[rng.choice(legal)], seq=line.table["seq"])
                line.follow(done["seq"])
            else:
                line.receive()

    def come(self, visit: Visit, house: ServerProcess, place: str = "", **more: object) -> Visitor:
        visitor = visit(**more)
        visitor.context.add_cookies([{"name": "atout", "value": self.ada.http.cookies["atout"], "url": house.url}])
        visitor.go(place or f"#/review/{self.match}")
        return visitor

    def review(self, cards: bool = False) -> Json:
        return dict(self.ada.get(f"/api/matches/{self.match}/review", seat=0, cards=cards))


@pytest.fixture(scope="module")
def luz(house: ServerProcess) -> Iterator[ReviewedMatch]:
    played = ReviewedMatch(house, "luz")
    yield played
    played.ada.close()


@pytest.fixture(scope="module")
def njet(house: ServerProcess) -> Iterator[ReviewedMatch]:
    played = ReviewedMatch(house, "njet")
    yield played
    played.ada.close()


def curve(page: Page) -> Locator:
    return page.get_by_role("slider", name=EN["review.choose"])


def wait_until_made(page: Page) -> None:
    """All decisions are there, and where the points came from."""
    expect(curve(page)).to_be_visible()
    expect(page.get_by_text(EN["review.luck"])).to_be_visible(timeout=MADE)
    expect(page.get_by_role("progressbar")).to_have_count(0)


def board(page: Page) -> Locator:
    return page.get_by_role("group", name=EN["review.position"])


def chosen_step(page: Page) -> int:
    found = re.search(r"decision=(\d+)", page.url)
    assert found is not None
    return int(found[1])


@pytest.mark.parametrize("game", ["luz", "njet"])
def test_decisions_appear_and_keys_choose_among_them(
    visit: Visit, house: ServerProcess, game: str, request: pytest.FixtureRequest
) -> None:
    played: ReviewedMatch = request.getfixturevalue(game)
    page = played.come(visit, house).page
    wait_until_made(page)
    made = played.review()
    steps = [each["step"] for each in made["decisions"]]
    assert len(steps) == made["of"] > 2
    curve(page).focus()
    for key, wanted in (("Home", steps[0]), ("ArrowRight", steps[1]), ("ArrowRight", steps[2]), ("End", steps[-1])):
        page.keyboard.press(key)
        expect(page).to_have_url(re.compile(f"decision={wanted}$"))
        expect(board(page).locator("[data-card]").first).to_be_visible()
    page.keyboard.press("ArrowRight")  # there is none after the last
    assert chosen_step(page) == steps[-1]
    page.get_by_role("button", name=EN["review.all"].replace("{n}", str(len(steps)))).click()
    current = page.locator("ol.every [aria-current]")
    expect(current).to_have_count(1)
    page.keyboard.press("ArrowLeft")  # wherever one is
    expect(page).to_have_url(re.compile(f"decision={steps[-2]}$"))
    costly = [each for each in made["decisions"] if each["mark"] in ("doubtful", "mistake", "blunder")]
    numbered = page.locator("ol.first").get_by_role("button")
    expect(numbered).to_have_count(min(3, len(costly)))
    if not costly:
        expect(page.get_by_text(EN["review.nothing"])).to_be_visible()
    parts = [
        int(re.sub("[^0-9−]", "", text).replace("−", "-")) for text in page.locator("li > i + b").all_inner_texts()
    ]
    assert sum(parts[:-1]) == parts[-1] == made["scores"][0]


def test_the_own_cards_stay_hidden_until_asked_for(visit: Visit, luz: ReviewedMatch, house: ServerProcess) -> None:
    visitor = luz.come(visit, house)
    page = visitor.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    wait_until_made(page)
    costly = next(each for each in luz.review(cards=True)["decisions"] if each["belief"])
    visitor.go(f"#/review/{luz.match}?seat=0&decision={costly['step']}")
    hidden = board(page).locator('.hand [data-card$="?"]')
    expect(hidden).to_have_count(len(costly["belief"]["slots"]))
    assert not [url for url in asked if "cards=true" in url]
    page.get_by_role("switch", name=EN["review.show"]).check()
    expect(hidden).to_have_count(0)
    for slot in costly["belief"]["slots"]:
        expect(board(page).locator(f'.hand [data-card="{slot["was"]}"]')).to_have_count(1)
    page.get_by_role("switch", name=EN["review.show"]).uncheck()
    expect(hidden).to_have_count(len(costly["belief"]["slots"]))


def test_one_tries_again_and_plays_on(visit: Visit, luz: ReviewedMatch, house: ServerProcess) -> None:
    visitor = luz.come(visit, house)
    page = visitor.page
    wait_until_made(page)
    bet = luz.review()["decisions"][0]
    visitor.go(f"#/review/{luz.match}?seat=0&decision={bet['step']}")
    flags = board(page).locator("[data-flag]")
    expect(flags.first).to_be_attached()
    page.get_by_role("button", name=EN["review.again"], exact=True).click()
    expect(flags).to_have_count(0)
    expect(page.get_by_text(EN["review.try"])).to_be_visible()
    expect(page.locator("ol.first [aria-current] .why")).to_have_count(0)
    board(page).locator('label:has([name="beads"][value="10"])').click()
    board(page).locator("form").get_by_role("button").click()
    expect(page.get_by_text(EN["review.try"])).to_have_count(0)
    expect(flags.first).to_be_attached()
    page.get_by_role("button", name=EN["play_on.title"]).click()
    dialog = page.get_by_role("dialog", name=EN["play_on.title"])
    expect(dialog.get_by_role("combobox", name=EN["play_on.seat"])).to_have_value("0")
    dialog.get_by_role("button", name=EN["play_on.start"], exact=True).click()
    expect(page.locator("main.board [data-card]").first).to_be_visible()
    assert visitor.positions[-1]["display"]["phase"] == bet["phase"]


def test_it_is_reached_from_the_matches_and_the_replay(visit: Visit, luz: ReviewedMatch, house: ServerProcess) -> None:
    page = luz.come(visit, house, "#/matches").page
    page.get_by_role("link", name=EN["end.review"]).first.click()
    expect(curve(page)).to_be_visible()
    page.get_by_role("link", name=EN["end.replay"]).click()
    page.get_by_role("link", name=EN["review.title"], exact=True).click()
    expect(curve(page)).to_be_visible()
    stranger = visit()
    stranger.go(f"#/review/{luz.match}?seat=0")
    expect(stranger.page.get_by_role("heading", name=EN["review.list_of"])).to_be_visible()
    stranger.go("#/review/0000000000000000")
    stranger.expected.append(re.compile("404"))
    expect(stranger.page.get_by_role("heading", name=EN["refused.no-such-match"])).to_be_visible()


@pytest.mark.parametrize("game", ["luz", "njet"])
def test_it_fits_everywhere_and_is_for_everybody(
    visit: Visit, house: ServerProcess, game: str, request: pytest.FixtureRequest
) -> None:
    played: ReviewedMatch = request.getfixturevalue(game)
    page = played.come(visit, house).page
    wait_until_made(page)
    expect(board(page).locator("[data-flag]").first).to_be_attached()
    for look in LOOKS:
        page.set_viewport_size(look)
        for lang in LANGUAGES:
            set_appearance(page, lang)
            check_width(page)
    set_appearance(page, "en")
    page.set_viewport_size(LOOKS[0])
    check_accessible(page)
