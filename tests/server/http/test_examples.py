"""The bot of the documentation plays, at a table where people sit and in any game."""

import subprocess
import sys
import threading
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from atout import names
from tests.kit.deadline import DEADLINE
from tests.server.http.live import Guest, LiveServer, play_on, start
from tests.shortest import SHORTEST

Guests = Callable[..., Guest]
BOT = Path(__file__).parents[3] / "docs" / "examples" / "wire_bot.py"


def test_it_has_about_thirty_lines() -> None:
    body = BOT.read_text(encoding="utf-8").partition("def play")[2].partition("\nif __name__")[0]
    assert sum(bool(line.strip()) for line in body.splitlines()) <= 32


def test_it_joins_a_private_table_as_a_seat(live: LiveServer, guest: Guests) -> None:
    ada = guest("Ada")
    opened = ada.open(bots=[None, None, "novice"], options={"deals": "2"})
    line = ada.connect(opened["match"])
    arguments = [sys.executable, str(BOT), live.url, opened["match"], opened["invite"]]
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    with subprocess.Popen(arguments, encoding="utf-8", **quiet) as process:  # type: ignore[call-overload]
        try:
            line.wait_until(lambda message: message["type"] == "table" and message["chairs"][1].get("ready", False))
            start(line)
            while line.table["status"] == "playing":
                if line.table["display"]["legal"]:
                    play_on(line, until=lambda table: not table["display"]["legal"])
                else:
                    line.receive()
            out, _ = process.communicate(timeout=DEADLINE)
        finally:
            process.kill()
    assert out == f"places: {' '.join(str(place) for place in line.table['places'])}\n"


@pytest.mark.parametrize("game", names())
def test_it_plays_any_game_to_the_end(live: LiveServer, guest: Guests, game: str) -> None:
    spec = spec_from_file_location("wire_bot", BOT)
    assert spec is not None
    assert spec.loader is not None
    bot = module_from_spec(spec)
    spec.loader.exec_module(bot)
    ada = guest("Ada")
    options = SHORTEST.get(game, {})
    seats = {"loop": 4, "mu": 4, "njet": 2}.get(game, 3)
    opened = ada.open(game=game, seats=seats, seat=None, bots=[None, *["novice"] * (seats - 1)], options=options)
    found: list[list[int]] = []
    thread = threading.Thread(target=lambda: found.append(bot.play(live.url, opened["match"], opened["invite"])))
    thread.start()
    thread.join(60)
    assert not thread.is_alive()
    assert len(found) == 1
    assert sorted(found[0])[0] == 1
    assert len(found[0]) == seats
