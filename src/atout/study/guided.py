"""A whole deal with hints: bots in the other seats, the same cards for everybody, and advice at every decision."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from atout.bots.greedy import Greedy
from atout.bots.hints import reasons
from atout.bots.levels import CLUB_ITERATIONS, make_bot
from atout.kernel.rng import Rng
from atout.kernel.state import CHANCE
from atout.kernel.wording import Phrase
from atout.match import shuffler
from atout.study.lessons import Answer, Course, Lesson, Step
from atout.study.positions import is_complete

LARGEST_SEED: Final = 2**31 - 1


class Advice(NamedTuple):
    """What a hint says: a whole choice, and why, in keys of [reasons]."""

    choice: tuple[int, ...]
    why: list[Phrase]


class GuidedDeal(Lesson):
    """The last step of a course. Every legal choice is right; the deal goes on until it ends.

    Chance depends only on the seed of the step and on how many steps the match has taken: the same choices always lead
    to the same position.
    """

    def __init__(self, course: Course, step: Step) -> None:
        super().__init__(course, step)
        self._deal()
        self._past = self.match.state.past
        self.shown = max(self.shown, len(self.match.steps)) if not step.position.play else self.shown
        self.go_on()

    @property
    def solution(self) -> tuple[int, ...]:
        """The choice that is advised."""
        return self._advised_choice()

    def judge(self, actions: Sequence[int], whole: bool) -> Answer:
        """Return that a legal choice is right, if it is whole."""
        return Answer("right" if whole else "more")

    def hint(self) -> Advice:
        """Return what the game's advice would do now, and why."""
        choice = self._advised_choice()
        return Advice(choice, reasons(self.game, self.match.view(self.you), choice[0], self._seed()))

    def go_on(self) -> None:
        """Let the others decide, and what is forced happen, until the learner has a choice or the deal has ended."""
        match = self.match
        while not self._has_ended():
            others = [seat for seat in match.state.owing() if seat != self.you]
            if match.turn == CHANCE:
                self._deal()
            elif match.play_forced():
                pass
            elif others:
                bot = make_bot(self.step.level, self.game, self._seed(), iterations=CLUB_ITERATIONS)
                match.play(others[0], bot.choose(match.view(others[0])))
            else:
                return
        self.done = True

    def _has_ended(self) -> bool:
        return self.match.over or self.match.state.past is not self._past

    def _deal(self) -> None:
        while self.match.turn == CHANCE:
            self.match.deal(shuffler(self._seed())(len(self.match.state.pack())))

    def _seed(self) -> int:
        return Rng(self.step.seed + 1_000_003 * len(self.match.steps)).below(LARGEST_SEED)

    def _advised_choice(self) -> tuple[int, ...]:
        """Return what the game's advice would choose, whole where several actions form one choice."""
        before, state = self.match.state, self.match.state.clone()
        choice: list[int] = []
        while not choice or not is_complete(self.game, before, state, self.you):
            action = Greedy(self.game, self._seed()).choose(state.view(self.you))
            choice.append(int(action))
            state.apply(self.you, action)
        return tuple(choice)


def open_lesson(course: Course, step: Step) -> Lesson:
    """Return a step of a course for somebody who begins it."""
    return GuidedDeal(course, step) if step.guided else Lesson(course, step)


def replay_choices(course: Course, step: Step, choices: Sequence[Sequence[int]]) -> tuple[Lesson, Answer | None]:
    """Return a step after the choices that somebody has made in it, and what the last of them was worth."""
    lesson = open_lesson(course, step)
    answer = None
    for choice in choices:
        answer = lesson.answer(choice)
    return lesson, answer
