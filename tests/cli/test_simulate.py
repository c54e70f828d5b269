"""`atout simulate`."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.cli.shell import invoke, run

USUAL = ("simulate", "luz", "--seats", "3", "--matches", "60", "--seed", "11", "--option", "deals=2")


def document(*arguments: str, folder: Path) -> dict[str, Any]:
    result = run(*arguments, "--json", folder=folder)
    assert (result.returncode, result.stderr) == (0, "")
    found: dict[str, Any] = json.loads(result.stdout)
    assert found["time"].keys() == {"seconds", "decisions_per_second"}
    assert found.pop("time")["decisions_per_second"] > 0
    return found


def test_one_seed_gives_the_same_figures_for_any_number_of_jobs(tmp_path: Path) -> None:
    alone = document(*USUAL, folder=tmp_path)
    assert document(*USUAL, "--jobs", "2", folder=tmp_path) == alone
    assert document(*USUAL, folder=tmp_path) == alone


def test_json_has_the_figures(tmp_path: Path) -> None:
    found = json.loads(invoke(*USUAL, "--json", folder=tmp_path).stdout)
    assert (found["game"], found["players"], found["seed"], found["matches"]) == ("luz", "random", 11, 60)
    assert found["options"]["deals"] == "2"
    assert found["decisions_per_match"] == found["decisions"] / 60
    assert [seat["seat"] for seat in found["seats"]] == [0, 1, 2]
    for seat in found["seats"]:
        assert seat["scores"]["min"] <= seat["scores"]["q25"] <= seat["scores"]["median"] <= seat["scores"]["max"]
        for estimate in (seat["wins"], seat["advantage"]):
            assert estimate["low"] <= estimate["value"] <= estimate["high"]
    assert sum(seat["wins"]["value"] for seat in found["seats"]) == pytest.approx(1)
    assert sum(seat["advantage"]["value"] for seat in found["seats"]) == pytest.approx(0)
    assert sum(part["count"] for part in found["histogram"]) == 180


def test_the_report_shows_the_same_figures(tmp_path: Path) -> None:
    result = invoke(*USUAL, folder=tmp_path)
    found = json.loads(invoke(*USUAL, "--json", folder=tmp_path).stdout)
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert lines[0] == "Luz, 3 seats, random players, seed 11, deals=2"
    assert lines[1] == f"60 matches, {found['decisions_per_match']:.1f} decisions per match"
    assert re.fullmatch(r"[\d,]+ decisions per second \(\d+\.\d\d s\)", lines[2])
    for seat in found["seats"]:
        (scores,) = [line for line in lines if line.startswith(f"seat {seat['seat']}") and "%" not in line]
        assert scores.split()[2:4] == [f"{seat['scores']['mean']:.2f}", f"{seat['scores']['sd']:.2f}"]
        (wins,) = [line for line in lines if line.startswith(f"seat {seat['seat']}") and "%" in line]
        assert f"{100 * seat['wins']['value']:.1f} %" in wins
        assert f"{seat['advantage']['low']:+.2f} to {seat['advantage']['high']:+.2f}" in wins
    bars = lines[lines.index("Scores of all seats") + 1 :]
    assert len(bars) == len(found["histogram"])
    assert max(line.count("#") for line in bars) == 40
    assert max(len(line) for line in lines) <= 80


def test_without_a_seed_the_one_drawn_is_named_and_gives_the_same_again(tmp_path: Path) -> None:
    arguments = ("simulate", "luz", "--seats", "3", "--matches", "5", "--json")
    first = json.loads(invoke(*arguments, folder=tmp_path).stdout)
    again = json.loads(invoke(*arguments, "--seed", str(first["seed"]), folder=tmp_path).stdout)
    assert first.pop("time")
    assert again.pop("time")
    assert first == again


def test_one_match_is_enough(tmp_path: Path) -> None:
    arguments = ("simulate", "luz", "--seats", "3", "--matches", "1", "--seed", "1")
    found = json.loads(invoke(*arguments, "--json", folder=tmp_path).stdout)
    assert found["seats"][0]["advantage"]["low"] is None
    result = invoke(*arguments, folder=tmp_path)
    assert result.exit_code == 0
    assert "seat 2" in result.stdout


@pytest.mark.parametrize("level", ["novice", "casual"])
def test_bots_can_play_instead(level: str, tmp_path: Path) -> None:
    arguments = ("simulate", "luz", "--seats", "3", "--matches", "2", "--seed", "1", "--option", "deals=2")
    found = json.loads(invoke(*arguments, "--level", level, "--json", folder=tmp_path).stdout)
    assert found["players"] == level
    assert found["seats"] != json.loads(invoke(*arguments, "--json", folder=tmp_path).stdout)["seats"]
