"""`atout arena`: bots against each other, many matches on the same cards."""

import json
import platform
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Protocol

import typer
from rich.console import Console
from rich.table import Table

from atout.arena.bout import Contest, Outcome
from atout.arena.figures import Estimate
from atout.arena.folder import Folder, missing_matches
from atout.arena.run import ignore_interrupts
from atout.arena.standings import Fault, Report, report
from atout.arena.workers import Finished, play_matches
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
from atout.cli.errors import INTERRUPTED, InputError
from atout.games import load, names
from atout.kernel.game import Game

PAUSE = 10.0  # seconds between two lines about how far it is, where there is no terminal
REPORT = "report.json"
CHART = "ratings.svg"

app = typer.Typer(
    name="arena",
    add_completion=False,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    rich_markup_mode=None,
)

Bots = Annotated[
    str,
    typer.Option(
        "--bots",
        metavar="NAMES",
        help="At least two, separated by commas: levels, random, textbook, or package.module:Class of your own.",
        show_default=False,
    ),
]
Time = Annotated[
    float | None,
    typer.Option("--time", metavar="SECONDS", min=0.001, help="How long club, expert and textbook may think."),
]
Iterations = Annotated[
    int | None,
    typer.Option(
        "--iterations", metavar="N", min=1, help="How far they may search instead; then the run can be repeated."
    ),
]
Patience = Annotated[
    float,
    typer.Option(
        "--patience", metavar="SECONDS", min=0.1, help="A bot that thinks for longer than this forfeits the match."
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print the figures as one JSON document.")]
Out = Annotated[
    Path | None,
    typer.Option(
        "--out", metavar="DIR", help="A folder for matches, records, tables and pictures; resumes a run there."
    ),
]
Ray = Annotated[
    str | None,
    typer.Option("--ray", metavar="ADDRESS", help="Play on this Ray cluster; `local` starts one on this machine."),
]


@app.callback()
def arena() -> None:
    """Let bots play many matches against each other, on the same cards."""


@app.command("run")
def run(
    game: GameName,
    bots: Bots,
    matches: Matches,
    seats: Seats = None,
    jobs: Jobs = 1,
    time: Time = None,
    iterations: Iterations = None,
    patience: Patience = 60.0,
    seed: Seed = None,
    option: OptionTexts = None,
    as_json: AsJson = False,
    out: Out = None,
    ray: Ray = None,
) -> None:
    """Play matches between bots and rate them.

    Everybody gets the same cards: each deal is played again with rotated seats.
    """
    rules = load(game)
    seats = default_seats(rules) if seats is None else seats
    settled = parse_options(rules, option)
    rules.new(seats, settled)
    chosen = require_contenders(bots, rules, time, iterations)
    contest = Contest(
        game, seats, settled.values, chosen, choose_seed(seed), seconds=time, iterations=iterations, patience=patience
    )
    folder = None if out is None else Folder(out, contest, drawn=seed is None)
    if folder is not None:
        contest = folder.contest
    outcomes = {} if folder is None else folder.outcomes()
    numbers = list(missing_matches(outcomes, matches))
    try:
        with show_progress(rules.title, matches, matches - len(numbers)) as meter:
            for outcome, record in play_anywhere(contest, numbers, jobs, ray):
                outcomes[outcome.number] = outcome
                if folder is not None:
                    with ignore_interrupts():
                        folder.add(outcome, record)
                meter.step()
    except KeyboardInterrupt:
        kept = "nothing is kept without --out" if out is None else f"they are in {out}, and the same command goes on"
        print(f"atout: interrupted after {len(outcomes)} of {matches} matches: {kept}", file=sys.stderr)
        raise typer.Exit(INTERRUPTED) from None
    played = [outcomes[number] for number in range(matches)]
    found = report(played, contest.bots)
    text = json.dumps({**contest.to_dict(), **found.to_dict()}, indent=2, allow_nan=False)
    files = [] if folder is None else write_results(folder, rules, played, found, text)
    if as_json:
        print(text)
    else:
        show(make_console(), rules, contest, found, files)


Games = Annotated[
    list[str] | None, typer.Option("--game", metavar="GAME", help="Only this game; may be repeated. Otherwise all.")
]
Minutes = Annotated[
    float,
    typer.Option(
        "--minutes", metavar="M", min=0, help="Time limit per game, including earlier runs; 0: only write the page."
    ),
]
Only = Annotated[
    list[str] | None,
    typer.Option("--only", metavar="TEXT", help="Only questions with this text in them; may be repeated."),
]
LadderOut = Annotated[
    Path, typer.Option("--out", metavar="DIR", help="A folder for the deals; resumes a ladder there.")
]
Page = Annotated[Path, typer.Option("--page", metavar="FILE", help="The page to write the answers to.")]


@app.command("ladder")
def ladder(
    game: Games = None,
    only: Only = None,
    minutes: Minutes = 60.0,
    jobs: Jobs = 2,
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="A different seed gives different deals.")] = 1,
    out: LadderOut = Path("benchmarks/ladder"),
    page: Page = Path("docs/reference/strength.md"),
) -> None:
    """Measure how strong the levels are.

    Asks which bots are better at every game, until there is an answer or the time is up, and writes a page about it.
    """
    from atout.arena.ladder.book import Book
    from atout.arena.ladder.climb import Limits, climb
    from atout.arena.ladder.page import page as rewritten
    from atout.arena.ladder.questions import OPEN, QUESTIONS

    chosen = [load(name).name for name in game or names()]
    if not page.is_file():
        raise InputError(f"there is no {page}: run this in the repository, or name another page")
    questions = [question for question in QUESTIONS if not only or any(text in question.name for text in only)]
    if not questions:
        raise InputError(f"no question contains that text; there are: {'; '.join(each.name for each in QUESTIONS)}")
    book = Book(out, QUESTIONS, choose_seed(seed))
    screen, code = make_console(stderr=True), 0
    last_line_at = time.monotonic()

    def tell(text: str, verdict: str) -> None:
        nonlocal last_line_at
        if verdict != OPEN or time.monotonic() - last_line_at > PAUSE:
            last_line_at = time.monotonic()
            screen.print(text, soft_wrap=True)

    try:
        for name in chosen:
            if minutes:
                climb(name, questions, book, seed, Limits(minutes, jobs), tell)
    except KeyboardInterrupt:
        print(f"atout: interrupted: the deals are in {out}, and the same command goes on", file=sys.stderr)
        code = INTERRUPTED
    with ignore_interrupts():
        text = rewritten(page.read_text(encoding="utf-8"), names(), QUESTIONS, book, describe_run(seed))
        page.write_text(text, encoding="utf-8", newline="\n")
    print(f"Written: {page}")
    raise typer.Exit(code)


def describe_run(seed: int) -> str:
    """Return what was measured, and where."""
    from atout.cli.main import version_text

    return f"{version_text()}, Python {platform.python_version()}, {platform.machine()}, seed {seed}."


def require_contenders(texts: str, game: Game, seconds: float | None, iterations: int | None) -> tuple[str, ...]:
    """Return the names of the bots, all of which can be made."""
    chosen = tuple(name.strip() for name in texts.split(",") if name.strip())
    if len(chosen) < 2:
        raise InputError("--bots takes at least two names, separated by commas")
    for place, name in enumerate(chosen):
        if name in chosen[:place]:
            raise InputError(f"--bots names {name} twice")
        load_bot(name, game, 0, seconds=seconds, iterations=iterations)
    return chosen


def play_anywhere(contest: Contest, numbers: list[int], jobs: int, address: str | None) -> Iterator[Finished]:
    """Yield matches as they finish, here or on a cluster."""
    if address is None:
        return play_matches(contest, numbers, jobs)
    from atout.arena.cluster import play_on_ray

    return play_on_ray(contest, numbers, jobs, address)


# How far it is


class Meter(Protocol):
    """Is told of every match that has finished."""

    def step(self) -> None:
        """Count one more."""
        ...


class LineMeter:
    """Says now and then how far it is, in plain lines."""

    def __init__(self, title: str, total: int, finished: int) -> None:
        self.title, self.total, self.finished = title, total, finished
        self.finished_before = finished
        self.start = self.last_line_at = time.monotonic()

    def step(self) -> None:
        """Count one more."""
        self.finished += 1
        now = time.monotonic()
        if now - self.last_line_at >= PAUSE and self.finished < self.total:
            self.last_line_at = now
            left = (now - self.start) / (self.finished - self.finished_before) * (self.total - self.finished)
            about = f"{left / 60:.0f} min" if left >= 120 else f"{left:.0f} s"
            print(f"{self.title}: {self.finished} of {self.total}, about {about} left", file=sys.stderr, flush=True)


@contextmanager
def show_progress(title: str, total: int, finished: int) -> Iterator[Meter]:
    """Show how far it is: a bar with the time left at a terminal, plain lines elsewhere."""
    with make_progress() as bar:
        if bar.disable:
            yield LineMeter(title, total, finished)
            return
        task = bar.add_task(title, total=total - finished)  # the speed is that of what is played now

        class Bar:
            def step(self) -> None:
                bar.advance(task)

        yield Bar()


# What it shows


def write_results(folder: Folder, game: Game, played: list[Outcome], found: Report, text: str) -> list[Path]:
    """Write everything that is made from the matches; return the files."""
    from atout.arena.chart import write_chart
    from atout.arena.tables import write

    title = f"{game.title}, {folder.contest.seats} seats, {found.matches:,} matches"
    with ignore_interrupts():
        (folder.path / REPORT).write_text(f"{text}\n", encoding="utf-8", newline="\n")
        write_chart(title, found.bots, folder.path / CHART)
        return [folder.path / REPORT, *write(played, folder.path / "matches.csv"), folder.path / CHART]


def show(screen: Console, game: Game, contest: Contest, found: Report, files: list[Path]) -> None:
    """Print the figures for people."""
    usual = game.settle({})
    changed = [f"{name}={value}" for name, value in contest.options.items() if usual.text(name) != value]
    screen.print(", ".join([f"{game.title}, {contest.seats} seats", f"seed {contest.seed}", *changed]), style="bold")
    screen.print(f"{format_count(found.matches, 'match', 'matches')} on {format_count(found.deals, 'deal', 'deals')}\n")
    table = grid("Bot", "rating", "95 % interval", "score", "place", "wins", "matches", "forfeits")
    for each in found.bots:
        table.add_row(
            each.name,
            f"{each.rating:.2f}",
            f"{each.interval[0]:.2f} to {each.interval[1]:.2f}",
            "-" if each.mean_score is None else f"{each.mean_score:.2f}",
            f"{each.mean_place:.2f}",
            f"{100 * each.wins.value:.0f} %",
            f"{each.matches:,}",
            f"{each.forfeits:,}",
        )
    screen.print(table, "")
    table = grid("Points ahead, per match", "mean", "95 % interval", "deals", "won of the decided")
    for pair in found.differences:
        if pair.points is not None:
            won = "-" if pair.won is None else f"{100 * pair.won.value:.0f} % of {pair.decided:,}"
            row = (f"{pair.points.value:+.2f}", format_interval(pair.points), f"{pair.deals:,}", won)
            table.add_row(f"{pair.one} over {pair.other}", *row)
    screen.print(table if table.row_count else "No deal was played with all seatings, so there are no differences.")
    show_faults(screen, found.faults)
    if files:
        screen.print(f"\nWritten: {', '.join(str(file) for file in files)}", soft_wrap=True)


def show_faults(screen: Console, faults: list[Fault]) -> None:
    """Print why bots forfeited, with the end of a traceback where there is one."""
    for fault in faults:
        often = format_count(len(fault.matches), "match", "matches")
        first = f"first in match {fault.matches[0]}" if len(fault.matches) > 1 else f"match {fault.matches[0]}"
        screen.print(f"\n{fault.bot} forfeited {often} ({first}): {fault.what}", style="bold", soft_wrap=True)
        for line in fault.trace.split("\n") if fault.trace else []:
            screen.print(f"    {line}", soft_wrap=True)


def format_interval(known: Estimate) -> str:
    """Return the interval of points."""
    return "-" if known.low is None or known.high is None else f"{known.low:+.2f} to {known.high:+.2f}"


def format_count(number: int, one: str, many: str) -> str:
    """Return a count of something."""
    return f"{number:,} {one if number == 1 else many}"


def grid(title: str, *headings: str) -> Table:
    """Return an empty table."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column(title, overflow="fold")
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    return table
