"""Reviews on a node: behind all bots, made once, gone on with after a restart; they give away nothing."""

import asyncio
import random
from collections.abc import Callable
from itertools import islice
from typing import TypeVar

import msgspec
import pytest

from atout.games import load, names
from atout.kernel.rng import Rng
from atout.match import Match, PlayStep
from atout.server.core.reviews import hide_cards
from atout.server.live.bot_queue import PRESENT, Claim
from atout.server.live.bot_workers import COSTS, BotWorkers
from atout.server.live.reviews import VERSION
from atout.server.stores.base import KeptReview
from atout.study.reviews.beliefs import reveal
from atout.study.reviews.decision import Limits, Question, judge, usual_policy
from atout.study.reviews.match import Reviewer
from atout.study.reviews.pieces import PieceReviewer, find_worths
from atout.study.reviews.points import Worth
from atout.study.reviews.types import Decision
from tests.conformance.play import positions
from tests.server.core.rooms import FakeRegistry, ManualClock, MemoryStore, settle
from tests.server.core.sessions import MATCH
from tests.server.core.tables import begin, open_table, play_turn

T = TypeVar("T")
OTHER = "e" * 32
SHORT = {"deals": "2"}


class Node(FakeRegistry):
    """A node whose pieces of reviews are done here, as many as the test lets through."""

    def __init__(self, store: MemoryStore, hands: ManualClock, node: str = "node", pieces: int = 0) -> None:
        super().__init__(store, hands, node)
        self.reviews.worlds = 2
        self.allowed = asyncio.Semaphore(pieces)
        self.done = 0
        self.fails = False

    async def do_aside(self, game: str, work: Callable[[], T], cost: int) -> T | None:
        await self.allowed.acquire()
        self.done += 1
        return None if self.fails else work()

    async def allow(self, pieces: int) -> None:
        for _ in range(pieces):
            self.allowed.release()
        for _ in range(pieces):
            await settle()


async def play_match(node: Node, match: str = MATCH) -> Match:
    """Return a match of Luz that has been played at a node."""
    room = await begin(await open_table(node, people=3, bots=0, options=SHORT, match=match))
    number = 0
    while room.table.status == "playing":
        number += 1
        await play_turn(room, number)
    assert room.table.match is not None
    return room.table.match


async def open_node(pieces: int = 0, memory: MemoryStore | None = None) -> tuple[Node, MemoryStore, ManualClock]:
    """Return a node at which a match is over and reviews are made."""
    memory, hands = memory or MemoryStore(), ManualClock()
    node = Node(memory, hands, pieces=pieces)
    await play_match(node)
    await node.open()
    return node, memory, hands


def kept(memory: MemoryStore, match: str = MATCH, seat: int = 0) -> KeptReview:
    return memory.reviews[match, seat]


async def test_what_is_ready_is_there_while_the_rest_is_made() -> None:
    node, memory, _ = await open_node()
    await node.reviews.ask(MATCH, 0, "ada")
    assert kept(memory).state == "waiting"
    await settle()
    total = kept(memory).total
    assert (kept(memory).state, kept(memory).done) == ("running", 0)
    assert total > 5
    for done in (1, 2, 3):
        await node.allow(1)
        assert (kept(memory).state, kept(memory).done) == ("running", done)
        decisions = await node.reviews.read(kept(memory), 1)
        assert len(decisions) == done - 1
    await node.allow(1000)
    assert (kept(memory).state, kept(memory).done) == ("done", total)
    await node.close()


async def test_piece_by_piece_it_is_the_review_that_comes_from_one_go() -> None:
    node, memory, _ = await open_node(1000)
    await node.reviews.ask(MATCH, 1, "ada")
    await node.allow(200)
    room = await node.room(MATCH)
    assert room is not None
    assert room.table.match is not None
    (seat,) = Reviewer(room.table.match, 1, worlds=2).result().seats
    assert await node.reviews.read(kept(memory, seat=1), 0) == seat.decisions
    told = msgspec.json.decode(kept(memory, seat=1).body)
    assert told == msgspec.to_builtins({"origins": seat.origins, "total": seat.total, "curve": seat.curve})
    await node.close()


async def test_it_is_made_once_whoever_asks() -> None:
    node, memory, _ = await open_node(1000)
    for who in ("ada", "bo", "ada"):
        await node.reviews.ask(MATCH, 0, who)
    await node.allow(200)
    done, body = node.done, kept(memory).body
    await node.reviews.ask(MATCH, 0, "cem")
    await node.allow(10)
    assert (node.done, kept(memory).body) == (done, body)
    await node.close()


async def test_after_a_restart_it_goes_on_where_it_was() -> None:
    node, memory, hands = await open_node(3)
    await node.reviews.ask(MATCH, 0, "ada")
    await settle()
    first = list(memory.judgements[MATCH, 0])
    assert len(first) == 3
    await node.close()
    again = Node(memory, hands, "node again", 1000)
    await again.open()
    await again.allow(200)
    assert kept(memory).state == "done"
    assert memory.judgements[MATCH, 0][:3] == first
    whole = Reviewer(await play_match(Node(MemoryStore(), hands)), 0, worlds=2)
    assert len(memory.judgements[MATCH, 0]) == whole.total == kept(memory).total
    await again.close()


async def test_two_nodes_make_it_once_and_one_goes_on_when_the_other_has_stopped() -> None:
    node, memory, hands = await open_node(2)
    other = Node(memory, hands, "other", 1000)
    await node.reviews.ask(MATCH, 0, "ada")
    await settle()
    await other.open()
    await settle()
    assert (node.done, other.done) == (2, 0)  # it is the first one's
    for task in node._tasks.running:
        task.cancel()  # as if it were killed: it gives nothing back
    await hands.advance(4)
    assert other.done == 0
    await hands.advance(8)
    await other.allow(200)
    assert kept(memory).state == "done"
    assert other.done > 5
    await node.close()
    await other.close()


async def test_a_node_that_was_overtaken_keeps_nothing_and_leaves_it() -> None:
    node, memory, _ = await open_node(2)
    await node.reviews.ask(MATCH, 0, "ada")
    await settle()
    memory.judgements[MATCH, 0].append(b"from elsewhere")
    memory.leases = {name: ("elsewhere", end) for name, (_, end) in memory.leases.items()}
    await node.allow(3)
    assert memory.judgements[MATCH, 0][2:] == [b"from elsewhere"]
    assert kept(memory).state == "running"
    await node.close()


async def test_one_after_the_other_in_the_order_of_asking() -> None:
    node, memory, hands = await open_node()
    await play_match(node, OTHER)
    for match, seat in ((MATCH, 2), (OTHER, 0), (MATCH, 0)):
        await node.reviews.ask(match, seat, "ada")
        await hands.advance(0.001)
    assert [await node.reviews.count_ahead(kept(memory, *key)) for key in ((OTHER, 0), (MATCH, 0))] == [1, 2]
    assert await node.reviews.count_unfinished("ada") == (3, 3)
    assert await node.reviews.count_unfinished("bo") == (0, 3)
    await node.allow(2)
    assert [one.done for one in memory.reviews.values()] == [2, 0, 0]
    await node.allow(kept(memory, seat=2).total)
    assert kept(memory, seat=2).state in ("running", "done")
    await node.allow(200)
    assert {one.state for one in memory.reviews.values()} == {"done"}
    assert await node.reviews.count_unfinished("ada") == (0, 0)
    assert node.figures.counts["atout_reviews_total", (("outcome", "done"),)] == 3
    await node.close()


async def test_one_that_fails_says_so_and_can_be_asked_for_again(caplog: pytest.LogCaptureFixture) -> None:
    node, memory, hands = await open_node(1000)
    node.fails = True
    await node.reviews.ask(MATCH, 0, "ada")
    await settle()
    assert kept(memory).state == "failed"
    assert "a review came to nothing" in caplog.text
    assert node.figures.counts["atout_reviews_total", (("outcome", "failed"),)] == 1
    await node.reviews.ask(MATCH, 1, "ada")  # others are made none the less
    node.fails = False
    await hands.advance(20)
    assert kept(memory).state == "failed"  # not by itself
    await node.reviews.ask(MATCH, 0, "ada")
    await node.allow(200)
    assert kept(memory).state == "done"
    await node.close()


async def test_a_match_whose_game_is_gone_fails_and_the_rest_goes_on() -> None:
    node, memory, _ = await open_node()
    await node.close()
    memory.logs[MATCH] = [
        msgspec.structs.replace(event, body=event.body.replace(b'"luz"', b'"lux"')) for event in memory.logs[MATCH]
    ]
    again = Node(memory, ManualClock(), pieces=1000)
    await play_match(again, OTHER)
    await again.open()
    await again.reviews.ask(MATCH, 0, "ada")
    await again.reviews.ask(OTHER, 0, "ada")
    await again.allow(200)
    assert (kept(memory).state, kept(memory, OTHER).state) == ("failed", "done")
    await again.close()


async def test_while_the_database_does_not_answer_nothing_is_lost() -> None:
    node, memory, hands = await open_node()
    await node.reviews.ask(MATCH, 0, "ada")
    await node.allow(2)
    memory.failing = True
    await node.allow(2)
    memory.failing = False
    assert kept(memory).state == "running"
    await node.allow(1000)
    await hands.advance(20)
    await node.allow(200)
    assert kept(memory).state == "done"
    assert len(memory.judgements[MATCH, 0]) == kept(memory).total
    await node.close()


async def test_one_that_was_made_in_another_way_is_not_told() -> None:
    node, memory, _ = await open_node(1000)
    await node.reviews.ask(MATCH, 0, "ada")
    await node.allow(200)
    memory.reviews[MATCH, 0] = msgspec.structs.replace(kept(memory), version=VERSION - 1)
    assert await node.reviews.find(MATCH, 0) is None
    await node.reviews.ask(MATCH, 0, "ada")
    await node.allow(200)
    assert (kept(memory).state, kept(memory).version) == ("done", VERSION)
    await node.close()


# Workers


class Workers(BotWorkers):
    """Workers that take as long as they are expected to, and remember in which order they were asked."""

    def __init__(self, hands: ManualClock) -> None:
        super().__init__(1, hands)
        self.order: list[tuple[str, int]] = []
        self.hands = hands

    async def _run(self, game: str, work: Callable[[], T]) -> T | None:
        self.order.append((game, self.hands.now()))
        return work()


async def test_a_review_takes_a_worker_only_when_no_bot_wants_it() -> None:
    hands = ManualClock()
    workers, begun = Workers(hands), hands.now()
    claim = Claim(PRESENT, "ada", MATCH)
    bots = [asyncio.create_task(workers.wait_for_turn("expert", claim)) for _ in range(2)]
    await settle()
    review = asyncio.create_task(workers.do_aside("review", lambda: 1, 400))
    await settle()
    assert (workers.order, workers.waiting) == ([], 1)  # it is not even in the queue
    later = asyncio.create_task(workers.wait_for_turn("expert", claim))
    await settle()
    cost = COSTS["expert"].usual
    for bot in (*bots, later):
        await hands.advance(cost / 1000)
        assert bot.done()
        assert not bot.result().hurried
    await hands.advance(cost / 1000 + 0.1)
    assert await review == 1
    (when,) = [at for _, at in workers.order]
    assert when >= begun + 3 * cost


async def test_a_bot_waits_for_one_piece_of_a_review_at_most() -> None:
    hands = ManualClock()
    workers = Workers(hands)
    pieces = [asyncio.create_task(workers.do_aside("review", lambda: 1, 450)) for _ in range(20)]
    await settle()
    for _ in range(10):
        asked = hands.now()
        bot = asyncio.create_task(workers.wait_for_turn("casual", Claim(PRESENT, "ada", MATCH)))
        while not bot.done():
            await hands.advance(0.01)
        assert hands.now() - asked <= 450 + 10
        assert not bot.result().hurried
        await hands.advance(0.2)
    for piece in pieces:
        piece.cancel()


# Truth


def finished(name: str, seed: int = 1) -> Match:
    game = load(name)
    *_, last = positions(game, game.seat_counts[0], {}, seed)
    return last


@pytest.mark.parametrize("name", names())
def test_a_judgement_depends_on_nothing_that_the_seat_could_not_know(name: str) -> None:
    """The same decision in worlds that the seat cannot tell apart: the same bytes, unless the cards are asked for."""
    match = finished(name)
    game, draw = match.game, Rng(7)
    numbers = [number for number, step in enumerate(match.steps) if isinstance(step, PlayStep) and step.seat == 0]
    compared = different = 0
    for number in random.Random(name).sample(numbers, len(numbers)):
        truth, step = match.replay(match.steps[:number]).state, match.steps[number]
        assert isinstance(step, PlayStep)
        if len(truth.legal(0)) < 2 or compared == 8:
            continue
        told = []
        for state in (truth, game.sampler(truth.view(0)).draw(draw)):
            view = state.view(0)
            policy = usual_policy(game, view)
            made = judge(Question(game, view, step.action, number, 1, policy, Limits(6), seed=number))
            lay = None if made.belief is None else reveal(made.belief, view, state)
            told.append(msgspec.structs.replace(made, belief=lay))
        closed = [msgspec.json.encode(hide_cards(each)) for each in told]
        assert closed[0] == closed[1], number
        compared += 1
        different += told[0] != told[1]
    assert compared >= 3
    print(f"{name}: {compared} decisions, {different} where the cards would have told the worlds apart")


def test_cards_would_tell_worlds_apart() -> None:
    """What is hidden is worth hiding: in Luz the seat's own cards."""
    made = next(each for each in Reviewer(finished("luz"), 0, worlds=10).decisions() if each.belief)
    assert made.belief is not None
    assert any(slot.was for slot in made.belief.slots)
    hidden = hide_cards(made).belief
    assert hidden is not None
    assert not any(slot.was for slot in hidden.slots)
    assert not any(card.was for card in hidden.cards)
    assert [slot.shares for slot in hidden.slots] == [slot.shares for slot in made.belief.slots]


def test_a_drawn_match_is_reviewed_from_the_world_it_began_with() -> None:
    whole = finished("luz")
    at = next(n for n, step in enumerate(whole.steps) if n > 20 and isinstance(step, PlayStep) and step.seat == 0)
    match = whole.replay(whole.steps[:at]).deal_anew(0, 5)
    rng = random.Random(2)
    while not match.over:
        if match.turn < 0:
            match.deal(rng.sample(range(len(match.state.pack())), len(match.state.pack())))
        else:
            match.play(match.turn, rng.choice(match.legal()))
    reviewer = PieceReviewer(match, 0, longest=1.0, worlds=2)
    while (question := reviewer.next_question()) is not None:
        reviewer.add(question, judge(question))
    values: list[Worth] = []
    while len(values) <= len(match.steps):
        values += find_worths(match, len(values), reviewer.playouts, 0.01)
    found = reviewer.conclude(values)
    assert len(found.decisions) == reviewer.total > 3
    assert found.total.points == pytest.approx(match.scores()[0] - match.replay([]).scores()[0])
    assert found == Reviewer(match, 0, worlds=2).result().seats[0]


def test_a_judgement_that_is_kept_can_be_read_again() -> None:
    for made in islice(Reviewer(finished("mu"), 0, worlds=2).decisions(), 10):
        assert msgspec.json.decode(msgspec.json.encode(made), type=Decision) == made
