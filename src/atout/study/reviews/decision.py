"""One decision, judged by what the seat could know: its view, and worlds that fit it. The truth is not at hand."""

from collections.abc import Sequence
from time import monotonic
from typing import Final, NamedTuple

from atout.kernel.game import Game
from atout.kernel.view import View
from atout.study.reviews.beliefs import WORLDS, explain
from atout.study.reviews.statistics import Difference, difference, mark, mean
from atout.study.reviews.trials import AS_ADVISED, Policy, Sample, Trials
from atout.study.reviews.types import COSTLY, Alternative, Belief, Decision, Explanation
from atout.study.reviews.worlds import all_worlds, are_equally_likely

TRIES: Final = 4  # of the race, for each world of the comparison
RACE_SHARE: Final = 0.5  # of the time
FEW_WORLDS: Final = 60  # are all tried
FEWEST: Final = 40  # worlds of a comparison, however short the time is
MOST: Final = 20_000
LOOKS: Final = 4  # at worlds with their cards, for each world of the comparison
WORLDS_TOLD: Final = 4  # of the comparison, for each world in which the choice is compared with the advice
LUCKS: Final = 4  # in each of a few worlds; if they differ, the policy is not certain, and nothing is exact


class Limits(NamedTuple):
    """How long a decision is looked at: in so many worlds, or for so many seconds."""

    worlds: int = 0
    seconds: float = 0.0


class Question(NamedTuple):
    """A decision to be judged."""

    game: Game
    view: View
    chosen: int
    step: int
    deal: int
    policy: Policy  # by which everybody goes on
    limits: Limits
    seed: int


class Comparison(NamedTuple):
    """What the choice and its rival bring in the same worlds."""

    chosen: Sample
    rival: Sample
    gains: dict[int, tuple[float, int]]  # of every action over the chosen one, and in how many worlds
    exact: bool


def judge(question: Question) -> Decision:
    """Return the judgement of one decision."""
    game, view = question.game, question.view
    found = compare_all_worlds(question) or compare_drawn_worlds(question)
    loss = difference(found.rival.points, found.chosen.points, found.exact)
    if len(view.legal) == 1:
        loss = Difference(0.0, 0.0, 0.0)
    chance_loss = mean(found.rival.own) - mean(found.chosen.own)
    made = mark(loss, chance_loss, game.advice().spread())
    clear = made not in ("best", "toss-up")
    best = found.rival if clear else found.chosen
    ranked = sorted(found.gains.items(), key=lambda item: (-item[1][0], item[0] != question.chosen, item[0]))
    belief: Belief | None = None
    why: Explanation | None = None
    if made in COSTLY:
        worlds = min(WORLDS, LOOKS * question.limits.worlds or WORLDS)
        belief, why = explain(game, view, question.chosen, best.action, question.policy, question.seed, worlds)
    return Decision(
        step=question.step,
        deal=question.deal,
        seat=view.seat,
        phase=view.display().phase,
        chosen=game.text(question.chosen),
        best=game.text(best.action),
        mark=made,
        points=mean(found.chosen.points),
        loss=loss.mean,
        low=loss.low,
        high=loss.high,
        rival=game.text(found.rival.action),
        chance=mean(found.chosen.own),
        chance_loss=chance_loss,
        before=best.chances,
        after=found.chosen.chances,
        above_advice=measure_above_advice(question, len(found.chosen.points)),
        worlds=len(found.chosen.points),
        exact=found.exact,
        alternatives=[Alternative(game.text(action), gain, worlds) for action, (gain, worlds) in ranked],
        belief=belief,
        why=why,
    )


def compare_all_worlds(question: Question) -> Comparison | None:
    """Try every action in every world, if there are few and the policy leaves nothing to chance."""
    view = question.view
    most = min(FEW_WORLDS, question.limits.worlds or FEW_WORLDS)
    worlds = all_worlds(question.game, view, most, question.seed)
    if not worlds or not are_equally_likely(worlds):
        return None
    trials = Trials(question.game, view, question.policy, question.seed)
    samples = [Sample(action, view.seats) for action in view.legal]
    for world, _ in worlds:
        for sample in samples:
            seen = set()
            for luck in range(LUCKS):
                trials.enter(world, luck)
                seen.add(trials.attempt(sample.action))
            if len(seen) > 1:
                return None
            trials.add(sample)
    for sample in samples:
        sample.close()
    chosen = next(sample for sample in samples if sample.action == question.chosen)
    others = [sample for sample in samples if sample is not chosen] or [chosen]
    rival = max(others, key=lambda sample: mean(sample.points))
    gains = {sample.action: (mean(sample.points) - mean(chosen.points), len(worlds)) for sample in samples}
    return Comparison(chosen, rival, gains, True)


def compare_drawn_worlds(question: Question) -> Comparison:
    """Look for a rival in some worlds, and compare it with the choice in others."""
    limits, legal = question.limits, question.view.legal
    trials = Trials(question.game, question.view, question.policy, question.seed)
    since = monotonic()
    rival = question.chosen
    if len(legal) > 1:
        trials.race(question.chosen, limits.worlds * TRIES, limits.seconds * RACE_SHARE)
        rival = choose_rival(trials, question.chosen, legal)
    worlds = limits.worlds
    if not worlds:  # the race tells how many there is time for; what they bring has no say in it
        spent = monotonic() - since
        pace = spent / max(1, int(trials.tries))
        worlds = min(max(int((limits.seconds - spent) / pace / 2), FEWEST), MOST)
    chosen, other = trials.compare([question.chosen, rival], worlds)
    gains = {action: (trials.gain(action), trials.worlds_of(action)) for action in legal}
    return Comparison(chosen, other, gains, False)


def measure_above_advice(question: Question, worlds: int) -> float:
    """Return how many points more than the game's advice the choice brings, if everybody follows it afterwards."""
    game = question.game
    trials = Trials(game, question.view, Policy(game.advice()), question.seed)
    chosen, advised = trials.compare([question.chosen, AS_ADVISED], -(-worlds // WORLDS_TOLD))
    return mean(chosen.points) - mean(advised.points)


def usual_policy(game: Game, view: View) -> Policy:
    """Return by whom play-outs from a view go on: as in the game's own search, partly by advice, else at random."""
    advice = game.advice()
    return Policy(advice, int(advice.trust(view)), True)


def choose_rival(trials: Trials, chosen: int, legal: Sequence[int]) -> int:
    """Return the action that did best in the race beside the chosen one, among those that ran longest."""
    others = [action for action in legal if action != chosen]
    longest = max(trials.worlds_of(action) for action in others)
    last = [action for action in others if trials.worlds_of(action) == longest]
    return max(last, key=trials.gain)
