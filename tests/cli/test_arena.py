"""`atout arena run`."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from atout.arena.ladder.page import BEGIN, END
from tests.cli.shell import environment, invoke, run
from tests.kit.deadline import DEADLINE

TABLE = ("arena", "run", "luz", "--seats", "3", "--option", "deals=2")
USUAL = (*TABLE, "--bots", "expert,casual,random", "--matches", "6", "--seed", "11", "--iterations", "2")
CHEATS = "tests.bots.cheats"
FILES = ["matches.csv", "matches.parquet", "ratings.svg", "report.json"]


def document(*arguments: str, folder: Path) -> dict[str, Any]:
    result = invoke(*arguments, "--json", folder=folder)
    assert (result.exit_code, result.stderr) == (0, "")
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_json_has_the_figures(tmp_path: Path) -> None:
    found = document(*USUAL, folder=tmp_path)
    assert (found["game"], found["seats"], found["seed"], found["matches"], found["deals"]) == ("luz", 3, 11, 6, 2)
    assert {each["name"] for each in found["bots"]} == {"expert", "casual", "random"}
    for each in found["bots"]:
        assert {"name", "rating", "interval", "mean_score", "mean_place", "matches"} <= each.keys()
        assert each["interval"][0] < each["rating"] < each["interval"][1]
        assert each["matches"] == 6
        assert 1 <= each["mean_place"] <= 3
    assert len(found["differences"]) == 3


def test_one_seed_gives_the_same_figures_for_any_number_of_jobs(tmp_path: Path) -> None:
    assert document(*USUAL, "--jobs", "3", folder=tmp_path) == document(*USUAL, folder=tmp_path)


def test_a_run_writes_its_files_and_goes_on_where_it_stopped(tmp_path: Path) -> None:
    out = tmp_path / "run"
    result = invoke(*USUAL, "--out", str(out), folder=tmp_path)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith("Luz, 3 seats, seed 11, deals=2\n6 matches on 2 deals\n")
    assert all((out / name).is_file() for name in FILES)
    assert len(list((out / "records").iterdir())) == 6
    before = {name: (out / name).read_bytes() for name in FILES}
    lines = (out / "results.jsonl").read_text("utf-8").splitlines(keepends=True)
    (out / "results.jsonl").write_text("".join([*lines[:2], lines[3], lines[4][:9]]), encoding="utf-8")
    assert document(*USUAL, "--out", str(out), "--jobs", "2", folder=tmp_path) == json.loads(before["report.json"])
    assert {name: (out / name).read_bytes() for name in FILES} == before
    assert sorted((out / "results.jsonl").read_text("utf-8").splitlines(keepends=True)) == sorted(lines)


def test_plain_lines_say_how_far_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("atout.cli.arena.PAUSE", 0.0)
    result = invoke(*TABLE, "--bots", "novice,random", "--matches", "3", "--seed", "1", folder=tmp_path)
    lines = result.stderr.splitlines()
    assert len(lines) == 2
    assert re.fullmatch(r"Luz: 1 of 3, about \d+ s left", lines[0])
    assert lines[1].startswith("Luz: 2 of 3, about ")


def test_more_matches_can_be_added_and_a_drawn_seed_is_kept(tmp_path: Path) -> None:
    arguments = (*TABLE, "--bots", "novice,random", "--out", str(tmp_path / "run"))
    first = document(*arguments, "--matches", "2", folder=tmp_path)
    second = document(*arguments, "--matches", "4", folder=tmp_path)
    assert (second["seed"], second["matches"]) == (first["seed"], 4)


def test_another_command_in_the_same_folder_is_refused(tmp_path: Path) -> None:
    arguments = (*TABLE, "--bots", "novice,random", "--matches", "1", "--seed", "1", "--out", str(tmp_path / "run"))
    assert invoke(*arguments, folder=tmp_path).exit_code == 0
    result = invoke(*arguments, "--iterations", "5", folder=tmp_path)
    assert result.exit_code == 2
    assert result.stderr.endswith("holds another run: its iterations is null, not 5\n")
    assert result.stderr.count("\n") == 1


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Heed interrupts, and with them the programs that are started: scripts let what runs behind them ignore them."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is sent otherwise there")
@pytest.mark.usefixtures("interruptible")
def test_an_interrupted_run_loses_nothing(tmp_path: Path) -> None:
    out = tmp_path / "run"
    usual = (*TABLE, "--bots", "novice,random,casual", "--seed", "4", "--jobs", "2")
    command = [sys.executable, "-m", "atout", *usual, "--out", str(out), "--matches", "5000"]
    with subprocess.Popen(
        command, cwd=tmp_path, env=environment(tmp_path), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        results = out / "results.jsonl"
        while process.poll() is None and not (results.is_file() and results.read_bytes().count(b"\n") >= 3):
            pass
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=DEADLINE)
    assert process.returncode == 130
    assert output == ""
    assert "of 5000 matches: they are in" in errors
    assert errors.endswith("and the same command goes on\n")
    kept = (out / "results.jsonl").read_text("utf-8").splitlines()
    assert f"interrupted after {len(kept)} of" in errors
    few = (*usual, "--matches", "3")
    assert document(*few, "--out", str(out), folder=tmp_path) == document(*few, folder=tmp_path)


def test_faulty_bots_forfeit_and_the_arena_goes_on(tmp_path: Path) -> None:
    names = f"casual,{CHEATS}:Broken,{CHEATS}:Outlaw"
    found = document(*TABLE, "--bots", names, "--matches", "3", "--seed", "1", folder=tmp_path)
    faults = {each["name"]: each["forfeits"] for each in found["bots"]}
    assert faults["casual"] == 0
    assert sum(faults.values()) == found["forfeits"] == 3
    assert found["bots"][0]["name"] == "casual"
    told = {each["bot"]: each for each in found["faults"]}
    assert sum(len(each["matches"]) for each in told.values()) == 3
    assert {"why": "raised", "what": "KeyError: 'nothing there'"}.items() <= told[f"{CHEATS}:Broken"].items()
    assert told[f"{CHEATS}:Broken"]["trace"].endswith("raise KeyError(\"nothing there\")\nKeyError: 'nothing there'")
    assert (told[f"{CHEATS}:Outlaw"]["why"], told[f"{CHEATS}:Outlaw"]["trace"]) == ("illegal", "")


def test_the_table_says_why_a_bot_forfeited(tmp_path: Path) -> None:
    names = f"casual,{CHEATS}:Broken"
    result = invoke(
        *TABLE, "--bots", names, "--matches", "3", "--seed", "1", "--out", str(tmp_path / "run"), folder=tmp_path
    )
    assert result.exit_code == 0
    assert f"{CHEATS}:Broken forfeited 3 matches (first in match 0): KeyError: 'nothing there'\n" in result.stdout
    assert '        raise KeyError("nothing there")\n' in result.stdout
    header, first, *_ = (tmp_path / "run" / "matches.csv").read_text("utf-8").splitlines()
    assert "forfeit_reason" in header
    assert "KeyError: 'nothing there'" in first
    again = invoke(
        *TABLE, "--bots", names, "--matches", "3", "--seed", "1", "--out", str(tmp_path / "run"), folder=tmp_path
    )
    assert again.stdout == result.stdout  # a run that goes on has kept the reasons


def test_a_bot_from_the_current_folder_can_play(tmp_path: Path) -> None:
    code = "class First:\n    def __init__(self, game, seed): pass\n    def choose(self, view): return view.legal[0]\n"
    (tmp_path / "mine.py").write_text(code, encoding="utf-8")
    arguments = (*TABLE, "--bots", "mine:First,random", "--matches", "1", "--seed", "1", "--json")
    program = [sys.executable, "-c", "from atout.cli.main import main; main()"]
    result = subprocess.run(
        [*program, *arguments],
        cwd=tmp_path,
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        timeout=DEADLINE,
    )
    assert (result.returncode, result.stderr) == (0, "")
    assert json.loads(result.stdout)["forfeits"] == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--bots", "expert"), "--bots takes at least two names"),
        (("--bots", "expert,expert"), "--bots names expert twice"),
        (("--bots", "expert,genius"), "no bot genius: there are novice"),
        (("--bots", "expert,nowhere:Bot"), "no bot nowhere:Bot: ModuleNotFoundError"),
        (("--bots", f"expert,{CHEATS}:Demanding"), "cannot be made as Demanding(game, seed): TypeError"),
        (("--bots", "club,random", "--matches", "0"), "--matches"),
        (("--bots", "club,random", "--jobs", "0"), "--jobs"),
        (("--bots", "club,random", "--time", "0"), "--time"),
        (("--bots", "club,random", "--seats", "9"), "not 9 [LUZ-01]"),
        (("--bots", "club,random", "--option", "deals=9"), "option deals cannot be 9"),
        (("--bots", "club,random", "--out", "here.txt"), "here.txt holds something other than an arena run"),
        (("--bots", "club,random", "--ray", "127.0.0.1:1"), "Ray"),
    ],
    ids=lambda words: " ".join(words) if isinstance(words, tuple) else "",
)
def test_bad_input_gets_one_line(
    arguments: tuple[str, ...], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "here.txt").write_text("", encoding="utf-8")
    result = invoke("arena", "run", "luz", "--matches", "1", *arguments, folder=tmp_path)
    assert words in result.stderr
    assert result.stderr.count("\n") == 1
    assert (result.exit_code, result.stdout) == (2, "")


@pytest.fixture
def page(tmp_path: Path) -> Path:
    file = tmp_path / "strength.md"
    file.write_text(f"# Strength\n{BEGIN}\n{END}\nweak\n", encoding="utf-8")
    return file


def test_a_ladder_is_climbed_and_goes_on(tmp_path: Path, page: Path) -> None:
    arguments = (
        "arena",
        "ladder",
        "--game",
        "luz",
        "--jobs",
        "1",
        "--out",
        str(tmp_path / "deals"),
        "--page",
        str(page),
    )
    result = invoke(*arguments, "--only", "random", "--only", "novice", "--minutes", "0.02", folder=tmp_path)
    assert result.exit_code == 0
    assert result.stdout == f"Written: {page}\n"
    played = (tmp_path / "deals" / "luz.jsonl").read_text("utf-8")
    assert "novice over random" in played
    assert "expert" not in played
    text = page.read_text("utf-8")
    assert "## Luz" in text
    assert "| novice over random, 0.05 s | " in text
    assert text.endswith("weak\n")
    again = invoke(*arguments, "--minutes", "0", folder=tmp_path)
    assert again.exit_code == 0
    assert (tmp_path / "deals" / "luz.jsonl").read_text("utf-8") == played
    assert page.read_text("utf-8") == text


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--game", "chess"), "no game chess"),
        (("--page", "absent.md"), "there is no absent.md"),
        (("--minutes", "-1"), "--minutes"),
        (("--only", "genius"), "no question contains that text; there are: novice over random"),
        (("--out", "strength.md"), "strength.md holds something other than a ladder"),
    ],
)
def test_a_ladder_refuses_bad_input(
    arguments: tuple[str, ...], words: str, page: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(page.parent)
    result = invoke("arena", "ladder", "--page", "strength.md", "--out", "deals", *arguments, folder=page.parent)
    assert words in result.stderr
    assert result.stderr.count("\n") == 1
    assert (result.exit_code, result.stdout) == (2, "")


def test_arena_alone_shows_help(tmp_path: Path) -> None:
    result = run("arena", "--help", folder=tmp_path)
    assert (result.returncode, result.stderr) == (0, "")
    assert " run " in result.stdout
    assert " ladder " in result.stdout
