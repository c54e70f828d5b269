"""How heavy and how quick the client is: what the first page loads, one file per game, first paint, no long tasks.

Others may want the processors too. So of several first paints the quickest one counts, and of a task the time for which
it had a processor, not the time for which it waited for one.
"""

import gzip
import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Response, expect

from tests.server.http.live import Guest
from tests.shortest import SHORTEST
from tests.web.conftest import ServerProcess, Visitor
from tests.web.words import EN

SHELL: Final = 120_000  # bytes
FIRST_PAINT: Final = 1000  # milliseconds
LONG_TASK: Final = 50
MOVES: Final = 30
PAINTS: Final = 5
GAME_FILE: Final = re.compile(rf"/({'|'.join(SHORTEST)})-[^/]*\.js$")
TASKS: Final = "disabled-by-default-devtools.timeline"


@contextmanager
def record_tasks(browser: Browser, visitor: Visitor) -> Iterator[list[float]]:
    """Collect how many milliseconds of a processor each task of a page took that was begun meanwhile."""
    found: list[float] = []
    browser.start_tracing(page=visitor.page, categories=[TASKS])
    yield found
    events = json.loads(browser.stop_tracing())["traceEvents"]
    pages = {(event["pid"], event["tid"]) for event in events if event["args"].get("name") == "CrRendererMain"}
    ran = [event for event in events if event["name"] == "RunTask" and event["ph"] == "X"]
    found += [event["tdur"] / 1000 for event in ran if (event["pid"], event["tid"]) in pages]


def load_place(visitor: Visitor, place: str, ready: Callable[[], None]) -> dict[str, bytes]:
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
    files = load_place(visitor, "", lambda: expect(headline).to_be_visible())
    weights = {url: len(gzip.compress(body)) for url, body in files.items()}
    assert any(url.endswith(".js") for url in weights)
    assert sum(weights.values()) < SHELL, weights
    assert not [url for url in weights if GAME_FILE.search(url)]


@pytest.mark.parametrize("game", ["luz", "was_sticht"])
def test_a_game_is_one_file(game: str, visit: Callable[..., Visitor]) -> None:
    visitor = visit("Ada")
    opened = visitor.open(game, seats=3, bots=[None, "novice", "novice"])
    board = visitor.page.locator("main.board [data-card]")
    files = load_place(visitor, f"#/table/{opened['match']}?quick=1", lambda: expect(board.first).to_be_visible())
    assert [found[1] for url in files if (found := GAME_FILE.search(url))] == [game]


FIRST_CONTENTFUL_PAINT = """new Promise((found) => new PerformanceObserver((list) => {
    for (const entry of list.getEntriesByName('first-contentful-paint')) found(entry.startTime)
}).observe({ type: 'paint', buffered: true }))"""


def time_first_paint(browser: Browser, folder: Path) -> float:
    """Return after how many milliseconds somebody sees something whom a server serves that has just been started."""
    folder.mkdir()
    house = ServerProcess(folder)
    visitor = Visitor(browser, house)
    try:
        visitor.go("")
        expect(visitor.page.get_by_role("heading", name=EN["home.headline"])).to_be_visible()
        return float(visitor.page.evaluate(FIRST_CONTENTFUL_PAINT))
    finally:
        visitor.close()
        house.process.terminate()
        house.process.wait()


def test_the_first_paint_comes_at_once(browser: Browser, tmp_path: Path) -> None:
    painted: list[float] = []
    while len(painted) < PAINTS and min(painted, default=FIRST_PAINT) >= FIRST_PAINT:
        painted.append(time_first_paint(browser, tmp_path / str(len(painted))))
    assert min(painted) < FIRST_PAINT, painted


class SlowServer(ServerProcess):
    """Where bots make two moves a second: twice as many as they would for people."""

    pace = 500


def test_a_long_task_is_noticed(browser: Browser, visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.go("")
    with record_tasks(browser, visitor) as found:
        for _ in range(8):  # what begins before the page has heard that it is watched is not seen
            visitor.page.evaluate("() => { let sum = 0; for (let i = 0; i < 1e8; i++) sum += i % 7; return sum }")
    assert max(found) > LONG_TASK


def test_moves_of_bots_are_shown_without_long_tasks(browser: Browser, tmp_path: Path) -> None:
    house = SlowServer(tmp_path)
    visitor = Visitor(browser, house, reduced_motion="no-preference")
    try:
        visitor.enter("Ada")
        opened = visitor.open("mu", seats=6, bots=[None] + ["novice"] * 5)
        visitor.go(f"#/table/{opened['match']}?quick=1")
        expect(visitor.page.locator("main.board [data-card]").first).to_be_visible()
        with Guest(house.url) as guest:
            for cookie in visitor.context.cookies():
                guest.http.cookies.set(cookie["name"], cookie["value"])
            line = guest.connect(opened["match"])
            line.expect("table")
            visitor.page.wait_for_timeout(1500)  # loading the board is one long task, and may be
            with record_tasks(browser, visitor) as found:
                seen = 0
                while seen < MOVES and line.table["status"] == "playing":
                    if legal := line.table["display"]["legal"]:
                        done = line.ask_accepted(type="play", actions=[legal[-1]], seq=line.table["seq"])
                        line.follow(done["seq"])
                    else:
                        line.receive()
                    seen += 1
                    visitor.page.wait_for_timeout(1)
        assert seen == MOVES
        assert len(found) > MOVES
        assert [task for task in found if task > LONG_TASK] == []
    finally:
        visitor.close()
        house.process.terminate()
        house.process.wait()
