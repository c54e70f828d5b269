"""Solve small positions with OpenSpiel: python exact.py [--out PAGE] [--iterations N] [GAME ...].

Every position is written down as a whole tree, which OpenSpiel reads. It says what play at random is worth to each
seat, and how far from an equilibrium that is; then counterfactual regret minimisation learns a better policy.
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pyspiel

from atout import load
from atout.research.tree import gambit_tree  # which makes our games known to pyspiel

ITERATIONS = 200


class Position(NamedTuple):
    """A position of a small variant, and what is unknown in it: the cards written ??."""

    game: str
    seats: int
    about: str
    options: str
    start: dict[str, object]
    returns: str = "points"


POSITIONS = (
    Position(
        "luz",
        3,
        "two players have bet 1, all cards are unknown, the last bet and both tricks are to come",
        "pack:small;deals:1",
        {"marker": 2, "hands": ["?? ??", "?? ??", "?? ??"], "bets": ["1", "1", "-"]},
    ),
    Position(
        "mu",
        4,
        "the bids are `R9`, `R7 B9`, none and `B7`; Dora has the last word, then come trumps, Partner and both tricks",
        "pack:small;length:single",
        {
            **{"dealer": 0, "hands": ["??", "", "?? ??", "??"], "bids": ["R9", "R7 B9", "", "B7"]},
            **{"latest": "ABD", "turn": 3, "passes": 3},
        },
    ),
    Position(
        "loop",
        4,
        "it is known who has set aside what, and that Ada has `6 7` to play and leads; returns are places",
        "pack:small;rounds:1;tie:more_first_places",
        {"golden": 0, "hands": ["6 7", "?? ??", "?? ??", "?? ??"], "aside": ["6 9", "7 9", "8 9", "6 8"]},
        "places",
    ),
    Position(
        "schrecklicht",
        3,
        "five cards are still in hand and unknown, and it is Bo's turn",
        "pack:small;rounds:1",
        {
            **{"dealer": 2, "objectives": "LOW_SUM HIGH_COVER MULTIPLES", "hands": ["??", "?? ??", "?? ??"]},
            **{"displays": ["G4 V11/G7", "V7", "B0 B11/B4"], "turn": 1},
        },
    ),
)


class Rating(NamedTuple):
    """What a policy is worth to each seat, and what all seats together could gain by leaving it."""

    values: list[float]
    gain: float


class Tree:
    """A whole position as OpenSpiel reads it."""

    def __init__(self, position: Position) -> None:
        self.position = position
        parameters = {
            **{"players": position.seats, "chance": "explicit", "returns": position.returns},
            **{"options": position.options, "start": json.dumps(position.start)},
        }
        text = gambit_tree(pyspiel.load_game(f"atout_{position.game}", parameters), position.game)
        nodes = text.splitlines()[1:]
        self.nodes = len(nodes)
        self.sets = len({tuple(node.split()[2:4]) for node in nodes if node.startswith("p ")})  # information states
        self.game = pyspiel.load_efg_game(text)
        self.solver = pyspiel.CFRSolver(self.game)

    def learn(self, iterations: int) -> "Tree":
        """Minimise counterfactual regret."""
        for _ in range(iterations):
            self.solver.evaluate_and_update_policy()
        return self

    def rating(self, learned: bool) -> Rating:
        """Rate the policy that was learned, or play at random, exactly."""
        policy = self.solver.average_policy() if learned else pyspiel.UniformRandomPolicy(self.game)
        everybody = [policy] * self.position.seats
        values = pyspiel.expected_returns(self.game.new_initial_state(), everybody, -1, True, 0.0)
        return Rating(values, pyspiel.nash_conv(self.game, policy))


def page(found: Sequence[Tree], iterations: int) -> str:
    """Return the page."""
    rows = []
    for each in found:
        cells = [load(each.position.game).title, str(each.position.seats), f"{each.nodes:,}", f"{each.sets:,}"]
        for rating in (each.rating(learned=False), each.rating(learned=True)):
            cells += [", ".join(f"{value:.3f}" for value in rating.values), f"{rating.gain:.4f}"]
        rows.append(f"| {' | '.join(cells)} |")
    abouts = [f"- **{load(each.position.game).title}**: {each.position.about}." for each in found]
    starts = [
        f"{each.position.game:12}  {each.position.options}\n{'':12}  {json.dumps(each.position.start)}"
        for each in found
    ]
    return TEXT.format(
        iterations=iterations,
        rows="\n".join(rows),
        abouts="\n".join(abouts),
        starts="\n".join(starts),
    )


TEXT = """\
# Exact values

Every game has a small variant, the option `pack` with the value `small`: a few cards, but every phase of the game. A
whole deal of it still has millions of positions or more. Later positions are small enough to be worked out exactly, and
[exact.py](../examples/exact.py) does that for some. Cards that a position leaves unknown are dealt by chance: every
possible deal is counted once, with its exact probability.

| Game | Seats | Nodes | Information states | Values at random | NashConv | Values of CFR | NashConv |
|---|---|---|---|---|---|---|---|
{rows}

The positions are:

{abouts}

**Value** is what a seat gets on average. **NashConv** is what all seats together could gain if each of them,
alone, changed to its best response: 0 in an equilibrium. Both are exact for the policy that is named: random play,
and the average policy of counterfactual regret minimisation (CFR) after {iterations} iterations. The theory
does not promise that NashConv falls: it is about two players whose gains and losses cancel out. And another equilibrium
may have other values.

## Your own

Our pyspiel games have a parameter `start`: a position as a record has it, written as JSON, with `??` for unknown cards.
`atout.research.tree` writes the whole game as a tree, on which OpenSpiel's algorithms run at their own speed:

```python
import json

import pyspiel

from atout.research.tree import tree

start = {{"marker": 2, "hands": ["?? ??", "?? ??", "?? ??"], "bets": ["1", "1", "0"]}}
parameters = {{"players": 3, "chance": "explicit", "options": "pack:small;deals:1", "start": json.dumps(start)}}
game = pyspiel.load_efg_game(tree(pyspiel.load_game("atout_luz", parameters), "Luz, two tricks"))
solver = pyspiel.CFRSolver(game)
solver.evaluate_and_update_policy()
print(pyspiel.nash_conv(game, solver.average_policy()))
```

The positions of the table:

```text
{starts}
```

This page is written by `python docs/examples/exact.py --out docs/reference/exact.md`, with the extra `research`.
"""


def main() -> None:
    """Work out the positions and write the page."""
    parser = argparse.ArgumentParser(description="Solve small positions with OpenSpiel.")
    parser.add_argument("games", nargs="*", help="only these")
    parser.add_argument("--out", type=Path, help="the page to write")
    parser.add_argument("--iterations", type=int, default=ITERATIONS)
    asked = parser.parse_args()
    chosen = [each for each in POSITIONS if not asked.games or each.game in asked.games]
    found = [Tree(each).learn(asked.iterations) for each in chosen]
    text = page(found, asked.iterations)
    if asked.out is None:
        print(text)
    else:
        asked.out.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
