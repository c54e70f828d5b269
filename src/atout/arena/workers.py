"""Worker processes that play matches, watched: one in which a bot hangs, or that ends, is replaced."""

import multiprocessing
import os
import signal
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from multiprocessing.connection import Connection, wait
from time import monotonic
from typing import Protocol

from atout.arena.bout import ENDED, HUNG, Contest, Forfeit, Outcome, make_forfeit, play
from atout.arena.run import ignore_interrupts
from atout.kernel.errors import SetupError

LONGEST_LOOK_AWAY = 0.5  # seconds between two looks at who still thinks
Finished = tuple[Outcome, str]  # and its record, if there is one


class Pulse(Protocol):
    """Numbers in shared memory: the seat that thinks, from 1, and how often a seat has begun or ended to think."""

    def __getitem__(self, place: int) -> int: ...

    def __setitem__(self, place: int, number: int) -> None: ...


@dataclass
class _Process:
    process: multiprocessing.process.BaseProcess
    pipe: "Connection[int, Finished]"
    pulse: Pulse


class Worker:
    """Plays one match after the other in a process of its own."""

    def __init__(self, contest: Contest) -> None:
        self.contest = contest
        self.number = -1  # the match that is played now
        self._inner: _Process | None = None
        self._count = 0
        self._since = 0.0

    def begin(self, number: int) -> None:
        """Let it play a match, in a new process if the old one is gone."""
        if self._inner is not None and not self._inner.process.is_alive():
            self.close()
        if self._inner is None:
            self._inner = _start_process(self.contest)
        self.number = number
        self._since = monotonic()
        self._inner.pipe.send(number)

    @property
    def pipe(self) -> "Connection[int, Finished]":
        """What becomes readable when the match is over."""
        assert self._inner is not None
        return self._inner.pipe

    def take_result(self) -> Finished | None:
        """Return the match if it is over; it is, as a forfeit, if a bot has thought for too long."""
        assert self._inner is not None
        pipe, pulse = self._inner.pipe, self._inner.pulse
        try:
            if pipe.poll():
                return pipe.recv()
        except (EOFError, ConnectionError):
            self._inner.process.join()
            code = self._inner.process.exitcode
            return self._make_forfeit(ENDED, f"its process ended with code {code}")
        if pulse[1] != self._count:
            self._count, self._since = pulse[1], monotonic()
        elif pulse[0] and monotonic() - self._since > self.contest.patience:
            return self._make_forfeit(HUNG, f"thought for more than {self.contest.patience:g} s")
        return None

    def close(self) -> None:
        """End the process, whatever it does."""
        if self._inner is not None:
            self._inner.process.kill()
            self._inner.process.join()
            self._inner.pipe.close()
            self._inner = None

    def _make_forfeit(self, why: str, what: str) -> Finished:
        assert self._inner is not None
        seat = self._inner.pulse[0] - 1
        self.close()
        if seat < 0:
            raise SetupError(f"match {self.number} could not be played: {what}")
        return make_forfeit(self.contest, self.number, 0, Forfeit(seat, why, what)), ""


def _start_process(contest: Contest) -> _Process:
    context = multiprocessing.get_context("spawn")  # the same on every system, and safe beside threads
    ours, theirs = context.Pipe()
    pulse: Pulse = context.RawArray("q", 2)
    process = context.Process(target=_serve, args=(contest, theirs, pulse, list(sys.path)), daemon=True)
    with ignore_interrupts():
        process.start()
    theirs.close()
    return _Process(process, ours, pulse)


def _serve(contest: Contest, pipe: "Connection[Finished, int]", pulse: Pulse, path: list[str]) -> None:
    """Play the matches asked for, until there are no more; what bots print goes to standard error."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.dup2(2, 1)
    sys.path[:] = path

    def report_thinking(seat: int) -> None:
        pulse[0] = seat + 1
        pulse[1] += 1

    while True:
        try:
            number = pipe.recv()
        except EOFError:
            return
        pipe.send(play(contest, number, report_thinking))


def play_matches(contest: Contest, numbers: Iterable[int], jobs: int) -> Iterator[Finished]:
    """Play the matches with these numbers over several processes; yield them as they finish."""
    left = iter(numbers)
    busy: list[Worker] = []
    try:
        for number in islice(left, jobs):
            busy.append(Worker(contest))
            busy[-1].begin(number)
        while busy:
            wait([worker.pipe for worker in busy], min(LONGEST_LOOK_AWAY, contest.patience / 4))
            for worker in list(busy):
                found = worker.take_result()
                if found is None:
                    continue
                number = next(left, -1)
                if number < 0:
                    worker.close()
                    busy.remove(worker)
                else:
                    worker.begin(number)
                yield found
    finally:
        with ignore_interrupts():
            for worker in busy:
                worker.close()
