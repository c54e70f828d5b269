"""A step of a course in the terminal."""

from collections.abc import Sequence

from atout.cli.answers import Answers
from atout.cli.narrator import REFUSED, Narrator
from atout.cli.terminal_match import TerminalMatch
from atout.drawing.terminal import QUIET
from atout.kernel.errors import IllegalActionError
from atout.match import PlayStep
from atout.speech import sentence
from atout.study.glossary import MARKED, load_glossary, plain_text
from atout.study.guided import GuidedDeal
from atout.study.lessons import Lesson


class LeaveStep(Exception):  # noqa: N818 - a wish, not an error
    """The person wants to go to the next step, or back to the one before."""

    def __init__(self, by: int) -> None:
        super().__init__()
        self.by = by


class TerminalLesson(TerminalMatch):
    """A lesson as its learner sees it. The match that is shown follows that of the lesson, step by step."""

    def __init__(self, lesson: Lesson, narrator: Narrator, answers: Answers) -> None:
        shown = lesson.match.replay(lesson.match.steps[: lesson.shown])
        super().__init__(shown, lesson.you, (), narrator, answers)
        self.lesson = lesson
        self.begun: list[int] = []  # a choice of several actions that is not whole yet
        self.commands |= {"n": self.next_step, "b": self.step_back}

    def run(self) -> None:
        """Go through the step, until it is done or the person leaves it."""
        self.narrator.print(self.text("idea"))
        if self.lesson.step.guided:
            self.narrator.print(self.text("task"))
        self.catch_up()
        while not self.lesson.done:
            self.decide()
        self.narrator.print(self.text("done"), "bold")

    def text(self, *path: str) -> str:
        """Return a text of the step."""
        return plain_text(self.narrator.locale.find("lessons", self.lesson.step.name, *path) or "")

    def say_of_lesson(self, key: str, style: str = "", **values: object) -> None:
        """Print words about lessons."""
        self.narrator.print(self.narrator.words.say("learn", key, **values), style)

    def catch_up(self) -> None:
        """Tell what has happened in the lesson since."""
        for step in self.lesson.match.steps[len(self.match.steps) :]:
            forced = isinstance(step, PlayStep) and self.match.state.forced_action() == step.action
            self.watch(lambda step=step: self.match.take(step), forced and self.lesson.step.guided)  # type: ignore[misc]

    def begin_deal(self, scored: bool) -> None:
        """Say nothing of a deal that is no part of the lesson."""

    def ask(self) -> None:
        """Show the table and the question; which cards may be played is for the learner to find out."""
        if self.lesson.step.guided:
            super().ask()
            return
        display = self.display()
        legal, display.legal = display.legal, []
        self.narrator.show_table(display)
        self.narrator.print(self.text("task"), "bold")
        self.narrator.list_choices(display, legal)

    def attempt(self, answer: str) -> bool:
        """Say what a choice is worth; return whether the step has gone on."""
        actions = [*self.begun, *self.parse_actions(answer)]
        if len(actions) == len(self.begun):
            return False
        found = self.lesson.answer(actions)
        self.begun = actions if found.verdict == "more" else []
        if found.verdict == "refused":
            self.narrator.refuse(actions, IllegalActionError("", found.clause))
        elif found.verdict == "wrong":
            self.say_of_lesson("nearly", REFUSED, reason=self.text("wrong", found.reason))
        elif found.verdict == "more":
            self.say_of_lesson("more", actions=self.narrator.action_texts(actions))
        else:
            self.catch_up()
        return found.verdict == "right"

    # What the person can ask for

    def explain(self, text: str) -> None:
        """Say what a word means, what may be done, or why one thing may not be done now."""
        meaning = self.find_meaning(text)
        if meaning:
            self.narrator.print(meaning)
        else:
            super().explain(text)

    def show_commands(self) -> None:
        """Say what else can be asked for."""
        self.say_of_lesson("commands", QUIET)

    def find_meaning(self, word: str) -> str:
        """Return what the glossary says about a word as the lesson writes it, or as the glossary does."""
        locale = self.narrator.locale
        glossary = load_glossary(locale.game, locale.lang)
        texts = [locale.find("lessons", self.lesson.step.name, part) or "" for part in ("idea", "task", "done")]
        marked = {(found[2] or found[1]).casefold(): found[1] for text in texts for found in MARKED.finditer(text)}
        named = {meaning.partition(":")[0].strip().casefold(): key for key, meaning in glossary.items()}
        key = word.casefold()
        return glossary.get(marked.get(key) or named.get(key) or key, "")

    def show_hint(self, _: str) -> None:
        """Show a choice that solves the step; in a whole deal, what is advised and why."""
        if not isinstance(self.lesson, GuidedDeal):
            self.say_of_lesson("try", actions=self.narrator.action_texts(self.lesson.solution))
            return
        choice, why = self.lesson.hint()
        self.say_of_lesson("advice", actions=self.choice_text(choice))
        for reason in why:
            self.narrator.print(sentence(self.narrator.locale, "reasons", reason, self.narrator.names) or "")

    def choice_text(self, actions: Sequence[int]) -> str:
        """Return a choice as it is typed, in words too where it is one action."""
        return self.action_text(actions[0]) if len(actions) == 1 else self.narrator.action_texts(actions)

    def next_step(self, _: str) -> None:
        """Go to the next step."""
        raise LeaveStep(1)

    def step_back(self, _: str) -> None:
        """Go back to the step before."""
        raise LeaveStep(-1)
