"""The mutation run, on a small game of its own: what a test notices is killed, what no test notices survives."""

import json
import os
import shutil
from pathlib import Path

import pytest

from tools import mutate
from tools.mutants import mutants

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="tests run in forks")

RULES = '''"""Rules."""


def doubled(x: int) -> int:
    """Return twice as much."""
    return x + x


TABLE = [doubled(x) for x in (2, 5)]


class Counter:
    """Counts."""

    def __init__(self) -> None:
        self.count = 0

    @property
    def left(self) -> int:
        """Return how many are left."""
        return 3 - self.count

    def run(self) -> None:
        """Count to three."""
        self.count += 3


def run_down(x: int) -> int:
    """Return zero, in the end."""
    while x:
        x -= 1
    return x


def unused(x: int) -> int:
    """Return more."""
    return x + 5
'''
TESTS = '''"""Tests."""

from atout.games.tiny.rules import TABLE, Counter, run_down


def test_table():
    assert TABLE[0] == 4


def test_counter():
    counter = Counter()
    counter.run()
    assert counter.count == 3


def test_run_down():
    assert run_down(3) == 0
'''
CONFORMANCE = '''"""Tests for every game."""

import pytest

from atout.games.tiny import rules


@pytest.mark.parametrize("name", ["tiny", "other"])
def test_start(name):
    assert name == "tiny"
    assert rules.Counter().left == 3
'''


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    game = tmp_path / "src" / "atout" / "games" / "tiny"
    for folder, name, text in [
        (game, "__init__.py", ""),
        (game.parent, "__init__.py", ""),
        (game.parent.parent, "__init__.py", ""),
        (game, "rules.py", RULES),
        (game / "tests", "test_rules.py", TESTS),
        (tmp_path / "tests" / "conformance", "test_all.py", CONFORMANCE),
        (tmp_path, "pyproject.toml", '[tool.pytest.ini_options]\naddopts = ["--import-mode=importlib"]\n'),
    ]:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    shutil.copytree(mutate.ROOT / "tools", tmp_path / "tools", ignore=shutil.ignore_patterns("__pycache__", "*.toml"))
    (tmp_path / "tools" / "equivalent_mutants.toml").write_text("", encoding="utf-8")
    monkeypatch.setattr(mutate, "ROOT", tmp_path)
    monkeypatch.setattr(mutate, "LISTED", tmp_path / "tools" / "equivalent_mutants.toml")
    monkeypatch.setattr(mutate, "KEPT", tmp_path / "build" / "mutation")
    monkeypatch.setattr(mutate, "WORKERS", 1)
    return tmp_path


def outcomes(project: Path) -> dict[str, str]:
    """Return how each fault ended, by line and change."""
    found = json.loads((project / "build" / "mutation" / "tiny.json").read_text(encoding="utf-8"))["found"]
    return {
        f"{mutant.code}: {mutant.change}": found[mutant.key]["outcome"]
        for mutant in mutants("tiny/rules.py", RULES)
        if mutant.key in found
    }


def test_what_tests_notice_is_killed_and_the_rest_survives(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert mutate.main(["tiny", "--only", "doubled", "--only", "Counter", "--only", "unused"]) == 1
    assert outcomes(project) == {
        "return x + x: x + x -> (x - x)": "killed",
        "return x + x: x + x -> (x + x + 1)": "killed",
        "self.count = 0: 0 -> 1": "killed",
        "self.count = 0: 0 -> (-1)": "killed",
        "return 3 - self.count: 3 - self.count -> (3 + self.count)": "survived",
        "return 3 - self.count: 3 - self.count -> (3 - self.count + 1)": "killed",
        "return 3 - self.count: 3 -> 2": "killed",
        "return 3 - self.count: 3 -> 4": "killed",
        "self.count += 3: self.count += 3 -> self.count -= 3": "killed",
        "self.count += 3: self.count += 3 -> pass": "killed",
        "self.count += 3: 3 -> 2": "killed",
        "self.count += 3: 3 -> 4": "killed",
        "return x + 5: x + 5 -> (x - 5)": "survived",
        "return x + 5: x + 5 -> (x + 5 + 1)": "survived",
        "return x + 5: 5 -> 4": "survived",
        "return x + 5: 5 -> 6": "survived",
    }
    printed = capsys.readouterr().out
    assert "unused\n-    return x + 5\n+    return (x - 5)\n" in printed
    assert "tiny: 68.8 % of 16 faults noticed, at least 90 % is required: 11 killed, 0 timed out, 5 survived" in printed


def test_constants_are_tried_with_a_fresh_import(project: Path) -> None:
    assert mutate.main(["tiny", "--only", "rules.py:9 ", "--least", "50"]) == 0
    assert outcomes(project) == {
        "TABLE = [doubled(x) for x in (2, 5)]: 2 -> 1": "killed",
        "TABLE = [doubled(x) for x in (2, 5)]: 2 -> 3": "killed",
        "TABLE = [doubled(x) for x in (2, 5)]: 5 -> 4": "survived",
        "TABLE = [doubled(x) for x in (2, 5)]: 5 -> 6": "survived",
    }


def test_what_never_ends_is_stopped(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mutate, "SPARE", 0.2)  # of CPU time, so that a slow machine makes no difference
    assert mutate.main(["tiny", "--only", "x -= 1 -> pass"]) == 0
    assert outcomes(project) == {"x -= 1: x -= 1 -> pass": "timed out"}


def test_a_run_is_taken_up_again(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert mutate.main(["tiny", "--only", "Counter", "--sample", "3", "--least", "0"]) == 0
    first = outcomes(project)
    assert len(first) == 3

    def refuse(*arguments: object) -> None:
        raise AssertionError("nothing was left to try")

    monkeypatch.setattr(mutate, "Worker", refuse)
    assert mutate.main(["tiny", "--only", "Counter", "--sample", "3", "--least", "0"]) == 0
    assert outcomes(project) == first
    rules = project / "src" / "atout" / "games" / "tiny" / "rules.py"
    rules.write_text(RULES + "\n", encoding="utf-8")
    with pytest.raises(AssertionError, match="nothing was left"):
        mutate.main(["tiny", "--only", "Counter", "--sample", "3", "--least", "0"])


def test_listed_faults_are_left_out_and_stale_entries_refused(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    listed = """
[[skip]]
file = "*/rules.py"
function = "unused"
reason = "nobody calls it"

[[equivalent]]
file = "tiny/rules.py"
function = "Counter.__init__"
code = "self.count = 0"
change = "0 -> 1"
reason = "only an example"
"""
    mutate.LISTED.write_text(listed, encoding="utf-8")
    assert mutate.main(["tiny", "--list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert not [line for line in lines if "unused" in line]
    assert len(lines) == len(mutants("tiny/rules.py", RULES)) - 4 - 1
    assert mutate.main(["tiny", "--sample", "0"]) == 0
    mutate.LISTED.write_text(listed.replace("self.count = 0", "self.count = 1"), encoding="utf-8")
    assert mutate.main(["tiny", "--sample", "0"]) == 1
    assert "stale" in capsys.readouterr().out


def test_tests_that_fail_anyway_are_no_judges(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tests = project / "src" / "atout" / "games" / "tiny" / "tests" / "test_rules.py"
    tests.write_text(TESTS + "\n\ndef test_wrong():\n    assert False\n", encoding="utf-8")
    assert mutate.main(["tiny"]) == 2
    assert "FAILED" in capsys.readouterr().err


def test_a_game_without_rules_is_refused(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert mutate.main(["chess"]) == 2
    assert "chess" in capsys.readouterr().err


def test_a_sample_depends_on_the_seed_alone(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def listed(seed: str) -> str:
        assert mutate.main(["tiny", "--sample", "5", "--seed", seed, "--list"]) == 0
        return capsys.readouterr().out

    assert listed("1") == listed("1")
    assert listed("1") != listed("2")
