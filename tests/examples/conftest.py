"""The tiny game of the guide, installed as anybody would install it, into a folder of its own."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.web.conftest import browser as browser
from tests.web.words import EN

ROOT = Path(__file__).parents[2]
TINY_GAME = ROOT / "docs" / "examples" / "tiny_game"


def play_pico(page: Page) -> None:
    """Begin a short match of the tiny game from the home page."""
    page.get_by_role("link", name="Pico", exact=True).click()
    page.get_by_label(EN["play.seats"], exact=True).select_option(index=0)
    page.get_by_label(EN["play.level"], exact=True).select_option(EN["level.novice"])
    page.get_by_label("Number of deals", exact=True).select_option("1")
    page.get_by_role("button", name=EN["home.play"], exact=True).click()


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which pip has put the game, with its entry point."""
    folder = tmp_path_factory.mktemp("tiny") / "site"
    offline = ("--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check")
    pip = [sys.executable, "-m", "pip", "install", "-q", *offline, "--target", str(folder), str(TINY_GAME)]
    run = subprocess.run(pip, capture_output=True, text=True, cwd=folder.parent)
    assert run.returncode == 0, run.stderr
    return folder


@pytest.fixture(scope="module")
def path(installed: Path) -> Iterator[str]:
    """Let every process that is started find the game; this one does not."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(installed))
        yield str(installed)
