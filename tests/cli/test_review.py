"""`atout review`."""

import json
from pathlib import Path

import pytest

from atout import Match, load, shuffler
from atout.locale import game_folder
from atout.record import dumps, make_record
from tests.cli.shell import invoke

RECORDS = game_folder(load("luz")).joinpath("records")
UNFINISHED = RECORDS.joinpath("ex-luz-22.toml").read_text(encoding="utf-8")
QUICK = ("--seat", "0", "--worlds", "12")


@pytest.fixture(scope="module")
def finished() -> str:
    """Return the record of a match in which Ada bets ten tricks."""
    match = Match("luz", 3, {"deals": 2}, shuffle=shuffler(5))
    while not match.over:
        seat = match.turn
        match.play(seat, "10" if "10" in map(str, match.legal(seat)) and seat == 0 else match.legal(seat)[0])
    return dumps(make_record(match, ["Ada", "Bo", "Cem"]))


def write(text: str, folder: Path) -> str:
    file = folder / "match.toml"
    file.write_text(text, encoding="utf-8")
    return str(file)


def test_the_costliest_decisions_come_first(finished: str, tmp_path: Path) -> None:
    result = invoke("review", write(finished, tmp_path), *QUICK, folder=tmp_path)
    assert (result.exit_code, result.stderr) == (0, "")
    assert "Ada in Luz: place" in result.stdout
    assert "Where the points came from" in result.stdout
    assert "Chances to win" in result.stdout
    rows = [line.split() for line in result.stdout.splitlines() if "Betting" in line]
    assert rows[0][0] == "1"
    assert "blunder" in rows[0]
    assert "10" in rows[0]


def test_the_json_document_has_everything(finished: str, tmp_path: Path) -> None:
    result = invoke("review", write(finished, tmp_path), *QUICK, "--json", folder=tmp_path)
    found = json.loads(result.stdout)
    (own,) = found["seats"]
    assert own["seat"] == 0
    assert {"step", "mark", "chosen", "best", "loss", "low", "high", "chance"} <= own["decisions"][0].keys()
    assert found["names"] == ["Ada", "Bo", "Cem"]


def test_a_saved_review_is_shown_by_replay(finished: str, tmp_path: Path) -> None:
    saved = tmp_path / "reviewed.toml"
    result = invoke("review", write(finished, tmp_path), *QUICK, "--save", str(saved), folder=tmp_path)
    assert (result.exit_code, result.stderr) == (0, "")
    assert str(saved) in result.stdout.replace("\n", "")
    shown = invoke("replay", str(saved), folder=tmp_path).stdout
    assert "Ada: 10 [blunder, better: " in shown
    assert "blunder" not in invoke("replay", str(saved), "--seat", "1", folder=tmp_path).stdout
    steps = json.loads(invoke("replay", str(saved), "--json", folder=tmp_path).stdout)["steps"]
    assert "blunder" in [step["review"]["mark"] for step in steps if "review" in step]
    assert invoke("review", str(saved), *QUICK, "--save", str(saved), folder=tmp_path).exit_code == 2


@pytest.mark.parametrize("lang", ["en", "fr", "de"])
def test_it_speaks_three_languages(finished: str, tmp_path: Path, lang: str) -> None:
    result = invoke("review", write(finished, tmp_path), *QUICK, "--lang", lang, folder=tmp_path)
    titles = {"en": "Costliest decisions", "fr": "Décisions les plus coûteuses", "de": "Die teuersten Entscheidungen"}
    assert titles[lang] in result.stdout


def refuse(text: str, folder: Path, *arguments: str) -> str:
    """Review what cannot be reviewed; return the one line about it."""
    result = invoke("review", write(text, folder), *arguments, folder=folder)
    assert (result.exit_code, result.stdout) == (2, "")
    (line,) = result.stderr.splitlines()
    assert "Traceback" not in line
    return line


def test_bad_input_gets_one_clear_line(finished: str, tmp_path: Path) -> None:
    assert "not over" in refuse(UNFINISHED, tmp_path)
    assert "line 1" in refuse("not a record", tmp_path)
    assert "this program has" in refuse(finished.replace("rules = 1", "rules = 99"), tmp_path)
    assert "format" in refuse(finished.replace("atout-record 1", "other-record 7"), tmp_path)
    assert "no seat 3" in refuse(finished, tmp_path, "--seat", "3")
    assert "spectator" in refuse(finished, tmp_path, "--seat", "spectator")
    assert "too large" in refuse(finished + "#" * 4_000_001, tmp_path)
    assert "review" in refuse_replay(f"{finished}\n[review]\nseed = 1\n", tmp_path)


def refuse_replay(text: str, folder: Path) -> str:
    result = invoke("replay", write(text, folder), folder=folder)
    assert (result.exit_code, result.stdout) == (2, "")
    return result.stderr
