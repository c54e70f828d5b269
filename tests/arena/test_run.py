"""Many matches: the same whatever the order, and the same as playing them one by one."""

import pytest

from atout import Match, load, shuffler
from atout.arena.run import RANDOM, Plan, Tally, match_seed, play_block, run
from atout.bots.levels import make_bot

LUZ = load("luz")
PLAN = Plan("luz", 3, LUZ.settle({"deals": 2}).values, RANDOM, 7)


def state(tally: Tally) -> tuple[object, ...]:
    return tally.matches, tally.decisions, tally.scores, tally.wins, tally.leads, tally.squares


def test_blocks_add_up_to_the_run() -> None:
    tally = Tally(3)
    for block in (range(7, 10), range(0, 4), range(4, 7)):
        tally.add(play_block(PLAN, block))
    assert state(tally) == state(run(PLAN, 10))


def test_progress_is_told_until_the_end() -> None:
    told: list[int] = []
    run(PLAN, 120, advance=told.append)
    assert sum(told) == 120
    assert len(told) == 60


def test_another_seed_gives_other_matches() -> None:
    other = Plan("luz", 3, PLAN.options, RANDOM, 8)
    assert state(run(PLAN, 10)) != state(run(other, 10))


def test_seeds_of_matches_differ() -> None:
    seeds = {match_seed(seed, number) for seed in range(30) for number in range(30)}
    assert len(seeds) == 900
    assert all(0 <= seed < 2**60 for seed in seeds)


def test_a_tally_counts_what_was_played() -> None:
    tally = run(PLAN, 25)
    assert tally.matches == 25
    assert [scores.total() for scores in tally.scores] == [25, 25, 25]
    assert sum(wins.total() for wins in tally.wins) == 25  # Luz has exactly one winner
    assert sum(tally.leads) == 0
    assert 25 < tally.decisions < 25 * LUZ.max_decisions


def test_shared_wins_are_counted_by_how_many_share() -> None:
    tally = Tally(3)
    tally.count([5, 5, 1], [1, 1, 3], 10)
    tally.count([2, 1, 0], [1, 2, 3], 12)
    assert [dict(wins) for wins in tally.wins] == [{2: 1, 1: 1}, {2: 1}, {}]
    assert tally.leads == [3 * 5 - 11 + 3 * 2 - 3, 3 * 5 - 11 + 3 * 1 - 3, 3 * 1 - 11 + 3 * 0 - 3]
    assert tally.decisions == 22


@pytest.mark.parametrize("level", ["novice", "casual"])
def test_bots_play_the_match_of_the_seed(level: str) -> None:
    plan = Plan("luz", 3, PLAN.options, level, 5)
    tally = run(plan, 1)
    seed = match_seed(5, 0)
    match = Match(LUZ, 3, PLAN.options, shuffle=shuffler(seed))
    bots = [make_bot(level, LUZ, match_seed(seed, seat)) for seat in range(3)]
    while not match.over:
        if not match.play_forced():
            match.play(match.turn, bots[match.turn].choose(match.view(match.turn)))
    assert [dict(scores) for scores in tally.scores] == [{score: 1} for score in match.scores()]
