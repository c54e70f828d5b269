"""Who sits where: everybody everywhere, with the same cards."""

from collections import Counter
from itertools import combinations

import pytest

from atout.arena.seating import deal_seed, line_up, participants


@pytest.mark.parametrize(("bots", "seats"), [("ab", 4), ("abc", 4), ("abcd", 4), ("abc", 3), ("abcde", 3), ("ab", 5)])
def test_in_one_deal_everybody_sits_on_every_chair(bots: str, seats: int) -> None:
    for deal in range(4):
        tables = [line_up(bots, seats, 1, deal * seats + turn) for turn in range(seats)]
        invited = Counter(participants(tuple(bots), seats, 1, deal))
        for seat in range(seats):
            assert Counter(table[seat] for table in tables) == invited


def test_one_seating_is_the_last_one_moved_on_by_a_chair() -> None:
    first, second = line_up("abcd", 4, 3, 8), line_up("abcd", 4, 3, 9)
    assert [second[(seat + 1) % 4] for seat in range(4)] == first


@pytest.mark.parametrize(("bots", "seats", "deals"), [("ab", 3, 2), ("abc", 4, 3), ("abcd", 6, 4)])
def test_spare_chairs_go_round(bots: str, seats: int, deals: int) -> None:
    chairs = Counter(name for deal in range(deals) for name in participants(tuple(bots), seats, 1, deal))
    assert set(chairs.values()) == {seats * deals // len(bots)}


def test_all_groups_of_many_bots_meet() -> None:
    met = [tuple(sorted(participants(tuple("abcde"), 3, 7, deal))) for deal in range(10)]
    assert sorted(met) == list(combinations("abcde", 3))


def test_neighbours_change_from_deal_to_deal() -> None:
    orders = {tuple(line_up("abcd", 4, 1, 4 * deal)) for deal in range(30)}
    assert len(orders) > 10


def test_deals_have_seeds_of_their_own() -> None:
    assert len({deal_seed(seed, deal) for seed in range(10) for deal in range(10)}) == 100
