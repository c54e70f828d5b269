"""An eighth game of Atout's own is one folder in games/, one in boards/ and one line: a copy of the tree gets one.

The game is that of the guide; its board is kept beside this test. Nothing else in the copy is touched.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from atout import names
from hatch_build import compiled_files
from tests.cli.shell import environment, run
from tests.examples.conftest import ROOT, TINY_GAME, play_pico
from tests.kit.deadline import DEADLINE
from tests.web.conftest import ServerProcess, Visitor
from tests.web.player import Mouse

pytestmark = pytest.mark.skipif(
    os.environ.get("ATOUT_EXPECT") == "interpreted", reason="tried once: the copy is never compiled"
)
BOARD = ROOT / "tests" / "examples" / "pico_board"
COPIED = ("src", "web", "tests", "tools", "docs/examples", "pyproject.toml")
LEFT_OUT = shutil.ignore_patterns("__pycache__", "node_modules", "*.so", "assets")


def add_game(tree: Path) -> None:
    """Put the game into a tree: two folders and one line."""
    game = tree / "src" / "atout" / "games" / "pico"
    shutil.copytree(TINY_GAME / "pico", game, ignore=LEFT_OUT)
    for module in game.rglob("*.py"):  # it moves into the package
        text = module.read_text(encoding="utf-8")
        module.write_text(text.replace("from pico", "from atout.games.pico"), encoding="utf-8")
    shutil.copytree(BOARD, tree / "web" / "src" / "boards" / "pico")
    registry = tree / "src" / "atout" / "games" / "__init__.py"
    before = registry.read_text(encoding="utf-8")
    line = f"NAMES = ({', '.join(map(json.dumps, names()))})\n"
    assert line in before
    registry.write_text(before.replace(line, line.replace(")", ', "pico")')), encoding="utf-8")


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the tree with the eighth game in it, and its client, built."""
    tree = tmp_path_factory.mktemp("eighth")
    for part in COPIED:
        source, target = ROOT / part, tree / part
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(source, target, ignore=LEFT_OUT) if source.is_dir() else shutil.copy(source, target)
    (tree / "web" / "node_modules").symlink_to((ROOT / "web" / "node_modules").resolve())
    add_game(tree)
    built = subprocess.run([sys.executable, "tools/client.py", "build"], cwd=tree, capture_output=True, text=True)
    assert built.returncode == 0, built.stdout + built.stderr
    return tree


@pytest.fixture(scope="module", autouse=True)
def path(tree: Path) -> Iterator[None]:
    """Let every process that is started find the copy; this one does not."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(tree / "src"))
        patch.delenv("ATOUT_WEB", raising=False)
        yield


def test_it_is_one_of_the_games(tree: Path, tmp_path: Path) -> None:
    listed = json.loads(run("games", "--json", folder=tmp_path).stdout)
    assert [game["name"] for game in listed] == [*names(), "pico"]
    assert "atout/games/pico/state.py" in compiled_files(tree / "src")


def test_it_conforms(tree: Path, tmp_path: Path) -> None:
    arguments = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/conformance", "-k", "pico"]
    found = subprocess.run(arguments, cwd=tree, env=environment(tmp_path), capture_output=True, text=True)
    assert found.returncode == 0, found.stdout[-5000:]
    assert int(found.stdout.split(" passed")[0].split()[-1]) >= 45
    assert "skipped" not in found.stdout


def test_it_is_played_in_the_browser_on_its_own_board(tree: Path, browser: Browser, tmp_path: Path) -> None:
    assert [file for file in (tree / "src" / "atout" / "web" / "assets").glob("pico-*.js")]
    house = ServerProcess(tmp_path)
    visitor = Visitor(browser, house)
    page = visitor.page
    try:
        visitor.go("")
        page.get_by_text("Three cards, three tricks.").first.wait_for()
        play_pico(page)
        expect(page.locator("main .pico")).to_be_visible()
        expect(page.locator("main .dock [data-card] circle").first).to_be_visible()  # its own face
        Mouse(page).play()
        expect(page.get_by_role("main").get_by_role("heading", level=1)).to_be_visible()
        visitor.close()
    finally:
        house.process.terminate()
        house.process.wait(DEADLINE)
