"""Lessons as they are shown: a step of a course after some choices, as the learner's seat sees it."""

from typing import Generic, Literal

from msgspec import Raw, Struct

from atout.bots.names import default_bot_name
from atout.server.core import messages, replays
from atout.server.core.parts import Line, Phrase
from atout.server.core.replays import S
from atout.study.guided import GuidedDeal
from atout.study.lessons import Answer, Lesson, Verdict


class LessonHint(Struct, frozen=True):
    """What the game's advice would do now, and why."""

    actions: list[str]
    words: list[Phrase]  # what each of these is called, in [actions] of the game's locale
    why: list[Phrase]  # in [reasons]


class LessonOf(Struct, Generic[S], frozen=True):
    """A lesson whose displays are read (`LessonView`), or written already."""

    game: str
    step: str
    seat: int  # yours
    names: list[str]  # of the seats; yours is empty
    options: dict[str, str]
    steps: list[S]  # the first is the position before, the last how the table stands now
    verdict: Verdict | Literal[""]  # on the last choice; more: several actions form one, and it is not whole yet
    reason: str  # a key in [lessons.<step>.wrong], or in [refusals] if the choice was refused
    clause: str  # that refused it
    solution: list[str]  # empty when the step is done
    lit: list[str]  # what the step is about: `zone trick`, `fact trump`, `fact bet 3`, `seat 3`, `card R7`
    guided: bool  # a whole deal with hints
    hint: LessonHint | None
    done: bool
    lines: list[Line]
    scores: list[int]


class LessonView(LessonOf[replays.Step], frozen=True):
    """A step of a course after your choices, as your seat sees it."""


def show_lesson(lesson: Lesson, answer: Answer | None) -> LessonOf[replays.StepOf[Raw]]:
    """Return a lesson as its learner is shown it, with what the last choice was worth."""
    game, match, you = lesson.game, lesson.match, lesson.you
    clause = answer.clause if answer is not None else None
    before = match.replay(match.steps[: lesson.shown])
    return LessonOf(
        game=game.name,
        step=lesson.step.name,
        seat=you,
        names=["" if seat == you else default_bot_name(seat) for seat in range(match.seats)],
        options=dict(match.options.values),
        steps=replays.tell_steps(before, match.steps[lesson.shown :], [you]),
        verdict=answer.verdict if answer is not None else "",
        reason=answer.reason if answer is not None else "",
        clause=clause.id if clause is not None else "",
        solution=[] if lesson.done else [game.text(action) for action in lesson.solution],
        lit=list(lesson.step.lit),
        guided=lesson.step.guided,
        hint=show_hint(lesson) if isinstance(lesson, GuidedDeal) and not lesson.done else None,
        done=lesson.done,
        lines=messages.score_lines(match),
        scores=match.scores(),
    )


def show_hint(lesson: GuidedDeal) -> LessonHint:
    """Return what is advised now."""
    choice, why = lesson.hint()
    words = [messages.action_phrase(lesson.game, action) for action in choice]
    return LessonHint([lesson.game.text(action) for action in choice], words, [Phrase(*reason) for reason in why])
