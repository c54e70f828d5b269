"""What several commands share: their arguments, and what stands behind them."""

import os
import secrets
from collections.abc import Sequence
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from atout.cli.errors import InputError
from atout.kernel.game import Game
from atout.kernel.options import Options
from atout.locale import LANGUAGES, require_language

MOST_SEED = 2**60 - 1
USUAL_SEATS = 4
MOST_JOBS = 1024

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A name that `atout games` lists.", show_default=False)]
Language = Annotated[
    str | None,
    typer.Option("--lang", metavar="LANG", help="en, fr or de; otherwise the language of your system, or English."),
]
Seed = Annotated[
    int | None, typer.Option("--seed", metavar="S", help="A number; the same seed gives the same cards and bots.")
]
Seats = Annotated[int | None, typer.Option("--seats", metavar="N", help="How many seats; 4 where the game allows it.")]
Matches = Annotated[int, typer.Option("--matches", metavar="N", min=1, help="How many matches.", show_default=False)]
Jobs = Annotated[int, typer.Option("--jobs", metavar="J", min=1, max=MOST_JOBS, help="How many processes.")]
OptionTexts = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="A table option of the game; may be repeated."),
]


def choose_language(chosen: str | None) -> str:
    """Return the language that was chosen, or else the system's if there are texts in it, or else English."""
    if chosen is not None:
        return require_language(chosen)
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            found = value.partition("_")[0].partition(".")[0].lower()
            return found if found in LANGUAGES else LANGUAGES[0]
    return LANGUAGES[0]


def choose_seed(chosen: int | None) -> int:
    """Return the seed that was chosen, if the generator has room for it, or else a new one."""
    if chosen is None:
        return secrets.randbelow(2**32)
    if not 0 <= chosen <= MOST_SEED:
        raise InputError(f"--seed takes a number from 0 to {MOST_SEED}")
    return chosen


def parse_options(game: Game, texts: Sequence[str] | None) -> Options:
    """Return the options of a match from texts like `deals=2`."""
    chosen: dict[str, object] = {}
    for text in texts or ():
        name, sign, value = text.partition("=")
        if not sign or not name:
            raise InputError(f"--option takes name=value, not {text!r}")
        if name in chosen:
            raise InputError(f"--option {name} is given twice")
        chosen[name] = value
    return game.settle(chosen)


def default_seats(game: Game) -> int:
    """Return four seats, or the fewest of a game that has no four."""
    return USUAL_SEATS if USUAL_SEATS in game.seat_counts else min(game.seat_counts)


def seat_range(game: Game) -> str:
    """Return the seat counts of a game as a person writes them: `3-5`."""
    counts = game.seat_counts
    if len(counts) > 1 and counts == tuple(range(counts[0], counts[-1] + 1)):
        return f"{counts[0]}-{counts[-1]}"
    return ", ".join(str(count) for count in counts)


def make_console(stderr: bool = False) -> Console:
    """Return a console that prints texts as they are: plain unless it is a terminal."""
    return Console(highlight=False, markup=False, emoji=False, stderr=stderr)


def make_progress() -> Progress:
    """Return a bar that shows on a terminal how far something is, and nothing anywhere else."""
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=make_console(stderr=True),
        transient=True,
    )
    bar.disable = not bar.console.is_terminal
    return bar
