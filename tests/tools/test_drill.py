"""The command behind `dev.py drill`: what it takes, and the figures it prints."""

import argparse
import re

import pytest

from tools import drill
from tools.drills.scenarios import Outcome


def outcome(name: str, failures: list[str]) -> Outcome:
    found = Outcome(name, ["7 acknowledged moves in 2 matches: 0 lost, 0 doubled"], failures)
    found.limit("3 kills, players back", [0.5, 0.25, 2.0], 3.0)
    return found


@pytest.mark.parametrize(("failures", "code"), [([], 0), (["play 1 was lost"], 1)])
def test_the_figures_of_all_drills_stand_at_the_end(
    failures: list[str], code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def run(name: str, options: argparse.Namespace) -> Outcome:
        drill.say(f"{name}: 1 of {options.kills}")
        return outcome(name, failures if name == "full" else [])

    monkeypatch.setattr(drill, "drill", run)
    assert drill.main(["--kills", "3"]) == code
    shown = capsys.readouterr().out
    progress, _, figures = shown.partition("kill-sqlite: ok")
    for name in drill.DRILLS:
        assert f"{name}: 1 of 3" in progress
        assert name == "kill-sqlite" or re.search(f"^{name}: (ok|FAILED) ", figures, re.MULTILINE)
    assert figures.count("  3 kills, players back: slowest 2.00 s, median 0.50 s\n") == len(drill.DRILLS)
    assert ("WRONG: play 1 was lost" in figures) == bool(code)


def test_a_drill_that_breaks_off_leaves_the_figures_of_those_before(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def run(name: str, options: argparse.Namespace) -> Outcome:
        if name == "full":
            raise RuntimeError("the server did not start")
        return outcome(name, [])

    monkeypatch.setattr(drill, "drill", run)
    with pytest.raises(RuntimeError, match="did not start"):
        drill.main(["nodes", "full"])
    assert "nodes: ok" in capsys.readouterr().out


def test_what_took_too_long_is_a_failure() -> None:
    slow = Outcome("kills")
    slow.limit("players back", [1.0, 4.0], 3.0)
    assert slow.failures == ["players back: 1 of 2 took over 3 s"]


@pytest.mark.parametrize("arguments", [["flood"], ["--kills", "0"], ["--faults", "-1"], ["--tables", "none"]])
def test_bad_arguments_are_refused(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        drill.main(arguments)
    assert refused.value.code == 2


def test_its_help_names_every_drill(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        drill.main(["--help"])
    shown = capsys.readouterr().out
    for name in drill.DRILLS:
        assert f"tools/drill.py {name}" in shown
