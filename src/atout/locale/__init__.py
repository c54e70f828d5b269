"""Words for people: a game's names, refusals, score lines and rules in English, French and German.

A game of another package may come in fewer languages; what it lacks is shown in the first that it has.
"""

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from atout.games import LANGUAGES as LANGUAGES
from atout.games import choose_language
from atout.games import game_folder as game_folder
from atout.kernel.cards import seat_letter
from atout.kernel.clause import Clause
from atout.kernel.errors import SetupError
from atout.kernel.game import Game
from atout.kernel.state import ScoreLine

SEAT = "@"
CLAUSE_ITEM = re.compile(r"^- \*\*([A-Z]+-\d+)\*\*", re.MULTILINE)


class Words:
    """A table of texts, found by a path of names."""

    def __init__(self, table: dict[str, object]) -> None:
        self._table = table

    def find(self, *path: str) -> str | None:
        """Return the text at a path, or None."""
        node: object = self._table
        for name in path:
            if not isinstance(node, dict) or name not in node:
                return None
            node = node[name]
        return node if isinstance(node, str) else None

    def say(self, *path: str, **values: object) -> str:
        """Return the text at a path with its placeholders filled; the last name of the path if there is no text."""
        text = self.find(*path)
        return path[-1].replace("-", " ").replace("_", " ") if text is None else text.format(**values)


class Locale(Words):
    """The words of one game in one language."""

    def __init__(self, game: Game, lang: str) -> None:
        super().__init__(_toml(game_folder(game).joinpath("locale").joinpath(f"{choose_language(game, lang)}.toml")))
        self.game = game
        self.lang = lang

    def refusal(self, clause: Clause) -> str:
        """Return why a clause forbids something, with its number."""
        return f"{self.say('refusals', clause.why)} [{clause.id}]"

    def score(self, line: ScoreLine, names: Sequence[str] = ()) -> str:
        """Return how the points of a score line come about, with the clause; colours and seats are called by name."""
        values = {name: self.seat_name(value, names) or self.say_value(value) for name, value in line.values.items()}
        if "colour" in values:
            values["colour"] = self.find("colours", values["colour"]) or values["colour"]
        return f"{self.say('score', line.clause.why, **values)} [{line.clause.id}]"

    def seat_name(self, value: str, names: Sequence[str]) -> str:
        """Return the name of the seat that a value such as `@2` is, or its letter; nothing for another value."""
        seat = value[1:]
        if value[:1] != SEAT or not seat.isdigit():
            return ""
        return names[int(seat)] if int(seat) < len(names) else seat_letter(int(seat))

    def say_value(self, value: str) -> str:
        """Return the text that a value such as `contracts:last` points to, and any other value as it is."""
        section, _, key = value.partition(":")
        return self.find(section, key) or value


@cache
def load_locale(game: Game, lang: str = "en") -> Locale:
    """Return the words of a game in a language."""
    return Locale(game, require_language(lang))


@cache
def load_words(lang: str = "en") -> Words:
    """Return the words that do not belong to a game."""
    return Words(load_shared_texts(lang))


def load_shared_texts(lang: str = "en") -> dict[str, object]:
    """Return all words that do not belong to a game, as their file has them."""
    return _toml(files("atout.locale").joinpath(f"{require_language(lang)}.toml"))


def load_texts(game: Game, lang: str = "en") -> dict[str, object]:
    """Return all words of a game in a language, as its file has them."""
    return _toml(game_folder(game).joinpath("locale").joinpath(f"{choose_language(game, require_language(lang))}.toml"))


def load_rules(game: Game, lang: str = "en") -> str:
    """Return the rules for players as Markdown."""
    return (
        game_folder(game)
        .joinpath(f"rules.{choose_language(game, require_language(lang))}.md")
        .read_text(encoding="utf-8")
    )


def clause_ids(text: str) -> list[str]:
    """Return the clause ids of a rules text, in order."""
    return CLAUSE_ITEM.findall(text)


def require_language(lang: str) -> str:
    """Refuse a language that is not there."""
    if lang not in LANGUAGES:
        raise SetupError(f"no language {lang}: there are {', '.join(LANGUAGES)}")
    return lang


def _toml(file: Traversable) -> dict[str, object]:
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
