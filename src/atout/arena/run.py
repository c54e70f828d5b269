"""Many matches over worker processes, reproducible from one seed.

Every match has a seed of its own, derived from the seed of the run and its number, and a tally adds whole numbers only.
So the result is the same for any number of processes and any order in which they finish.
"""

import hashlib
import multiprocessing
import signal
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from atout.bots.levels import make_bot
from atout.games import load
from atout.kernel.options import Options
from atout.kernel.playout import Playout
from atout.kernel.rng import Rng
from atout.match import Match, shuffler

A = TypeVar("A")
B = TypeVar("B")

RANDOM = "random"  # players that take any legal action, inside the compiled core
LARGEST_BLOCK = 200
LARGEST_BLOCK_OF_BOTS = 5
BLOCKS_PER_JOB = 50  # so that the progress moves


@dataclass(frozen=True)
class Plan:
    """What is played: a game for a number of seats with these options, by random players or by bots of a level."""

    game: str
    seats: int
    options: dict[str, str]
    players: str
    seed: int


class Tally:
    """Counts over finished matches."""

    def __init__(self, seats: int) -> None:
        self.matches = 0
        self.decisions = 0  # choices between at least two actions
        self.scores: list[Counter[int]] = [Counter() for _ in range(seats)]
        self.wins: list[Counter[int]] = [Counter() for _ in range(seats)]  # by how many share the first place
        self.leads = [0] * seats  # a lead is the score, times the seats, less the scores of all
        self.squares = [0] * seats  # of the leads

    def count(self, scores: list[int], places: list[int], decisions: int) -> None:
        """Count one match."""
        self.matches += 1
        self.decisions += decisions
        total = sum(scores)
        winners = places.count(1)
        for seat, score in enumerate(scores):
            lead = score * len(scores) - total
            self.scores[seat][score] += 1
            self.leads[seat] += lead
            self.squares[seat] += lead * lead
            if places[seat] == 1:
                self.wins[seat][winners] += 1

    def add(self, other: "Tally") -> None:
        """Count the matches of another tally too."""
        self.matches += other.matches
        self.decisions += other.decisions
        for seat in range(len(self.scores)):
            self.scores[seat] += other.scores[seat]
            self.wins[seat] += other.wins[seat]
            self.leads[seat] += other.leads[seat]
            self.squares[seat] += other.squares[seat]


def run(plan: Plan, matches: int, jobs: int = 1, advance: Callable[[int], None] | None = None) -> Tally:
    """Play a number of matches; `advance` is told how many have finished since it was last called."""
    tally = Tally(plan.seats)
    largest = LARGEST_BLOCK if plan.players == RANDOM else LARGEST_BLOCK_OF_BOTS
    size = max(1, min(largest, matches // (BLOCKS_PER_JOB * jobs)))
    blocks = [range(first, min(first + size, matches)) for first in range(0, matches, size)]
    for part in run_tasks(partial(play_block, plan), blocks, jobs):
        tally.add(part)
        if advance is not None:
            advance(part.matches)
    return tally


def match_seed(seed: int, number: int) -> int:
    """Return the seed of one match of a run."""
    return int.from_bytes(hashlib.blake2b(f"{seed}/{number}".encode(), digest_size=8).digest()) >> 4


def play_block(plan: Plan, numbers: Iterable[int]) -> Tally:
    """Play the matches with these numbers."""
    tally = Tally(plan.seats)
    play = _play_at_random if plan.players == RANDOM else _play_with_bots
    for number in numbers:
        scores, places, decisions = play(plan, match_seed(plan.seed, number))
        tally.count(scores, places, decisions)
    return tally


def run_tasks(work: Callable[[A], B], tasks: Sequence[A], jobs: int) -> Iterator[B]:
    """Yield what comes of each task, in order, over several processes; if interrupted, none of them goes on."""
    if jobs == 1 or len(tasks) < 2:
        yield from map(work, tasks)
        return
    context = multiprocessing.get_context("spawn")  # the same on every system, and safe beside threads
    with ProcessPoolExecutor(min(jobs, len(tasks)), context) as pool:
        with ignore_interrupts():  # the workers inherit it, and leave interrupts to this process
            parts = pool.map(work, tasks)
        try:
            yield from parts
        except BaseException:
            with ignore_interrupts():  # a second Ctrl-C ends nothing sooner than the blocks that are being played
                pool.shutdown(cancel_futures=True)
            raise


@contextmanager
def ignore_interrupts() -> Iterator[None]:
    """Let Ctrl-C wait: processes started meanwhile never hear of it, and what is written is written whole."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    usual = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)


def _play_at_random(plan: Plan, seed: int) -> tuple[list[int], list[int], int]:
    state = load(plan.game).new(plan.seats, Options(plan.options))
    state.silent = True
    playout = Playout(Rng(seed), state.width())
    playout.finish_match(state)
    return state.scores(), state.places(), playout.decisions


def _play_with_bots(plan: Plan, seed: int) -> tuple[list[int], list[int], int]:
    game = load(plan.game)
    match = Match(game, plan.seats, Options(plan.options), shuffle=shuffler(seed))
    bots = [make_bot(plan.players, game, match_seed(seed, seat)) for seat in range(plan.seats)]
    decisions = 0
    while not match.over:
        if not match.play_forced():
            view = match.view(match.turn)
            decisions += len(view.legal) > 1
            match.play(view.seat, bots[view.seat].choose(view))
    return match.scores(), match.places(), decisions
