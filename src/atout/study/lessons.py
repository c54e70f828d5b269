"""Lessons: short courses that games bring along. A step is a position, a question and the answers to it.

A course is `lessons.toml` in the game's folder, its texts are in [lessons] of the game's locale.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Literal

from atout import toml
from atout.bots.levels import LEVELS
from atout.games import game_folder
from atout.kernel.clause import Clause
from atout.kernel.errors import PlayError, SetupError
from atout.kernel.game import Game
from atout.kernel.options import option_text
from atout.match import DealStep, Match
from atout.study.positions import Position, is_complete, parse_choice, play_text

FILE = "lessons.toml"
FORMAT = "atout-lessons 1"
ANY = "*"  # every other legal choice
KEYS = (
    "name",
    "seats",
    "you",
    "options",
    "start",
    "deal",
    "play",
    "right",
    "wrong",
    "refused",
    "then",
    "after",
    "lit",
    "guided",
    "seed",
    "level",
)
ASKED = ("right", "wrong", "refused", "then", "after")  # of a step with a question
GUIDED = ("seed", "level")  # of a whole deal with hints
MOST_LIT = 3
LARGEST_SEED = 2**31 - 1

Verdict = Literal["right", "wrong", "refused", "more"]  # more: a choice of several actions that is not whole yet


class LessonError(toml.TomlError):
    """A course that cannot be read: `line` of its file."""


class StepIsDone(ValueError):  # noqa: N818 - it is no fault
    """A choice in a step that is done."""


@dataclass(frozen=True)
class Step:
    """One step of a course: a position and the answers to its question, or a whole deal with hints."""

    name: str
    position: Position
    right: tuple[str, ...] = ()
    wrong: Mapping[str, str] = field(default_factory=dict)  # keys of reasons, by choice
    refused: Mapping[str, str] = field(default_factory=dict)  # ids of clauses, by choice
    then: str = ""  # what the others do after the right answer
    after: Mapping[str, object] = field(default_factory=dict)  # what is claimed then
    lit: tuple[str, ...] = ()
    guided: bool = False
    seed: int = 0
    level: str = "casual"


@dataclass(frozen=True)
class Course:
    """The lessons of a game."""

    game: Game
    steps: tuple[Step, ...]
    source: str = field(default="", compare=False, repr=False)

    def step(self, name: str) -> Step:
        """Return the step with this name."""
        for step in self.steps:
            if step.name == name:
                return step
        raise SetupError(f"no step {name}: there are {', '.join(step.name for step in self.steps)}")

    def line(self, number: int, *path: str | int) -> int:
        """Return the line of the file where something of a step stands."""
        return toml.locate(self.source, ("step", number, *path))


@dataclass(frozen=True)
class Answer:
    """What a choice is worth: a wrong one has its reason, a refused one its clause."""

    verdict: Verdict
    reason: str = ""  # a key in [lessons.<step>.wrong]; for a refused choice one in [refusals]
    clause: Clause | None = None


class Lesson:
    """A step of a course as one learner goes through it. Only the right answer changes the match."""

    def __init__(self, course: Course, step: Step) -> None:
        self.course = course
        self.step = step
        self.game = course.game
        self.you = step.position.you
        self.done = False
        self.match: Match = step.position.set_up(self.game)
        step.position.play_to_question(self.match)
        dealt = [isinstance(taken, DealStep) for taken in self.match.steps]
        self.shown = dealt.index(False) if False in dealt else len(dealt)  # steps of the match that are old news

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.game.title}: {self.step.name}{', done' if self.done else ''}>"

    @property
    def solution(self) -> tuple[int, ...]:
        """The choice that `Show me` makes."""
        return parse_choice(self.game, self.step.right[0])

    def answer(self, actions: Sequence[int]) -> Answer:
        """Say what a choice is worth, and go on if it is right."""
        if self.done:
            raise StepIsDone("this step is done")
        try:
            after = self.match.state_after(self.you, actions)
        except PlayError as refusal:
            self.shown = len(self.match.steps)
            return Answer("refused", refusal.clause.why if refusal.clause else "", refusal.clause)
        answer = self.judge(actions, is_complete(self.game, self.match.state, after, self.you))
        self.shown = len(self.match.steps)
        if answer.verdict == "right":
            self.match.play(self.you, actions)
            self.go_on()
        return answer

    def judge(self, actions: Sequence[int], whole: bool) -> Answer:
        """Return what a legal choice is worth, which may have to be continued."""
        choice = tuple(map(int, actions))
        for text, reason in self.step.wrong.items():
            if text != ANY and parse_choice(self.game, text) == choice:
                return Answer("wrong", reason)
        if any(text != ANY and parse_choice(self.game, text) == choice for text in self.step.right):
            return Answer("right")
        if not whole:
            return Answer("more")
        return Answer("right") if ANY in self.step.right else Answer("wrong", self.step.wrong.get(ANY, ""))

    def go_on(self) -> None:
        """Do what the others do after the right answer."""
        play_text(self.match, self.step.then)
        self.done = True


# Reading


@cache
def load_course(game: Game) -> Course | None:
    """Return the course that a game brings along, or None; LessonError if it cannot be read."""
    file = game_folder(game).joinpath(FILE)
    return read_course(game, file.read_text(encoding="utf-8")) if file.is_file() else None


def read_course(game: Game, source: str) -> Course:
    """Return the course with this text; whether its positions and answers fit the rules is for `check` to say."""
    file = toml.Document(source, LessonError)
    if file.find("format") != FORMAT:
        raise file.error_at(f"the format must be {toml.format_value(FORMAT)}", "format")
    for name in file.root:
        if name not in ("format", "step"):
            raise file.error_at(f"no key {name}: the keys are format and step", name)
    steps = tuple(_read_step(file, game, k) for k in range(len(file.tables("step"))))
    if not steps:
        raise file.error_at("there is no [[step]]")
    for k, step in enumerate(steps):
        if step.name in [other.name for other in steps[:k]]:
            raise file.error_at(f"there are two steps {step.name}", "step", k, "name")
        if step.guided and k < len(steps) - 1:
            raise file.error_at("the guided step must be the last one", "step", k, "guided")
    return Course(game, steps, source)


def _read_step(file: toml.Document, game: Game, k: int) -> Step:
    found = file.table("step", k)
    for key in found:
        if key not in KEYS:
            raise file.error_at(f"no key {key}: the keys are {', '.join(KEYS)}", "step", k, key)
    name = file.text("step", k, "name")
    if not name.isidentifier():
        raise file.error_at("name must be a word: letters, digits and _", "step", k, "name")
    guided = file.find("step", k, "guided") or False
    if not isinstance(guided, bool):
        raise file.error_at("guided must be true or false", "step", k, "guided")
    for key in ASKED if guided else GUIDED:
        if key in found:
            kind = "a guided step has no question" if guided else "only a guided step has it"
            raise file.error_at(f"{key} means nothing here: {kind}", "step", k, key)
    right = () if guided else file.texts("step", k, "right")
    if not guided and (not right or right[0] == ANY):
        raise file.error_at("right must begin with the choice that Show me makes", "step", k, "right")
    level = file.text("step", k, "level") or "casual"
    if level not in LEVELS:
        raise file.error_at(f"no level {level}: there are {', '.join(LEVELS)}", "step", k, "level")
    lit = file.texts("step", k, "lit") if "lit" in found else ()
    if len(lit) > MOST_LIT:
        raise file.error_at(f"lit has {len(lit)} things, {MOST_LIT} are the most", "step", k, "lit")
    return Step(
        name=name,
        position=_read_position(file, game, k),
        right=right,
        wrong=_texts_by_choice(file, k, "wrong"),
        refused=_texts_by_choice(file, k, "refused"),
        then=file.text("step", k, "then"),
        after=file.table("step", k, "after"),
        lit=lit,
        guided=guided,
        seed=_number(file, 0, LARGEST_SEED, 0, "step", k, "seed"),
        level=level,
    )


def _read_position(file: toml.Document, game: Game, k: int) -> Position:
    seats = _number(file, min(game.seat_counts), max(game.seat_counts), 0, "step", k, "seats")
    dealt: dict[str, tuple[str, ...]] = {}
    for name, item in file.table("step", k, "deal").items():
        dealt[name] = (item,) if isinstance(item, str) else file.texts("step", k, "deal", name)
    options = {name: option_text(raw) for name, raw in file.table("step", k, "options").items()}
    return Position(
        seats=seats,
        you=_number(file, 0, seats - 1, 0, "step", k, "you"),
        options=options,
        start=file.table("step", k, "start"),
        dealt=dealt,
        play=file.text("step", k, "play"),
    )


def _number(file: toml.Document, low: int, high: int, default: int, *path: str | int) -> int:
    found = file.find(*path)
    if found is None and low <= default <= high:
        return default
    if isinstance(found, bool) or not isinstance(found, int) or not low <= found <= high:
        raise file.error_at(f"{path[-1]} must be a number from {low} to {high}", *path)
    return found


def _texts_by_choice(file: toml.Document, k: int, key: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for choice in file.table("step", k, key):
        found[choice] = file.text("step", k, key, choice)
    return found
