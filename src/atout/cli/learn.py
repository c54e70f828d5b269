"""`atout learn`: a course at the terminal."""

from typing import Annotated

import typer

from atout.bots.names import default_bot_name
from atout.cli.answers import Answers
from atout.cli.arguments import GameName, Language, choose_language, make_console
from atout.cli.errors import INTERRUPTED, InputError
from atout.cli.narrator import Narrator
from atout.cli.terminal_lesson import LeaveStep, TerminalLesson
from atout.cli.terminal_match import StopPlaying
from atout.drawing.terminal import QUIET
from atout.games import load
from atout.kernel.game import Game
from atout.locale import load_locale, load_words
from atout.study.guided import open_lesson
from atout.study.lessons import Course, Lesson, LessonError, load_course

StepNumber = Annotated[int, typer.Option("--step", metavar="N", help="The step to begin with.")]


def learn(game: GameName, step: StepNumber = 1, lang: Language = None) -> None:
    """Learn a game, step by step."""
    rules = load(game)
    language = choose_language(lang)
    course = require_course(rules)
    if not 1 <= step <= len(course.steps):
        raise InputError(f"there is no step {step}: {rules.title} has steps 1 to {len(course.steps)}")
    words, screen, answers = load_words(language), make_console(), Answers()
    screen.print(words.say("learn", "commands"), style=QUIET, soft_wrap=True)
    place, code = step - 1, 0
    try:
        while place < len(course.steps):
            place = max(0, place + go_through(course, place, language, answers))
    except (StopPlaying, KeyboardInterrupt) as stopped:
        code = INTERRUPTED if isinstance(stopped, KeyboardInterrupt) else 0
        command = f"atout learn {rules.name} --step {place + 1}"
        screen.print("" if code else words.say("learn", "stopped", command=command), soft_wrap=True)
    else:
        command = f"atout play {rules.name} --terminal"
        screen.print(words.say("learn", "end", command=command), soft_wrap=True)
    raise typer.Exit(code)


def require_course(game: Game) -> Course:
    """Return the course of a game, or refuse."""
    try:
        course = load_course(game)
    except LessonError as error:
        raise InputError(f"the lessons of {game.title} cannot be read: {error}") from None
    if course is None:
        raise InputError(f"{game.title} has no lessons")
    return course


def go_through(course: Course, place: int, language: str, answers: Answers) -> int:
    """Go through a step; return by how many steps the person goes on, or back."""
    lesson = require_lesson(course, place)
    screen = make_console()
    locale = load_locale(course.game, language)
    names = [default_bot_name(seat) for seat in range(lesson.match.seats)]
    narrator = Narrator(course.game, lesson.you, names, locale, screen)
    shown = TerminalLesson(lesson, narrator, answers)
    screen.print()
    title = shown.text("title")
    shown.say_of_lesson("step", "bold", number=place + 1, count=len(course.steps), title=title)
    try:
        shown.run()
    except LeaveStep as wish:
        return wish.by
    shown.wait()
    return 1


def require_lesson(course: Course, place: int) -> Lesson:
    """Return a step for somebody who begins it, or refuse one that does not fit the rules."""
    step = course.steps[place]
    try:
        return open_lesson(course, step)
    except ValueError as error:
        title = course.game.title
        raise InputError(f"step {place + 1} of {title} ({step.name}) does not fit the rules: {error}") from None
