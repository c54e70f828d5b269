"""`atout dataset`: the decisions of many matches between bots, for learning from them."""

from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from atout.bots.loading import load_bot
from atout.cli.arguments import (
    GameName,
    Jobs,
    Matches,
    OptionTexts,
    Seats,
    Seed,
    choose_seed,
    default_seats,
    make_console,
    make_progress,
    parse_options,
)
from atout.cli.errors import InputError
from atout.games import load

Bots = Annotated[
    str, typer.Option("--bots", metavar="NAMES", help="Who plays: levels or package.module:Class, separated by commas.")
]
Out = Annotated[Path, typer.Option("--out", metavar="FILE", help="The Parquet file to write.", show_default=False)]
Iterations = Annotated[
    int | None,
    typer.Option(
        "--iterations",
        metavar="I",
        min=1,
        help="How far bots that search may search; with this the dataset is the same every time.",
    ),
]
Forced = Annotated[bool, typer.Option("--forced", help="Keep decisions with only one legal action too.")]


def dataset(
    game: GameName,
    matches: Matches,
    out: Out,
    bots: Bots = "casual",
    seats: Seats = None,
    seed: Seed = None,
    jobs: Jobs = 1,
    iterations: Iterations = None,
    option: OptionTexts = None,
    forced: Forced = False,
) -> None:
    """Let bots play and write every decision: what was seen, what was legal, what was done, and how it ended.

    A run that was interrupted goes on with the same command.
    """
    missing = [name for name in ("numpy", "pyarrow") if find_spec(name) is None]
    if missing:
        raise InputError(f"datasets need {' and '.join(missing)}: pip install 'atout[research]'")
    from atout.research.dataset import Plan, make_dataset

    rules = load(game)
    settled = parse_options(rules, option)
    count = default_seats(rules) if seats is None else seats
    rules.new(count, settled)
    names = tuple(name.strip() for name in bots.split(",") if name.strip())
    if not names:
        raise InputError("--bots needs at least one name")
    for name in names:
        load_bot(name, rules, 0, iterations=iterations)
    if not out.absolute().parent.is_dir():
        raise InputError(f"there is no folder {out.absolute().parent}")
    plan = Plan(game, count, dict(settled.values), names, choose_seed(seed), matches, iterations, forced)
    with make_progress() as bar:
        task = bar.add_task(game, total=matches)
        rows = make_dataset(plan, out, jobs, lambda played: bar.advance(task, played))
    make_console().print(f"{rows:,} decisions of {matches:,} matches: {out}", soft_wrap=True)
