"""`atout games` and `atout rules`."""

import json
from pathlib import Path

import pytest

from atout.cli.catalogue import clause_text, essentials
from atout.games import load, names
from atout.locale import LANGUAGES, clause_ids
from atout.locale import load_rules as rules_text
from tests.cli.shell import invoke


def test_games_is_a_table(tmp_path: Path) -> None:
    result = invoke("games", folder=tmp_path)
    assert (result.exit_code, result.stderr) == (0, "")
    lines = [line.split() for line in result.stdout.splitlines()]
    assert lines[0] == ["Name", "Title", "Seats", "Clauses", "Options"]
    assert lines[1] == ["luz", "Luz", "3-5", "44", "8"]
    assert [line[0] for line in lines[1:]] == names()


def test_games_as_json_lists_options_with_values_defaults_and_kinds(tmp_path: Path) -> None:
    result = invoke("games", "--json", folder=tmp_path)
    assert (result.exit_code, result.stderr) == (0, "")
    found = json.loads(result.stdout)
    assert [game["name"] for game in found] == names()
    luz = found[0]
    assert (luz["title"], luz["seats"], luz["clauses"], luz["rules"]) == ("Luz", [3, 4, 5], 44, 1)
    options = {option["name"]: option for option in luz["options"]}
    assert options["deals"] == {"name": "deals", "kind": "rule", "default": "4", "values": ["4", "2", "3", "1"]}
    assert options["history"]["kind"] == "view"
    assert options["auto_forced"]["kind"] == "table"
    assert len(options) == 8


@pytest.mark.parametrize("lang", LANGUAGES)
def test_rules_are_raw_markdown_without_a_terminal(lang: str, tmp_path: Path) -> None:
    result = invoke("rules", "luz", "--lang", lang, folder=tmp_path)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == rules_text(load("luz"), lang)


@pytest.mark.parametrize(
    ("variables", "beginning"),
    [
        ({"LANG": "fr_FR.UTF-8"}, "De 3 à 5 joueurs"),
        ({"LANG": "de"}, "Für 3 bis 5"),
        ({"LANG": "de_AT.UTF-8", "LC_ALL": "fr_CA"}, "De 3 à 5 joueurs"),
        ({"LANG": "fr_FR", "LC_MESSAGES": "de_DE"}, "Für 3 bis 5"),
        ({"LANG": "it_IT.UTF-8"}, "For 3 to 5"),
        ({"LANG": "C"}, "For 3 to 5"),
        ({"LANG": ""}, "For 3 to 5"),
    ],
    ids=str,
)
def test_the_language_is_that_of_the_system(variables: dict[str, str], beginning: str, tmp_path: Path) -> None:
    result = invoke("rules", "luz", folder=tmp_path, **variables)
    assert result.stdout.splitlines()[2].startswith(beginning)


def test_one_clause_in_any_case_of_letters(tmp_path: Path) -> None:
    result = invoke("rules", "luz", "--clause", "luz-29", folder=tmp_path)
    assert result.stdout.startswith("**LUZ-29** If you hold at least one card of the colour led")
    assert "LUZ-30" not in result.stdout
    assert result.stdout.count("\n") == 1


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", names())
def test_every_clause_can_be_cut_out(name: str, lang: str) -> None:
    text = rules_text(load(name), lang)
    for clause in clause_ids(text):
        found = clause_text(text, clause)
        assert found.startswith(f"**{clause}** ")
        assert clause_ids(f"- {found}") == [clause]
        assert "\n#" not in found


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", names())
def test_the_essentials_are_short_and_without_clauses(name: str, lang: str) -> None:
    found = essentials(rules_text(load(name), lang))
    assert found.startswith("# ")
    assert found.count("\n## ") == 1
    assert clause_ids(found) == []
    assert len(found) < 2500
