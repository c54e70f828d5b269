"""Play matches of every game with every number of seats, and write what they show to docs/reference/games.md.

    python tools/figures.py                     10,000 random matches each, and 200 between casual bots
    python tools/figures.py --matches 100 --casual 10 --game mu --print

It needs the compiled package: `python3 dev.py figures` has it.
"""

import argparse
import multiprocessing
import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from atout.arena.figures import Estimate, advantage, wilson, win_share
from atout.arena.run import RANDOM, Tally, match_seed
from atout.bots.levels import make_bot
from atout.games import load, names
from atout.kernel.playout import Playout
from atout.kernel.rng import Rng
from atout.kernel.state import State
from atout.match import Match, shuffler
from tools.special_events import occasions

PAGE = ROOT / "docs" / "reference" / "games.md"
BEGIN, END = "<!-- made by dev.py figures; do not edit -->", "<!-- end -->"
BLOCK, BLOCK_OF_BOTS = 250, 10
CASUAL = "casual"


@dataclass
class Statistics:
    """What a number of matches showed."""

    tally: Tally
    choices: int = 0
    happened: Counter[str] = field(default_factory=Counter)
    possible: Counter[str] = field(default_factory=Counter)
    longest: int = 0

    def add(self, other: "Statistics") -> None:
        """Count the matches of another run too."""
        self.tally.add(other.tally)
        self.choices += other.choices
        self.happened += other.happened
        self.possible += other.possible
        self.longest = max(self.longest, other.longest)

    def count(self, game: str, state: State, decisions: int, choices: int) -> None:
        """Count one match."""
        self.tally.count(state.scores(), state.places(), decisions)
        self.choices += choices
        self.longest = max(self.longest, decisions)
        for name, happened in occasions(game, state):
            self.possible[name] += 1
            self.happened[name] += happened


@dataclass(frozen=True)
class Table:
    """What is played, and by whom."""

    game: str
    seats: int
    players: str
    seed: int


def play(table: Table, numbers: range) -> Statistics:
    """Play the matches with these numbers."""
    rules = load(table.game)
    options = rules.settle({})
    found = Statistics(Tally(table.seats))
    for number in numbers:
        seed = match_seed(table.seed, number)
        if table.players == RANDOM:
            state = rules.new(table.seats, options)
            playout = Playout(Rng(seed), state.width())
            playout.finish_match(state)
            found.count(table.game, state, playout.decisions, playout.choices)
        else:
            match = Match(rules, table.seats, options, shuffle=shuffler(seed))
            sizes = bots_play(match, table.players, seed)
            found.count(table.game, match.state, len(sizes), sum(sizes))
    return found


def bots_play(match: Match, level: str, seed: int) -> list[int]:
    """Let bots finish a match; return how many choices each decision had."""
    bots = [make_bot(level, match.game, match_seed(seed, seat)) for seat in range(match.seats)]
    sizes: list[int] = []
    while not match.over:
        view = match.view(match.turn)
        if len(view.legal) > 1:
            sizes.append(len(view.legal))
        match.play(view.seat, bots[view.seat].choose(view))
    return sizes


def measure(table: Table, matches: int, pool: ProcessPoolExecutor) -> Statistics:
    """Play matches over all processes."""
    size = BLOCK if table.players == RANDOM else BLOCK_OF_BOTS
    blocks = [range(first, min(first + size, matches)) for first in range(0, matches, size)]
    total = Statistics(Tally(table.seats))
    for part in pool.map(play, [table] * len(blocks), blocks):
        total.add(part)
    return total


def percent(known: Estimate) -> str:
    """Return a share and its interval."""
    assert known.low is not None
    assert known.high is not None
    return f"{100 * known.value:.1f} ({100 * known.low:.1f} to {100 * known.high:.1f})"


def points(known: Estimate) -> str:
    """Return points and their interval."""
    if known.low is None or known.high is None:
        return f"{known.value:+.2f}"
    return f"{known.value:+.2f} ({known.low:+.2f} to {known.high:+.2f})"


def rows(head: Sequence[str], body: Iterable[Sequence[str]]) -> list[str]:
    """Return a table as lines."""
    return [f"| {' | '.join(cells)} |" for cells in (head, ["---"] * len(head), *body)]


def section(game: str, found: dict[tuple[int, str], Statistics]) -> str:
    """Return what the page says about a game."""
    sizes = ("decisions per match", "longest", "choices per decision", "mean score", "lowest", "highest")
    fared = ("wins, %", "points above the mean of the table")
    return "\n".join(
        [
            f"## {load(game).title}",
            "",
            *rows(("seats", "players", *sizes), (size_cells(*key, shown) for key, shown in found.items())),
            "",
            *rows(("seats", "seat", *fared), seat_cells(found)),
            "",
            *rows(("what happens, %", *(f"{seats} {players}" for seats, players in found)), event_cells(found)),
        ]
    )


def size_cells(seats: int, players: str, shown: Statistics) -> list[str]:
    """Return how long matches are and how they are scored."""
    tally = shown.tally
    scores = sum(tally.scores, Counter())
    mean = sum(score * times for score, times in scores.items()) / scores.total()
    sizes = f"{tally.decisions / tally.matches:.1f}", f"{shown.longest}", f"{shown.choices / tally.decisions:.2f}"
    return [f"{seats}", players, *sizes, f"{mean:.2f}", f"{min(scores)}", f"{max(scores)}"]


def seat_cells(found: dict[tuple[int, str], Statistics]) -> Iterator[list[str]]:
    """Yield what each seat gains from where it sits, if all play at random."""
    for (seats, players), shown in found.items():
        if players == RANDOM:
            for seat in range(seats):
                wins, above = percent(win_share(shown.tally, seat)), points(advantage(shown.tally, seat))
                yield [f"{seats}", f"{seat}", wins, above]


def event_cells(found: dict[tuple[int, str], Statistics]) -> Iterator[list[str]]:
    """Yield how often things happen."""
    for name in dict.fromkeys(name for shown in found.values() for name in shown.possible):
        shares = [(shown.happened[name], shown.possible[name]) for shown in found.values()]
        yield [name, *(percent(wilson(*share)) if share[1] else "" for share in shares)]


def rewrite_page(page: str, text: str) -> str:
    """Return the page with its generated part replaced."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"the page lacks {BEGIN!r} or {END!r}")
    return f"{before}{BEGIN}\n{text}\n{END}{after}"


def parse_arguments(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", action="append", default=[], choices=names(), help="only this game; may be repeated")
    parser.add_argument("--matches", type=int, default=10_000, metavar="K", help="random matches per game and seats")
    parser.add_argument("--casual", type=int, default=200, metavar="K", help="matches between casual bots")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=min(os.cpu_count() or 1, 4), help="processes at a time")
    parser.add_argument("--print", action="store_true", help="print the figures instead of writing the page")
    options = parser.parse_args(arguments)
    if options.matches < 1 or options.casual < 0:
        parser.error("--matches must be at least 1, --casual at least 0")
    return options


def main(arguments: list[str]) -> int:
    options = parse_arguments(arguments)
    sections: list[str] = []
    plans = [(RANDOM, options.matches), (CASUAL, options.casual)]
    with ProcessPoolExecutor(options.jobs, multiprocessing.get_context("spawn")) as pool:
        for game in options.game or names():
            found: dict[tuple[int, str], Statistics] = {}
            for seats, (players, matches) in product(load(game).seat_counts, plans):
                if matches:
                    print(f"{game}, {seats} seats: {matches:,} {players} matches ...", file=sys.stderr, flush=True)
                    found[seats, players] = measure(Table(game, seats, players, options.seed), matches, pool)
            sections.append(section(game, found))
    head = (
        f"{options.matches:,} matches between players that take any legal action and {options.casual:,} between "
        f"casual bots, seed {options.seed}; in brackets 95 % intervals."
    )
    text = "\n\n".join([head, *sections])
    if options.print or options.game:
        print(text)
    else:
        PAGE.write_text(rewrite_page(PAGE.read_text(encoding="utf-8"), text), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
