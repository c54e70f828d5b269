"""Study: learning a game, and what can be learnt from a match. Knows no game; courses come from their folders."""

from atout.study.glossary import load_glossary
from atout.study.guided import GuidedDeal, open_lesson, replay_choices
from atout.study.lessons import Answer, Course, Lesson, LessonError, Step, load_course, read_course
from atout.study.positions import Position, list_choices, parse_choice
from atout.study.reviews.match import Reviewer, review

__all__ = [
    "Answer",
    "Course",
    "GuidedDeal",
    "Lesson",
    "LessonError",
    "Position",
    "Reviewer",
    "Step",
    "list_choices",
    "load_course",
    "load_glossary",
    "open_lesson",
    "parse_choice",
    "read_course",
    "replay_choices",
    "review",
]
