"""Courses for tests."""

from typing import Final

from atout import load, names
from atout.study import Course, load_course

COURSES: Final = [name for name in names() if load_course(load(name))]  # the games that have one


def course_of(name: str) -> Course:
    """Return the course of a game that has one."""
    course = load_course(load(name))
    assert course is not None
    return course
