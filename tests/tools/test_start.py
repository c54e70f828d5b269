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


def test_bots_are_timed_in_plain_python_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start, "names", lambda: ["luz"])
    if start.is_compiled():
        with pytest.raises(start.StartError, match="compiled"):
            list(start.plain_answers(1))
        return
    found = dict(start.plain_answers(1))
    assert [name.split("`")[1] for name in found] == ["casual", "club", "expert"]
    assert all("(luz)" in name and 0 < seconds < 60 for name, seconds in found.items())


def test_a_page_of_half_the_figures_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        start.main(["--page", "--only-first"])
    assert refused.value.code == 2


def test_the_page_has_one_place_for_these_figures() -> None:
    page = start.PAGE.read_text(encoding="utf-8")
    new = start.rewrite_page(page, start.table([("first decision on the screen, from an empty clone", 24.3)]))
    before, _, after = new.partition(start.BEGIN)
    assert page.startswith(before)
    assert before.rstrip().endswith("    python3 dev.py bench --start --page")
    assert "not yet" not in after
    assert page.partition(start.END)[2] == after.partition(start.END)[2]
