"""Train the networks of all games in turn, one round of each after the other, in one process at low priority.

    python tools/train_all.py --out learnt --minutes 480 [--games njet,luz] [--seed 1]

It goes on with what lies in the folder, and stops after the round in which it is told to (SIGTERM, SIGINT).
"""

import argparse
import signal
import sys
from pathlib import Path
from time import monotonic, strftime

import torch

from atout.games import NAMES, load
from atout.learn.plan import Plan
from atout.learn.train import Trainer


def main() -> None:
    """Read what is wanted and train."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, required=True)
    parser.add_argument("--games", default=",".join(NAMES))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=1, help="of a game before the next has its turn")
    wanted = parser.parse_args()
    torch.set_num_threads(1)
    stopping: list[int] = []
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda received, _: stopping.append(received))
    end = monotonic() + 60 * wanted.minutes
    while True:
        for name in wanted.games.split(","):
            trainer = Trainer(Plan(name, load(name).seat_counts, wanted.seed), wanted.out / name)
            trainer.load()
            for _ in range(wanted.rounds):
                started = monotonic()
                trainer.run_round(lambda _: None)
                trainer.save()
                point = trainer.points[-1]
                print(
                    f"{strftime('%H:%M:%S')} {name} round {trainer.rounds}, {trainer.decisions / 1e6:.2f} M decisions, "
                    f"{trainer.seconds / 60:.1f} CPU min, {monotonic() - started:.0f} s; entropy {point.entropy:.3f}, "
                    f"change {point.change:.4f}, explained {point.explained:.3f}, "
                    f"at {point.decisions / 1e6:.2f} M over casual {point.lead:+.3f} ± {1.96 * point.error:.3f}",
                    flush=True,
                )
                if stopping or monotonic() > end:
                    sys.exit(0)


if __name__ == "__main__":
    main()
