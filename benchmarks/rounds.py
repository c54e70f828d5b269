"""Runs a measure: every contender in its own process, asked in random order, round after round."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from statistics import median, quantiles
from types import TracebackType
from typing import Self

from benchmarks.measure import PURE, Answer, Measure, Row, Task

ROOT = Path(__file__).resolve().parent.parent


class TaskFailed(Exception):  # noqa: N818 - it says what happened
    """A contender could not be measured."""


class Contender:
    """The process of one task."""

    def __init__(self, task: Task) -> None:
        self.task = task
        folders = [str(ROOT)]
        if task.build == PURE:
            folders.append(str(ROOT / "src"))
        if "PYTHONPATH" in os.environ:
            folders.append(os.environ["PYTHONPATH"])
        self._process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "benchmarks.worker",
                json.dumps([task.function, dict(task.arguments), task.build]),
            ],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(folders), "PYTHONSAFEPATH": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.versions: dict[str, str] = json.loads(self._line())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._process.communicate()

    def ask(self, amount: int) -> Answer:
        """Let it work."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{amount}\n")
        self._process.stdin.flush()
        return Answer(*json.loads(self._line()))

    def _line(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            _, errors = self._process.communicate()
            raise TaskFailed(f"{self.task.function}: {errors.strip() or 'ended without an answer'}")
        return line

    def amount(self, seconds: float) -> int:
        """Return how much it does in about that time, which also warms it up."""
        amount = 1
        while True:
            taken = self.ask(amount).seconds
            if taken >= seconds / 4:
                return max(1, round(amount * seconds / taken))
            amount *= 4 if taken < seconds / 16 else 2


def run(measure: Measure, rounds: int, seconds: float, rng: random.Random) -> tuple[Row, dict[str, str]]:
    """Return the row of a measure, and the versions of what took part."""
    assert measure.ours is not None, f"{measure.label} has no task"
    if measure.peer is None:
        with Contender(measure.ours) as ours:
            amount = ours.amount(seconds)
            return single_row(measure, [ours.ask(amount) for _ in range(rounds)]), ours.versions
    with Contender(measure.ours) as ours, Contender(measure.peer) as peer:
        pair = [(ours, ours.amount(seconds)), (peer, peer.amount(seconds))]
        answers = []
        for _ in range(rounds):
            found = {}
            for contender, amount in rng.sample(pair, 2):
                found[contender] = contender.ask(amount)
            answers.append((found[ours], found[peer]))
        return comparison_row(measure, answers), {**peer.versions, **ours.versions}


def single_row(measure: Measure, answers: list[Answer]) -> Row:
    """Return the row of a measure without a peer."""
    return Row(measure, median(measure.figure(answer) for answer in answers), None, None, None, None)


def comparison_row(measure: Measure, answers: list[tuple[Answer, Answer]]) -> Row:
    """Return the row of a measure with a peer: medians of the figures and of each round's ratio."""
    ratios = [ours.rate / peer.rate for ours, peer in answers]
    low, middle, high = quantiles(ratios, n=4, method="inclusive") if len(ratios) > 1 else ratios * 3
    figure, peer_figure = (median(measure.figure(answer) for answer in column) for column in zip(*answers, strict=True))
    return Row(measure, figure, peer_figure, middle, low, high)
