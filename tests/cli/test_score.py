"""`atout score`."""

import json
import re
from pathlib import Path

import typer
from typer.testing import CliRunner, Result

from atout.cli.errors import OneLineErrors
from atout.cli.score import score

app = typer.Typer(cls=OneLineErrors, pretty_exceptions_enable=False)
app.command()(score)
app.command("nothing")(lambda: None)  # with one command alone, its name would be no argument

# Ada and Dora are level after the last deal, and in it.
CLOSE = """\
game = "luz"
seats = ["Ada", "Bo", "Cem", "Dora"]
options = { deals = 2 }
marker = 1

[[deal]]
bets = ["3", "2+S", "4", "2"]
tricks = [3, 2, 3, 2]

[[deal]]
bets = ["0+S", "2+S", "4", "3+S"]
tricks = [1, 2, 4, 3]
"""


def run(text: str, tmp_path: Path, *arguments: str) -> Result:
    file = tmp_path / "sheet.toml"
    file.write_text(text, encoding="utf-8")
    return CliRunner().invoke(app, ["score", "luz", str(file), "--lang", "en", *arguments])


def edit(old: str, new: str) -> str:
    assert CLOSE.count(old) == 1
    return CLOSE.replace(old, new)


def test_json_has_deals_totals_places_and_the_winner(tmp_path: Path) -> None:
    result = run(CLOSE, tmp_path, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    found = json.loads(result.stdout)
    assert [[line["points"] for line in deal["lines"]] for deal in found["deals"]] == [
        [10, 5, -5, 10],
        [10, 10, 20, 10],
    ]
    assert [deal["totals"] for deal in found["deals"]] == [[10, 5, -5, 10], [20, 15, 15, 20]]
    assert found["deals"][0]["lines"][2]["clause"] == "LUZ-40"
    assert found["deals"][1]["lines"][0]["text"].endswith("[LUZ-39]")
    assert found["seats"] == ["Ada", "Bo", "Cem", "Dora"]
    assert found["over"]
    assert found["scores"] == [20, 15, 15, 20]
    assert found["places"] == [2, 4, 3, 1]  # the first player of deal 2 is Dora, seat (1 + 2) mod 4
    assert found["winners"] == [3]


def test_a_sheet_for_people(tmp_path: Path) -> None:
    result = run(CLOSE, tmp_path)
    assert result.exit_code == 0
    text = re.sub(r"\s+", " ", result.stdout)
    assert "Deal 1 Points Total Ada +10 10 Deal 1: bet 3, won 3. Fulfilled: 10 points × deal 1 = 10 [LUZ-39]" in text
    assert "Cem -5 -5 Deal 1: bet 4, won 3. Tricks off: 1, × -5 points = -5 [LUZ-40]" in text
    assert "Deal 2 Points Total Ada +10 20" in text
    assert text.endswith("1. Dora 20 2. Ada 20 3. Cem 15 4. Bo 15 Dora wins. ")
    assert run(CLOSE, tmp_path, "--lang", "fr").stdout.endswith("Dora gagne.\n")


def test_a_match_that_is_not_over_has_no_winner(tmp_path: Path) -> None:
    for text, arguments in ((edit("deals = 2", "deals = 3"), []), (CLOSE, ["--option", "deals=3"])):
        assert run(text, tmp_path, *arguments).stdout.endswith("The match is not over.\n")
        found = json.loads(run(text, tmp_path, "--json", *arguments).stdout)
        assert (found["over"], found["winners"]) == (False, [])


def test_options_of_the_command_line_leave_the_others_as_they_are(tmp_path: Path) -> None:
    found = json.loads(run(CLOSE, tmp_path, "--json", "--option", "bead_limit=on").stdout)
    assert found["over"]


def test_game_and_options_may_be_left_out(tmp_path: Path) -> None:
    text = edit('game = "luz"\n', "").replace("options = { deals = 2 }\n", 'date = 2026-01-31\nnote = "at home"\n')
    found = json.loads(run(text, tmp_path, "--json").stdout)
    assert (found["game"], found["over"], found["scores"]) == ("luz", False, [20, 15, 15, 20])


def test_a_sheet_without_deals_is_refused(tmp_path: Path) -> None:
    result = run(CLOSE[: CLOSE.index("[[deal]]")], tmp_path)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "there is no [[deal]] to score" in result.stderr


def test_a_game_that_is_not_there_is_refused(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["score", "whist", str(tmp_path / "sheet.toml")])
    assert result.exit_code == 2
    assert "no game whist" in result.stderr


def test_the_example_of_the_reference_is_scored(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "reference" / "record.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```toml\n(game.*?)```", page, re.DOTALL)
    found = json.loads(run(example, tmp_path, "--json").stdout)
    assert (found["over"], found["scores"], found["winners"]) == (True, [20, 25, 5], [1])


def test_a_sheet_that_begins_from_totals_counts_on(tmp_path: Path) -> None:
    first, later = CLOSE[: CLOSE.index("[[deal]]")], CLOSE[CLOSE.rindex("[[deal]]") :]
    head = "first_deal = 2\ntotals = [10, 5, -5, 10]\nlast_scores = [10, 5, -5, 10]\n\n"
    text = re.sub(r"\s+", " ", run(first + head + later, tmp_path).stdout)
    assert text.startswith("Deal 2 Points Total Ada +10 Before this: 10 [LUZ-41] +10 20 Deal 2: ")
    assert "Deal 1" not in text
    found = json.loads(run(first + head + later, tmp_path, "--json").stdout)
    assert (found["scores"], found["places"], found["winners"]) == ([20, 15, 15, 20], [2, 4, 3, 1], [3])
