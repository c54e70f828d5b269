"""What tests of dev.py share."""

from pathlib import Path

import pytest

from tools.dev import environments, play


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder in which everything that dev.py makes is made, instead of this clone."""
    monkeypatch.setattr(environments, "BUILD", tmp_path / "build")
    (tmp_path / "build").mkdir()
    monkeypatch.setattr(play, "BUILD", tmp_path / "build")
    monkeypatch.setattr(play, "LOG", tmp_path / "build" / "play.log")
    return tmp_path
