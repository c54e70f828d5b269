"""Reviews of matches that are over."""

import threading

from atout.match import Match
from atout.server.core.reviews import Overview, Progress
from atout.study.review_match import Reviewer
from atout.study.review_types import Decision


class Made:
    """A review, as far as it is made."""

    def __init__(self, match: Match, seat: int) -> None:
        self.state: Progress = "waiting"
        self.decisions: list[Decision] = []
        self.of = 0
        self.overview: Overview | None = None
        threading.Thread(target=self._make, args=(match, seat), daemon=True).start()

    def _make(self, match: Match, seat: int) -> None:
        try:
            reviewer = Reviewer(match, seat)
            self.state, self.of = "running", reviewer.total
            for decision in reviewer.decisions():
                self.decisions.append(decision)
            (found,) = reviewer.result().seats
            self.overview = Overview(found.origins, found.total, found.curve)
            self.state = "done"
        except Exception:
            self.state = "failed"
            raise


class Reviews:
    """The reviews of this node."""

    def __init__(self) -> None:
        self.made: dict[tuple[str, int], Made] = {}
