"""A lesson shows what its learner's seat may see: the others' secrets make no difference to it."""

from collections.abc import Callable, Iterable

import msgspec
import pytest

from atout import Match, State
from atout.kernel.display_json import display_data
from atout.kernel.rng import Rng
from atout.match import Step as MatchStep
from atout.server.core import lessons, parts, replays
from atout.study.guided import GuidedDeal, open_lesson
from atout.study.lessons import Course, Lesson, Step
from tests.kit.lessons import COURSES, course_of

WORLDS = 4
every_course = pytest.mark.parametrize("name", COURSES)


def told(lesson: Lesson) -> lessons.LessonView:
    written = msgspec.json.encode(lessons.show_lesson(lesson, None))
    return msgspec.json.decode(written, type=lessons.LessonView)


class WorldMatch(Match):
    """A match that has come to a world which a view allows."""

    def __init__(self, truth: Match, world: State) -> None:
        self.game, self.seats, self.options, self.start = truth.game, truth.seats, truth.options, truth.start
        self.state, self.steps = world, truth.steps
        self._shuffle = None

    def replay(self, steps: Iterable[MatchStep]) -> Match:
        """Return the match as it is: how it came about is not known."""
        assert list(steps) == self.steps
        return WorldMatch(self, self.state.clone())


def at_the_question(course: Course, step: Step) -> Lesson:
    """Return a lesson that tells nothing but the present position."""
    lesson = open_lesson(course, step)
    lesson.shown = len(lesson.match.steps)
    return lesson


def in_a_world(course: Course, step: Step, seed: int) -> Lesson:
    """Return the same lesson where what its learner cannot know is different."""
    lesson = at_the_question(course, step)
    world = lesson.game.sampler(lesson.match.view(lesson.you)).draw(Rng(seed))
    lesson.match = WorldMatch(lesson.match, world)
    return lesson


def answers(lesson: Lesson) -> list[tuple[object, ...]]:
    """Return what every single action would be told, none being carried out."""
    found: list[tuple[object, ...]] = []
    for action in range(lesson.game.actions):
        if action in lesson.match.legal(lesson.you):
            found.append(("legal", lesson.judge([action], whole=True)))
        else:
            answer = lesson.answer([action])
            found.append((answer.verdict, answer.reason, answer.clause))
    return found


def differences(name: str) -> int:
    """Compare every step of a course in the truth and in worlds that look alike; return how many worlds differed."""
    course = course_of(name)
    differing = 0
    for step in course.steps:
        truth = at_the_question(course, step)
        for seed in range(WORLDS):
            world = in_a_world(course, step, seed)
            differing += world.match.state.log != truth.match.state.log
            assert told(world) == told(truth), step.name
            assert answers(world) == answers(truth), step.name
    return differing


@every_course
def test_what_is_hidden_makes_no_difference(name: str) -> None:
    assert differences(name) > 0


@every_course
def test_every_display_is_what_the_seat_sees(name: str) -> None:
    course = course_of(name)
    for step in course.steps:
        lesson = open_lesson(course, step)
        for _ in range(2):
            check_displays(lesson)
            if not lesson.done:
                lesson.answer(lesson.solution)


def check_displays(lesson: Lesson) -> None:
    """Every display of a lesson is that of the learner's seat, at its moment."""
    found = told(lesson)
    match, you, place = lesson.match, lesson.you, lesson.shown
    assert found.names[you] == ""
    for step in found.steps:
        (display,) = step.displays
        assert display.seat == you
        if step.ended is not None:
            continue
        view = match.replay(match.steps[:place]).view(you)
        shown = [view.display(), *([end] if (end := view.ended()) else [])]
        ways = [msgspec.convert(display_data(match.game, each)["zones"], list[parts.Zone]) for each in shown]
        assert display.zones in ways, f"{lesson.step.name}, step {place} of the match"
        place += 1
    assert place == len(match.steps) + 1


# The checks bite


def leak_a_seat(patch: pytest.MonkeyPatch) -> None:
    original = replays.tell_steps

    def tell(now: Match, steps: list[MatchStep], observers: list[int]) -> object:
        return original(now, steps, [(observers[0] + 1) % now.seats])

    patch.setattr(replays, "tell_steps", tell)


def leak_in_hints(patch: pytest.MonkeyPatch) -> None:
    def show(lesson: GuidedDeal) -> lessons.LessonHint:
        other = (lesson.you + 1) % lesson.match.seats
        seen = [str(card) for zone in lesson.match.view(other).display().zones for card in zone.cards]
        return lessons.LessonHint(seen, [], [])

    patch.setattr(lessons, "show_hint", show)


@pytest.mark.parametrize("leak", [leak_a_seat, leak_in_hints])
def test_a_leak_is_found(leak: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch) -> None:
    leak(monkeypatch)
    with pytest.raises(AssertionError):
        differences("njet")
