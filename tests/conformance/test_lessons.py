"""Every course keeps what it says: positions, answers, refusals, claims and texts; its last step can be played out."""

from itertools import islice

import pytest

from atout import load
from atout.games import NAMES, languages
from atout.locale import load_locale, load_texts
from atout.study.check import check_course
from atout.study.guided import GuidedDeal, open_lesson, replay_choices
from atout.study.positions import list_choices, parse_choice
from tests.kit.lessons import COURSES, course_of

every_course = pytest.mark.parametrize("name", COURSES)


def test_every_game_of_ours_has_a_whole_course() -> None:
    """Eight to twelve steps, and what the game is like in three comparisons or more."""
    assert [name for name in NAMES if name not in COURSES] == []
    assert [name for name in NAMES if not 8 <= len(course_of(name).steps) <= 12] == []
    for name in NAMES:
        like = load_texts(load(name)).get("like")
        assert isinstance(like, dict), name
        assert len(like) >= 3, name


@every_course
def test_a_course_has_no_fault(name: str) -> None:
    assert check_course(load(name)) == []


@every_course
def test_a_course_ends_with_a_whole_deal(name: str) -> None:
    assert [step.guided for step in course_of(name).steps].index(True) == len(course_of(name).steps) - 1


@every_course
def test_every_step_is_solved_by_what_it_shows(name: str) -> None:
    """Wrong and refused choices lead nowhere, and the solution still works after them."""
    course = course_of(name)
    for step in course.steps[:-1]:
        lesson = open_lesson(course, step)
        choices = [parse_choice(lesson.game, text) for text in (*step.refused, *step.wrong) if text != "*"]
        before = list(lesson.match.steps)
        verdicts = [lesson.answer(choice).verdict for choice in choices]
        assert verdicts == ["refused"] * len(step.refused) + ["wrong"] * (len(choices) - len(step.refused))
        assert (lesson.match.steps, lesson.done) == (before, False)
        again, answer = replay_choices(course, step, [*choices, lesson.solution])
        assert (again.done, answer and answer.verdict) == (True, "right")


@every_course
def test_a_guided_deal_is_the_same_for_everybody(name: str) -> None:
    course = course_of(name)
    step = course.steps[-1]
    lesson = open_lesson(course, step)
    assert isinstance(lesson, GuidedDeal)
    choices = []
    while not lesson.done:
        assert lesson.hint() == lesson.hint()
        choices.append(next(islice(list_choices(lesson.match, lesson.you), 1)))
        assert lesson.answer(choices[-1]).verdict == "right"
    again, _ = replay_choices(course, step, choices)
    assert again.match.steps == lesson.match.steps


@every_course
def test_hints_have_words_in_every_language(name: str) -> None:
    course = course_of(name)
    lesson = GuidedDeal(course, course.steps[-1])
    while not lesson.done:
        choice, why = lesson.hint()
        for lang in languages(lesson.game):
            words = load_locale(lesson.game, lang)
            assert all(words.find("reasons", key) for key, _ in why), why
        lesson.answer(choice)
