"""The tiny game of the guide, installed as anybody would install it, into a folder of its own."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.conftest import browser as browser

ROOT = Path(__file__).parents[2]
TINY_GAME = ROOT / "docs" / "examples" / "tiny_game"


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
