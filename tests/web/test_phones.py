"""On a phone the question and the own hand are in sight without scrolling, at the largest table of every game."""

import time
from collections.abc import Callable
from random import Random
from typing import Final

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from atout.games import load
from tests.server.http.live import Guest
from tests.shortest import SHORTEST
from tests.web.conftest import Json, Visitor
from tests.web.pages import SETTLED
from tests.web.player import PAUSE, TWO_FRAMES
from tests.web.words import EN

PHONE: Final[ViewportSize] = {"width": 360, "height": 740}
LOOKS: Final = 12  # at so many decisions, besides every new kind
EVERY: Final = 3

# How many pixels of the question, its buttons and the own cards lie outside the window, by what they are.
HIDDEN: Final = """() => {
  scrollTo(0, 0)
  const beyond = (selector) => {
    const shown = [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility())
    const boxes = shown.map((one) => one.getBoundingClientRect()).filter(({ width }) => width > 0)
    return Math.ceil(Math.max(0, ...boxes.map(({ top, bottom }) => Math.max(-top, bottom - innerHeight))))
  }
  const found = { question: beyond('#prompt'), buttons: beyond('.dock .choices'), hand: beyond('.hand [data-card]') }
  return Object.entries(found).filter(([, pixels]) => pixels > 0)
}"""
# Put away what the last deal has brought.
NEW_POINTS: Final = "document.querySelector('.notes .note:not(.slim) header .ib:last-child')?.click()"


def in_sight(page: Page) -> None:
    """Nothing that is needed now lies outside the window; hands may need a moment to close up."""
    page.evaluate(TWO_FRAMES)
    deadline = time.monotonic() + SETTLED
    while (found := page.evaluate(HIDDEN)) and time.monotonic() < deadline:
        page.wait_for_timeout(PAUSE)
    assert not found, f"{page.locator('#prompt').inner_text()}: outside the window are {found}"


@pytest.mark.parametrize(
    ("game", "plain"), [*((game, False) for game in SHORTEST), ("luz", True), ("njet", True), ("mu", True)]
)
def test_question_and_hand_are_in_sight(game: str, plain: bool, visit: Callable[..., Visitor]) -> None:
    ada = visit("Ada")
    seats = load(game).seat_counts[-1]
    opened = ada.open(game, seats=seats, options=SHORTEST[game], bots=[None] + ["novice"] * (seats - 1))
    ada.go(f"#/table/{opened['match']}?quick=1")
    expect(ada.page.locator("main.board [data-card]").first).to_be_visible()
    if plain:
        ada.page.get_by_role("button", name=EN["board.plain"]).click()
    ada.page.set_viewport_size(PHONE)
    random, kinds, decisions, looks = Random(game), set[tuple[str, str]](), 0, 0
    with Guest(ada.page.url.partition("/#")[0]) as guest:
        for cookie in ada.context.cookies():
            guest.http.cookies.set(cookie["name"], cookie["value"])
        line = guest.line(opened["match"])
        line.expect("table")
        while line.table["status"] == "playing":
            display: Json = line.table["display"]
            if not display["legal"]:
                line.receive()
                continue
            kind = (display["phase"], display["prompt"])
            decisions += 1
            if kind not in kinds or (looks < LOOKS and decisions % EVERY == 0):
                kinds.add(kind)
                looks += 1
                while ada.positions[-1]["seq"] < line.table["seq"]:
                    ada.page.wait_for_timeout(PAUSE)
                ada.page.evaluate(NEW_POINTS)
                in_sight(ada.page)
            answer = line.ask(type="play", actions=[random.choice(display["legal"])], seq=line.table["seq"])
            if answer["type"] == "accepted":
                line.follow(answer["seq"])
    assert looks > 1
