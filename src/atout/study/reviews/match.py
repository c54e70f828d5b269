"""Review a match: every decision of a seat, or of all, judged by what it could know then."""

import multiprocessing
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Final

import msgspec

from atout import record as records
from atout.kernel.errors import SetupError
from atout.kernel.rng import Rng
from atout.kernel.state import OVER, State
from atout.match import DealStep, Match, PlayStep
from atout.record import Record
from atout.study.reviews.beliefs import reveal
from atout.study.reviews.decision import Limits, Question, judge, usual_policy
from atout.study.reviews.points import sum_up, worths
from atout.study.reviews.trials import LARGEST_SEED, Policy
from atout.study.reviews.types import Decision, Review, SeatReview

SECONDS: Final = 12.0  # for a seat
MOST_STEPS: Final = 4_000  # of a match; the longest of the seven games has a few hundred
PLAYOUTS: Final = 24  # from every position, to see what it is worth
WORLDS_PER_PLAYOUT: Final = 10


class Reviewer:
    """Reviews a match, decision by decision; the judgements can be taken as they are ready."""

    def __init__(
        self,
        source: Record | Match,
        seat: int | None = None,
        *,
        seconds: float = SECONDS,
        worlds: int = 0,
        seed: int = 1,
        policy: Policy | None = None,
        processes: int = 1,
        replayed: Match | None = None,
    ) -> None:
        """Take a finished match or its record, `replayed` or not; with `worlds` instead of `seconds` it repeats."""
        match = replayed or records.replay(source) if isinstance(source, Record) else source
        self.names = list(source.seats) if isinstance(source, Record) else [str(seat) for seat in range(match.seats)]
        if match.turn != OVER:
            raise SetupError("only a finished match can be reviewed, and this one is not over")
        if seat is not None and not 0 <= seat < match.seats:
            raise SetupError(f"there is no seat {seat}: the match has the seats 0 to {match.seats - 1}")
        if len(match.steps) > MOST_STEPS:
            raise SetupError(f"the match has {len(match.steps)} steps; at most {MOST_STEPS} can be reviewed")
        if worlds <= 0 and seconds <= 0:
            raise SetupError("a review needs a number of worlds or of seconds")
        self.match = match
        self.seats = list(range(match.seats)) if seat is None else [seat]
        self.seed = seed
        self._policy = policy
        self._processes = processes
        self._worlds = worlds
        self._positions = replay_positions(match)
        self._steps = [number for number in range(len(match.steps)) if self._is_question(number)]
        self.total = len(self._steps)  # decisions to be judged
        each = seconds * len(self.seats) * processes / max(1, self.total)
        self._limits = Limits(worlds) if worlds else Limits(seconds=each)
        self._judged: dict[int, Decision] = {}

    def decisions(self) -> Iterator[Decision]:
        """Yield the judgement of every decision, in the order of the match, as soon as it is ready."""
        questions = [self._question(number) for number in self._steps]
        if self._processes == 1:
            for question in questions:
                yield self._note(question, judge(question))
            return
        pool = ProcessPoolExecutor(self._processes, multiprocessing.get_context("spawn"))
        try:
            for question, made in zip(questions, pool.map(judge, questions), strict=True):
                yield self._note(question, made)
        finally:
            pool.shutdown(cancel_futures=True)  # somebody may not want the rest

    def result(self) -> Review:
        """Return the whole review; judges what has not been judged yet."""
        if len(self._judged) < self.total:
            for _ in self.decisions():
                pass
        match = self.match
        times = min(PLAYOUTS, -(-self._worlds // WORLDS_PER_PLAYOUT)) if self._worlds else PLAYOUTS
        values = worths(match.game, self._positions, times, self.seed)
        reviews: list[SeatReview] = []
        for seat in self.seats:
            own = {number: made for number, made in self._judged.items() if made.seat == seat}
            reviews.append(sum_up(seat, match.steps, self._positions, values, own))
        return Review(
            game=match.game.name,
            rules=match.game.rules,
            names=self.names,
            scores=match.scores(),
            places=match.places(),
            spread=match.game.advice().spread(),
            seed=self.seed,
            seats=reviews,
        )

    def _is_question(self, number: int) -> bool:
        step = self.match.steps[number]
        if not isinstance(step, PlayStep) or step.seat not in self.seats:
            return False
        return len(self._positions[number].legal(step.seat)) > 1

    def _question(self, number: int) -> Question:
        step, position = self.match.steps[number], self._positions[number]
        assert isinstance(step, PlayStep)
        seed = int(Rng(self.seed + (number << 20)).below(LARGEST_SEED))
        deal, view = int(position.number), position.view(step.seat)
        policy = self._policy or usual_policy(self.match.game, view)
        return Question(self.match.game, view, step.action, number, deal, policy, self._limits, seed)

    def _note(self, question: Question, made: Decision) -> Decision:
        if made.belief is not None:
            truth = self._positions[question.step]
            made = msgspec.structs.replace(made, belief=reveal(made.belief, question.view, truth))
        self._judged[question.step] = made
        return made


def review(
    source: Record | Match,
    seat: int | None = None,
    *,
    seconds: float = SECONDS,
    worlds: int = 0,
    seed: int = 1,
    policy: Policy | None = None,
    processes: int = 1,
) -> Review:
    """Return the review of a finished match, of one seat or of all.

    It takes about so many `seconds` for a seat; with a number of `worlds` instead it is the same every time. In
    play-outs everybody follows the `policy`, usually that of the game's own search.
    """
    return Reviewer(
        source, seat, seconds=seconds, worlds=worlds, seed=seed, policy=policy, processes=processes
    ).result()


def replay_positions(match: Match) -> list[State]:
    """Return every position of a match, from its start to its end."""
    state = match.replay([]).state
    positions = [state.clone()]
    for step in match.steps:
        if isinstance(step, DealStep):
            state.deal(list(step.order))
        else:
            state.apply(step.seat, step.action)
        positions.append(state.clone())
    return positions
