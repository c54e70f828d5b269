"""How far reviews can be trusted: figures for a game, against bars that a review has to reach.

    python tools/review_truth.py luz
    python tools/review_truth.py mu --decisions 100 --worlds 500 --matches 4

- exact: near the end of deals all worlds that fit are listed, and every action is followed through all that may come
  in each of them, everybody going on as the policy says, with what probability. Reviews draw worlds and play them out
  as anywhere else. They should find an action that is as good as the best, and their intervals should cover the exact
  difference.
- planted: actions of which a much longer look, with other luck, is certain that they are blunders, are chosen on
  purpose. Reviews should call them so.
- strong: decisions of experts that reviews call blunders.
- chances: how often somebody wins who is given such a chance between two deals, in matches of casual bots.

It needs the compiled package.
"""

import argparse
import pickle
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from rich.console import Console
from rich.progress import track

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from atout.arena.run import match_seed
from atout.games import load, names
from atout.kernel.game import Game
from atout.kernel.rng import Rng
from atout.kernel.state import CHANCE, State
from atout.kernel.view import View
from atout.match import Match, shuffler
from atout.study.reviews.decision import Limits, Question, compare_drawn_worlds, judge, usual_policy
from atout.study.reviews.statistics import GOOD, MISTAKE, TINY, difference, mean
from atout.study.reviews.trials import Playouts, Policy, Sample, Trials
from atout.study.reviews.worlds import all_worlds, are_equally_likely
from tools.bot_matches import Moment, add_options, play_match

MOST_WORLDS = 200  # that are listed
MOST_POSITIONS = 20_000  # that are followed
LUCKS = 3  # by which advice that draws is recognised
MANY_DRAWS = 15_000  # where some worlds are likelier than others, or the advice draws
LONG_LOOK = 5  # times as many worlds
BINS = (0.05, 0.15, 0.3, 0.5, 0.7, 0.85, 0.95, 1.01)


def decisions(game: Game, bot: str, options: argparse.Namespace, first: int) -> Iterator[Moment]:
    """Yield decisions of matches between bots, of all numbers of seats in turn; without end."""
    number = first
    while True:
        seats = game.seat_counts[number % len(game.seat_counts)]
        yield from play_match(game, seats, bot, options.seconds, options.seed, number)
        number += 1


def ask(game: Game, view: View, chosen: int, worlds: int, seed: int) -> Question:
    """Return the question what to think of a choice."""
    return Question(game, view, chosen, 0, 0, usual_policy(game, view), Limits(worlds), seed)


class TooLargeError(Exception):
    """There is more to follow than can be followed."""


class UncertainError(Exception):
    """The advice itself draws, and says now this and now that."""


class ExactPlay:
    """Everything that may come of a position if everybody does what the policy says."""

    def __init__(self, game: Game, policy: Policy, position: State) -> None:
        self.playouts = Playouts(game, policy, position)
        self.policy = policy
        self.left = MOST_POSITIONS

    def expect(self, state: State, seat: int) -> float:
        """Return the points of a seat at the end of the deal, by all that may come."""
        self.left -= 1
        if self.left < 0:
            raise TooLargeError
        if state.turn < 0 or self.playouts.judge.stage(state) != self.playouts.stage:
            return self.playouts.standing(state)[0][seat]
        after = {action: self.expect(apply(state, state.turn, action), seat) for action in state.legal(state.turn)}
        blind = mean(list(after.values()))
        if len(after) == 1:
            return blind
        advised = self._advised(state)
        if len(advised) > 1:
            raise UncertainError
        followed = int(self.policy.followed) / 100
        return followed * after.get(advised.pop(), blind) + (1 - followed) * blind

    def _advised(self, state: State) -> set[int]:
        """Return what the advice says, with different random numbers; -1 where it leaves the choice to chance."""
        seat = state.turn
        return {int(self.policy.advice.choose_quickly(state, seat, Rng(luck))) for luck in range(LUCKS)}


def apply(state: State, seat: int, action: int) -> State:
    """Return the position after an action."""
    after = state.clone()
    after.apply(seat, action)
    return after


def exact_points(game: Game, view: View, seed: int) -> dict[int, float]:
    """Return what each action of a view brings exactly; nothing where there is too much to follow."""
    worlds = all_worlds(game, view, MOST_WORLDS, seed)
    if not worlds:
        return {}
    play = ExactPlay(game, usual_policy(game, view), worlds[0][0])
    try:
        points = {
            action: [play.expect(apply(world, view.seat, action), view.seat) for world, _ in worlds]
            for action in view.legal
        }
    except TooLargeError:
        return {}
    except UncertainError:
        return {sample.action: mean(sample.points) for sample in long_comparison(game, view, seed)}
    weights = [1] * len(worlds)
    if not are_equally_likely(worlds):  # it takes many draws to see how likely each of them is
        drawn = {pickle.dumps(world): count for world, count in all_worlds(game, view, MOST_WORLDS, seed, MANY_DRAWS)}
        weights = [drawn[pickle.dumps(world)] for world, _ in worlds]
    total = sum(weights)
    return {
        action: sum(weight * each for weight, each in zip(weights, found, strict=True)) / total
        for action, found in points.items()
    }


def long_comparison(game: Game, view: View, seed: int) -> list[Sample]:
    """Return what actions bring in very many worlds: all but exact, where nothing is."""
    return Trials(game, view, usual_policy(game, view), -seed).compare(view.legal, MANY_DRAWS)


def measure_exact(game: Game, options: argparse.Namespace) -> str:
    """Compare reviews with what comes out when everything is tried."""
    rng, same, near, covered, found = Rng(options.seed), 0, 0, 0, 0
    spread = game.advice().spread()
    for tried, moment in enumerate(islice(decisions(game, "casual", options, 0), 60 * options.decisions), 1):
        if found == options.decisions:
            break
        view = moment.view
        exact = exact_points(game, view, tried)
        if not exact:
            continue
        chosen = view.legal[int(rng.below(len(view.legal)))]
        compared = compare_drawn_worlds(ask(game, view, chosen, options.worlds, tried))
        loss = difference(compared.rival.points, compared.chosen.points)
        best = exact[compared.rival.action if loss.mean > 0 else chosen]
        gap = exact[compared.rival.action] - exact[chosen]
        found += 1
        same += best >= max(exact.values()) - TINY
        near += best >= max(exact.values()) - GOOD * spread
        covered += loss.low - TINY <= gap <= loss.high + TINY
    return (
        f"exact    {found} decisions, at most {MOST_WORLDS} worlds: the best action {share(same, found)}, one as good "
        f"within {GOOD} deviations {share(near, found)} (bar 98 %); interval covers {share(covered, found)} (bar 93 %)"
    )


def measure_planted(game: Game, options: argparse.Namespace) -> str:
    """Let somebody blunder on purpose, and count how often that is found."""
    rng, found, planted, tried = Rng(options.seed + 1), 0, 0, 0
    worse = 0
    spread = game.advice().spread()
    for moment in decisions(game, "casual", options, 1000):
        if planted == options.planted or tried == 60 * options.planted:
            break
        tried += 1
        view = moment.view
        action = view.legal[int(rng.below(len(view.legal)))]
        quick = compare_drawn_worlds(ask(game, view, action, options.worlds // 4, tried))
        if mean(quick.rival.points) - mean(quick.chosen.points) < MISTAKE * spread:
            continue
        long = judge(ask(game, view, action, LONG_LOOK * options.worlds, tried + 1_000_000))
        if long.mark != "blunder" or long.low < MISTAKE * spread:
            continue
        planted += 1
        mark = judge(ask(game, view, action, options.worlds, tried + 2_000_000)).mark
        found += mark == "blunder"
        worse += mark in ("blunder", "mistake")
    return (
        f"planted  {planted} blunders, of {tried} random actions: found {share(found, planted)} (bar 95 %), "
        f"at least as mistakes {share(worse, planted)}"
    )


def measure_strong(game: Game, options: argparse.Namespace) -> str:
    """Count the blunders of experts, and the points that their decisions seem to cost."""
    marks: dict[str, int] = {}
    cost = 0.0
    for moment in decisions(game, "expert", options, 2000):
        if moment.match >= 2000 + options.matches:
            break
        made = judge(ask(game, moment.view, moment.chosen, options.worlds, moment.step))
        marks[made.mark] = marks.get(made.mark, 0) + 1
        cost += made.cost
    total = sum(marks.values())
    told = ", ".join(f"{n} {mark}" for mark, n in sorted(marks.items(), key=lambda item: -item[1]))
    return (
        f"strong   {total} decisions of experts: called blunders {share(marks.get('blunder', 0), total, 2)} "
        f"(bar: below 1 %); {told}; {cost / max(1, total):.3f} points lost by each as it seems"
    )


def measure_chances(game: Game, options: argparse.Namespace) -> str:
    """Compare chances between two deals with who won."""
    given = [0.0] * len(BINS)
    won = [0.0] * len(BINS)
    count = [0] * len(BINS)
    squares, even = 0.0, 0.0
    for number in range(options.chance_matches):
        seats = game.seat_counts[number % len(game.seat_counts)]
        seed = match_seed(options.seed, 3000 + number)
        match = Match(game, seats)
        rng, shuffle = Rng(seed), shuffler(seed)
        advice = game.advice()
        standings: list[list[float]] = []
        stage = -1
        while not match.over:
            now = int(advice.stage(match.state))
            if match.steps and (match.turn == CHANCE or now != stage):
                standings.append(Playouts(game, Policy(advice), match.state).standing(match.state)[1])
            stage = now
            if match.turn == CHANCE:
                match.deal(shuffle(len(match.state.pack())))
            else:
                match.play(match.turn, int(advice.choose(match.state, match.turn, rng)))
        places = match.places()
        winners = [seat for seat in range(seats) if places[seat] == 1]
        for chances in standings:
            for seat, chance in enumerate(chances):
                share_won = 1 / len(winners) if seat in winners else 0.0
                k = next(k for k, most in enumerate(BINS) if chance < most)
                given[k] += chance
                won[k] += share_won
                count[k] += 1
                squares += (chance - share_won) ** 2
                even += (1 / seats - share_won) ** 2
    rows = [
        f"{100 * g / n:.0f} % given, {100 * w / n:.0f} % won ({n})"
        for g, w, n in zip(given, won, count, strict=True)
        if n
    ]
    return f"chances  {'; '.join(rows)}; squared error {squares / max(even, TINY):.2f} of that of equal chances"


def share(part: int, total: int, digits: int = 1) -> str:
    """Return a share in per cent."""
    return f"{100 * part / total:.{digits}f} %" if total else "of none"


PARTS = {
    "exact": measure_exact,
    "planted": measure_planted,
    "strong": measure_strong,
    "chances": measure_chances,
}


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=names(), nargs="*", help="all if none is named")
    parser.add_argument("--only", choices=[*PARTS], action="append", help="may be repeated")
    parser.add_argument("--worlds", type=int, default=1000, help="of a review, for each decision")
    parser.add_argument("--decisions", type=int, default=200, help="that are compared with exact values")
    parser.add_argument("--planted", type=int, default=100)
    parser.add_argument("--matches", type=int, default=3, help="of experts")
    parser.add_argument("--chance-matches", type=int, default=300)
    add_options(parser)
    options = parser.parse_args(arguments)
    screen = Console(stderr=True)
    for name in options.game or names():
        game = load(name)
        for part in track(options.only or [*PARTS], game.title, console=screen, disable=not screen.is_terminal):
            print(f"{game.title:13}{PARTS[part](game, options)}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
