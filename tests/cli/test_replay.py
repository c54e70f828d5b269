"""`atout replay`."""

import json
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner, Result

from atout import load
from atout import record as records
from atout.cli.errors import OneLineErrors
from atout.cli.replay import replay
from atout.locale import game_folder
from atout.match import Match, shuffler
from tests.toys.sealed.game import GAME as SEALED

RECORDS = game_folder(load("luz")).joinpath("records")
EXAMPLE = RECORDS.joinpath("ex-luz-22.toml").read_text(encoding="utf-8")

app = typer.Typer(cls=OneLineErrors, pretty_exceptions_enable=False)
app.command()(replay)
app.command("nothing")(lambda: None)  # with one command alone, its name would be no argument


def run(text: str, tmp_path: Path, *arguments: str, typed: str = "") -> Result:
    file = tmp_path / "match.toml"
    file.write_text(text, encoding="utf-8")
    return CliRunner().invoke(app, ["replay", str(file), "--lang", "en", *arguments], input=typed)


def document(text: str, tmp_path: Path, *arguments: str) -> Any:
    result = run(text, tmp_path, "--json", *arguments)
    assert (result.exit_code, result.stderr) == (0, "")
    return json.loads(result.stdout)


def edit(old: str, new: str) -> str:
    assert EXAMPLE.count(old) == 1
    return EXAMPLE.replace(old, new)


def test_a_record_is_shown_line_by_line(tmp_path: Path) -> None:
    result = run(EXAMPLE, tmp_path)
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert "Hand, Ada: R1 R4 R8 Y1 G1 G7 B3 B4 B7 P6" in lines
    assert "Cem: 3  Ada: 2+S  Bo: 4" in lines
    assert "Cem: Y#4 (Y7)  Ada: Y#1 (Y1)  Bo: Y#2 (Y4)  Cem takes the trick." in lines
    assert "Scores: Ada 10, Bo 20, Cem -5" in lines
    assert lines[-1] == "The match is not over."
    assert sum("takes the trick" in line for line in lines) == 10


def test_a_finished_match_has_a_winner(tmp_path: Path) -> None:
    text = RECORDS.joinpath("tie-broken-by-nearness.toml").read_text(encoding="utf-8")
    assert run(text, tmp_path).stdout.splitlines()[-1] == "Cem wins."
    assert run(text, tmp_path, "--lang", "de").stdout.splitlines()[-1] == "Cem gewinnt."


def test_a_whole_match_begins_with_the_draw(tmp_path: Path) -> None:
    text = RECORDS.joinpath("match-2-deals.toml").read_text(encoding="utf-8")
    lines = run(text, tmp_path).stdout.splitlines()
    drawn = lines.index("Deal 1 of 2 in this record") + 1
    assert lines[drawn] == f"Marker: {records.loads(text).deals[0].dealt['marker'][0]}"
    assert "Deal 2 of 2 in this record" in lines


def test_json_has_every_step(tmp_path: Path) -> None:
    found = document(EXAMPLE, tmp_path)
    assert list(found) == [
        *("game", "rules", "seats", "options", "start", "steps"),
        *("over", "scores", "lines", "places", "winners"),
    ]
    assert found["seats"] == ["Ada", "Bo", "Cem"]
    assert found["start"] == {"deal": 2, "marker": 0}
    dealt, *played = found["steps"]
    assert dealt["dealt"]["hands"][1] == "Y3 Y4 Y8 G2 G3 G5 G6 B1 P3 P8"
    assert all(list(step) == ["deal", "seat", "action", "legal", "trick_winners"] for step in played)
    assert all(step["action"] in step["legal"] for step in played)
    assert [step["seat"] for step in played[:6]] == [2, 0, 1, 2, 0, 1]
    assert played[4] == {"deal": 1, "seat": 0, "action": "Y#1", "legal": ["Y#1"], "trick_winners": []}  # EX-LUZ-23
    assert played[17]["legal"] == ["B#1"]
    assert [winner for step in played for winner in step["trick_winners"]] == [2, 1, 2, 2, 0, 0, 2, 1, 1, 1]


def test_json_ends_with_scores_lines_places_and_winners(tmp_path: Path) -> None:
    found = document(EXAMPLE, tmp_path)
    assert (found["over"], found["scores"], found["places"], found["winners"]) == (False, [10, 20, -5], [2, 1, 3], [])
    assert [(line["seat"], line["points"], line["clause"]) for line in found["lines"]] == [
        (0, 10, "LUZ-39"),
        (1, 20, "LUZ-39"),
        (2, -5, "LUZ-40"),
    ]
    assert found["lines"][2]["text"] == "Deal 2: bet 3, won 4. Tricks off: 1, × -5 points = -5 [LUZ-40]"
    text = RECORDS.joinpath("match-4-players.toml").read_text(encoding="utf-8")
    found = document(text, tmp_path)
    assert found["over"]
    assert found["winners"] == [found["places"].index(1)]
    assert [sum(line["points"] for line in found["lines"] if line["seat"] == seat) for seat in range(4)] == found[
        "scores"
    ]


def test_a_seat_sees_the_table_when_it_has_to_decide(tmp_path: Path) -> None:
    result = run(EXAMPLE, tmp_path, "--seat", "0")
    assert result.exit_code == 0
    assert result.stdout.count("Your hand") == 11
    before_the_first_card = result.stdout[: result.stdout.index("(Y7)")]
    assert "R#3" in before_the_first_card
    assert "R8" not in before_the_first_card


def test_json_for_a_seat_holds_what_it_saw(tmp_path: Path) -> None:
    found = document(EXAMPLE, tmp_path, "--seat", "0")
    assert "dealt" not in found["steps"][0]
    for step in found["steps"]:
        assert ("legal" in step) == (step.get("seat") == 0)
        own = [zone for zone in step["display"]["zones"] if zone["name"] == "hand" and zone["seat"] == 0]
        assert all(card["text"].endswith("?") for zone in own for card in zone["cards"])
    others = [zone for zone in found["steps"][0]["display"]["zones"] if zone["name"] == "hand" and zone["seat"] == 1]
    assert " ".join(card["text"] for card in others[0]["cards"]) == "Y3 Y4 Y8 G2 G3 G5 G6 B1 P3 P8"


def test_json_for_a_spectator_holds_what_everybody_saw(tmp_path: Path) -> None:
    found = document(EXAMPLE, tmp_path, "--seat", "spectator")
    assert all("legal" not in step and "dealt" not in step for step in found["steps"])
    hands = [zone for zone in found["steps"][0]["display"]["zones"] if zone["name"] == "hand"]
    assert len(hands) == 3
    assert all(card["text"].endswith("?") for hand in hands for card in hand["cards"])
    shown = run(EXAMPLE, tmp_path, "--seat", "spectator", "--step").stdout
    assert "Your hand" not in shown
    assert "Y3" not in shown[: shown.index("Ada: ")]


@pytest.mark.parametrize("seat", ["3", "-1", "nobody", "²"])
def test_a_seat_that_is_not_there_gets_one_line(seat: str, tmp_path: Path) -> None:
    result = run(EXAMPLE, tmp_path, f"--seat={seat}")
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"no seat {seat}: the record has the seats 0 to 2, and spectator" in result.stderr


def test_the_monster_takes_tricks_too(tmp_path: Path) -> None:
    match = Match("meinz", 3, {"rounds": 4}, shuffle=shuffler(7))
    while not match.over:
        match.play(match.turn, match.legal()[0])
    played = document(records.dumps(records.make_record(match)), tmp_path)["steps"]
    winners = [winner for step in played for winner in step["trick_winners"]]
    assert len(winners) == 4 * 8  # MEINZ-60
    assert {0, 1, 2, "monster"} == set(winners)


def test_a_secret_choice_is_hidden_from_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "load_game", lambda name: SEALED)
    match = Match(SEALED, 2, shuffle=shuffler(3))
    action = match.legal(1)[0]
    match.play(1, action)
    text = records.dumps(records.make_record(match, ["Ada", "Bo"]))
    assert f"Bo: {action}" in run(text, tmp_path).stdout
    assert f"Bo: {action}" in run(text, tmp_path, "--seat", "1").stdout
    assert "Bo: hidden" in run(text, tmp_path, "--seat", "0").stdout
    step = document(text, tmp_path, "--seat", "0")["steps"][-1]
    assert (step["seat"], step["action"]) == (1, None)
    assert "legal" not in step


def test_step_waits_for_enter_and_stops_at_q(tmp_path: Path) -> None:
    result = run(EXAMPLE, tmp_path, "--step", typed="\n\nq\n")
    assert result.exit_code == 0
    assert result.stdout.count("Enter: next step.") == 3
    assert "Ada: 2+S" in result.stdout
    assert "Bo: 4" not in result.stdout


def test_step_waits_for_nobody_at_the_end_of_the_input(tmp_path: Path) -> None:
    result = run(EXAMPLE, tmp_path, "--step", typed="\n")
    assert result.stdout.count("Enter: next step.") == 2
    assert result.stdout.splitlines()[-1] == "The match is not over."


def test_an_illegal_action_exits_with_1_and_the_clause(tmp_path: Path) -> None:
    wrong = edit("C: Y#4 Y#1 Y#2", "C: Y#4 R#1 Y#2")
    result = run(wrong, tmp_path)
    assert result.exit_code == 1
    assert result.stderr.startswith(
        f"atout: {tmp_path / 'match.toml'}: line 19: R#1: You hold a card of the colour led"
    )
    assert result.stderr.endswith("[LUZ-29]\n")
    assert "Cem: Y#4 (Y7)" in result.stdout
    french = run(wrong, tmp_path, "--lang", "fr")
    assert (french.exit_code, french.stderr.count("\n")) == (1, 1)
    assert "line 19: R#1: Tu " in french.stderr


def test_json_tells_the_steps_before_an_illegal_action(tmp_path: Path) -> None:
    result = run(edit("C: Y#4 Y#1 Y#2", "C: Y#4 R#1 Y#2"), tmp_path, "--json")
    assert result.exit_code == 1
    found = json.loads(result.stdout)
    assert found["steps"][-1]["action"] == "Y#4"
    assert (found["error"]["line"], found["error"]["action"], found["error"]["clause"]) == (19, "R#1", "LUZ-29")


def test_another_result_exits_with_1(tmp_path: Path) -> None:
    result = run(edit("[10, 20, -5]", "[10, 20, 5]"), tmp_path, "--json")
    assert result.exit_code == 1
    assert "line 30: result is [10, 20, 5], the replay gives [10, 20, -5]" in result.stderr
    assert json.loads(result.stdout)["error"]["clause"] is None


def test_what_is_not_there_exits_with_2(tmp_path: Path) -> None:
    missing = CliRunner().invoke(app, ["replay", str(tmp_path / "none.toml")])
    assert (missing.exit_code, missing.stderr.count("\n")) == (2, 1)
    assert "none.toml" in missing.stderr
    for arguments in (["--seat", "3"], ["--seat", "-1"], ["--lang", "xx"]):
        result = run(EXAMPLE, tmp_path, *arguments)
        assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)


def test_what_a_game_notes_by_itself_is_told(tmp_path: Path) -> None:
    file = game_folder(load("meinz")).joinpath("records").joinpath("match-3-players.toml")
    lines = run(file.read_text(encoding="utf-8"), tmp_path).stdout.splitlines()
    assert any("The Monster turns up" in line for line in lines)
    assert any("The Monster takes the trick." in line for line in lines)


def test_a_card_is_named_once(tmp_path: Path) -> None:
    file = game_folder(load("mu")).joinpath("records").joinpath("no-vice-tie.toml")
    shown = run(file.read_text(encoding="utf-8"), tmp_path).stdout
    assert "Bo: B3*  Cem: Y2" in shown
