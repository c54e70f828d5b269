"""`atout simulate`: many matches, and what they show."""

import json
import time
from collections.abc import Callable, Iterator
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from atout.arena.figures import Estimate, Figures, figures
from atout.arena.run import RANDOM, Plan, run
from atout.bots.levels import LEVELS, make_bot
from atout.cli.arguments import (
    GameName,
    Jobs,
    Matches,
    OptionTexts,
    Seed,
    choose_seed,
    make_console,
    make_progress,
    parse_options,
)
from atout.games import load
from atout.kernel.options import Options

BAR = 40

Seats = Annotated[int, typer.Option("--seats", metavar="N", help="How many seats.", show_default=False)]
Level = Annotated[str, typer.Option("--level", metavar="LEVEL", help=f"Who plays: {', '.join((RANDOM, *LEVELS))}.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print the figures as one JSON document.")]


def simulate(
    game: GameName,
    seats: Seats,
    matches: Matches,
    seed: Seed = None,
    jobs: Jobs = 1,
    level: Level = RANDOM,
    option: OptionTexts = None,
    as_json: AsJson = False,
) -> None:
    """Play many matches and print score distribution, seat advantage and speed."""
    rules = load(game)
    settled = parse_options(rules, option)
    rules.new(seats, settled)
    if level != RANDOM:
        make_bot(level, rules, 0)
    plan = Plan(game, seats, settled.values, level, choose_seed(seed))
    found, seconds = time_run(plan, matches, jobs)
    if as_json:
        print(json.dumps(document(plan, found, seconds), indent=2, allow_nan=False))
    else:
        report(make_console(), rules.title, plan, found, seconds, settled, rules.settle({}))


def time_run(plan: Plan, matches: int, jobs: int) -> tuple[Figures, float]:
    """Return the figures of a run and how many seconds it took; on a terminal, a bar shows how far it is."""
    with make_progress() as bar:
        task = bar.add_task(plan.game, total=matches)
        start = time.perf_counter()
        tally = run(plan, matches, jobs, lambda finished: bar.advance(task, finished))
        seconds = time.perf_counter() - start
    return figures(tally), seconds


def document(plan: Plan, found: Figures, seconds: float) -> dict[str, object]:
    """Return everything as plain data; only `time` differs between two runs with one seed."""
    return {
        "game": plan.game,
        "players": plan.players,
        "options": plan.options,
        "seed": plan.seed,
        **found.to_dict(),
        "time": {"seconds": seconds, "decisions_per_second": found.decisions / seconds},
    }


def report(
    screen: Console, title: str, plan: Plan, found: Figures, seconds: float, chosen: Options, usual: Options
) -> None:
    """Print the figures for people."""
    changed = [f"{name}={value}" for name, value in chosen.values.items() if usual.text(name) != value]
    head = [f"{title}, {plan.seats} seats, {plan.players} players", f"seed {plan.seed}", *changed]
    screen.print(", ".join(head), style="bold")
    screen.print(f"{found.matches:,} matches, {found.decisions_per_match:.1f} decisions per match")
    screen.print(f"{found.decisions / seconds:,.0f} decisions per second ({seconds:.2f} s)\n")
    screen.print(score_table(found), "")
    screen.print(seat_table(found), "")
    screen.print("Scores of all seats", style="bold")
    for line in histogram_lines(found):
        screen.print(line)


def score_table(found: Figures) -> Table:
    """Return the distribution of final scores, seat by seat."""
    table = _table("Scores", "mean", "sd", "min", "5 %", "25 %", "median", "75 %", "95 %", "max")
    for seat in found.seats:
        known = seat.scores
        quantiles = (known.min, known.q05, known.q25, known.median, known.q75, known.q95, known.max)
        table.add_row(f"seat {seat.seat}", f"{known.mean:.2f}", f"{known.sd:.2f}", *(str(score) for score in quantiles))
    return table


def seat_table(found: Figures) -> Table:
    """Return what each seat gains from where it sits."""
    table = _table("Seat advantage", "wins", "95 % interval", "points above table mean", "95 % interval")
    for seat in found.seats:
        wins, points = format_estimate(seat.wins, format_percent), format_estimate(seat.advantage, format_signed)
        table.add_row(f"seat {seat.seat}", *wins, *points)
    return table


def format_estimate(known: Estimate, written: Callable[[float], str]) -> tuple[str, str]:
    """Return a figure and its interval as texts."""
    if known.low is None or known.high is None:
        return written(known.value), "-"
    return written(known.value), f"{written(known.low)} to {written(known.high)}"


def format_percent(share: float) -> str:
    """Return a share in per cent."""
    return f"{100 * share:.1f} %"


def format_signed(points: float) -> str:
    """Return points with their sign."""
    return f"{points:+.2f}"


def histogram_lines(found: Figures) -> Iterator[str]:
    """Yield how the final scores of all seats are spread."""
    shares = [format_percent(part.count / sum(other.count for other in found.histogram)) for part in found.histogram]
    labels = [str(part.low) if part.low == part.high else f"{part.low} to {part.high}" for part in found.histogram]
    most = max(part.count for part in found.histogram)
    for part, label, share in zip(found.histogram, labels, shares, strict=True):
        bar = "#" * round(BAR * part.count / most)
        yield f"{label:<{max(map(len, labels))}}  {share:>{max(map(len, shares))}}  {bar}".rstrip()


def _table(title: str, *headings: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column(title, no_wrap=True)
    for heading in headings:
        table.add_column(heading, justify="right")
    return table
