"""Help at the table: tips for newcomers, hints against bots, new points, and a log that a reload does not lose."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.server.http.live import Guest
from tests.web.conftest import Json, Visitor
from tests.web.pages import check_accessible
from tests.web.player import Mouse
from tests.web.test_deals import KEPT, play_deal
from tests.web.words import EN

Visit = Callable[..., Visitor]
WHATEVER = re.compile(r"\{\w+\}")
CAME_IN = "Round 1:"


def sit_down(visitor: Visitor, game: str, options: dict[str, str] | None = None) -> str:
    """Sit at a table with bots, and return which."""
    visitor.enter("Ada")
    match = visitor.open(game, seats=3, bots=[None, "novice", "novice"], options=options or {})["match"]
    visitor.go(f"#/table/{match}?quick=1")
    expect(visitor.page).to_have_title(re.compile(WHATEVER.sub(".*", EN["title.turn"])))
    return str(match)


def note(visitor: Visitor, key: str) -> Locator:
    return visitor.page.get_by_role("region", name=EN[key])


def test_a_newcomer_is_told_once_and_may_ask_a_good_player(visit: Visit) -> None:
    ada = visit()
    sit_down(ada, "luz")
    tip, hint = note(ada, "tip.title"), note(ada, "hint.title")
    expect(tip).to_contain_text("safety bead")
    check_accessible(ada.page)

    ada.page.keyboard.press("h")
    either = [EN[key].partition("{")[0] for key in ("hint.choice", "hint.close")]
    expect(hint).to_contain_text(re.compile("|".join(either)))
    expect(ada.page.locator("[data-hinted]").first).to_be_visible()
    check_accessible(ada.page)
    ada.page.keyboard.press("Escape")
    expect(hint).to_be_hidden()
    expect(ada.page.locator("[data-hinted]")).to_have_count(0)

    tip.get_by_role("button", name=EN["tip.good"]).click()
    expect(tip).to_be_hidden()
    ada.page.reload()
    expect(ada.page.locator("#prompt")).to_be_visible()
    expect(tip).to_be_hidden()


# How far what is told reaches into the table below it.
REACHES = """() => {
  const bottom = document.querySelector('.note').getBoundingClientRect().bottom
  return bottom - document.querySelector('main.board > *').getBoundingClientRect().top
}"""


@pytest.mark.parametrize("size", [(390, 844), (320, 640), (844, 390)])
def test_on_a_phone_a_hint_covers_neither_hands_nor_choices(size: tuple[int, int], visit: Visit) -> None:
    ada = visit(viewport={"width": size[0], "height": size[1]})
    sit_down(ada, "luz")
    ada.page.get_by_role("button", name=EN["bar.hint"], exact=True).click()
    expect(note(ada, "hint.title").locator(".first")).to_be_visible()
    expect(note(ada, "tip.title")).to_be_hidden()
    assert ada.page.evaluate(REACHES) < 1


def test_new_points_are_shown_and_the_log_outlives_the_page(visit: Visit) -> None:
    ada = visit()
    ada.context.add_init_script(KEPT)
    sit_down(ada, "luz", {"deals": "2", "history": "open"})
    points = ada.page.locator("section.end")
    play_deal(Mouse(ada.page))
    expect(points.locator(".row")).to_have_count(3)
    expect(points.locator(".me .name b")).to_have_text(EN["seat.you"].format(name="Ada"))
    expect(points.get_by_role("link").first).to_be_visible()
    check_accessible(ada.page)
    points.get_by_role("button", name=EN["deal.go"]).click()
    expect(points).to_be_hidden()
    told = ada.page.get_by_role("list", name=EN["log.title"]).get_by_role("listitem")
    expect(told.nth(30)).to_be_attached()  # bets, cards and tricks
    before = told.count()
    ada.page.reload()
    expect(told.first).to_be_visible()
    expect(told.nth(before - 1)).to_be_attached()

    ada.page.set_viewport_size({"width": 390, "height": 844})
    ada.page.get_by_role("button", name=EN["bar.scores"]).click()
    sheet = ada.page.get_by_role("dialog")
    expect(sheet.get_by_role("columnheader", name=EN["seat.you"].format(name="Ada"))).to_be_visible()
    log = sheet.get_by_role("list", name=EN["log.title"])
    assert log.evaluate("list => list.scrollHeight - list.clientHeight") > 0
    assert log.evaluate("list => list.scrollHeight - list.clientHeight - list.scrollTop") < 2  # the newest line


def test_who_comes_late_is_told_what_has_happened(visit: Visit) -> None:
    ada, willi = visit("Ada"), visit("Willi")
    opened = ada.open("was_sticht", seats=3, bots=[None, "novice", "novice"])
    ada.go(f"#/table/{opened['match']}?quick=1")
    Mouse(ada.page).play(lambda _: bool(ada.accepted))
    told = willi.page.get_by_role("list", name=EN["log.title"])
    willi.go(f"#/table/{opened['match']}?invite={opened['invite']}")
    for _ in range(2):
        expect(told.get_by_role("listitem").first).to_be_visible()
        expect(told).not_to_contain_text(EN["log.empty"])
        willi.page.reload()


def test_loop_tells_who_came_in_when(visit: Visit) -> None:
    ada = visit("Ada")
    seats, options = 4, {"rounds": "2"}
    match = ada.open("loop", seats=seats, options=options, bots=[None] + ["novice"] * (seats - 1))["match"]
    ada.go(f"#/table/{match}?quick=1")
    came_in = ada.page.get_by_role("main").get_by_role("list", name=CAME_IN)
    expect(ada.page.locator("main.board [data-card]").first).to_be_visible()
    expect(came_in).to_be_hidden()
    with Guest(ada.page.url.partition("/#")[0]) as guest:
        for cookie in ada.context.cookies():
            guest.http.cookies.set(cookie["name"], cookie["value"])
        line = guest.connect(match)
        line.expect("table")
        while len(pawns(line.table["display"])) < seats or not line.table["display"]["legal"]:
            if legal := line.table["display"]["legal"]:
                answer = line.ask(type="play", actions=[legal[0]], seq=line.table["seq"])
                if answer["type"] == "accepted":
                    line.follow(answer["seq"])
            else:
                line.receive()
    names = ["Ada", "Bruno", "Carla", "Dario"]  # bots have theirs from the client
    places = sorted(pawns(line.table["display"]))
    assert [row for row, _ in places] == [1, 2, 3, 4]
    expect(came_in.get_by_role("listitem")).to_have_text([f"{row}. {names[seat]}" for row, seat in places])
    ada.page.keyboard.press("Escape")
    check_accessible(ada.page)


def pawns(display: Json) -> list[tuple[int, int]]:
    """Return the rows of the pawns that the first round has brought, each with its seat."""
    values = [(fact["value"], fact["seat"]) for fact in display["facts"] if fact["name"] == "pawn"]
    return [(int(found[1]), seat) for value, seat in values if (found := re.fullmatch(r"[A-Z]1:(\d+)", value))]
