"""All pages: in three languages, for phones, in light and dark, and for those who do not see them."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from atout import load
from atout.bots.levels import LEVELS
from tests.server.http.live import Guest, play_on, start
from tests.shortest import SHORTEST
from tests.web.conftest import Json, ServerProcess, Visitor
from tests.web.pages import check_accessible, open_from_home
from tests.web.player import Mouse
from tests.web.words import EN, LANGUAGES, WORDS

Visit = Callable[..., Visitor]


class FinishedMatch:
    """A match of Luz that is over, and Ada, who played it."""

    def __init__(self, house: ServerProcess) -> None:
        guests = [Guest(house.url) for _ in range(3)]
        for guest, name in zip(guests, ("Ada", "Bo", "Cem"), strict=True):
            guest.enter(name)
        opened = guests[0].open(game="luz", seats=3, options=SHORTEST["luz"])
        self.match: str = opened["match"]
        lines = [guest.connect(self.match, opened["invite"]) for guest in guests]
        for seat in (1, 2):
            lines[seat].ask_accepted(type="sit", seat=seat)
        start(*lines)
        play_on(*lines)
        self.cookie: Any = {"name": "atout", "value": guests[0].http.cookies["atout"], "url": house.url}
        self.guests = guests

    def step(self, step: int, seat: int) -> Json:
        found: Json = self.guests[0].get(f"/api/matches/{self.match}/replay", seat=seat, deal=0)["steps"][step]
        return found


@pytest.fixture(scope="module")
def finished(house: ServerProcess) -> Iterator[FinishedMatch]:
    finished = FinishedMatch(house)
    yield finished
    for guest in finished.guests:
        guest.close()


@pytest.fixture
def ada(visit: Visit, finished: FinishedMatch) -> Visitor:
    visitor = visit()
    visitor.context.add_cookies([finished.cookie])
    return visitor


# For everybody


@pytest.mark.parametrize("place", ["", "#/play?game=mu", "#/rules/luz?clause=LUZ-10", "#/rules", "#/matches"])
def test_a_page_is_for_everybody(place: str, ada: Visitor) -> None:
    ada.go(place)
    expect(ada.page.get_by_role("heading", level=1).first).to_be_visible()
    if "rules/" in place:
        expect(ada.page.get_by_role("main").get_by_role("heading", level=2).first).to_be_visible()
    if "matches" in place:
        expect(ada.page.get_by_role("link", name=EN["end.replay"]).first).to_be_visible()
    check_accessible(ada.page)


@pytest.mark.parametrize("game", SHORTEST)
def test_a_table_is_for_everybody(game: str, visit: Visit) -> None:
    visitor = visit("Ada")
    seats = min(count for count in load(game).seat_counts if count > 2)
    opened = visitor.open(game, seats=seats, bots=[None] + ["novice"] * (seats - 1))
    visitor.go(f"#/table/{opened['match']}?quick=1")
    player = Mouse(visitor.page)
    player.wait(lambda sight: player.is_asked(sight) and bool(player.pressable_nodes(sight)))
    check_accessible(visitor.page)


def test_what_lies_around_a_table_is_for_everybody(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    open_from_home(visitor, "Luz")
    expect(page.get_by_role("dialog")).to_be_visible()
    check_accessible(page)
    page.get_by_role("button", name=EN["enter.go"]).click()
    expect(page.get_by_role("heading", name=EN["room.seats"])).to_be_visible()
    expect(page.get_by_role("img", name=EN["invite.code"])).to_be_visible()
    check_accessible(page)
    for sheet in ("bar.menu", "bar.rules"):
        page.get_by_role("button", name=EN[sheet], exact=True).click()
        expect(page.get_by_role("dialog")).to_be_visible()
        check_accessible(page)
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_be_hidden()


# Replay


def test_a_replay(ada: Visitor, finished: FinishedMatch) -> None:
    page = ada.page
    words = finished.guests[0].get("/api/games/luz/words/en")
    ada.go("#/matches")
    page.get_by_role("link", name=EN["end.replay"]).first.click()
    slider = page.get_by_role("slider", name=EN["replay.step"])
    expect(slider).to_have_value("0")
    expect(page.get_by_role("combobox", name=EN["replay.view"])).to_have_value("0")  # your own seat
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_value("1")
    page.keyboard.press("End")
    last = int(slider.get_attribute("max") or "")
    expect(slider).to_have_value(str(last))
    page.get_by_role("button", name=EN["replay.back"], exact=True).click()
    expect(slider).to_have_value(str(last - 1))
    slider.focus()
    slider.press("ArrowLeft")
    expect(slider).to_have_value(str(last - 2))
    slider.fill("6")
    expect(page).to_have_url(re.compile("step=6"))
    check_accessible(page)

    main = page.get_by_role("main")
    zones = finished.step(6, 0)["displays"][0]["zones"]
    card = next(zone for zone in zones if zone["name"] == "hand" and zone.get("seat") == 1)["cards"][0]["text"]
    seen = main.get_by_role("img", name=re.compile(rf"^{words['colours'][card[0]]} {card[1:]}\b")).first
    expect(seen).to_be_visible()
    page.get_by_role("combobox", name=EN["replay.view"]).select_option(EN["replay.watcher"])
    expect(seen).to_be_hidden()
    page.get_by_role("combobox", name=EN["replay.view"]).select_option("0")
    expect(seen).to_be_visible()
    page.reload()  # the address says step and seat
    expect(seen).to_be_visible()
    expect(slider).to_have_value("6")
    page.get_by_role("combobox", name=EN["replay.deal"]).select_option("2")
    expect(slider).to_have_value("0")
    with page.expect_download() as download:
        page.get_by_role("link", name=EN["replay.download"]).click()
    assert 'game = "luz"' in download.value.path().read_text(encoding="utf-8")


# Languages


def foreign_lines(visitor: Visitor, lang: str, game: str = "") -> list[str]:
    """Return lines of a page that are in another language than the one that was chosen."""
    spoken = {each: set(flatten(WORDS[each])) for each in LANGUAGES}
    if game:
        for each in LANGUAGES:
            spoken[each] |= set(flatten(visitor.context.request.get(f"/api/games/{game}/words/{each}").json()))
    others = set.union(*(words for each, words in spoken.items() if each != lang)) - spoken[lang] - OWN_NAMES
    named = visitor.page.evaluate("[...document.querySelectorAll('[aria-label]')].map((one) => one.ariaLabel)")
    lines = visitor.page.evaluate("document.body.innerText.split('\\n')")
    return [line for line in [*named, *lines] if line.strip() in others]


OWN_NAMES = {EN[f"lang.{each}"] for each in LANGUAGES}  # of the languages, each in itself


def flatten(words: Any) -> Iterator[str]:
    if isinstance(words, dict):
        for each in words.values():
            yield from flatten(each)
    elif len(str(words)) > 2:
        yield str(words)


def test_languages_are_switched_at_once(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    visitor.go("")
    for lang in ("fr", "de", "en", "fr"):
        page.get_by_role("button", name=EN[f"lang.{lang}"]).click()
        expect(page.get_by_role("heading", name=WORDS[lang]["home.headline"])).to_be_visible()
        expect(page.locator("html")).to_have_attribute("lang", lang)
        assert foreign_lines(visitor, lang) == []
    page.reload()
    page.get_by_role("button", name=f"{WORDS['fr']['home.play']}: Luz").click()
    for before, lang in (("", "fr"), ("fr", "de"), ("de", "en")):
        if before:
            page.get_by_role("button", name=WORDS[before]["bar.menu"], exact=True).click()
            page.get_by_role("button", name=EN[f"lang.{lang}"], exact=True).click()
            page.keyboard.press("Escape")
        player = Mouse(page, lang=lang)
        player.wait(player.is_asked)
        colours = visitor.context.request.get(f"/api/games/luz/words/{lang}").json()["colours"]
        red = re.compile(rf"\b{colours['R']}\b")
        expect(page.get_by_role("main").get_by_role("img", name=red).first).to_be_attached()
        assert foreign_lines(visitor, lang, "luz") == []


def test_every_level_of_bots_has_a_name_of_its_own() -> None:
    for lang in LANGUAGES:
        assert len({WORDS[lang][f"level.{level}"] for level in LEVELS}) == len(LEVELS)


def test_the_language_of_the_browser_is_the_first(visit: Visit) -> None:
    visitor = visit(locale="de-CH")
    visitor.go("")
    expect(visitor.page.get_by_role("heading", name=WORDS["de"]["home.headline"])).to_be_visible()
