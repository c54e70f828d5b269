"""Words: the rules and the texts of a game in three languages, and the tests that belong to clauses."""

import ast
import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from string import Formatter

from atout import Display, Game, State
from atout.kernel.clause import Clause
from atout.locale import LANGUAGES, clause_ids, locale, rules

TABLES = ("refusals", "score")  # where the texts of clauses stand

Texts = dict[str, dict[str, str]]  # by language, every text by its path


def check_rules(game: Game) -> list[str]:
    """The rules have the same clauses in all languages and name every option; return the ids of the clauses."""
    ids = clause_ids(rules(game))
    assert ids, f"{game.name} has no clauses"
    assert len(set(ids)) == len(ids), f"{game.name} has a clause twice"
    assert [id for id in ids if not id.startswith(f"{game.prefix}-")] == []
    for lang in LANGUAGES:
        text = rules(game, lang)
        found = clause_ids(text)
        assert found == ids, f"rules.{lang}.md and rules.en.md differ in {sorted(set(found) ^ set(ids)) or 'the order'}"
        for option in game.options:
            assert f"`{option.name}`" in text, f"rules.{lang}.md does not explain the option {option.name}"
    return ids


def words_of(folder: Path) -> Texts:
    """Return the texts of a game's locale folder."""
    found = {}
    for lang in LANGUAGES:
        found[lang] = dict(flat(tomllib.loads((folder / f"{lang}.toml").read_text(encoding="utf-8"))))
    return found


def flat(table: dict[str, object], path: str = "") -> Iterator[tuple[str, str]]:
    """Yield every text of a table with its path."""
    for name, item in table.items():
        if isinstance(item, dict):
            yield from flat(item, f"{path}{name}.")
        else:
            assert isinstance(item, str), f"{path}{name} is no text"
            yield f"{path}{name}", item


def blanks(text: str) -> set[str]:
    """Return the names of the blanks in a text."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def check_words(game: Game, texts: Texts) -> None:
    """All languages have the same texts with the same blanks, and every option has its words."""
    keys = texts["en"].keys()
    for lang in LANGUAGES:
        missing = sorted(keys ^ texts[lang].keys())
        assert not missing, f"{game.name}: {lang}.toml and en.toml differ in {missing[:5]}"
        for key in keys:
            assert texts[lang][key].strip(), f"{game.name}: {key} is empty in {lang}.toml"
            mine, english = blanks(texts[lang][key]), blanks(texts["en"][key])
            assert mine == english, f"{game.name}: {key} has the blanks {mine} in {lang}.toml and {english} in en.toml"
    for option in game.options:
        for part in ("name", "help"):
            assert f"options.{option.name}.{part}" in keys, f"{game.name}: no {part} for the option {option.name}"
        for value in option.values:
            if value not in ("on", "off") and not value.isdigit():
                assert f"options.{option.name}.values.{value}" in keys, (
                    f"{game.name}: no word for {option.name} {value}"
                )


# Clauses in the source


def cited(folder: Path) -> set[Clause]:
    """Return the clauses that the modules of a game cite."""
    found = set()
    for file in sorted(folder.glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Clause":
                parts = [part.value for part in node.args if isinstance(part, ast.Constant)]
                assert len(parts) == 2, f"{file.name}:{node.lineno}: a clause is not written out"
                found.add(Clause(str(parts[0]), str(parts[1])))
    return found


def check_citations(game: Game, clauses: Iterable[Clause], texts: Texts) -> None:
    """Every clause that is cited exists and has a text in every language, and every such text has a clause."""
    ids = set(clause_ids(rules(game)))
    reasons = set()
    for clause in clauses:
        assert clause.id in ids, f"{clause} is not in the rules"
        reasons.add(clause.why)
        for lang in LANGUAGES:
            found = [table for table in TABLES if f"{table}.{clause.why}" in texts[lang]]
            assert len(found) == 1, f"{clause} has {len(found)} texts in {lang}.toml"
    for key in texts["en"]:
        table, _, why = key.partition(".")
        assert table not in TABLES or why in reasons, f"{key} explains nothing: no clause cites it"


# What is met at the table


def check_refusals(game: Game, refusals: Iterable[Clause]) -> None:
    """Every refusal is explained in every language."""
    for clause in refusals:
        for lang in LANGUAGES:
            words = locale(game, lang)
            assert words.find("refusals", clause.why), f"{clause} has no text in {lang}.toml"
            assert words.refusal(clause).endswith(f" [{clause.id}]")


def check_score_lines(game: Game, state: State) -> None:
    """Every score line can be said in every language."""
    for line in state.score_lines():
        for lang in LANGUAGES:
            words = locale(game, lang)
            text = words.find("score", line.clause.why)
            assert text, f"{line.clause} has no text in {lang}.toml"
            missing = blanks(text) - line.values.keys()
            assert not missing, f"a score line under {line.clause} does not say {missing}"
            assert words.score(line).endswith(f" [{line.clause.id}]")


def check_display(game: Game, display: Display) -> None:
    """Everything the table shows by name has a word in every language."""
    names = {zone.name for zone in display.zones} | {fact.name for fact in display.facts}
    names |= {card.mark for zone in display.zones for card in zone.cards if card.mark}
    for lang in LANGUAGES:
        words = locale(game, lang)
        assert words.find("phases", display.phase), f"{game.name}: no word for the phase {display.phase} in {lang}.toml"
        missing = sorted(name for name in names if not words.find("names", name))
        assert not missing, f"{game.name}: no word for {missing} in {lang}.toml"


# Tests of clauses


def tested(folder: Path, prefix: str) -> set[str]:
    """Return the ids that the tests in a folder have in their names: `test_luz_29_...` tests LUZ-29."""
    found = set()
    for file in sorted(folder.glob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                name = re.match(rf"test_{prefix.lower()}_(\d+)(_|$)", node.name)
                if name:
                    found.add(f"{prefix}-{name[1]}")
    return found


def check_clauses_are_tested(ids: list[str], tests: set[str], untested: dict[str, object]) -> None:
    """Every clause has a test that bears its number, or a reason why it has none."""
    assert sorted(tests - set(ids)) == [], "tests are named after clauses that do not exist"
    assert sorted(untested.keys() - set(ids)) == [], "untested.toml names clauses that do not exist"
    assert sorted(tests & untested.keys()) == [], "untested.toml names clauses that have a test"
    assert [id for id, reason in untested.items() if not isinstance(reason, str) or len(reason) < 20] == [], "no reason"
    missing = [id for id in ids if id not in tests and id not in untested]
    assert missing == [], f"{len(missing)} clauses have neither a test nor a reason in untested.toml: {missing}"
