"""Loop: the counting behind the worlds, against plain enumeration, and worlds in positions that are hard to draw."""

from collections import Counter
from itertools import product
from math import factorial

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from atout.games.loop import GAME
from atout.games.loop.cards import count_values, values
from atout.games.loop.shares import Shares
from atout.kernel.log import SPECTATOR
from atout.kernel.rng import Rng
from atout.match import Match, shuffler
from tests.conformance.statistics import ALARM, chi_squared

# unseen cards, the room of each pair, what each pair holds for certain
CASES = [
    ("5 5 6", [2, 1], ["", ""]),
    ("5 5 6 6 6", [3, 2], ["5", ""]),
    ("5 5 6 6 6", [3, 2], ["5", "6"]),
    ("1 1 1 2 2 13 13", [3, 2, 2], ["1", "13", ""]),
    ("1 1 1 1 2 2 2 2 3 3 3 3", [6, 6], ["1 1 2 3", "2 3 3"]),
    ("4 4 4 4 4 9 9 9 9 9", [4, 3, 3], ["4 4", "9", "4 9"]),
    ("1 2 3 4 5 6 7 7 7", [2, 2, 2, 3], ["1", "2", "3", "7"]),
    ("8 8 8 8 8 8", [1, 2, 3], ["", "8", "8"]),
    ("3 4 12", [3], ["4"]),
    ("2 2 2 11 11 12", [1, 1, 1, 1, 1, 1], ["2", "", "", "11", "", ""]),
]


def sharings(unseen, rooms, least):
    """Return every way in which different cards can lie in the pairs, counted by what the pairs then hold."""
    kinds = sorted(set(unseen))
    found: Counter[tuple[tuple[int, ...], ...]] = Counter()
    pairs = range(len(rooms))
    ways_of = []
    for value in kinds:
        total = unseen.count(value)
        ways_of.append([n for n in product(range(total + 1), repeat=len(rooms)) if sum(n) == total])
    for numbers in product(*ways_of):
        hands = [[kind for k, kind in enumerate(kinds) for _ in range(numbers[k][pair])] for pair in pairs]
        if all(len(hands[p]) == rooms[p] and not Counter(least[p]) - Counter(hands[p]) for p in pairs):
            ways = 1
            for k, value in enumerate(kinds):
                ways *= factorial(unseen.count(value))
                for number in numbers[k]:
                    ways //= factorial(number)
            found[tuple(tuple(hand) for hand in hands)] += ways
    return found


@pytest.mark.sweep
@pytest.mark.parametrize(("unseen", "rooms", "least"), CASES)
def test_shares_are_drawn_as_often_as_cards_can_lie_so(unseen, rooms, least):
    cards = [int(word) for word in unseen.split()]
    bounds = [[int(word) for word in line.split()] for line in least]
    weights = sharings(cards, rooms, bounds)
    shares = Shares(count_values(cards), vec[i64](rooms), vec[i64]([count_values(bound) for bound in bounds]))
    out = vec[i64]([0 for _ in rooms])
    rng = Rng(len(cards))
    counts: Counter[tuple[tuple[int, ...], ...]] = Counter()
    for _ in range(max(2000, 8 * sum(weights.values()) // min(weights.values()))):
        shares.draw(rng, out)
        counts[tuple(tuple(values(hand)) for hand in out)] += 1
    assert counts.keys() <= weights.keys()
    if len(weights) > 1:
        assert chi_squared(counts, weights) > ALARM


@pytest.mark.parametrize("seats", [4, 5, 6])
def test_worlds_for_spectators_at_the_start_of_every_round(seats):
    """Nobody else knows as little, so these tables are the largest; every world fits."""
    match = Match(GAME, seats, shuffle=shuffler(seats))
    rng = Rng(seats)
    number = 0
    while not match.over:
        if match.state.line() // 1000 > number:
            number = match.state.line() // 1000
            view = match.view(SPECTATOR)
            sampler = GAME.sampler(view)
            for _ in range(5):
                assert sampler.draw(rng).view(SPECTATOR) == view
        legal = match.legal(match.turn)
        match.play(match.turn, legal[rng.below(len(legal))])
    assert number == seats


def test_half_a_choice_is_never_the_only_highest_card(table):
    hands = ["?? " * 13, "1 1 2 2 3 3 4 4 5 5 6 6 13", "?? " * 13, "?? " * 13]
    t = table(4, start={"golden": 0, "round": 2, "hands": hands})
    t.match.play(1, "aside:6")
    sampler = GAME.sampler(t.match.view(0))  # seat 0 has held this hand
    drawn = Counter(sampler.draw(Rng(seed)).view(1).seen[-1].value for seed in range(600))
    assert set(drawn) == {1, 2, 3, 4, 5, 6}
    assert chi_squared(drawn, dict.fromkeys(drawn, 1)) > ALARM


def test_a_world_can_be_seen_and_drawn_from_by_others(table):
    """Within a world every other seat has a view from which worlds can be drawn in turn."""
    t = table(5, seed=3)
    for _ in range(2):
        t.all_set_aside()
        t.finish_round()
    t.all_set_aside()
    world = GAME.sampler(t.match.view(2)).draw(Rng(1))
    for seat in range(5):
        view = world.view(seat)
        assert GAME.sampler(view).draw(Rng(seat)).view(seat) == view
