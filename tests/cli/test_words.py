"""The words of the interface: the same keys and placeholders in every language, all of them used and none missing."""

import re
import string
import tomllib
from pathlib import Path

import pytest

import atout.cli
import atout.drawing
import atout.fair
from atout.locale import LANGUAGES, load_words

LOCALE = Path(atout.cli.__file__).parents[1] / "locale"
FOLDERS = [Path(package.__file__ or "").parent for package in (atout.cli, atout.drawing, atout.fair)]
SOURCES = [file.read_text(encoding="utf-8") for folder in FOLDERS for file in sorted(folder.glob("*.py"))]
USED = re.compile(r'(?:words\.|words\(.*?\)\.|_say\.|self\.|\b)say\(\s*"(table|play|learn|replay|sheet)",\s*"(\w+)"')
MARKED = "glossary"  # words that lessons mark, not the code
TOLD = re.compile(r'(?:teller|self)\.say(?:_in_one_line)?\("(\w+)"(?!, "\w+"\))')


def table(lang: str) -> dict[str, dict[str, str]]:
    return tomllib.loads((LOCALE / f"{lang}.toml").read_text(encoding="utf-8"))


def texts(lang: str) -> dict[tuple[str, str], str]:
    return {(section, key): text for section, keys in table(lang).items() for key, text in keys.items()}


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("lang", LANGUAGES[1:])
def test_languages_have_equal_keys_in_equal_order(lang: str) -> None:
    assert list(texts(lang)) == list(texts("en"))


@pytest.mark.parametrize("lang", LANGUAGES[1:])
def test_languages_have_equal_placeholders(lang: str) -> None:
    assert {key: placeholders(text) for key, text in texts(lang).items()} == {
        key: placeholders(text) for key, text in texts("en").items()
    }


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_text_is_empty_or_left_in_english(lang: str) -> None:
    english = texts("en")
    same = {key for key, text in texts(lang).items() if lang != "en" and text == english[key] and " " in text}
    assert all(texts(lang).values())
    assert same <= {("table", "pair"), ("play", "own"), ("play", "others")}


def test_every_key_is_used_somewhere() -> None:
    code = "\n".join(SOURCES)
    keys = [key for section, key in texts("en") if section != MARKED]
    assert [key for key in keys if f'"{key}"' not in code and f"'{key}'" not in code] == []


def test_every_key_in_the_code_has_a_text() -> None:
    code = "\n".join(SOURCES)
    wanted = set(USED.findall(code)) | {("play", key) for key in TOLD.findall(code)} - {("play", "table")}
    assert len(wanted) > 20
    assert {pair for pair in wanted if load_words("en").find(*pair) is None} == set()


@pytest.mark.parametrize("section", ["play", "learn"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_line_of_commands_fits_on_a_screen(lang: str, section: str) -> None:
    assert len(load_words(lang).say(section, "commands")) <= 84
