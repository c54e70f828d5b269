"""A file that a command cannot read: one line says where, and why."""

from pathlib import Path

import pytest

from tests.cli.shell import invoke
from tests.cli.test_replay import EXAMPLE
from tests.cli.test_score import CLOSE

FILES = {("replay",): EXAMPLE, ("replay", "--json"): EXAMPLE, ("score", "luz"): CLOSE}
RECORD = [("replay",), ("replay", "--json")]
SHEET = [("score", "luz")]


@pytest.mark.parametrize(
    ("commands", "old", "new", "message"),
    [
        (RECORD, "rules = 1", "rules = 99", "line 3: the record is for rules 99 of Luz, but this program has 1"),
        (RECORD, "rules = 1", "rules = ", "line 3: Invalid value"),
        (RECORD, "B8 P4 P5", "B8 P4 P6", "line 15: P6 appears more often than the pack has it"),
        (
            RECORD,
            "C: P#1 P#1 P#2",
            "C: P#1 P#1 Q#2",
            "line 26: 'Q#2' is neither a bet like 3 or 3+S nor a card like R#1",
        ),
        (SHEET, 'game = "luz"', 'game = "njet"', "line 1: the sheet is for njet, not for luz"),
        (SHEET, '"Cem", "Dora"]', "]", "line 2: Luz is for 3, 4, 5 players, not 2 [LUZ-01]"),
        (SHEET, '["Ada", "Bo", "Cem", "Dora"]', "4", "line 2: seats must be a list of texts"),
        (SHEET, "deals = 2", "deals = 9", "line 3: option deals cannot be 9: it is one of 4, 2, 3, 1"),
        (SHEET, "marker = 1", "marker = 5", "line 4: sheet: marker must be a number from 0 to 3"),
        (SHEET, "marker = 1", "trump = 1", "line 4: sheet: trump means nothing in this game"),
        (SHEET, "[3, 2, 3, 2]", "[3, 2, 3, 3]", "line 8: deal 1: the tricks add up to 11, but a deal has 10 [LUZ-36]"),
        (SHEET, "[1, 2, 4, 3]", "[1, 2, 4]", "line 12: deal 2: tricks must be 4 numbers from 0 to 10"),
        (SHEET, '"0+S"', '"R#1"', "line 10: deal 2: R#1 is not a bet [LUZ-20]"),
        (SHEET, "4, 3]\n", "4, 3]\ntrumps = 3\n", "line 13: deal 2: trumps means nothing in this game"),
        (SHEET, "[1, 2, 4, 3]\n", "[1, 2, 4, 3]\n[[deal]]\n", "line 13: 3 deals are written down, but a match has 2"),
        (SHEET, "marker = 1", "marker =", "line 4: Invalid value"),
    ],
)
def test_what_cannot_be_read_exits_with_2_and_says_where(
    tmp_path: Path, commands: list[tuple[str, ...]], old: str, new: str, message: str
) -> None:
    file = tmp_path / "file.toml"
    for command in commands:
        text = FILES[command]
        assert text.count(old) == 1
        file.write_text(text.replace(old, new), encoding="utf-8")
        result = invoke(*command, str(file), folder=tmp_path)
        assert (result.exit_code, result.stderr) == (2, f"atout: {file}: {message}\n")
        assert command in RECORD or result.stdout == ""  # of a record the steps before are shown
