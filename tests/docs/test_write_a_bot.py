"""The bot that the guide builds plays, honestly, and better than at random."""

import json
import re
import sys
from pathlib import Path

import pytest

from atout import names
from tests.cli.shell import invoke

PAGE = Path(__file__).parents[2] / "docs" / "guide" / "write-a-bot.md"
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (code,) = BLOCK.findall(PAGE.read_text("utf-8"))
    assert 25 <= code.count("\n") <= 35
    (tmp_path / "mybot.py").write_text(code.replace("WORLDS = 20", "WORLDS = 3"), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.delitem(sys.modules, "mybot", raising=False)
    return tmp_path


def test_it_wins_against_chance(folder: Path) -> None:
    arguments = ("--seats", "3", "--matches", "6", "--seed", "1", "--option", "deals=2", "--json")
    result = invoke("arena", "run", "luz", "--bots", "mybot:Trier,random", *arguments, folder=folder)
    assert (result.exit_code, result.stderr) == (0, "")
    found = json.loads(result.stdout)
    assert found["forfeits"] == 0
    assert [each["name"] for each in found["bots"]] == ["mybot:Trier", "random"]
    assert found["differences"][0]["points"]["value"] > 0


def test_it_is_honest_in_every_game(folder: Path) -> None:
    result = invoke("check-bot", "mybot:Trier", "--states", "2", "--seed", "1", folder=folder)
    assert (result.exit_code, len(result.output.splitlines())) == (0, len(names()))
