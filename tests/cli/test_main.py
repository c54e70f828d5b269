"""The program as a whole: help, version, and one clear line for bad input."""

import os
import re
from pathlib import Path

import pytest

from atout.cli.errors import OneLineErrors, describe_error
from atout.cli.main import COMMANDS, app
from tests.cli.shell import invoke, run

BAD_INPUT = [
    (["--nonsense"], "--nonsense"),
    (["dance"], "dance"),
    (["simulat", "luz"], "Did you mean 'simulate'?"),
    (["rules"], "GAME"),
    (["rules", "chess"], "no game chess: there are luz"),
    (["rules", "luz", "--lang", "xx"], "no language xx: there are en, fr, de"),
    (["rules", "luz", "--clause", "LUZ-99"], "no clause LUZ-99: there are LUZ-01 to LUZ-44"),
    (["games", "luz"], "luz"),
    (["play", "--seed", "3"], "--seed, --save and --time need --terminal"),
    (["play", "--seats", "9"], "not 9 [LUZ-01]"),
    (["play", "chess", "--terminal"], "no game chess"),
    (["play", "--terminal", "--seats", "6"], "Luz is for 3, 4, 5 players, not 6 [LUZ-01]"),
    (["play", "--terminal", "--seats", "-1"], "not -1 [LUZ-01]"),
    (["play", "--terminal", "--seats", "four"], "--seats"),
    (["play", "--terminal", "--seat", "4"], "there is no seat 4: the seats are 0 to 3"),
    (["play", "--terminal", "--seat", "-1"], "--seat"),
    (["play", "--terminal", "--level", "genius"], "no level genius: there are novice, casual, club, expert"),
    (["play", "--terminal", "--lang", "it"], "no language it"),
    (["play", "--terminal", "--seed", "-1"], "--seed takes a number from 0"),
    (["play", "--terminal", "--seed", str(2**63)], "--seed takes a number from 0"),
    (["play", "--terminal", "--name", " "], "--name takes 1 to 20 characters"),
    (["play", "--terminal", "--name", "a\nb"], "--name takes 1 to 20 characters"),
    (["play", "--terminal", "--option", "deals"], "--option takes name=value, not 'deals'"),
    (["play", "--terminal", "--option", "deals=9"], "option deals cannot be 9: it is one of 4, 2, 3"),
    (["play", "--terminal", "--option", "stakes=high"], "no option stakes: there are bead_limit"),
    (["play", "--terminal", "--option", "deals=2", "--option", "deals=3"], "--option deals is given twice"),
    (["play", "--terminal", "--save", "absent/match.toml"], "absent is not a folder"),
    (["play", "--terminal", "--save", "here.toml"], "here.toml already exists"),
    (["simulate", "luz"], "--seats"),
    (["simulate", "luz", "--seats", "4"], "--matches"),
    (["simulate", "chess", "--seats", "4", "--matches", "1"], "no game chess"),
    (["simulate", "luz", "--seats", "2", "--matches", "1"], "not 2 [LUZ-01]"),
    (["simulate", "luz", "--seats", "4", "--matches", "0"], "--matches"),
    (["simulate", "luz", "--seats", "4", "--matches", "-5"], "--matches"),
    (["simulate", "luz", "--seats", "4", "--matches", "1", "--jobs", "0"], "--jobs"),
    (["simulate", "luz", "--seats", "4", "--matches", "1", "--jobs", "-2"], "--jobs"),
    (["simulate", "luz", "--seats", "4", "--matches", "1", "--seed", "-1"], "--seed"),
    (["simulate", "luz", "--seats", "4", "--matches", "1", "--level", "genius"], "no level genius"),
    (["simulate", "luz", "--seats", "4", "--matches", "1", "--option", "deals=one"], "option deals cannot be one"),
    (["replay", "absent.toml"], "absent.toml: No such file or directory"),
    (["replay", "."], ""),
    (["replay", "here.toml"], "here.toml"),
    (["score", "luz", "absent.toml"], "absent.toml: No such file or directory"),
    (["score", "chess", "here.toml"], "no game chess"),
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "here.toml").write_text("this is no record", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(("arguments", "expected"), BAD_INPUT, ids=[" ".join(item[0]) for item in BAD_INPUT])
def test_bad_input_gets_one_line_and_exit_code_2(arguments: list[str], expected: str, folder: Path) -> None:
    before = sorted(folder.rglob("*"))
    result = invoke(*arguments, folder=folder)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("atout: ")
    assert result.stderr.count("\n") == 1
    assert result.stderr.endswith("\n")
    assert expected in result.stderr
    assert sorted(folder.rglob("*")) == before


@pytest.mark.parametrize(
    "arguments",
    [["dance"], ["rules", "chess"], ["simulate", "luz", "--seats", "9", "--matches", "1"], ["replay", "here.toml"]],
    ids=" ".join,
)
def test_a_process_of_its_own_says_the_same(arguments: list[str], folder: Path) -> None:
    result = run(*arguments, folder=folder)
    assert result.returncode == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert "Traceback" not in result.stderr
    assert result.stderr == invoke(*arguments, folder=folder).stderr


def test_a_file_that_is_no_text_is_named(folder: Path) -> None:
    (folder / "picture.toml").write_bytes(b"\x89PNG\xff\xfe")
    for arguments in (["replay", "picture.toml"], ["score", "luz", "picture.toml"]):
        result = invoke(*arguments, folder=folder)
        assert result.exit_code == 2
        assert result.stderr.count("\n") == 1


def test_a_fault_of_the_program_is_not_hidden(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> list[str]:
        raise KeyError("a fault")

    monkeypatch.setattr("atout.cli.catalogue.names", broken)
    assert isinstance(invoke("games", folder=folder).exception, KeyError)


def test_an_error_of_the_system_names_its_file() -> None:
    assert describe_error(PermissionError(13, "Permission denied", "x.toml")) == "x.toml: Permission denied"
    assert describe_error(OSError("disk trouble")) == "disk trouble"


def test_without_arguments_there_is_help(folder: Path) -> None:
    bare, asked = run(folder=folder), run("--help", folder=folder)
    assert (bare.returncode, bare.stderr) == (0, "")
    assert bare.stdout.strip() == asked.stdout.strip()
    for command in COMMANDS:
        assert f" {command} " in bare.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str, folder: Path) -> None:
    for wish in ("--help", "-h"):
        result = invoke(command, wish, folder=folder)
        assert (result.exit_code, result.stderr) == (0, "")
        assert f"Usage: atout {command}" in result.stdout


def test_version_says_what_runs(folder: Path) -> None:
    result = run("--version", folder=folder)
    assert (result.returncode, result.stderr) == (0, "")
    found = re.fullmatch(r"atout \S.* \((compiled|pure)\)\n", result.stdout)
    assert found
    expected = {"compiled": "compiled", "interpreted": "pure"}.get(os.environ.get("ATOUT_EXPECT", ""), found[1])
    assert found[1] == expected


def test_the_commands_share_one_kind_of_error() -> None:
    assert isinstance(app.info.cls, type)
    assert issubclass(app.info.cls, OneLineErrors)
    assert not app.pretty_exceptions_enable


PLAIN = [
    ["--help"],
    ["games"],
    ["rules", "luz"],
    ["rules", "luz", "--clause", "LUZ-29"],
    ["play", "--terminal"],
    ["simulate", "luz", "--seats", "3", "--matches", "2"],
]


@pytest.mark.parametrize("arguments", PLAIN, ids=" ".join)
def test_output_is_plain_without_a_terminal(arguments: list[str], folder: Path) -> None:
    result = run(*arguments, folder=folder, text="?\nr\n")
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout
    assert "\x1b" not in result.stdout


def test_an_encoding_without_accents_costs_characters_only(folder: Path) -> None:
    result = run("rules", "luz", "--lang", "de", folder=folder, PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert (result.returncode, result.stderr) == (0, "")
    assert "Schl?ssel" in result.stdout or "?" in result.stdout
    assert result.stdout.isascii()
