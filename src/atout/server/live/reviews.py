"""Reviews of matches that are over: made once, one at a time, by workers that no bot wants just then.

What is ready is kept, judgement by judgement, and nothing else is told: so a review is the same on every node, and goes
on after a restart or on another node where it was left.
"""

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import Final, Protocol, TypeVar

import msgspec

from atout.server.clock import Clock
from atout.server.core.reviews import Overview
from atout.server.core.table import ReplayError, Table
from atout.server.live.bot_seats import Lease
from atout.server.metrics import Figures
from atout.server.stores.base import KeptReview, Store, StoreError
from atout.study.reviews.decision import judge
from atout.study.reviews.pieces import PieceReviewer, find_worths
from atout.study.reviews.points import Worth
from atout.study.reviews.types import Decision, SeatReview

VERSION: Final = 1  # of how reviews are made and kept: those of an older version are made again when asked for
LONGEST: Final = 0.4  # seconds for a decision, so that no bot waits for long
WORTH_SECONDS: Final = 0.2  # for some of the positions
MARGIN: Final = 50  # milliseconds for what comes around that
LOOK_MS: Final = 5_000  # until another look at what nobody makes, because its node has stopped

T = TypeVar("T")

log = logging.getLogger("atout.reviews")


class Place(Protocol):
    """Where a match is played."""

    table: Table


class ReviewServices(Protocol):
    """What reviews need of a node."""

    store: Store
    clock: Clock
    node: str
    figures: Figures

    async def room(self, match: str) -> Place | None:
        """Return where a match was played."""

    async def do_aside(self, game: str, work: Callable[[], T], cost: int) -> T | None:
        """Let another process do something for so many milliseconds; None if it fails."""


class WorkError(Exception):
    """A worker could not do a piece of a review."""


class Reviews:
    """The reviews that people have asked for."""

    def __init__(self, services: ReviewServices) -> None:
        self.unfinished = 0  # as was last seen
        self.worlds = 0  # for each decision, instead of seconds
        self._services = services
        self._asked_by: dict[tuple[str, int], str] = {}  # unfinished ones
        self._wanted = asyncio.Event()

    async def ask(self, match: str, seat: int, who: str) -> None:
        """Have a review made, unless it is there."""
        if await self._services.store.ask_for_review(match, seat, VERSION, self._services.clock.now()):
            self._asked_by[match, seat] = who
        self._wanted.set()

    async def count_unfinished(self, who: str) -> tuple[int, int]:
        """Return how many reviews are not finished: of those that somebody has asked for at this node, and of all."""
        waiting = {(one.match, one.seat) for one in await self._services.store.unfinished_reviews()}
        self._asked_by = {key: person for key, person in self._asked_by.items() if key in waiting}
        return list(self._asked_by.values()).count(who), len(waiting)

    async def find(self, match: str, seat: int) -> KeptReview | None:
        """Return a review as far as it is made; one that was made in another way does not count."""
        kept = await self._services.store.review(match, seat)
        return kept if kept is not None and kept.version == VERSION else None

    async def count_ahead(self, review: KeptReview) -> int:
        """Return how many reviews are made before one that waits."""
        if review.state != "waiting":
            return 0
        waiting = [(one.match, one.seat) for one in await self._services.store.unfinished_reviews()]
        return waiting.index((review.match, review.seat)) if (review.match, review.seat) in waiting else 0

    async def read(self, review: KeptReview, after: int) -> list[Decision]:
        """Return the decisions that a review had when it was looked up, without the first ones."""
        found = await self._services.store.read_judgements(review.match, review.seat, after)
        return [msgspec.json.decode(body, type=Decision) for body in found[: max(0, review.done - after)]]

    async def run(self) -> None:
        """Make what is asked for, here or elsewhere, one after the other."""
        while True:
            self._wanted.clear()
            try:
                while await self._make_next():
                    pass
            except StoreError as error:
                log.warning("the database does not answer: %s", error)
            clock = self._services.clock
            alarm = clock.call_at(clock.now() + LOOK_MS, self._wanted.set)
            try:
                await self._wanted.wait()
            finally:
                alarm.cancel()

    async def _make_next(self) -> bool:
        """Make the first review that no other node makes; say whether there was one."""
        services = self._services
        waiting = await services.store.unfinished_reviews()
        self.unfinished = len(waiting)
        for review in waiting:
            lease = Lease(services.store, services.clock, services.node, f"review {review.match} {review.seat}")
            if review.version == VERSION and await lease.hold():
                await self._make(review, lease)
                await lease.give_back()
                return True
        return False

    async def _make(self, review: KeptReview, lease: Lease) -> None:
        """Make a review, or what is left of it, and keep how it ends."""
        store, reviewer = self._services.store, None
        try:
            room = await self._services.room(review.match)
            if room is None or room.table.match is None:
                raise ReplayError("the match is gone")
            review = await self.find(review.match, review.seat) or review  # another node may have gone on with it
            judged = await self.read(review, 0)
            reviewer = PieceReviewer(room.table.match, review.seat, judged, longest=LONGEST, worlds=self.worlds)
            await store.mark_review(review.match, review.seat, "running", reviewer.total)
            found = await self._review(review, reviewer, lease)
            if found is None:
                return
            outcome, body = "done", msgspec.json.encode(Overview(found.origins, found.total, found.curve))
        except Exception as error:
            if isinstance(error, StoreError) and not isinstance(error, ReplayError):
                raise  # it is tried again
            log.exception("a review came to nothing", extra={"match": review.match})
            outcome, body = "failed", b""
        await store.mark_review(review.match, review.seat, outcome, 0 if reviewer is None else reviewer.total, body)
        self._services.figures.count("atout_reviews_total", outcome=outcome)

    async def _review(self, review: KeptReview, reviewer: PieceReviewer, lease: Lease) -> SeatReview | None:
        """Return the whole review, every judgement of which is kept; None if another node makes it, or nobody."""
        match, game = reviewer.match, reviewer.match.game.name
        cost = round(1000 * (reviewer.seconds or LONGEST)) + MARGIN
        while (question := reviewer.next_question()) is not None:
            if not await lease.hold():
                return None
            made = reviewer.add(question, await self._do(game, partial(judge, question), cost))
            body = msgspec.json.encode(made)
            if not await self._services.store.add_judgement(review.match, review.seat, reviewer.done, body):
                return None
        values: list[Worth] = []
        apart = match.replay(match.steps)  # from the table, which deals
        while len(values) <= len(match.steps):
            if not await lease.hold():
                return None
            work = partial(find_worths, apart, len(values), reviewer.playouts, WORTH_SECONDS)
            values += await self._do(game, work, round(1000 * WORTH_SECONDS) + MARGIN)
        return reviewer.conclude(values)

    async def _do(self, game: str, work: Callable[[], T], cost: int) -> T:
        found = await self._services.do_aside(game, work, cost)
        if found is None:
            raise WorkError("a worker could not do its piece")
        return found
