"""A real server with the built client, a real Chromium, and people who visit the one with the other.

All tests of a process share the browser, and most of them a server: to start them takes seconds of the processor.
"""

import asyncio
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast
from zlib import crc32

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, WebSocket, expect, sync_playwright

from atout.server.settings import built_client
from tests.cli.shell import environment
from tests.kit.deadline import DEADLINE
from tools.dev.environments import BROWSERS

ARGUMENTS = [
    *("--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking"),
    *("--disable-component-update", "--disable-default-apps", "--disable-sync", "--no-first-run"),
    *("--metrics-recording-only", "--disable-domain-reliability"),
    "--disable-features=Translate,OptimizationHints,MediaRouter",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
]
ROOT = Path(__file__).parents[2]
# Modules whose tests list all tables of a server, count what it does, or kill it.
ALONE = ("test_home", "test_people", "test_setup", "test_tables", "test_talk", "test_weight")
DESK = {"width": 1280, "height": 800}
SHOWING = ("table", "changed")
# Tests neither read nor hear: the next deal begins by itself. What a person has chosen stays.
PATIENCE = """if (location.protocol.startsWith('http') && !localStorage.getItem('atout.settings'))
  localStorage.setItem('atout.settings', JSON.stringify({ trick: 'short', reading: 0.1, sound: false }))"""
# What browsers add to the deals comes from a seed as well. Ids of requests stay random: no two may be equal.
SEEDED = """if (location.protocol.startsWith('http')) {
  const page = (localStorage['tests.page'] = Number(localStorage['tests.page'] ?? 0) + 1)  // no two draw the same
  let state = (SEED + Math.imul(page - 1, 0x632be5ab)) | 0
  const draw = () => {
    state = (state + 0x9e3779b9) | 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
    return (mixed ^ (mixed >>> 16)) >>> 0
  }
  crypto.getRandomValues = (list) => {
    for (let at = 0; at < list.length; at++) list[at] = draw()
    return list
  }
  Math.random = () => draw() / 2 ** 32
}"""
Json = dict[str, Any]

expect.set_options(timeout=1000 * DEADLINE)


class ServerProcess:
    """A server as a process of its own, on a port that stays the same when it is started again.

    It deals from a seed, which every test that visits it sets anew.
    """

    program = ("-m", "tests.web.seeded_server")  # what Python runs
    pace = 0  # milliseconds a bot takes
    seed = ""
    visitors = 0  # that have come since

    def __init__(self, folder: Path) -> None:
        if built_client() is None and not os.environ.get("ATOUT_WEB"):
            pytest.fail("no web client is built: run `python3 dev.py test`, or `npm run build` in web/", pytrace=False)
        self.folder = folder
        self.port = 0
        self.set_seed("house")
        self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def set_seed(self, seed: str) -> None:
        """Let deals, bots and browsers depend on this from now on."""
        self.seed, self.visitors = seed, 0
        draft = self.folder / "seed.new"
        draft.write_text(seed, encoding="utf-8")
        draft.replace(self.folder / "seed")

    def start(self) -> None:
        if self.port:  # again: nothing may be drawn a second time
            self.set_seed(f"{self.seed} again")
        log = self.folder / "log"
        paths = filter(None, (os.environ.get("PYTHONPATH"), str(ROOT)))  # games of others come first
        with log.open("w") as file:
            self.process = subprocess.Popen(
                [
                    *(sys.executable, *self.program, "serve", "--port", str(self.port), "--no-limits"),
                    *("--database", f"sqlite:///{self.folder / 'atout.db'}", "--workers", "1"),
                    *("--bot-pace", str(self.pace)),
                ],
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=file,
                cwd=self.folder,
                env=environment(self.folder, PYTHONPATH=os.pathsep.join(paths)),
            )
        deadline = time.monotonic() + DEADLINE
        while not (found := re.search(r'"serving".*"port": (\d+)', log.read_text())):
            assert self.process.poll() is None, log.read_text()
            assert time.monotonic() < deadline, "the server does not start"
            time.sleep(0.02)
        self.port = int(found[1])

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.kill()
        self.process.wait(DEADLINE)


@dataclass(frozen=True)
class Frame:
    """A message over a WebSocket."""

    socket: WebSocket
    sent: bool
    message: Json


class Visitor:
    """Somebody with a browser of their own. Every error its console shows has to be expected."""

    def __init__(self, browser: Browser, house: ServerProcess, **more: Any) -> None:
        usual = {"viewport": DESK, "reduced_motion": "reduce", "locale": "en", "base_url": house.url}
        self.context: BrowserContext = browser.new_context(**{**usual, **more})
        self.context.set_default_timeout(1000 * DEADLINE)
        self.context.add_init_script(PATIENCE)
        house.visitors += 1
        self.context.add_init_script(SEEDED.replace("SEED", str(crc32(f"{house.seed} {house.visitors}".encode()))))
        self.context.on("console", self._on_frame)
        self.context.on("weberror", lambda error: self.faults.append(f"uncaught: {error.error}"))
        self.context.on("page", lambda page: page.on("websocket", self._on_socket))
        self.faults: list[str] = []
        self.expected: list[re.Pattern[str]] = []
        self.frames: list[Frame] = []
        self.page: Page = self.context.new_page()

    def enter(self, name: str) -> None:
        """Be somebody, without a page that asks for it."""
        assert self.context.request.post("/api/guest", data={"name": name}).ok

    def open(self, game: str, **order: Any) -> Json:
        """Open a table as no page can: with everything the server allows."""
        answer = self.context.request.post("/api/tables", data={"game": game, **order})
        assert answer.ok, answer.text()
        opened: Json = answer.json()
        return opened

    def go(self, place: str) -> None:
        """Open a place of the client anew, even where only the fragment of the address is another one."""
        if self.page.url.startswith("http"):  # a process that has the client already needs less time
            self.page.evaluate("place => history.replaceState(null, '', place)", f"/{place}")
            self.page.reload()
        else:
            self.page.goto(f"/{place}")

    @property
    def positions(self) -> list[Json]:
        """Every message with a position in it, in the order in which they came."""
        told = (frame.message for frame in self.frames if not frame.sent and frame.message["type"] in SHOWING)
        return [message for message in told if message["display"]]

    @property
    def accepted(self) -> list[tuple[str, int]]:
        """The plays the server has accepted: under which id, and what had happened at the table then."""
        asked = {(frame.socket, frame.message["re"]): frame.message for frame in self.frames if frame.sent}
        answers = [frame for frame in self.frames if not frame.sent and frame.message["type"] == "accepted"]
        found = [(asked[frame.socket, frame.message["re"]], frame.message["seq"]) for frame in answers]
        return [(request["id"], seq) for request, seq in found if request["type"] == "play"]

    def close(self) -> None:
        self.context.close()
        unexpected = [fault for fault in self.faults if not any(known.search(fault) for known in self.expected)]
        assert unexpected == []

    def _on_frame(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(f"{message.text} {message.location.get('url', '')}")

    def _on_socket(self, socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: self.frames.append(Frame(socket, True, json.loads(frame))))
        socket.on("framereceived", lambda frame: self.frames.append(Frame(socket, False, json.loads(frame))))


@pytest.fixture(scope="session")
def common_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with open_house(tmp_path_factory.mktemp("house")) as house:
        yield house


@pytest.fixture(scope="module")
def house(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """The server of a module: the common one, unless its tests see all tables of a server, or kill it."""
    name = request.module.__name__.rpartition(".")[2]
    if name in ALONE:
        with open_house(tmp_path_factory.mktemp("house")) as house:
            yield house
        return
    house = request.getfixturevalue("common_house")
    house.set_seed(name)
    yield house


@contextmanager
def open_house(folder: Path, kind: type[ServerProcess] = ServerProcess) -> Iterator[ServerProcess]:
    """Keep a server running."""
    house = kind(folder)
    try:
        yield house
    finally:
        house.process.terminate()
        house.process.wait(DEADLINE)


def chromium() -> str | None:
    """Find the browser."""
    named = (os.environ.get("ATOUT_CHROMIUM", ""), *BROWSERS)
    return next((found for name in named if name and (found := shutil.which(name))), None)


class TheBrowser:
    """The browser of this process, and the event loop that Playwright keeps running for it.

    The loop is hidden from tests that need no browser: they run their own.
    """

    def __init__(self, path: str) -> None:
        self.stack = ExitStack()
        playwright = self.stack.enter_context(sync_playwright())
        self.loop = asyncio.get_running_loop()
        self.browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        self.stack.callback(self.browser.close)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        if "browser" in getattr(item, "fixturenames", ()):
            return (yield)
        asyncio._set_running_loop(None)
        try:
            return (yield)
        finally:
            asyncio._set_running_loop(self.loop)


@pytest.fixture
def browser(pytestconfig: pytest.Config) -> Browser:
    """The one browser; it ends with the last test."""
    plugins, name = pytestconfig.pluginmanager, TheBrowser.__name__
    if not plugins.has_plugin(name):
        path = chromium()
        if path is None:
            pytest.fail("no Chromium found: install it or set ATOUT_CHROMIUM", pytrace=False)
        launched = TheBrowser(path)
        plugins.register(launched, name)
        pytestconfig.add_cleanup(launched.stack.close)
    return cast(TheBrowser, plugins.get_plugin(name)).browser


@pytest.fixture
def visit(browser: Browser, house: ServerProcess, request: pytest.FixtureRequest) -> Iterator[Callable[..., Visitor]]:
    """Let people come; when they have gone, nothing may have gone wrong in their browsers."""
    with ExitStack() as stack:
        stack.callback(house.set_seed, house.seed)  # what a module's tests share comes from the house's own
        house.set_seed(request.node.nodeid)

        def come(name: str = "", **more: Any) -> Visitor:
            visitor = Visitor(browser, house, **more)
            stack.callback(visitor.close)
            if name:
                visitor.enter(name)
            return visitor

        yield come
