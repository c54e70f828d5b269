"""`atout train`: let a network learn a game by playing against itself."""

from importlib.util import find_spec
from pathlib import Path
from time import monotonic
from typing import Annotated

import typer

from atout.bots.learnt import FILE
from atout.cli.arguments import MOST_JOBS, GameName, Seed, choose_seed, make_console, make_progress
from atout.cli.errors import InputError
from atout.games import load
from atout.kernel.game import Game

SeatCounts = Annotated[
    str | None,
    typer.Option("--seats", metavar="N,N", help="Which numbers of seats; otherwise all that the game allows."),
]
Minutes = Annotated[float | None, typer.Option("--minutes", metavar="N", min=0, help="How long to train.")]
Count = Annotated[
    int | None,
    typer.Option(
        "--decisions", metavar="N", min=1, help="How many decisions to learn from in all; this can be repeated exactly."
    ),
]
Out = Annotated[Path | None, typer.Option("--out", metavar="DIR", help="Where the run is kept; otherwise learnt/GAME.")]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with the run that is kept there.")]
Against = Annotated[
    Path | None,
    typer.Option("--against", metavar="DIR", help="Learn to beat the player of this run, which no longer learns."),
]
Jobs = Annotated[int, typer.Option("--jobs", metavar="J", min=1, max=MOST_JOBS, help="How many processes play.")]
Ray = Annotated[
    str | None,
    typer.Option("--ray", metavar="ADDRESS", help="Play on this Ray cluster; `local` starts one on this machine."),
]


def train(
    game: GameName,
    minutes: Minutes = None,
    decisions: Count = None,
    seats: SeatCounts = None,
    out: Out = None,
    resume: Resume = False,
    against: Against = None,
    jobs: Jobs = 1,
    ray: Ray = None,
    seed: Seed = None,
) -> None:
    """Let a network learn a game by playing against itself, older versions of itself and `casual`.

    A run that was interrupted goes on with --resume; what it had learnt since it was last saved is learnt again.
    """
    missing = [name for name in ("numpy", "torch") if find_spec(name) is None]
    if missing:
        raise InputError(f"training needs {' and '.join(missing)}: pip install 'atout[learn]'")
    if (minutes is None) == (decisions is None):
        raise InputError("say how long to train: --minutes or --decisions")
    rules = load(game)
    counts = seat_counts(rules, seats)
    folder = out or Path("learnt", game)
    import torch

    from atout.learn.plan import Plan
    from atout.learn.train import STATE, Trainer

    if (folder / STATE).exists() != resume:
        raise InputError(
            f"there is no run in {folder}" if resume else f"{folder} already holds a run: --resume goes on with it"
        )
    if against is not None and not (against / STATE).exists():
        raise InputError(f"there is no run in {against}")
    torch.set_num_threads(jobs)
    trainer = Trainer(Plan(game, counts, choose_seed(seed), against=str(against.absolute()) if against else ""), folder)
    if resume:
        trainer.load()
    end = monotonic() + 60 * (minutes or 0)
    screen, other = make_console(), "casual" if against is None else "the other"
    total = decisions - trainer.decisions if decisions else int(60 * (minutes or 0))
    with make_progress() as bar:
        task = bar.add_task(f"{rules.title}: {'decisions' if decisions else 'seconds'}", total=max(total, 0))

        def tell(learnt: int) -> None:
            if decisions:
                bar.advance(task, learnt)
            else:
                bar.update(task, completed=total - (end - monotonic()))

        known = len(trainer.points)
        while trainer.decisions < decisions if decisions else monotonic() < end:
            trainer.run_round(tell)
            trainer.save()
            for point in trainer.points[known:]:
                screen.print(
                    f"{point.decisions / 1e6:7.2f} M decisions, {point.seconds / 60:6.1f} minutes of processor time: "
                    f"{point.lead:+.2f} ± {1.96 * point.error:.2f} points a deal ahead of {other}",
                    soft_wrap=True,
                )
            known = len(trainer.points)
    screen.print(f"The bot: learnt:{folder / FILE}", soft_wrap=True)


def seat_counts(game: Game, texts: str | None) -> tuple[int, ...]:
    """Return for which numbers of seats to train."""
    if texts is None:
        return game.seat_counts
    found: list[int] = []
    for text in texts.split(","):
        if not text.strip().isdecimal() or int(text) not in game.seat_counts:
            allowed = ", ".join(map(str, game.seat_counts))
            raise InputError(f"--seats takes numbers separated by commas: {game.title} is for {allowed}, not {text!r}")
        found.append(int(text))
    return tuple(found)
