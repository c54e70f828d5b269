"""HTTP: the games, their words and their rules."""

import logging
from functools import cache
from typing import Final

from litestar import get
from litestar.params import FromPath
from msgspec import Struct

from atout.bots.levels import LEVELS
from atout.games import load, names
from atout.kernel.errors import SetupError
from atout.kernel.game import Game
from atout.locale import LANGUAGES, clause_ids, load_texts, require_language
from atout.locale import load_rules as rules_text
from atout.server.core.setups import ways_to_watch
from atout.server.core.talk import LONGEST_TEXT, PHRASES, REACTIONS
from atout.server.http.middleware import Refused, problem_responses
from atout.study.lessons import Course, LessonError, load_course

LEARNING: Final = ("lessons", "like", "glossary")  # sections of a locale that only learners need

log = logging.getLogger("atout.games")


class Option(Struct, frozen=True):
    """A choice when a table is opened."""

    name: str
    kind: str
    values: list[str]
    low: int
    high: int
    digits: int


class GameInfo(Struct, frozen=True):
    """A game as the lobby offers it."""

    name: str
    title: str
    seats: list[int]
    rules: int
    clauses: int
    options: list[Option]
    watch: list[str]
    lessons: int  # steps of its course; 0: it has none


class Offer(Struct, frozen=True):
    """What can be played, against whom, in which languages, and what can be said."""

    games: list[GameInfo]
    levels: list[str]
    languages: list[str]
    phrases: list[str]
    reactions: list[str]
    longest_text: int


@get("/api/games", summary="The games", operation_id="games", responses=problem_responses())
async def games() -> Offer:
    """Return every game with its options."""
    return offer()


@cache
def offer() -> Offer:
    """Return what can be played."""
    found = [game_info(load(name)) for name in names()]
    return Offer(found, list(LEVELS), list(LANGUAGES), list(PHRASES), list(REACTIONS), LONGEST_TEXT)


def game_info(game: Game) -> GameInfo:
    """Return a game as the lobby offers it."""
    options = [
        Option(option.name, option.kind, option.values, option.low, option.high, option.digits)
        for option in game.options
    ]
    course = find_course(game)
    return GameInfo(
        name=game.name,
        title=game.title,
        seats=list(game.seat_counts),
        rules=game.rules,
        clauses=len(clause_ids(rules_text(game))),
        options=options,
        watch=list(ways_to_watch(game)),
        lessons=len(course.steps) if course else 0,
    )


def find_course(game: Game) -> Course | None:
    """Return the course of a game; one that cannot be read is as if there were none."""
    try:
        return load_course(game)
    except LessonError as error:
        log.warning("the lessons of %s cannot be used: %s", game.name, error)
        return None


@get(
    "/api/games/{game:str}/words/{lang:str}",
    summary="The words of a game",
    operation_id="words",
    responses=problem_responses(400, 404),
)
async def game_words(game: FromPath[str], lang: FromPath[str]) -> dict[str, object]:
    """Return names, texts of actions, refusals and score lines in a language; the lessons have their own address."""
    texts = load_texts(require_game(game), language_or_refuse(lang))
    return {section: words for section, words in texts.items() if section not in LEARNING}


@get(
    "/api/games/{game:str}/rules/{lang:str}",
    summary="The rules of a game",
    operation_id="rules",
    media_type="text/markdown",
    responses=problem_responses(400, 404),
)
async def game_rules(game: FromPath[str], lang: FromPath[str]) -> str:
    """Return the rules as Markdown; every clause has its number."""
    return rules_text(require_game(game), language_or_refuse(lang))


def require_game(name: str) -> Game:
    """Refuse a game that is not there."""
    try:
        return load(name)
    except SetupError:
        raise Refused(404, "unknown", "no-such-game") from None


def language_or_refuse(lang: str) -> str:
    """Refuse a language that is not there."""
    try:
        return require_language(lang)
    except SetupError:
        raise Refused(404, "unknown", "no-such-language") from None


HANDLERS: Final = [games, game_words, game_rules]
BODIES: Final = (Offer,)
