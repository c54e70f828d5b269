"""HTTP: courses, and their steps after some choices. Nothing is kept: every request brings all choices."""

import logging
from typing import Annotated, Final

import msgspec
from litestar import Response, get, post
from litestar.datastructures import State
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import Meta, Struct

from atout.kernel.errors import NotationError
from atout.kernel.game import Game
from atout.locale import load_texts
from atout.server.core import lessons
from atout.server.http.games import find_course, language_or_refuse, require_game
from atout.server.http.middleware import BODY, JSON, Address, Refused, count_or_refuse, problem_responses
from atout.study import lessons as study
from atout.study.glossary import load_glossary
from atout.study.guided import replay_choices

MOST_CHOICES: Final = 200  # in a whole deal, wrong ones included
MOST_ACTIONS: Final = 40  # of one choice
LONGEST_ACTION: Final = 60

log = logging.getLogger("atout.lessons")

Action = Annotated[str, Meta(max_length=LONGEST_ACTION)]
Choice = Annotated[list[Action], Meta(min_length=1, max_length=MOST_ACTIONS)]


class CourseStep(Struct, frozen=True):
    """A step of a course: its place at the table."""

    name: str
    seats: int
    you: int
    guided: bool  # a whole deal with hints


class LessonTexts(Struct, frozen=True):
    """What a step says."""

    title: str = ""
    idea: str = ""  # one sentence before
    task: str = ""  # the question
    done: str = ""  # one sentence after
    wrong: dict[str, str] = {}  # reasons, by their keys


class Course(Struct, frozen=True):
    """The lessons of a game, with their texts in one language."""

    steps: list[CourseStep]  # none if the game has no course
    lessons: dict[str, LessonTexts]  # by the names of the steps
    like: dict[str, str]  # what the game is like, by games that people may know
    glossary: dict[str, str]  # words that texts mark as [[trick]] or [[lead|led]]


class Choices(Struct, frozen=True, forbid_unknown_fields=True):
    """What the learner has chosen in a step so far; each choice is a list of actions."""

    choices: Annotated[
        list[
            Annotated[
                list[Annotated[str, Meta(max_length=LONGEST_ACTION)]], Meta(min_length=1, max_length=MOST_ACTIONS)
            ]
        ],
        Meta(max_length=MOST_CHOICES),
    ] = []


@get(
    "/api/games/{game:str}/lessons",
    summary="The lessons of a game",
    operation_id="lessons",
    responses=problem_responses(400, 404),
)
async def game_lessons(game: FromPath[str], lang: Annotated[str, QueryParameter()] = "en") -> Course:
    """Return the steps of a game's course in order, their texts, and the words they explain."""
    found, lang = require_game(game), language_or_refuse(lang)
    course = find_course(found)
    if course is None:
        return Course([], {}, {}, {})
    texts = load_texts(found, lang)
    told = msgspec.convert(texts.get("lessons", {}), dict[str, LessonTexts])
    like = msgspec.convert(texts.get("like", {}), dict[str, str])
    steps = [CourseStep(step.name, step.position.seats, step.position.you, step.guided) for step in course.steps]
    return Course(steps, told, like, load_glossary(found, lang))


@post(
    "/api/games/{game:str}/lessons/{step:str}",
    summary="A lesson after some choices",
    operation_id="lesson",
    status_code=200,
    responses={
        200: ResponseSpec(lessons.LessonView, generate_examples=False),
        **problem_responses(*BODY, 404, 409),
    },
)
async def lesson_view(
    game: FromPath[str], step: FromPath[str], data: JSONBody[Choices], state: State, address: Address
) -> Response[bytes]:
    """Return a step of a course as the learner's seat sees it after these choices, and what the last one was worth.

    A choice that is wrong or refused leaves everything as it was.
    """
    found = require_game(game)
    course = find_course(found)
    steps = [] if course is None else [each for each in course.steps if each.name == step]
    if course is None or not steps:
        raise Refused(404, "unknown", "no-such-lesson")
    choices = parse_choices(found, data)
    view = await state.shelf.answer(
        ("lesson", game, step, choices),
        lambda: make_view(course, steps[0], choices),
        lambda: count_or_refuse(state.limits.lessons, address),
    )
    return Response(view, media_type=JSON)


def parse_choices(game: Game, data: Choices) -> tuple[tuple[int, ...], ...]:
    """Return choices as actions, or refuse what names none."""
    try:
        return tuple(tuple(game.parse(text) for text in choice) for choice in data.choices)
    except NotationError as error:
        raise Refused(409, "impossible", "no-such-choice", str(error)) from None


def make_view(course: study.Course, step: study.Step, choices: tuple[tuple[int, ...], ...]) -> bytes:
    """Return a step after these choices as JSON; refuse one that does not fit the rules, and choices after its end."""
    try:
        lesson, answer = replay_choices(course, step, choices)
    except study.StepIsDone:
        raise Refused(409, "impossible", "lesson-is-over") from None
    except ValueError as error:
        log.warning("a lesson does not fit the rules: %s", error, extra={"game": course.game.name, "step": step.name})
        raise Refused(409, "impossible", "lesson-is-broken", str(error)) from None
    return msgspec.json.encode(lessons.show_lesson(lesson, answer))


HANDLERS: Final = [game_lessons, lesson_view]
BODIES: Final = (Course, Choices, lessons.LessonView)
