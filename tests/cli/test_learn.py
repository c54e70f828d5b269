"""`atout learn`: a course at the terminal, from the first step to the last card, in every language."""

import io
import re
from pathlib import Path

import pytest
from rich.console import Console

from atout import load
from atout.bots.names import default_bot_name
from atout.cli import learn
from atout.cli.answers import Answers
from atout.cli.narrator import Narrator
from atout.cli.terminal_lesson import TerminalLesson
from atout.cli.terminal_match import StopPlaying
from atout.games import LANGUAGES
from atout.locale import load_locale
from atout.study.guided import open_lesson
from atout.study.lessons import Lesson, read_course
from atout.study.positions import choice_text
from tests.cli.shell import invoke, run
from tests.kit.lessons import COURSES, course_of

LUZ = load("luz")


class Learner(Answers):
    """Asks every question, makes the mistakes that a step knows, and then does as it is shown."""

    def __init__(self, lesson: Lesson) -> None:
        self.interactive = False
        self.lesson = lesson
        step = lesson.step
        self.lines = ["?", "", "h", "l", "s", "r", "? trick", "nonsense", *(text for text in step.wrong if text != "*")]
        self.lines += step.refused

    def read_line(self, prompt: str = "") -> str | None:
        return self.lines.pop(0) if self.lines else choice_text(self.lesson.game, self.lesson.solution)


def go_through(lesson: Lesson, lang: str, answers: Answers, width: int = 80) -> str:
    file = io.StringIO()
    screen = Console(file=file, width=width, markup=False, highlight=False)
    seats = [default_bot_name(seat) for seat in range(lesson.match.seats)]
    locale = load_locale(lesson.game, lang)
    TerminalLesson(lesson, Narrator(lesson.game, lesson.you, seats, locale, screen), answers).run()
    return file.getvalue()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", COURSES)
def test_a_course_is_gone_through_with_all_its_mistakes(name: str, lang: str) -> None:
    course = course_of(name)
    words = load_locale(course.game, lang)
    for step in course.steps if lang == "en" else course.steps[:-1]:  # a whole deal takes long
        lesson = open_lesson(course, step)
        told = go_through(lesson, lang, Learner(lesson), 1000)
        assert lesson.done
        for reason in {step.wrong[text] for text in step.wrong if text != "*"}:
            assert (words.find("lessons", step.name, "wrong", reason) or "-") in told
        for clause in step.refused.values():
            assert f"[{clause}]" in told
        assert "[[" not in told
        assert not re.search(r"\{\w+\}", told)
        assert str(load_locale(course.game, lang).find("lessons", step.name, "task")).split("[[")[0] in told


def test_a_step_does_not_show_which_cards_may_be_played() -> None:
    course = course_of("luz")
    lesson = open_lesson(course, course.step("follow"))
    told = go_through(lesson, "en", Learner(lesson))
    assert " R#1  R#2   Y#1" in told
    assert "[B#1]" not in told
    assert "You may choose: B#1 B#2" in told  # once one asks
    assert "Try this: B#1" in told
    guided = open_lesson(course, course.steps[-1])
    assert "I would choose: " in go_through(guided, "en", Learner(guided))


def test_a_choice_of_several_cards_can_be_typed_card_by_card() -> None:
    course = course_of("njet")
    lesson = open_lesson(course, course.step("put_away"))
    learner = Learner(lesson)
    learner.lines = [lesson.game.text(action) for action in lesson.solution]
    told = go_through(lesson, "en", learner)
    assert lesson.done
    assert f"So far {lesson.step.right[0].split()[0]}. What else?" in told


def solutions(name: str, first: int = 0) -> str:
    """Return what solves the steps of a course, each at once."""
    lines = []
    course = course_of(name)
    for step in course.steps[first:]:
        lesson = open_lesson(course, step)
        while not lesson.done:
            lines.append(choice_text(lesson.game, lesson.solution))
            lesson.answer(lesson.solution)
    return "\n".join(lines) + "\n"


def test_the_command_works_piped(tmp_path: Path) -> None:
    found = run("learn", "luz", folder=tmp_path, text=solutions("luz"))
    assert (found.returncode, found.stderr) == (0, "")
    assert "Step 1 of 10: " in found.stdout
    assert "Step 10 of 10: " in found.stdout
    assert found.stdout.endswith("That was the last step. Now play a match: atout play luz --terminal\n")
    assert "\x1b" not in found.stdout


def test_it_begins_at_a_step_and_goes_on_and_back(tmp_path: Path) -> None:
    found = invoke("learn", "luz", "--step", "2", "--lang", "de", folder=tmp_path, text="n\nb\nb\nb\nq\n")
    assert re.findall(r"Schritt (\d+) von 10: ", found.output) == ["2", "3", "2", "1", "1"]
    assert found.output.endswith("Später weiter: atout learn luz --step 1\n")
    assert found.exit_code == 0


def test_without_more_answers_it_stops(tmp_path: Path) -> None:
    found = invoke("learn", "luz", folder=tmp_path, text="")
    assert found.exit_code == 0
    assert found.output.endswith("The lesson stops here. Go on later: atout learn luz --step 1\n")


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["nothing"], "no game nothing: there are luz, "),
        (["luz", "--step", "0"], "there is no step 0: Luz has steps 1 to 10"),
        (["luz", "--step", "11"], "there is no step 11: Luz has steps 1 to 10"),
        (["luz", "--step", "x"], "Invalid value for '--step': Input should be a valid integer"),
        (["luz", "--lang", "it"], "no language it: there are en, fr, de"),
        ([], "Missing argument 'GAME'."),
    ],
)
def test_bad_input_gets_one_line(arguments: list[str], line: str, tmp_path: Path) -> None:
    found = invoke("learn", *arguments, folder=tmp_path)
    assert found.exit_code == 2
    assert found.stderr.startswith(f"atout: {line}")
    assert found.stderr.count("\n") == 1
    assert found.stdout == ""


def test_a_step_that_does_not_fit_the_rules_gets_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = course_of("luz").source.replace('play = "C: B#1 B#1"', 'play = "C: B#1 B#9"')
    monkeypatch.setattr(learn, "load_course", lambda game: read_course(game, source))
    found = invoke("learn", "luz", "--step", "2", folder=tmp_path)
    assert found.exit_code == 2
    assert found.stderr.startswith("atout: step 2 of Luz (follow) does not fit the rules: ")
    assert "B#9: You have no card at that place." in found.stderr
    assert found.stderr.count("\n") == 1


def test_courses_that_are_missing_or_cannot_be_read_get_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learn, "load_course", lambda game: None)
    assert invoke("learn", "luz", folder=tmp_path).stderr == "atout: Luz has no lessons\n"
    monkeypatch.setattr(learn, "load_course", lambda game: read_course(game, "x = 1"))
    found = invoke("learn", "luz", folder=tmp_path)
    line = 'the lessons of Luz cannot be read: line 1: the format must be "atout-lessons 1"'
    assert (found.exit_code, found.stderr) == (2, f"atout: {line}\n")


def test_who_stops_is_told_where_to_go_on() -> None:
    course = course_of("luz")
    lesson = open_lesson(course, course.steps[0])
    learner = Learner(lesson)
    learner.lines = ["q"]
    with pytest.raises(StopPlaying):
        go_through(lesson, "en", learner)
