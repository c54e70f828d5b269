"""The games: seven of the package, each a folder here, and those that other packages offer by an entry point.

A package that is installed beside Atout offers a game in its pyproject.toml:

    [project.entry-points."atout.games"]
    pico = "pico:GAME"

One that cannot be used is left out; `broken` says why, and nothing else suffers.
"""

import re
import tomllib
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable
from unicodedata import normalize

from atout.kernel.errors import SetupError
from atout.kernel.game import Game
from atout.kernel.view import Display

NAMES = ("luz", "njet", "meinz", "was_sticht", "mu", "loop", "schrecklicht")
ENTRY_POINTS = "atout.games"
LANGUAGES = ("en", "fr", "de")
NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")  # also a folder, a part of addresses and a word of records


def names() -> list[str]:
    """Return the names of all games: the package's own, then those of other packages."""
    return [*NAMES, *_load_others()[0]]


def load(name: str) -> Game:
    """Return the game with this name."""
    if name in NAMES:
        game = import_module(f"atout.games.{name}").GAME
        assert isinstance(game, Game)
        return game
    found, wrong = _load_others()
    if name in found:
        return found[name]
    reasons = [line for called, line in wrong if called == name]
    raise SetupError(reasons[0] if reasons else f"no game {name}: there are {', '.join(names())}")


def find_game(text: str) -> Game:
    """Return the game with this name or title, in capitals or not, with umlauts or without: `mu`, `Mü`, `MUE`."""
    wanted = _spellings(text)
    for name in names():
        game = load(name)
        if wanted & (_spellings(name) | _spellings(game.title)):
            return game
    return load(text)  # which says what is wrong


def game_of(thing: object) -> Game:
    """Return the game to which a state, a view or a display belongs."""
    kind = thing.origin if isinstance(thing, Display) else type(thing)
    package = kind.__module__.rpartition(".")[0]
    for name in names():
        game = load(name)
        if type(game).__module__.rpartition(".")[0] == package:
            return game
    raise SetupError(f"{kind.__module__}.{kind.__name__} belongs to no game")


def _spellings(text: str) -> set[str]:
    """Return what remains of a title if only letters and digits count, with umlauts as one letter and as two."""
    low = text.casefold()
    spread = low.replace("ä", "ae").replace("ö", "oe").replace("ü", "ue")
    return {"".join(char for char in normalize("NFKD", word) if char.isalnum()) for word in (low, spread)} - {""}


def list_broken() -> list[str]:
    """Return one line for every game of another package that cannot be used."""
    return [line for _, line in _load_others()[1]]


def game_folder(game: Game) -> Traversable:
    """Return the folder a game lives in."""
    return files(type(game).__module__.rpartition(".")[0])


def languages(game: Game) -> list[str]:
    """Return the languages a game comes in, with rules and words; one of another package may have a single one."""
    folder = game_folder(game)
    return [lang for lang in LANGUAGES if all(folder.joinpath(*file.split("/")).is_file() for file in _texts_of(lang))]


def choose_language(game: Game, lang: str) -> str:
    """Return the language in which a game is shown to whoever wants this one."""
    there = languages(game)
    return lang if lang in there or not there else there[0]


def refresh() -> None:
    """Look for games of other packages again."""
    _load_others.cache_clear()


@cache
def _load_others() -> tuple[dict[str, Game], list[tuple[str, str]]]:
    """Return the games of other packages, and the names of those that cannot be used, each with what is wrong."""
    found: dict[str, Game] = {}
    wrong: list[tuple[str, str]] = []
    for point in sorted(entry_points(group=ENTRY_POINTS), key=lambda point: (point.name, _source(point))):
        try:
            if point.name in NAMES:
                raise SetupError("Atout has a game of that name itself")
            if point.name in found:
                raise SetupError("another package offers a game of that name too")
            found[point.name] = _check_game(point.name, point.load())
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # somebody else's code may raise anything, or leave
            known = isinstance(error, SetupError)
            reason = str(error) if known else f"{type(error).__name__}: {error}"
            line = f"the game {point.name} of {_source(point)} ({point.value}) cannot be used: {reason}"
            wrong.append((point.name, " ".join(line.split())))
    return found, wrong


def _check_game(name: str, game: object) -> Game:
    """Return what an entry point named, if it is a game that lacks nothing."""
    if not NAME.fullmatch(name):
        raise SetupError("a name is a small letter and then small letters, digits and _")
    if not isinstance(game, Game):
        raise SetupError(f"it is not an atout.Game but of type {type(game).__name__}")
    if game.name != name:
        raise SetupError(f"it calls itself {game.name!r}")
    if "." not in type(game).__module__:
        raise SetupError("its class must be in a module of a package, beside its rules and words")
    found = {file: _has_text(game, file) for lang in LANGUAGES for file in _texts_of(lang)}
    for lang in LANGUAGES:
        missing = [file for file in _texts_of(lang) if not found[file]]
        if missing and (len(missing) == 1 or not any(found.values())):
            raise SetupError(f"{missing[0]} is missing")
    return game


def _texts_of(lang: str) -> tuple[str, str]:
    """Return the files with what a game says in a language."""
    return f"rules.{lang}.md", f"locale/{lang}.toml"


def _read_text(game: Game, file: str) -> str | None:
    """Return a text of a game, or None if it has none."""
    try:
        return game_folder(game).joinpath(*file.split("/")).read_text(encoding="utf-8")
    except FileNotFoundError:
        return None


def _has_text(game: Game, file: str) -> bool:
    """Say whether a text is there; one that cannot be read is refused."""
    try:
        text = _read_text(game, file)
        if text is not None and file.endswith(".toml"):
            tomllib.loads(text)
    except ValueError as error:
        raise SetupError(f"{file}: {error}") from None
    return text is not None


def _source(point: EntryPoint) -> str:
    """Return the package that an entry point comes from."""
    return point.dist.name if point.dist is not None else "an unnamed package"
