"""Every registered game explains itself: rules, refusals, scores and names in three languages; clauses have tests."""

import re
import shutil
import tomllib
from pathlib import Path

import pytest

from atout import Match, load, names
from atout.kernel.clause import Clause
from atout.locale import clause_ids, load_rules
from tests.conformance import sweeps, texts
from tests.conformance.oracle import ROOT, game_folder, oracle
from tests.conformance.play import observers
from tests.toys.follow import oracle as follow_oracle
from tests.toys.follow.game import Follow

every_game = pytest.mark.parametrize("name", names())
FOLLOW = ROOT / "tests" / "toys" / "follow"


@every_game
def test_the_rules_have_the_same_clauses_in_every_language(name: str) -> None:
    texts.check_rules(load(name))


@every_game
def test_the_words_are_the_same_in_every_language(name: str) -> None:
    texts.check_words(load(name), texts.words_of(game_folder(name) / "locale"))


@every_game
def test_every_cited_clause_has_a_text(name: str) -> None:
    folder = game_folder(name)
    texts.check_citations(load(name), texts.cited(folder), texts.words_of(folder / "locale"))


@every_game
def test_every_term_is_explained_with_a_clause(name: str) -> None:
    texts.check_terms(load(name), texts.words_of(game_folder(name) / "locale"))


@every_game
def test_whatever_is_met_at_the_table_has_words(name: str) -> None:
    game = load(name)
    for seats in game.seat_counts:
        refusals: set[Clause] = set()
        for pair, rng in sweeps.points(game, oracle(name), seats, "words", 6, 8):
            observer = rng.choice(observers(seats))
            texts.check_display(game, pair.state.view(observer).display())
            texts.check_score_lines(game, pair.state)
            seat = rng.randrange(seats)
            refusals |= {clause for action in range(-1, game.actions) if (clause := pair.state.check(seat, action))}
        texts.check_refusals(game, refusals)


@every_game
def test_every_clause_has_a_test_or_a_reason(name: str) -> None:
    game = load(name)
    folder = game_folder(name) / "tests"
    file = folder / "untested.toml"
    untested = tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    texts.check_clauses_are_tested(clause_ids(load_rules(game)), texts.tested(folder, game.prefix), untested)


def test_french_punctuation_stays_with_its_word() -> None:
    """A no-break space before ; : ! ? » and after «, and the apostrophe of print; a lone ? is what one types."""
    wrong = re.compile(r" [;:!»]|\w \?(?! [a-z])|« |\w'\w")
    texts_of_games = [file for name in ("fr.toml", "rules.fr.md") for file in (ROOT / "src").rglob(name)]
    found = {
        f"{file.relative_to(ROOT)}:{number}: {line}"
        for file in (ROOT / "web" / "src" / "words" / "fr.json", *texts_of_games)
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        if wrong.search(line)
    }
    assert len(texts_of_games) > len(names())
    assert found == set()


# The checks bite


def test_the_toy_explains_itself() -> None:
    game = Follow()
    texts.check_rules(game)
    words = texts.words_of(FOLLOW / "locale")
    texts.check_words(game, words)
    texts.check_citations(game, texts.cited(FOLLOW), words)
    refusals = sweeps.choices(game, follow_oracle, 3)
    texts.check_refusals(game, refusals)
    assert refusals == {clause for clause in texts.cited(FOLLOW) if clause.why not in ("three-seats", "trick-won")}
    match = Match(game, 3)
    texts.check_display(game, match.view(0).display())


@pytest.mark.parametrize(
    ("lang", "old", "new"),
    [
        ("fr", '"not-held" = "Tu n’as pas cette carte."\n', ""),
        ("de", 'hand = "Hand"', 'hand = ""'),
        ("de", "Runde {deal}", "Runde {number}"),
        ("en", '[options.deals]\nname = "Deals"', '[options.deals]\nother = "Deals"'),
        ("en", 'hand = "Hand"', 'hand = "Hand"\nmore = "More"'),
    ],
)
def test_words_that_differ_are_found(lang: str, old: str, new: str, tmp_path: Path) -> None:
    folder = shutil.copytree(FOLLOW / "locale", tmp_path / "locale")
    file = folder / f"{lang}.toml"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(AssertionError):
        texts.check_words(Follow(), texts.words_of(folder))


def test_citations_without_a_text_or_a_clause_are_found() -> None:
    words = texts.words_of(FOLLOW / "locale")
    clauses = texts.cited(FOLLOW)
    for stranger in (Clause("FOL-99", "must-follow"), Clause("FOL-06", "no-such-text")):
        with pytest.raises(AssertionError):
            texts.check_citations(Follow(), {*clauses, stranger}, words)
    with pytest.raises(AssertionError, match="explains nothing"):
        texts.check_citations(Follow(), {clause for clause in clauses if clause.why != "must-follow"}, words)
    with pytest.raises(AssertionError):
        texts.check_refusals(Follow(), {Clause("FOL-06", "no-such-text")})


def test_clauses_without_a_test_are_found(tmp_path: Path) -> None:
    functions = [f"def {name}(): ..." for name in ("test_fol_01_three", "test_fol_02", "test_fol_x", "fol_03")]
    (tmp_path / "test_rules.py").write_text("\n".join(functions))
    (tmp_path / "other.py").write_text("def test_fol_03_not_here(): ...\n")
    tests = texts.tested(tmp_path, "FOL")
    assert tests == {"FOL-01", "FOL-02"}
    reason = "it only says what the game is like"
    texts.check_clauses_are_tested(["FOL-01", "FOL-02", "FOL-03"], tests, {"FOL-03": reason})
    with pytest.raises(AssertionError, match="FOL-03"):
        texts.check_clauses_are_tested(["FOL-01", "FOL-02", "FOL-03"], tests, {})
    with pytest.raises(AssertionError, match="do not exist"):
        texts.check_clauses_are_tested(["FOL-01"], tests, {})
    with pytest.raises(AssertionError, match="do not exist"):
        texts.check_clauses_are_tested(["FOL-01", "FOL-02"], tests, {"FOL-03": reason})
    with pytest.raises(AssertionError, match="have a test"):
        texts.check_clauses_are_tested(["FOL-01", "FOL-02"], tests, {"FOL-02": reason})
    with pytest.raises(AssertionError, match="no reason"):
        texts.check_clauses_are_tested(["FOL-01", "FOL-02", "FOL-03"], tests, {"FOL-03": ""})


def test_a_copied_language_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(FOLLOW, tmp_path / "follow")
    monkeypatch.setattr("atout.games.game_folder", lambda _: tmp_path / "follow")
    monkeypatch.setattr("atout.locale.game_folder", lambda _: tmp_path / "follow")
    game = Follow()
    for file in ("rules.de.md", "locale/de.toml"):
        (tmp_path / "follow" / file).unlink()
    texts.check_rules(game)  # two languages will do
    texts.check_words(game, texts.words_of(tmp_path / "follow" / "locale"))
    shutil.copy(tmp_path / "follow" / "rules.en.md", tmp_path / "follow" / "rules.fr.md")
    with pytest.raises(AssertionError, match=r"rules\.fr\.md is a copy of rules\.en\.md: one language is enough"):
        texts.check_rules(game)
