"""Words: the rules and the texts of a game in all its languages, and the tests that belong to clauses.

Atout's own games have three languages; one of another package may come in one, and must not pass off a copy as another.
"""

import ast
import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from string import Formatter

from atout import Display, Game, State
from atout.games import LANGUAGES, NAMES, languages
from atout.kernel.clause import Clause
from atout.locale import clause_ids, load_locale, load_rules

TABLES = ("refusals", "score")  # where the texts of clauses stand
SENTENCES = (
    "actions",
    "asks",
    "buttons",
    "events",
    "hints",
    "news",
    "options",
    "prompts",
    "reasons",
    "terms",
    "tips",
    *TABLES,
)
MOST_COPIED = 0.5  # of the clauses, which may hold only names and numbers

Texts = dict[str, dict[str, str]]  # by language, every text by its path


def check_rules(game: Game) -> list[str]:
    """The rules have the same clauses in all languages and name every option; return the ids of the clauses.

    A game of another package may come in one language: English copied into the French rules is worse than none.
    """
    there = languages(game)
    assert there, f"{game.name} has no language: rules.en.md and locale/en.toml are missing"
    assert there == list(LANGUAGES) or game.name not in NAMES, f"{game.name} is one of ours and has only {there}"
    ids = clause_ids(load_rules(game))
    assert ids, f"{game.name} has no clauses"
    assert len(set(ids)) == len(ids), f"{game.name} has a clause twice"
    assert [id for id in ids if not id.startswith(f"{game.prefix}-")] == []
    base = there[0]
    for lang in there:
        text = load_rules(game, lang)
        found = clause_ids(text)
        wrong = sorted(set(found) ^ set(ids)) or "the order"
        assert found == ids, f"rules.{lang}.md and rules.{base}.md differ in {wrong}"
        copied = copies(text, load_rules(game, base)) if lang != base else 0.0
        assert copied < MOST_COPIED, f"rules.{lang}.md is a copy of rules.{base}.md: one language is enough"
        for option in game.options:
            assert f"`{option.name}`" in text, f"rules.{lang}.md does not explain the option {option.name}"
    return ids


def copies(text: str, original: str) -> float:
    """Return which part of the clauses of a text stands word for word in another one."""
    clauses = [line for line in text.splitlines() if line.startswith("- **")]
    others = set(original.splitlines())
    return sum(line in others for line in clauses) / max(1, len(clauses))


def words_of(folder: Path) -> Texts:
    """Return the texts of a game's locale folder."""
    found = {}
    for lang in LANGUAGES:
        file = folder / f"{lang}.toml"
        if file.is_file():
            found[lang] = dict(flat(tomllib.loads(file.read_text(encoding="utf-8"))))
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
    base = next(iter(texts))
    keys = texts[base].keys()
    for lang in texts:
        missing = sorted(keys ^ texts[lang].keys())
        assert not missing, f"{game.name}: {lang}.toml and {base}.toml differ in {missing[:5]}"
        for key in keys:
            assert texts[lang][key].strip(), f"{game.name}: {key} is empty in {lang}.toml"
            mine, first = blanks(texts[lang][key]), blanks(texts[base][key])
            assert mine == first, f"{game.name}: {key} has the blanks {mine} in {lang}.toml and {first} in {base}.toml"
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
    ids = set(clause_ids(load_rules(game)))
    reasons = set()
    for clause in clauses:
        assert clause.id in ids, f"{clause} is not in the rules"
        reasons.add(clause.why)
        for lang in texts:
            found = [table for table in TABLES if f"{table}.{clause.why}" in texts[lang]]
            assert len(found) == 1, f"{clause} has {len(found)} texts in {lang}.toml"
    for key in next(iter(texts.values())):
        table, _, why = key.partition(".")
        assert table not in TABLES or why in reasons, f"{key} explains nothing: no clause cites it"


# What is met at the table


def check_refusals(game: Game, refusals: Iterable[Clause]) -> None:
    """Every refusal is explained in every language."""
    for clause in refusals:
        for lang in languages(game):
            words = load_locale(game, lang)
            assert words.find("refusals", clause.why), f"{clause} has no text in {lang}.toml"
            assert words.refusal(clause).endswith(f" [{clause.id}]")


def check_score_lines(game: Game, state: State) -> None:
    """Every score line can be said in every language."""
    for line in state.score_lines():
        for lang in languages(game):
            words = load_locale(game, lang)
            text = words.find("score", line.clause.why)
            assert text, f"{line.clause} has no text in {lang}.toml"
            missing = blanks(text) - line.values.keys()
            assert not missing, f"a score line under {line.clause} does not say {missing}"
            assert words.score(line).endswith(f" [{line.clause.id}]")


def check_display(game: Game, display: Display) -> None:
    """Everything the table shows by name has a word in every language."""
    names = {zone.name for zone in display.zones} | {fact.name for fact in display.facts}
    names |= {card.mark for zone in display.zones for card in zone.cards if card.mark}
    for lang in languages(game):
        words = load_locale(game, lang)
        assert words.find("phases", display.phase), f"{game.name}: no word for the phase {display.phase} in {lang}.toml"
        missing = sorted(name for name in names if not words.find("names", name))
        assert not missing, f"{game.name}: no word for {missing} in {lang}.toml"
        unexplained = sorted(name for name in names if not words.find("terms", name)) if game.name in NAMES else []
        assert not unexplained, f"{game.name}: nothing explains {unexplained} in {lang}.toml"


def check_terms(game: Game, texts: Texts) -> None:
    """Every explanation of a thing has a name above it, and ends with a clause of the rules, the same everywhere."""
    ids = set(clause_ids(load_rules(game)))
    clauses: dict[str, str] = {}
    for lang, all_texts in texts.items():
        told = {key.partition(".")[2]: text for key, text in all_texts.items() if key.startswith("terms.")}
        named = {key.rpartition(".")[2] for key in all_texts if key.partition(".")[0] not in SENTENCES}
        assert told.keys() <= named, f"{game.name}: {sorted(told.keys() - named)} are explained in {lang}, and nameless"
        for key, text in told.items():
            cited = re.search(r"[.!?)»“] \[([A-Z]+-\d+)\]$", text)
            assert cited, f"{game.name}: the text of {key} in {lang}.toml does not end with a clause"
            assert cited[1] in ids, f"{game.name}: {key} cites {cited[1]}, which is not in the rules"
            assert clauses.setdefault(key, cited[1]) == cited[1], f"{game.name}: {key} cites {cited[1]} in {lang}.toml"


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
