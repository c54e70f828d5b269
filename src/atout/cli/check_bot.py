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
from atout.bots.loading import load_bot
from atout.cli.arguments import Seed, choose_seed, make_console, make_progress
from atout.cli.errors import InputError
from atout.games import load, names
from atout.kernel.game import Game
from atout.kernel.state import State

Name = Annotated[
    str,
    typer.Argument(
        metavar="BOT", help="A level, random, textbook, or package.module:Class of your own.", show_default=False
    ),
]
OneGame = Annotated[str | None, typer.Option("--game", metavar="GAME", help="Only this game; otherwise all of them.")]
States = Annotated[int, typer.Option("--states", metavar="N", min=1, help="How many decisions per game.")]
Iterations = Annotated[
    int, typer.Option("--iterations", metavar="N", min=1, help="How long a bot that searches may search.")
]

Patience = Annotated[
    float, typer.Option("--patience", metavar="SECONDS", min=0.1, help="How long a bot may take for one decision.")
]

SAID = {
    honesty.ILLEGAL: "chose {chosen}, which is not legal",
    honesty.UNSTEADY: "chose {chosen} and then {other} for the same view and seed, so nothing can be said",
    honesty.DISHONEST: "chose {chosen}, but {other} when only what it cannot know was changed",
}


def check_bot(
    name: Name,
    game: OneGame = None,
    states: States = 100,
    iterations: Iterations = 30,
    seed: Seed = None,
    patience: Patience = 60.0,
) -> None:
    """Redeal what a bot cannot know, and see whether it chooses differently."""
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
    with make_progress() as bar:
        task = bar.add_task(game.title, total=states)
        for number, (state, seat) in enumerate(islice(positions(game, seed), states)):
            others = honesty.sample_worlds(game, state, seat, 2, seed + number)
            try:
                with time_limit(patience * (2 + len(others))):
                    verdict = honesty.judge_decision(
                        lambda own: load_bot(name, game, own, iterations=iterations), state, seat, others, seed + number
                    )
            except TimeoutError:
                raise InputError(f"{name} hangs in {game.name}: it thought for more than {patience:g} s") from None
            except Exception as error:
                raise InputError(f"{name} failed in {game.name}: {type(error).__name__}: {error}") from error
            if verdict.fault:
                actions = {"chosen": action_text(game, verdict.chosen), "other": action_text(game, verdict.other)}
                return f"decision {number + 1}: seat {seat} {SAID[verdict.fault].format(**actions)}"
            bar.advance(task)
    return None


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
