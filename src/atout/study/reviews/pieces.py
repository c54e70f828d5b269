"""A review made piece by piece: for whoever lets others do the work, and wants them back after every piece."""

from collections.abc import Sequence
from time import monotonic
from typing import Final

from atout.match import Match
from atout.study.reviews.decision import Limits, Question
from atout.study.reviews.match import PLAYOUTS, SECONDS, WORLDS_PER_PLAYOUT, Reviewer, replay_positions
from atout.study.reviews.points import Worth, sum_up, worths
from atout.study.reviews.types import Decision, SeatReview

AT_A_TIME: Final = 8  # positions


class PieceReviewer(Reviewer):
    """The review of one seat, of which some decisions may be judged already. Every piece of work can be pickled."""

    def __init__(
        self, match: Match, seat: int, judged: Sequence[Decision] = (), *, longest: float, worlds: int = 0
    ) -> None:
        """Let no decision take longer than so many seconds, or give it so many `worlds` instead."""
        super().__init__(match, seat, seconds=SECONDS, worlds=worlds)
        self._seat = seat
        self._limits = Limits(worlds, 0.0 if worlds else min(longest, self._limits.seconds))
        self._judged = {made.step: made for made in judged}

    @property
    def done(self) -> int:
        """How many decisions are judged."""
        return len(self._judged)

    @property
    def seconds(self) -> float:
        """For how long a decision is looked at; 0: in so many worlds."""
        return self._limits.seconds

    @property
    def playouts(self) -> int:
        """How often each position is played out to see what it is worth."""
        return min(PLAYOUTS, -(-self._worlds // WORLDS_PER_PLAYOUT)) if self._worlds else PLAYOUTS

    def next_question(self) -> Question | None:
        """Return the first decision that is not judged yet."""
        left = [number for number in self._steps if number not in self._judged]
        return self._question(left[0]) if left else None

    def add(self, question: Question, made: Decision) -> Decision:
        """Note the judgement of a decision; return it with where the cards were."""
        return self._note(question, made)

    def conclude(self, values: Sequence[Worth]) -> SeatReview:
        """Return the whole, when every decision is judged and every position has its worth."""
        return sum_up(self._seat, self.match.steps, self._positions, values, self._judged)


def find_worths(match: Match, first: int, times: int, seconds: float) -> list[Worth]:
    """Return what the positions of a match are worth, from one of them on: as many as there is time for."""
    positions = replay_positions(match)
    found: list[Worth] = []
    since = monotonic()
    while first < len(positions) and (not found or monotonic() - since < seconds):
        before = max(0, first - 1)  # tells whether a deal has ended
        some = worths(match.game, positions[before : first + AT_A_TIME], times, 1)[first - before :]
        found += some
        first += len(some)
    return found
