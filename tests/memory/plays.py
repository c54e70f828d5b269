"""Play so many decisions in one way, and print what the process holds after each fifth of them.

    python -m tests.memory.plays worker 20000

It starts itself anew with the allocator of the C library for everything, which then tells exactly what is held.
"""

import asyncio
import ctypes
import gc
import json
import os
import pickle
import random
import sys
from collections.abc import AsyncGenerator, Callable, Generator, Iterator
from dataclasses import asdict, dataclass
from itertools import count
from pathlib import Path
from typing import Any, cast

from atout.arena import bout
from atout.arena.run import Plan, play_block
from atout.games import load, names
from atout.kernel.view import View
from atout.match import Match, shuffler
from atout.record import loads, replay
from atout.server.core import events, wire
from atout.server.live.bot_workers import choose, seed_of
from atout.server.live.registry import RoomRegistry
from atout.server.live.room import Room
from atout.server.settings import Settings
from atout.server.stores.base import Store
from tests.server.core.rooms import MemoryStore
from tests.server.core.sessions import created_event
from tests.server.core.tables import begin, first_choice
from tests.shortest import SHORTEST

PARTS = 5
LEVELS = ("novice", "casual", "casual")
ADA = "ada"


class Allocated(ctypes.Structure):
    """What mallinfo2 of the GNU C library tells."""

    _fields_ = [
        *((name, ctypes.c_size_t) for name in ("arena", "ordblks", "smblks", "hblks", "hblkhd")),
        *((name, ctypes.c_size_t) for name in ("usmblks", "fsmblks", "uordblks", "fordblks", "keepcost")),
    ]


def allocated() -> int:
    """Return how many bytes are held, to the byte."""
    library = ctypes.CDLL(None)
    library.mallinfo2.restype = Allocated
    found = library.mallinfo2()
    return int(found.uordblks + found.hblkhd)


def can_tell() -> bool:
    """Say whether this platform can tell what is held."""
    return sys.platform == "linux" and hasattr(ctypes.CDLL(None), "mallinfo2")


def resident() -> int:
    """Return how many bytes of the process are in memory."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True)
class Curve:
    """What a process held after each fifth of so many decisions."""

    decisions: int
    allocated: list[int]
    resident: list[int]

    @property
    def growth(self) -> float:
        """By how much it grew from the second fifth to the last, as a share."""
        return self.allocated[-1] / self.allocated[1] - 1


def measured(decisions: Iterator[int], wanted: int) -> Curve:
    """Take so many decisions, and look at the memory five times."""
    held: list[int] = []
    seen: list[int] = []
    done = 0
    while len(held) < PARTS:
        done += next(decisions)
        if done >= wanted * (len(held) + 1) // PARTS:
            gc.collect()
            held.append(allocated())
            seen.append(resident())
    return Curve(done, held, seen)


# What is played: each yields how many decisions were taken since it was last asked


def worker() -> Iterator[int]:
    """Let bots choose as a worker of a server does, in a match of every game side by side."""
    return side_by_side([decisions_of(name) for name in names()])


def decisions_of(name: str) -> Iterator[int]:
    """Play one match after the other; views come as from another process."""
    game = load(name)
    for seed in count():
        match = Match(game, game.seat_counts[0], SHORTEST[name], shuffle=shuffler(seed))
        while not match.over:
            if not match.play_forced():
                view = pickle.loads(pickle.dumps(match.view(match.turn)))
                number = len(match.steps)
                level = LEVELS[number % len(LEVELS)]
                match.play(match.turn, choose(name, level, seed_of(f"{seed} {number}"), view))
                yield 1


def simulate() -> Iterator[int]:
    """Play as `atout simulate` does, at random and with bots."""
    for number in count():
        for name in names():
            for players in ("random", "casual"):
                plan = Plan(name, load(name).seat_counts[0], settled(name), players, 1)
                yield play_block(plan, [number]).decisions


def arena() -> Iterator[int]:
    """Play as an arena does, which writes a record of every match; read the record again."""
    for number in count():
        for name in names():
            contest = bout.Contest(name, load(name).seat_counts[0], settled(name), ("novice", "casual"), 1)
            outcome, text = bout.play(contest, number, lambda seat: None)
            replay(loads(text))
            yield outcome.decisions


def batch() -> Iterator[int]:
    """Play with `Batch`, which writes down what every seat that decides has seen."""
    import numpy as np

    from atout.research.batch import Batch, uniform_policy

    policy = uniform_policy(np.random.default_rng(1))
    for seed in count():
        for name in names():
            table = Batch(name, load(name).seat_counts[0], 8, options=settled(name), seed=seed, width=4)
            while len(table):
                _, _, taken = table.observations, table.masks, len(table)
                table.step(policy(table))
                yield taken


def environments() -> Iterator[int]:
    """Play in environments of PettingZoo and pyspiel."""
    return side_by_side([*(pettingzoo(name) for name in names()), *(pyspiel(name) for name in names())])


def pettingzoo(name: str) -> Iterator[int]:
    from atout.research.pettingzoo import env

    table, rng = env(name, load(name).seat_counts[0], options=settled(name)), random.Random(name)
    for seed in count():
        table.reset(seed=seed)
        for agent in table.agent_iter():
            observation, _, termination, truncation, _ = table.last()
            if termination or truncation:
                table.step(None)
            else:
                assert table.observation_space(agent) is not None
                table.step(rng.choice([k for k, legal in enumerate(observation["action_mask"]) if legal]))
                yield 1


def pyspiel(name: str) -> Iterator[int]:
    import pyspiel as library

    import atout.research.openspiel  # noqa: F401 - registers the games

    rng = random.Random(name)
    options = ";".join(f"{key}:{value}" for key, value in SHORTEST[name].items())
    game = library.load_game(f"atout_{name}", {"players": load(name).seat_counts[0], "options": options})
    for _ in count():
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(rng.choice(state.chance_outcomes())[0])
            else:
                state.information_state_string(state.current_player())
                state.apply_action(rng.choice(state.legal_actions()))
                yield 1


def server() -> Generator[int, None, None]:
    """Play in a registry with a table of every game, one person at each; the bots think in the same process."""
    loop, decisions = asyncio.new_event_loop(), hall_of_bots()
    try:
        while True:
            yield loop.run_until_complete(anext(decisions))
    finally:
        loop.run_until_complete(decisions.aclose())
        loop.close()


async def hall_of_bots() -> AsyncGenerator[int, None]:
    store = MemoryStore()  # a database fills its own caches first
    registry = Thoughtful(Settings(workers=1, bot_pace=0, limits=False), cast(Store, store))
    try:
        rooms = {name: await table(registry, name, 0) for name in names()}
        steps, stale = dict.fromkeys(rooms, 0), 0
        for number in count(1):
            for name, room in list(rooms.items()):
                match = room.table.match
                assert match is not None
                yield len(match.steps) - steps[name]
                steps[name] = len(match.steps)
                if room.table.status == "over":
                    del registry.rooms[room.table.id]
                    await room.close()
                    for kept in (store.logs, store.summaries, store.snapshots, store.leases):
                        for key in [key for key in kept if room.table.id in key]:
                            del kept[key]
                    rooms[name], steps[name] = await table(registry, name, number), 0
                elif any(not room.table.level_at(seat) for seat in room.table.owing_seats()):
                    play = wire.Play(number, f"turn {number}", first_choice(room, 0), room.table.step)
                    answer = await room.handle_request(next(iter(room.lines)), play)
                    stale = 0 if isinstance(answer, wire.Accepted) else stale + 1  # a bot may have been faster
                    assert stale < 100, answer
            await asyncio.sleep(0)
    finally:
        await registry.close()


class Thoughtful(RoomRegistry):
    """A registry whose bots think in its own process."""

    async def think(self, view: View, game: str, level: str, seed: str, *more: Any) -> int:
        """Do both what a server does and what its worker does."""
        return choose(game, level, seed_of(seed), pickle.loads(pickle.dumps(view)))


class Line:
    """A connection of somebody who is told everything and keeps nothing."""

    identity = ADA
    address = ""

    def send(self, message: wire.Message) -> None:
        """Write the message as it would be sent."""
        wire.encode(message)


async def table(registry: RoomRegistry, name: str, number: int) -> Room:
    """Open a table, and begin."""
    seats = load(name).seat_counts[0]
    bodies: list[events.AnyBody] = [created_event(name, seats, options=SHORTEST[name]), events.Seated(0, ADA)]
    bodies += [events.Seated(seat, level=LEVELS[seat % len(LEVELS)]) for seat in range(1, seats)]
    opened = await registry.create(bodies, f"{names().index(name)}{number:031}", ADA)
    room = await registry.room(opened.id)
    assert room is not None
    await room.join(Line())
    return await begin(room)


def side_by_side(plays: list[Iterator[int]]) -> Iterator[int]:
    """Take a decision of each in turn."""
    while True:
        for play in plays:
            yield next(play)


def settled(name: str) -> dict[str, str]:
    """Return the options of a short match."""
    return load(name).settle(dict(SHORTEST[name])).values


PLAYS: dict[str, Callable[[], Iterator[int]]] = {
    "worker": worker,
    "server": server,
    "simulate": simulate,
    "arena": arena,
    "batch": batch,
    "environments": environments,
}


def main(name: str, decisions: str) -> None:
    if os.environ.get("PYTHONMALLOC") != "malloc":
        command = [sys.executable, "-m", "tests.memory.plays", name, decisions]
        os.execve(sys.executable, command, {**os.environ, "PYTHONMALLOC": "malloc"})
    play = PLAYS[name]()
    print(json.dumps(asdict(measured(play, int(decisions)))))
    if isinstance(play, Generator):
        play.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
