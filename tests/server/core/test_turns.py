"""The queue of the bots: fair by person and by table, people who are there first, and an end to waiting."""

import asyncio
from collections import Counter

from atout.bots.levels import CLUB_SECONDS, EXPERT_SECONDS, LEVELS
from atout.server.live.bot_queue import ABSENT, ASIDE, PRESENT, Claim, TurnQueue
from atout.server.live.bot_workers import COSTS, HINT, HINT_SECONDS, QUICK, BotWorkers, Turn, quick_level
from atout.server.settings import Settings
from tests.server.core.rooms import ManualClock, settle

EXPERT = COSTS["expert"].usual
LONG = 10**6


class BusyTables:
    """Tables that want a worker again as soon as they have had one."""

    def __init__(self, turns: TurnQueue, hands: ManualClock) -> None:
        self.turns = turns
        self.hands = hands
        self.served: Counter[Claim] = Counter()
        self.refused: Counter[Claim] = Counter()
        self.tasks: list[asyncio.Task[None]] = []

    def add(self, claim: Claim, cost: int = EXPERT, patience: int = LONG) -> None:
        self.tasks.append(asyncio.create_task(self._want(claim, cost, patience)))

    async def _want(self, claim: Claim, cost: int, patience: int) -> None:
        while True:
            came = await self.turns.take(claim, cost, patience)
            (self.served if came else self.refused)[claim] += 1
            if not came:
                come = asyncio.get_running_loop().create_future()
                self.hands.call_at(self.hands.time + 900, lambda come=come: come.set_result(None))  # type: ignore[misc]
                await come

    async def run(self, seconds: float) -> None:
        await self.hands.advance(seconds)
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


async def test_nobody_gets_more_by_having_many_tables():
    hands = ManualClock()
    crowd = BusyTables(TurnQueue(2, hands), hands)
    many = [Claim(PRESENT, "eve", f"table {number}") for number in range(30)]
    for claim in (*many, ada := Claim(PRESENT, "ada", "hers")):
        crowd.add(claim)
    await crowd.run(100)
    assert abs(crowd.served[ada] - sum(crowd.served[claim] for claim in many)) <= 3
    served = [crowd.served[claim] for claim in many[1:]]  # the first was there before the others
    assert max(served) - min(served) <= 1  # and they take turns among each other


async def test_who_wants_little_is_served_before_those_who_have_had_much():
    hands = ManualClock()
    turns = TurnQueue(1, hands)
    crowd = BusyTables(turns, hands)
    for number in range(5):
        crowd.add(Claim(PRESENT, f"p{number}", f"t{number}"))
    crowd.add(club := Claim(PRESENT, "ada", "hers"), COSTS["club"].usual)
    await crowd.run(60)
    assert crowd.served[club] > 0.3 * sum(crowd.served.values())


async def test_tables_with_people_come_first_and_hints_last():
    hands = ManualClock()
    turns = TurnQueue(1, hands)
    order: list[str] = []

    async def want(claim: Claim) -> None:
        assert await turns.take(claim, 100, LONG)
        order.append(claim.table)

    async with asyncio.TaskGroup() as group:
        group.create_task(want(Claim(PRESENT, "finn", "first")))
        await settle()
        for rank, table in ((ASIDE, "hint"), (ABSENT, "days"), (PRESENT, "people"), (PRESENT, "people too")):
            group.create_task(want(Claim(rank, table, table)))
        await settle()
        assert turns.waiting == 4
        await hands.advance(1)
    assert order == ["first", "people", "people too", "days", "hint"]
    assert turns.waiting == 0


async def test_who_would_wait_too_long_is_told_at_once():
    hands = ManualClock()
    turns = TurnQueue(2, hands)
    waiting = [asyncio.create_task(turns.take(Claim(PRESENT, f"p{k}", f"t{k}"), 850, 1_800)) for k in range(20)]
    await settle()
    assert [task.done() and not task.result() for task in waiting] == [False] * 6 + [True] * 14
    assert hands.time == ManualClock().time
    await hands.advance(3)
    assert sum(task.result() for task in waiting) == 6


async def test_who_is_overtaken_gives_up_in_time():
    hands = ManualClock()
    turns = TurnQueue(1, hands)
    crowd = BusyTables(turns, hands)
    crowd.add(Claim(PRESENT, "ada", "hers"), 300)
    await settle()
    late = asyncio.create_task(turns.take(Claim(ABSENT, "bo", "his"), 300, 700))  # it seems to be next
    await settle()
    assert not late.done()
    crowd.add(Claim(PRESENT, "cem", "his"), 300)
    await hands.advance(0.699)
    assert not late.done()
    await hands.advance(0.001)
    assert (late.done(), late.result(), turns.waiting) == (True, False, 2)
    await crowd.run(0)


async def test_who_goes_away_leaves_the_queue():
    hands = ManualClock()
    turns = TurnQueue(1, hands)
    assert await turns.take(Claim(PRESENT, "ada", "a"), 500, LONG)
    task = asyncio.create_task(turns.take(Claim(PRESENT, "bo", "b"), 500, LONG))
    await settle()
    task.cancel()
    await settle()
    assert turns.waiting == 0
    await hands.advance(1)
    assert await turns.take(Claim(PRESENT, "cem", "c"), 500, 0)


async def test_who_wants_little_does_not_wait_for_those_who_want_much():
    """Ada's bots are asked at their pace, whatever others do; they wait only for those who think already."""
    hands = ManualClock()
    turns = TurnQueue(2, hands)
    crowd = BusyTables(turns, hands)
    for number in range(20):
        crowd.add(Claim(PRESENT, f"p{number % 10}", f"t{number}"), patience=1_800)
    usual, _, patience = COSTS["club"]
    asked = []
    for _ in range(40):
        asked.append(asyncio.create_task(turns.take(Claim(PRESENT, "ada", "hers"), usual, patience)))
        await hands.advance(0.937)
    await crowd.run(1)
    assert sum(task.result() for task in asked) > 32


async def test_what_was_had_is_forgotten_when_nobody_waits():
    hands = ManualClock()
    turns = TurnQueue(4, hands)
    for number in range(100):
        assert await turns.take(Claim(PRESENT, f"p{number}", f"t{number}"), 4, LONG)
        await hands.advance(0.001)
    assert (turns._finish_times, turns._time) == ({}, 0.0)


async def test_levels_below_their_own_are_given_out_and_counted():
    hands = ManualClock()
    bot_workers = BotWorkers(1, hands)

    async def turn(level: str, number: int) -> Turn:
        return await bot_workers.wait_for_turn(level, Claim(PRESENT, f"p{number}", f"t{number}"))

    assert await turn("expert", 0) == Turn("expert", COSTS["expert"].longest)
    assert await turn("club", 1) == Turn(QUICK, 0, True)
    assert [quick_level(level) for level in LEVELS] == ["novice", QUICK, QUICK, QUICK]
    second = asyncio.create_task(turn("expert", 2))
    await settle()
    third = asyncio.create_task(turn("expert", 3))
    await settle()
    assert (second.done(), third.done(), bot_workers.waiting) == (False, False, 2)
    assert await turn("expert", 4) == Turn(QUICK, 0, True)
    await hands.advance(2)
    assert (second.result().level, third.result().level) == ("expert", "expert")
    told = bot_workers._figures.text({"atout_bots_waiting": bot_workers.waiting})
    assert 'atout_bots_hurried_total{level="club"} 1\n' in told
    assert 'atout_bots_hurried_total{level="expert"} 1\n' in told
    assert "casual" not in told
    assert "atout_bot_wait_seconds_count 5\n" in told
    assert "atout_bots_waiting 0\n" in told
    bot_workers.close()


def test_searches_fit_into_what_is_allotted_to_them():
    assert set(COSTS) == set(LEVELS)
    assert COSTS["club"].longest > 1000 * CLUB_SECONDS
    assert COSTS["expert"].longest > 1000 * EXPERT_SECONDS
    assert COSTS["expert"].longest < Settings().bot_pace  # at a quiet server an expert answers at the first beat
    assert HINT.usual > 1000 * HINT_SECONDS
    for level in set(LEVELS) - {"expert"}:  # and at a busy one all others do
        assert COSTS[level].patience + COSTS[level].longest <= Settings().bot_pace
