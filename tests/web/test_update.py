"""A server of another version takes the place of the one that a page came from: the page says so, and may go on."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.shortest import SHORTEST
from tests.web.conftest import ServerProcess, Visitor, open_house
from tests.web.pages import PHONES, STANDARDS, check_width, objections, set_appearance
from tests.web.player import Mouse
from tests.web.words import EN, LANGUAGES, WORDS

NEWER: Final = """
import sys
import atout
atout.__version__ = "99.0"
from atout.cli.main import main
sys.argv[0] = "atout"
main()
"""
NO_SERVER: Final = re.compile(r"ERR_CONNECTION_(REFUSED|RESET)|WebSocket connection to")
ENOUGH_TABS: Final = 60
SIZES: Final[tuple[ViewportSize, ...]] = (*PHONES, {"width": 740, "height": 360}, {"width": 1280, "height": 800})

# Own cards that something lies upon which does not belong to the hand.
COVERED: Final = """() => [...document.querySelectorAll('.hand [data-card]')].filter((card) => {
  const { left, top, height } = card.getBoundingClientRect()
  return [0.2, 0.5, 0.8].some((part) => !document.elementFromPoint(left + 6, top + height * part)?.closest('.hand'))
}).length"""


@pytest.fixture
def moving(tmp_path: Path) -> Iterator[ServerProcess]:
    with open_house(tmp_path) as house:
        yield house


def test_a_new_version_asks_for_a_reload_which_loses_nothing(browser: Browser, moving: ServerProcess) -> None:
    ada = Visitor(browser, moving)
    ada.expected.append(NO_SERVER)
    ada.enter("Ada")
    match = ada.open("luz", seats=3, options=SHORTEST["luz"], bots=[None, "novice", "novice"])["match"]
    ada.go(f"#/table/{match}?quick=1")
    player = Mouse(ada.page)
    lost = ada.page.get_by_role("alert").filter(has_text=EN["lost"])
    notice = ada.page.locator(".updated")

    def start_again() -> None:
        moving.kill()
        expect(lost).to_be_visible()
        with ada.page.expect_response("**/api/server") as looked:
            moving.start()
        assert looked.value.ok
        expect(lost).to_be_hidden()

    def go_on() -> None:
        played = len(ada.accepted)
        player.play(until=lambda sight: len(ada.accepted) > played and player.is_asked(sight))

    go_on()
    start_again()  # the same version
    go_on()
    expect(notice).to_be_hidden()

    moving.program = ("-c", NEWER)
    start_again()
    assert ada.context.request.get("/api/server").json()["version"] == "99.0"
    expect(notice).to_be_visible()
    expect(notice).to_have_role("alert")
    for lang in LANGUAGES:
        set_appearance(ada.page, lang)
        expect(notice).to_contain_text(WORDS[lang]["updated"])
        expect(notice.get_by_role("button", name=WORDS[lang]["reload"], exact=True)).to_be_in_viewport(ratio=1)
        for size in SIZES:
            ada.page.set_viewport_size(size)
            check_width(ada.page)
            assert ada.page.evaluate(COVERED) == 0
    set_appearance(ada.page, "en")
    assert objections(ada.page, STANDARDS) == []

    go_on()  # it may wait
    before, decided = ada.positions[-1], len(ada.accepted)
    reload = notice.get_by_role("button", name=EN["reload"], exact=True)
    for _ in range(ENOUGH_TABS):
        ada.page.keyboard.press("Tab")
        if reload.evaluate("button => button === document.activeElement"):
            break
    expect(reload).to_be_focused()
    with ada.page.expect_navigation():
        ada.page.keyboard.press("Enter")
    player.wait(player.is_asked)
    expect(notice).to_be_hidden()
    assert ada.positions[-1]["display"] == before["display"]
    player.play()
    expect(ada.page.get_by_role("link", name=EN["end.replay"])).to_be_visible()
    assert len(ada.accepted) > decided
    ids, seqs = zip(*ada.accepted, strict=True)
    assert len(set(ids)) == len(ids)
    assert list(seqs) == sorted(set(seqs))
    ada.close()
