"""`atout score`."""

import json
import re
from pathlib import Path

import pytest
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
    assert "Deal 1 Points Total Ada +10 10 Deal 1: bet 3, won 3. Fulfilled, 10 × 1 = 10 [LUZ-39]" in text
    assert "Cem -5 -5 Deal 1: bet 4, won 3. 1 off, -5 × 1 = -5 [LUZ-40]" in text
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


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('game = "luz"', 'game = "njet"', "line 1: the sheet is for njet, not for luz"),
        ('"Cem", "Dora"]', "]", "line 2: Luz is for 3, 4, 5 players, not 2 [LUZ-01]"),
        ('["Ada", "Bo", "Cem", "Dora"]', "4", "line 2: seats must be a list of texts"),
        ("deals = 2", "deals = 9", "line 3: option deals cannot be 9: it is one of 4, 2, 3"),
        ("marker = 1", "marker = 5", "line 4: sheet: marker must be a number from 0 to 3"),
        ("marker = 1", "trump = 1", "line 4: sheet: trump means nothing in this game"),
        ("[3, 2, 3, 2]", "[3, 2, 3, 3]", "line 8: deal 1: the tricks add up to 11, a deal has 10 [LUZ-36]"),
        ("[1, 2, 4, 3]", "[1, 2, 4]", "line 12: deal 2: tricks must be 4 numbers from 0 to 10"),
        ('"0+S"', '"R#1"', "line 10: deal 2: R#1 is not a bet [LUZ-20]"),
        ("4, 3]\n", "4, 3]\ntrumps = 3\n", "line 13: deal 2: trumps means nothing in this game"),
        ("[1, 2, 4, 3]\n", "[1, 2, 4, 3]\n[[deal]]\n", "line 13: 3 deals are written down, a match has 2"),
        ("marker = 1", "marker =", "line 4: Invalid value"),
    ],
)
def test_what_cannot_be_scored_exits_with_2_and_says_where(tmp_path: Path, old: str, new: str, message: str) -> None:
    result = run(edit(old, new), tmp_path)
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert result.stderr.startswith(f"atout: {tmp_path / 'sheet.toml'}: {message}")


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
