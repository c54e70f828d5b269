"""Asking until all is answered or the time is over."""

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass

from atout.arena.ladder.book import Book, in_order
from atout.arena.ladder.duel import GUESTS, Duel, Task, find_guest, play_duel
from atout.arena.ladder.questions import Question, answer
from atout.arena.run import ignore_interrupts
from atout.kernel.errors import SetupError


@dataclass(frozen=True)
class Limits:
    """How long a game may take: minutes, and on how many processes."""

    minutes: float
    jobs: int

    @property
    def seconds(self) -> float:
        """The time of all processes together."""
        return 60.0 * self.minutes * self.jobs


def climb(
    game: str, questions: Sequence[Question], book: Book, seed: int, limits: Limits, report: Callable[[str, str], None]
) -> None:
    """Ask the questions of one game; deals that were played before count, and so does their time."""
    askable = [question for question in questions if not reason_to_skip(question)]
    duels = book.duels(game)
    spent = {question.name: sum(each.seconds for each in duels[question.name].values()) for question in askable}
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(limits.jobs, context) as pool:
        running: dict[Future[Duel], Question] = {}
        try:
            while True:
                for task in next_tasks(game, askable, duels, running, spent, seed, limits):
                    with ignore_interrupts():
                        running[pool.submit(play_duel, task)] = task.question
                if not running:
                    return
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    question, found = running.pop(future), future.result()
                    with ignore_interrupts():
                        book.add(game, found)
                    duels[question.name][found.deal] = found
                    spent[question.name] += found.seconds
                    report(*status_line(game, question, duels[question.name]))
        except BaseException:
            with ignore_interrupts():
                for process in pool._processes.values():  # a search would go on for a minute
                    process.kill()
                pool.shutdown(cancel_futures=True)
            raise


def next_tasks(
    game: str,
    questions: Sequence[Question],
    duels: dict[str, dict[int, Duel]],
    running: dict[Future[Duel], Question],
    spent: dict[str, float],
    seed: int,
    limits: Limits,
) -> Iterator[Task]:
    """Yield what to play next, as many as there are idle processes: of the question that has had the least time."""
    busy = {question.name: [asked.name for asked in running.values()].count(question.name) for question in questions}
    costs = {question.name: usual_seconds(question, questions, duels) for question in questions}
    expected = {
        name: spent[name] + busy[name] * costs[name] for name in costs
    }  # those that run have spent some already
    for _ in range(limits.jobs - len(running)):
        left = limits.seconds - sum(expected.values())
        open_ones = [
            question
            for question in questions
            if left > costs[question.name] and is_open(question, duels[question.name], busy[question.name])
        ]
        if not open_ones:
            return
        question = min(open_ones, key=lambda each: (expected[each.name] + costs[each.name]) / each.weight)
        yield Task(game, question, seed, first_missing(duels[question.name], busy[question.name]))
        busy[question.name] += 1
        expected[question.name] += costs[question.name]


def is_open(question: Question, duels: dict[int, Duel], busy: int) -> bool:
    """Say whether another deal may tell something."""
    if question.most is not None and len(duels) + busy >= question.most:
        return False
    return not answer(question, in_order(duels)).plain


def first_missing(duels: dict[int, Duel], skip: int) -> int:
    """Return the number of a deal that nobody has played, nor is playing now."""
    number = 0
    while number in duels or skip:
        skip -= number not in duels
        number += 1
    return number


def usual_seconds(question: Question, questions: Sequence[Question], duels: dict[str, dict[int, Duel]]) -> float:
    """Return how long a deal takes; before the first one, as long as with less time to think, and accordingly more."""
    if own := duels[question.name]:
        return sum(each.seconds for each in own.values()) / len(own)
    for other in questions:
        same = (other.one, other.other) == (question.one, question.other) and duels[other.name]
        if same and question.seconds and other.seconds:
            return usual_seconds(other, questions, duels) * question.seconds / other.seconds
    return 0.0


def reason_to_skip(question: Question) -> str:
    """Say why a question cannot be asked here, if it cannot."""
    for name in (question.one, question.other):
        if name in GUESTS:
            try:
                find_guest(name)
            except SetupError as error:
                return str(error)
    return ""


def status_line(game: str, question: Question, duels: dict[int, Duel]) -> tuple[str, str]:
    """Return how a question stands, in words and as a verdict."""
    known = answer(question, in_order(duels))
    text = f"{game}: {question.name}: {known.deals} deals"
    if known.points is not None and known.points.low is not None and known.points.high is not None:
        text += f", {known.points.value:+.2f} points ({known.points.low:+.2f} to {known.points.high:+.2f})"
    return f"{text}: {known.verdict}", known.verdict
