"""The path of one click: the modules it visits in the server are those that the guide names, each once."""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import pytest

import atout
from atout.kernel import view
from atout.server.http.websocket_protocol import DirectWebSocket
from tests.server.http.live import LiveServer, Socket, play_on, seat_players, start

SOURCE = Path(atout.__file__).parent
PAGE = Path(__file__).parents[2] / "docs" / "guide" / "architecture.md"
AS_ONE = ("kernel", "games/luz", "server/stores")  # behind one interface each
MOST = 15
CLICKS = 4  # what comes by chance in between, such as a sweep of the registry, does not come each time
PLAYERS = 3

pytestmark = pytest.mark.skipif(
    not str(view.__file__).endswith(".py"), reason="the calls of compiled functions cannot be seen"
)


def named_modules() -> list[str]:
    """Return the modules that the page names, in its order."""
    part = PAGE.read_text(encoding="utf-8").partition("### The path of one click")[2]
    return re.findall(r"^\| `([^`]+)` \|", part, re.MULTILINE)


class Visits:
    """Notes the modules whose functions run from the frame that comes in until all frames have gone out."""

    def __init__(self) -> None:
        self.found: set[str] = set()
        self.writes = 0
        self._begun = False

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code is DirectWebSocket.data_received.__code__:
            self._begun = True
        if event == "return" and frame.f_code is DirectWebSocket.write.__code__:
            self.writes += 1
        file = Path(frame.f_code.co_filename)
        if event == "call" and self._begun and self.writes < PLAYERS and file.is_relative_to(SOURCE):
            module = file.relative_to(SOURCE).as_posix()
            self.found.add(next((name for name in AS_ONE if module.startswith(f"{name}/")), module))


@contextmanager
def watch(live: LiveServer) -> Iterator[Visits]:
    """Note what the server's loop visits."""
    visits = Visits()

    async def begin() -> None:
        sys.setprofile(visits)

    async def end() -> None:
        sys.setprofile(None)

    live.call(begin)
    try:
        yield visits
    finally:
        live.call(end)


def play_card(lines: list[Socket]) -> None:
    """Let whoever is on turn play a card, and everybody see it."""
    line = next(line for line in lines if line.table["display"]["legal"])
    done = line.ask_accepted(type="play", actions=[line.table["display"]["legal"][0]], seq=line.table["seq"])
    for other in lines:
        other.follow(done["seq"])


def test_the_guide_names_every_module_that_a_click_visits(tmp_path: Path) -> None:
    with LiveServer(tmp_path, limits=True) as live, seat_players(live, PLAYERS, game="luz") as (_, lines):
        start(*lines)
        play_on(*lines, until=lambda table: table["display"]["phase"] == "tricks")
        found: list[set[str]] = []
        for _ in range(CLICKS):
            with watch(live) as visits:
                play_card(lines)
            assert visits.writes == PLAYERS
            found.append(visits.found)
    named = named_modules()
    assert sorted(set.intersection(*found)) == sorted(named)
    assert len(set(named)) == len(named) <= MOST
