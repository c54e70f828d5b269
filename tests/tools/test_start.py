"""The figures of the first minute, without a first minute."""

import os
import sys
from pathlib import Path

import pytest

from benchmarks import start


def test_figures_come_to_the_end_of_the_page_and_are_replaced_there() -> None:
    page = "# Speed\n\n| old |\n"
    once = start.rewrite_page(page, start.table([("first", 41.26), ("import", 0.123)]))
    assert once.startswith(page.rstrip())
    assert "| first | 41.3 |" in once
    assert "| import | 0.12 |" in once
    twice = start.rewrite_page(once, "other")
    assert twice.count(start.BEGIN) == twice.count(start.END) == 1
    assert "41.3" not in twice


def test_no_cache_and_nobodys_matches_are_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ATOUT_WEB", "elsewhere")
    found = start.environment(tmp_path)
    assert "ATOUT_WEB" not in found
    assert found["PIP_NO_CACHE_DIR"] == "1"
    assert [name for name in ("npm_config_cache", "XDG_DATA_HOME") if not found[name].startswith(str(tmp_path))] == []


def test_commands_are_timed_and_failures_told() -> None:
    assert start.seconds_of([sys.executable, "-c", ""], dict(os.environ)) > 0
    with pytest.raises(start.StartError, match="sorry"):
        start.seconds_of([sys.executable, "-c", "import sys; sys.exit('sorry')"], dict(os.environ))
