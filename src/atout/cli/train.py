"""`atout train`: let a network learn a game by playing against itself."""

from importlib.util import find_spec
from pathlib import Path
from time import monotonic
from typing import Annotated

import typer

from atout.cli.arguments import GameName, Seed, console
from atout.cli.errors import InputError
from atout.games import load

SeatCounts = Annotated[
    str | None,
    typer.Option(
        "--seats", metavar="N,N", help="Numbers of seats, with commas; all the game is for.", show_default=False
    ),
]
Minutes = Annotated[float | None, typer.Option("--minutes", metavar="N", help="Stop after so many minutes.")]
Count = Annotated[
    int | None,
    typer.Option("--decisions", metavar="N", help="Stop after so many decisions in all; such a run can be repeated."),
]
Out = Annotated[
    Path | None, typer.Option("--out", metavar="DIR", help="Where the run is kept.", show_default="learnt/GAME")
]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with the run that is kept there.")]
Jobs = Annotated[int, typer.Option("--jobs", metavar="N", min=1, help="How many threads the network may use.")]


def train(
    game: GameName,
    minutes: Minutes = None,
    decisions: Count = None,
    seats: SeatCounts = None,
    out: Out = None,
    resume: Resume = False,
    jobs: Jobs = 1,
    seed: Seed = None,
) -> None:
    """Let a network learn a game by playing against itself, older selves and `casual`."""
    if find_spec("torch") is None or find_spec("numpy") is None:
        raise InputError("training needs torch: pip install 'atout[learn]'")
    if (minutes is None) == (decisions is None):
        raise InputError("say how long: --minutes or --decisions")
    import torch

    from atout.learn.train import Plan, Trainer

    torch.set_num_threads(jobs)
    rules = load(game)
    counts = tuple(int(text) for text in seats.split(",")) if seats else rules.seat_counts
    folder = out or Path("learnt") / game
    trainer = Trainer(Plan(game, counts, 1 if seed is None else seed), folder)
    if (folder / "state.pt").exists() and not resume:
        raise InputError(f"{folder} holds a run already: --resume goes on with it")
    if resume:
        trainer.load()
    end = None if minutes is None else monotonic() + 60 * minutes
    while True:
        if end is not None and monotonic() >= end:
            break
        if decisions is not None and trainer.decisions >= decisions:
            break
        started = monotonic()
        trainer.round(lambda _: None)
        trainer.save()
        point = trainer.curve[-1]
        console().print(
            f"{game} round {trainer.rounds} decisions {trainer.decisions / 1e6:.2f}M deals {trainer.deals} "
            f"cpu {trainer.seconds / 60:.1f} min wall {monotonic() - started:.0f}s "
            f"entropy {point.entropy:.3f} kl {point.change:.4f} ev {point.explained:.3f} "
            f"casual {point.lead:+.3f} ± {1.96 * point.error:.3f}",
            soft_wrap=True,
        )
