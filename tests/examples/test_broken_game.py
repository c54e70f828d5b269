"""A server with a broken game of another package says so in one line and serves the others."""

import json
from pathlib import Path
from urllib.request import urlopen

import pytest

from atout import names
from tests.kit.deadline import DEADLINE
from tests.web.conftest import ServerProcess


def test_a_broken_game_is_a_line_of_the_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    metadata = tmp_path / "site" / "broken-1.0.dist-info"
    metadata.mkdir(parents=True)
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text("[atout.games]\nabsent = no_such_package:GAME\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "site"))
    house = ServerProcess(tmp_path)
    try:
        with urlopen(f"{house.url}/api/games") as answer:
            assert [game["name"] for game in json.load(answer)["games"]] == names()
    finally:
        house.process.terminate()
        house.process.wait(DEADLINE)
    lines = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
    (line,) = [line for line in lines if line["level"] == "warning"]
    assert line["message"] == (
        "the game absent of broken (no_such_package:GAME) cannot be used: "
        "ModuleNotFoundError: No module named 'no_such_package'"
    )
