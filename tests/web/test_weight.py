"""How heavy and how quick the client is: what the first page loads, one file per game, first paint, no long tasks."""

import gzip
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Response, expect

from tests.server.http.live import Guest
from tests.shortest import SHORTEST
from tests.web.conftest import House, Visitor
from tests.web.words import EN

SHELL: Final = 120_000  # bytes
FIRST_PAINT: Final = 1000  # milliseconds
LONG_TASK: Final = 50
MOVES: Final = 30
GAME_FILE: Final = re.compile(rf"/({'|'.join(SHORTEST)})-[^/]*\.js$")
LONG_TASKS: Final = """
globalThis.longTasks = []
new PerformanceObserver((seen) => longTasks.push(...seen.getEntries().map(({ duration }) => duration)))
  .observe({ type: 'longtask' })
"""


def slowness() -> float:
    """Tell how many times as long things take here, where others want the processors too."""
    return max(1.0, 2 * os.getloadavg()[0] / (os.cpu_count() or 1))


def loaded(visitor: Visitor, place: str, ready: Callable[[], None]) -> dict[str, bytes]:
    """Return what a place of the client loads, besides what the server says about matches."""
    found: list[Response] = []
    visitor.page.on("response", lambda response: found.append(response))
    visitor.go(place)
    ready()
    visitor.page.wait_for_load_state("networkidle")
    mine = [response for response in found if "/api/" not in response.url and response.url.startswith("http")]
    return {response.url: response.body() for response in mine if response.ok}


def test_the_home_page_is_light(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    headline = visitor.page.get_by_role("heading", name=EN["home.headline"])
    files = loaded(visitor, "", lambda: expect(headline).to_be_visible())
    weights = {url: len(gzip.compress(body)) for url, body in files.items()}
    assert any(url.endswith(".js") for url in weights)
    assert sum(weights.values()) < SHELL, weights
    assert not [url for url in weights if GAME_FILE.search(url)]


@pytest.mark.parametrize("game", ["luz", "was_sticht"])
def test_a_game_is_one_file(game: str, visit: Callable[..., Visitor]) -> None:
    visitor = visit("Ada")
    opened = visitor.open(game, seats=3, bots=[None, "novice", "novice"])
    board = visitor.page.locator("main.board [data-card]")
    files = loaded(visitor, f"#/table/{opened['match']}?quick=1", lambda: expect(board.first).to_be_visible())
    assert [found[1] for url in files if (found := GAME_FILE.search(url))] == [game]


FIRST_CONTENTFUL_PAINT = """new Promise((found) => new PerformanceObserver((list) => {
    for (const entry of list.getEntriesByName('first-contentful-paint')) found(entry.startTime)
}).observe({ type: 'paint', buffered: true }))"""


def test_the_first_paint_comes_at_once(browser: Browser, tmp_path: Path) -> None:
    house = House(tmp_path)
    visitor = Visitor(browser, house)
    try:
        visitor.go("")
        expect(visitor.page.get_by_role("heading", name=EN["home.headline"])).to_be_visible()
        painted = visitor.page.evaluate(FIRST_CONTENTFUL_PAINT)
        assert painted < FIRST_PAINT * slowness()
    finally:
        visitor.close()
        house.process.terminate()
        house.process.wait()


class SlowHouse(House):
    """Where bots make two moves a second: twice as many as they would for people."""

    pace = 500


def test_moves_of_bots_are_shown_without_long_tasks(browser: Browser, tmp_path: Path) -> None:
    house = SlowHouse(tmp_path)
    visitor = Visitor(browser, house, reduced_motion="no-preference")
    try:
        visitor.context.add_init_script(LONG_TASKS)
        visitor.enter("Ada")
        opened = visitor.open("mu", seats=6, bots=[None] + ["novice"] * 5)
        visitor.go(f"#/table/{opened['match']}?quick=1")
        expect(visitor.page.locator("main.board [data-card]").first).to_be_visible()
        with Guest(house.url) as guest:
            for cookie in visitor.context.cookies():
                guest.http.cookies.set(cookie["name"], cookie["value"])
            line = guest.line(opened["match"])
            line.expect("table")
            visitor.page.wait_for_timeout(1500)  # loading the board is one long task, and may be
            visitor.page.evaluate("longTasks.length = 0")
            seen = 0
            while seen < MOVES and line.table["status"] == "playing":
                if line.table["display"]["legal"]:
                    done = line.done(type="play", actions=[line.table["display"]["legal"][-1]], seq=line.table["seq"])
                    line.follow(done["seq"])
                else:
                    line.receive()
                seen += 1
                visitor.page.wait_for_timeout(1)
        assert [task for task in visitor.page.evaluate("longTasks") if task > LONG_TASK * slowness()] == []
    finally:
        visitor.close()
        house.process.terminate()
        house.process.wait()
