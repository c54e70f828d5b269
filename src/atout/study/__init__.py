"""Study: learning a game. Knows no game; courses come from the games' folders."""

from atout.study.glossary import load_glossary
from atout.study.guided import GuidedDeal, open_lesson, replay_choices
from atout.study.lessons import Answer, Course, Lesson, LessonError, Step, load_course, read_course
from atout.study.positions import Position, list_choices, parse_choice

__all__ = [
    "Answer",
    "Course",
    "GuidedDeal",
    "Lesson",
    "LessonError",
    "Position",
    "Step",
    "list_choices",
    "load_course",
    "load_glossary",
    "open_lesson",
    "parse_choice",
    "read_course",
    "replay_choices",
]
