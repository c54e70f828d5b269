"""Let bots play, look at every decision again with a long search, and show the worst ones as a player would see them.

    python tools/blunders.py mu                                    the ten worst decisions of ten matches of experts
    python tools/blunders.py luz --seats 5 --matches 40 --show 3
    python tools/blunders.py meinz --bot casual --iterations 2000

All actions are tried in the same worlds, because a search that soon leaves an action knows little of it. What looks bad
is searched once more, with other luck: a decision among thousands is the worst by bad luck of the search as easily as
by being bad. It needs the compiled package; bots have as much time as in the ladder.
"""

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import track

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from atout.bots.search import Choice, SearchStyle
from atout.bots.searcher import run_search
from atout.drawing.terminal import render
from atout.games import load, names
from atout.kernel.game import Game
from atout.kernel.view import View
from atout.locale import load_locale
from tools.bot_matches import add_options, play_match

SECOND_LOOK = 4  # times as long as the first
EXPLORE, ADVISED = 0.7, 80


@dataclass
class Decision:
    """What a bot chose, and what a long search thinks of it."""

    match: int
    step: int
    view: View
    chosen: int
    better: int
    loss: float  # points


def judge(game: Game, view: View, chosen: int, iterations: int, seed: int) -> tuple[int, float]:
    """Return what a long search prefers, and by how many points."""
    found = run_search(game, view, seed, SearchStyle(EXPLORE, ADVISED, True, True, 0.0), iterations, 0.0)
    best = found[0]
    own = next((choice for choice in found if choice.action == chosen), Choice(chosen, 0, 0.0, best.points))
    return best.action, best.points - own.points if best.action != chosen else 0.0


def judge_matches(game: Game, seats: int, options: argparse.Namespace) -> list[Decision]:
    """Return all decisions of some matches."""
    found: list[Decision] = []
    for number in track(range(options.matches), f"{game.name} with {seats}", console=Console(stderr=True)):
        for moment in play_match(game, seats, options.bot, options.seconds, options.seed, number):
            better, loss = judge(game, moment.view, moment.chosen, options.iterations, moment.step)
            found.append(Decision(number, moment.step, moment.view, moment.chosen, better, loss))
    return found


def find_worst(game: Game, found: list[Decision], options: argparse.Namespace) -> list[Decision]:
    """Return the decisions that are still the worst when they are searched again, the worst first."""
    again = sorted(found, key=lambda one: -one.loss)[: 3 * options.show]
    for one in again:
        one.better, one.loss = judge(game, one.view, one.chosen, SECOND_LOOK * options.iterations, -one.step - 1)
    return sorted(again, key=lambda one: -one.loss)[: options.show]


def losses_by_phase(found: list[Decision]) -> dict[str, list[float]]:
    """Return the points lost by every decision, phase by phase."""
    lost: dict[str, list[float]] = {}
    for one in found:
        lost.setdefault(one.view.display().phase, []).append(one.loss)
    return lost


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=names())
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--bot", default="expert")
    parser.add_argument("--matches", type=int, default=10)
    parser.add_argument("--iterations", type=int, default=5_000, help="of the search that judges")
    parser.add_argument("--show", type=int, default=10)
    add_options(parser)
    options = parser.parse_args(arguments)
    game = load(options.game)
    screen, people = Console(width=110), [f"Seat {seat}" for seat in range(options.seats)]
    found = judge_matches(game, options.seats, options)
    for phase, lost in losses_by_phase(found).items():
        told = f"{len(lost)} decisions, {sum(lost) / len(lost):.3f} points lost by each as it seems"
        screen.print(f"{phase}: {told}, {max(lost):.2f} by the worst")
    for one in find_worst(game, found, options):
        screen.rule(f"match {one.match}, step {one.step}, {people[one.view.seat]}")
        screen.print(render(one.view.display(), load_locale(game), people))
        screen.print(
            f"\nchosen: {game.text(one.chosen)}   better: {game.text(one.better)}   by {one.loss:.2f} points\n"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
