"""`atout check-bot`: whether a bot uses what its seat cannot know."""

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count, islice
from typing import Annotated

import typer

from atout.bots import honesty
from atout.bots.base import Bot
from atout.bots.faults import describe_error, last_lines
from atout.bots.loading import load_bot
from atout.cli.arguments import Seed, choose_seed, make_console, make_progress
from atout.cli.errors import InputError
from atout.games import load, names
from atout.kernel.game import Game
from atout.kernel.state import State

Name = Annotated[
    str,
    typer.Argument(
        metavar="BOT",
        help="A level, random, textbook, learnt:PATH, or package.module:Class of your own.",
        show_default=False,
    ),
]
OneGame = Annotated[str | None, typer.Option("--game", metavar="GAME", help="Only this game; otherwise all of them.")]
States = Annotated[int, typer.Option("--states", metavar="N", min=1, help="How many decisions per game.")]
Iterations = Annotated[
    int, typer.Option("--iterations", metavar="N", min=1, help="How far a bot that searches may search.")
]

Patience = Annotated[
    float, typer.Option("--patience", metavar="SECONDS", min=0.1, help="How long a bot may take for one decision.")
]

SAID = {
    honesty.ILLEGAL: "chose {chosen}, which is not legal",
    honesty.UNSTEADY: "chose {chosen} and then {other} for the same view and seed, so nothing can be concluded",
    honesty.DISHONEST: "chose {chosen}, but {other} when only things it cannot know were changed",
}


def check_bot(
    name: Name,
    game: OneGame = None,
    states: States = 100,
    iterations: Iterations = 30,
    seed: Seed = None,
    patience: Patience = 60.0,
) -> None:
    """Redeal what a bot cannot know, see whether it chooses differently, and let it play a whole match."""
    chosen_seed = choose_seed(seed)
    games = [load(game)] if game is not None else [load(each) for each in names()]
    for rules in games:
        load_bot(name, rules, 0, iterations=iterations)
    screen, failed = make_console(), False
    for rules in games:
        line = find_fault(name, rules, states, iterations, chosen_seed, patience)
        failed = failed or line is not None
        screen.print(f"{rules.title}: {line or f'decisions: {states}, the same choice in every world'}", soft_wrap=True)
    raise typer.Exit(1 if failed else 0)


def find_fault(name: str, game: Game, states: int, iterations: int, seed: int, patience: float) -> str | None:
    """Return what is wrong with a bot in a game, if anything is."""

    def make(own: int) -> Bot:
        return load_bot(name, game, own, iterations=iterations)

    try:
        with make_progress() as bar:
            task = bar.add_task(game.title, total=states)
            for number, (state, seat) in enumerate(islice(positions(game, seed), states)):
                others = honesty.sample_worlds(game, state, seat, 2, seed + number)
                with time_limit(patience * (2 + len(others))):
                    verdict = honesty.judge_decision(make, state, seat, others, seed + number)
                if verdict.fault:
                    return f"decision {number + 1}: {describe_fault(game, verdict)}"
                bar.advance(task)
        playing = honesty.play_through(make, game, seed)
        for number in count(1):
            with time_limit(patience):
                found = next(playing, None)
            if found is None:
                return None
            if found.fault:
                return f"decision {number} of a whole match: {describe_fault(game, found)}"
    except TimeoutError:
        raise InputError(f"{name} hangs in {game.name}: it has been thinking for more than {patience:g} s") from None
    return None


def describe_fault(game: Game, verdict: honesty.Verdict) -> str:
    """Return what a bot did wrong, with the end of the traceback if it raised."""
    if verdict.error is not None:
        lines = [describe_error(verdict.error), *last_lines(verdict.error).split("\n")]
        return f"seat {verdict.seat} raised " + "\n    ".join(lines)
    actions = {"chosen": action_text(game, verdict.chosen), "other": action_text(game, verdict.other)}
    return f"seat {verdict.seat} {SAID[verdict.fault].format(**actions)}"


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """End what takes too long with a TimeoutError, by interrupting this thread."""
    late = threading.Event()

    def interrupt() -> None:
        late.set()
        signal.raise_signal(signal.SIGINT) if os.name == "nt" else signal.pthread_kill(waiting, signal.SIGINT)

    waiting = threading.get_ident()
    timer = threading.Timer(seconds, interrupt)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # scripts let what runs behind them ignore it
    timer.start()
    try:
        yield
    except KeyboardInterrupt:
        if late.is_set():
            raise TimeoutError from None
        raise
    finally:
        timer.cancel()
        signal.signal(signal.SIGINT, before)


def positions(game: Game, seed: int) -> Iterator[tuple[State, int]]:
    """Yield decisions of matches with every number of seats in turn."""
    for number in count(seed):
        seats = game.seat_counts[number % len(game.seat_counts)]
        yield from honesty.sample_decisions(game, seats, game.settle({}), number)


def action_text(game: Game, action: object) -> str:
    """Return an action as it is written, or whatever a bot has returned instead."""
    return game.text(action) if isinstance(action, int) and 0 <= action < game.actions else repr(action)
