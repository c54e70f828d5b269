"""The dealer: every placement that fits is equally likely, counted one by one."""

import random
from collections import Counter
from collections.abc import Sequence
from math import factorial

import pytest

from atout.kernel.dealer import Dealer, UnseenCards, open_places
from atout.kernel.rng import Rng
from tests.conformance.statistics import ALARM, chi_squared

Placement = tuple[int, ...]  # of each card, its place


def dealer(allowed: Sequence[Sequence[int]], rooms: Sequence[int]) -> Dealer:
    return Dealer([sum(2**place for place in places) for places in allowed], rooms)


def placements(allowed: Sequence[Sequence[int]], rooms: Sequence[int]) -> list[Placement]:
    """Return all placements, by trying."""
    if not allowed:
        return [()]
    found = []
    for place in allowed[0]:
        if rooms[place]:
            left = [room - (k == place) for k, room in enumerate(rooms)]
            found += [(place, *rest) for rest in placements(allowed[1:], left)]
    return found


def draws(source: Dealer, number: int, seed: int) -> Counter[Placement]:
    rng = Rng(seed)
    return Counter(tuple(source.draw_list(rng)) for _ in range(number))


def problems() -> list[tuple[list[list[int]], list[int]]]:
    """Return random small problems that have a solution: with and without bars, empty places, parts that are apart."""
    rng = random.Random(4)
    found: list[tuple[list[list[int]], list[int]]] = []
    while len(found) < 40:
        rooms = [rng.randrange(4) for _ in range(rng.randint(1, 4))]
        patterns = [rng.sample(range(len(rooms)), rng.randint(1, len(rooms))) for _ in range(rng.randint(1, 4))]
        allowed = [sorted(rng.choice(patterns)) for _ in range(sum(rooms))]
        if 1 <= len(placements(allowed, rooms)) <= 400:
            found.append((allowed, rooms))
    return found


@pytest.mark.parametrize(("allowed", "rooms"), problems())
def test_all_placements_are_equally_likely(allowed: list[list[int]], rooms: list[int]) -> None:
    fitting = placements(allowed, rooms)
    source = dealer(allowed, rooms)
    assert source.ways() == pytest.approx(len(fitting))
    counts = draws(source, 12 * len(fitting), seed=len(fitting))
    assert chi_squared(counts, dict.fromkeys(fitting, 1)) > ALARM


def test_the_example_that_dealing_card_by_card_gets_wrong() -> None:
    """Rooms 2/1/1; one card may not lie in the first place, another not in the second: 3/5, not 1/2."""
    allowed = [[1, 2], [0, 2], [0, 1, 2], [0, 1, 2]]
    fitting = placements(allowed, [2, 1, 1])
    assert len(fitting) == 5
    assert sum(placement[0] == 1 for placement in fitting) == 3
    counts = draws(dealer(allowed, [2, 1, 1]), 10_000, seed=1)
    second = sum(count for placement, count in counts.items() if placement[0] == 1)
    assert abs(second - 6000) < 300  # six standard deviations
    assert chi_squared(counts, dict.fromkeys(fitting, 1)) > ALARM


def test_without_bars_it_is_a_shuffle() -> None:
    allowed = [[0, 1, 2]] * 6
    source = dealer(allowed, [1, 2, 3])
    assert source.ways() == 60
    assert chi_squared(draws(source, 1200, seed=2), dict.fromkeys(placements(allowed, [1, 2, 3]), 1)) > ALARM


def test_a_card_with_one_place_lies_there() -> None:
    counts = draws(dealer([[1], [0, 1], [0, 1]], [1, 2]), 200, seed=3)
    assert set(counts) == {(1, 0, 1), (1, 1, 0)}


def test_nothing_to_deal() -> None:
    source = dealer([], [])
    assert source.ways() == 1
    assert source.draw_list(Rng(1)) == []
    assert dealer([], [0, 0]).ways() == 1


def test_draws_do_not_depend_on_draws_before() -> None:
    allowed = [[0, 1], [0, 2], [1, 2], [0, 1, 2], [0, 1, 2], [2]]
    source, fresh = dealer(allowed, [2, 2, 2]), dealer(allowed, [2, 2, 2])
    draws(source, 100, seed=4)
    assert draws(source, 20, seed=5) == draws(fresh, 20, seed=5)


def test_the_rooms_that_were_given_are_not_touched() -> None:
    rooms = [1, 1]
    source = Dealer([3, 3], rooms)
    source.draw_list(Rng(1))
    assert rooms == [1, 1]


def test_a_whole_pack_without_bars() -> None:
    source = dealer([range(5)] * 60, [10, 10, 10, 10, 20])
    ways = factorial(60) // (factorial(10) ** 4 * factorial(20))
    assert source.ways() == pytest.approx(ways, rel=1e-12)


@pytest.mark.sweep
def test_a_whole_pack_with_bars() -> None:
    """Four hands of six, each void in one of five suits, and six cards left over: counted as a sum of products."""
    suits = [suit for suit in range(5) for _ in range(6)]
    allowed = [[place for place in range(5) if place == 4 or place != suit] for suit in suits]
    source = dealer(allowed, [6] * 5)
    assert source.ways() == pytest.approx(void_hands(), rel=1e-9)
    for placement in draws(source, 50, seed=6):
        assert all(place in places for place, places in zip(placement, allowed, strict=True))
        assert [placement.count(place) for place in range(5)] == [6] * 5


def void_hands() -> int:
    """Return the number of deals: suit by suit, in how many ways its six cards go to the places open to it."""
    ways: Counter[tuple[int, ...]] = Counter({(6, 6, 6, 6, 6): 1})
    for suit in range(5):
        places = [place for place in range(5) if place == 4 or place != suit]
        longer: Counter[tuple[int, ...]] = Counter()
        for left, count in ways.items():
            for taken in shares(6, [left[place] for place in places]):
                after = list(left)
                number = factorial(6)
                for place, cards in zip(places, taken, strict=True):
                    after[place] -= cards
                    number //= factorial(cards)
                longer[tuple(after)] += count * number
        ways = longer
    return ways[0, 0, 0, 0, 0]


def shares(cards: int, rooms: list[int]) -> list[list[int]]:
    """Return how many of the cards can go to each place."""
    if len(rooms) == 1:
        return [[cards]] if cards <= rooms[0] else []
    return [[here, *rest] for here in range(min(cards, rooms[0]) + 1) for rest in shares(cards - here, rooms[1:])]


@pytest.mark.parametrize(
    ("allowed", "rooms"),
    [
        ([[0]], [2]),  # too few cards
        ([[0], [0]], [1]),  # too many
        ([[0], [0]], [1, 1]),  # two cards for one place
        ([[0], []], [1, 1]),  # a card that may lie nowhere
        ([[0], [1]], [2, 0]),  # a card whose only place has no room
        ([[0, 1], [0, 1], [2]], [1, 0, 2]),  # a part that is too full
        ([[0]], [1] + [0] * 62),  # too many places
    ],
)
def test_what_does_not_fit_is_refused(allowed: list[list[int]], rooms: list[int]) -> None:
    with pytest.raises(ValueError, match=r"match|no place|not fit"):
        dealer(allowed, rooms)


def test_unseen_cards_lie_where_they_may() -> None:
    cards = [0, 2, 5]
    allowed = open_places(cards, [0b000101, -1, 0b100000])
    assert allowed == [0b011, 0b011, 0b110]
    unseen, rng = UnseenCards(cards, allowed, [1, 1, 1]), Rng(1)
    seen = set()
    for _ in range(50):
        unseen.draw(rng)
        seen.add(tuple(unseen.places))
    assert seen == {(0, 1, 2), (1, 0, 2)}
