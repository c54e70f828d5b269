"""What atout.research is timed at: environment steps, and batches in processes beside each other."""

import multiprocessing
import time
from collections.abc import Callable
from itertools import count
from multiprocessing.connection import Connection

import numpy as np

from atout.research.batch import Batch, uniform_policy
from atout.research.pettingzoo import env
from benchmarks.measure import Answer
from benchmarks.tasks import loop

WIDTH = 512
MATCHES = 16 * WIDTH  # of one batch, then comes the next


def steps(game: str, seats: int) -> Callable[[int], float]:
    """Step an environment, guarded as usual."""
    return loop.matches(env(game, seats))


def decisions(game: str, seats: int, observe: int, processes: int) -> Callable[[int], Answer]:
    """Let batches of matches be played at random, with masks or with masks and observations, in a number of processes.

    All work at the same time; the time is the CPU time of the one that took longest.
    """
    context = multiprocessing.get_context("spawn")
    links: list[Connection[int, Answer]] = []
    for seed in range(processes):
        here, there = context.Pipe()
        context.Process(target=answer, args=(there, game, seats, bool(observe), seed), daemon=True).start()
        there.close()
        links.append(here)
    for link in links:
        link.recv()  # it is ready

    def work(amount: int) -> Answer:
        for link in links:
            link.send(amount)
        found = [link.recv() for link in links]
        return Answer(max(answer.seconds for answer in found), sum(answer.units for answer in found))

    return work


def answer(link: "Connection[Answer | None, int]", game: str, seats: int, observe: bool, seed: int) -> None:
    """Be one of the processes: do as much as is asked for, until nobody asks."""
    choose = uniform_policy(np.random.default_rng(seed))
    batches = (Batch(game, seats, MATCHES, seed=number, width=WIDTH, observe=observe) for number in count(1000 * seed))
    batch = next(batches)
    link.send(None)
    while True:
        try:
            amount = link.recv()
        except EOFError:
            return
        taken = 0
        start = time.process_time()
        for _ in range(amount):
            if not len(batch):
                batch = next(batches)
            given = (batch.masks, batch.observations) if observe else (batch.masks,)
            taken += len(given[0])
            batch.step(choose(batch))
        link.send(Answer(time.process_time() - start, taken))
