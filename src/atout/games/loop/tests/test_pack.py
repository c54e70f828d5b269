"""Loop: the small pack (option pack), for exact work."""

from collections import Counter
from random import Random

import pytest

from atout.games.loop import GAME
from atout.games.loop.reading import read
from atout.kernel.errors import NotationError
from atout.kernel.rng import Rng
from atout.match import Match, shuffler
from tests.kit.advice import advised_deal

SMALL: dict[str, object] = {"pack": "small", "rounds": "1"}
SEATS = (4, 5, 6)
DECK = ["6", "7", "8", "9"]
HANDS = ["6 7 8 9", "6 6 7 9", "7 8 8 9", "6 7 8 9"]
ASIDE = ["8 9", "6 6", "7 9", "6 8"]


@pytest.mark.parametrize("seats", SEATS)
def test_the_pack_is_dealt_out_four_cards_each(table, seats):
    t = table(seats, SMALL, {"golden": 0})
    assert Counter(t.match.state.pack().names) == {value: seats for value in DECK}
    t.match.deal(Random(seats).sample(range(4 * seats), 4 * seats))
    hands = [t.hand(seat).split() for seat in range(seats)]
    assert Counter(card for hand in hands for card in hand) == {value: seats for value in DECK}
    for observer in t.observers:
        assert [len(t.hand(seat, observer).split()) for seat in range(seats)] == [4] * seats


@pytest.mark.parametrize("seats", SEATS)
def test_two_cards_are_set_aside_and_two_are_played(table, seats):
    t = table(seats, SMALL, seed=seats)
    t.set_aside(0, " ".join(t.hand(0).split()[:2]))
    assert [len(t.hand(seat, 1).split()) for seat in range(seats)] == [2] + [4] * (seats - 1)
    for seat in range(1, seats):
        t.set_aside(seat, " ".join(t.hand(seat).split()[:2]))
    assert [len(t.hand(seat).split()) for seat in range(seats)] == [2] * seats
    t.finish_round()
    assert t.match.over
    assert sorted(t.match.scores()) == [1] * seats  # one pawn on each board


def test_a_whole_round(table):
    t = table(4, SMALL, {"golden": 0})
    t.deal_hands(HANDS)
    t.all_set_aside(*ASIDE)
    assert [t.hand(seat) for seat in range(4)] == ["6 7", "7 9", "8 8", "7 9"]
    assert t.options_of(0) == ["6", "7", "6,7"]
    t.say("6")
    assert t.options_of(1) == ["pass", "7", "9"]
    t.say("9", "pass")
    assert t.options_of(3) == ["pass", "flip+7"]
    t.say("flip+7", "pass", "pass", "pass")  # lower wins now, and seat 3 leads
    t.say("9")  # seat 3 is out
    assert t.options_of(0) == ["pass", "7"]
    t.say("7")  # seat 0 is out
    assert t.options_of(1) == ["pass"]
    t.say("pass", "pass")  # nobody follows, so the next seat with cards leads
    t.say("7")
    assert t.match.over
    assert [fact.value for fact in t.display().facts if fact.name == "pawn"] == ["A1:2", "B1:3", "C1:4", "D1:1"]


def test_an_eight_takes_the_trick(table):
    t = table(4, SMALL, {"golden": 2})
    t.deal_hands(HANDS)
    t.all_set_aside(*ASIDE)
    t.say("8")
    assert t.turn == 2
    t.say("8")
    assert (t.turn, t.fact("place", 2)) == (3, "1")


@pytest.mark.parametrize("seats", SEATS)
def test_hands_go_around_with_their_boards(table, seats):
    t = table(seats, {"pack": "small"}, seed=2)
    hands = [t.hand(seat) for seat in range(seats)]
    for number in range(seats):
        assert [t.hand((seat + number) % seats) for seat in range(seats)] == hands
        t.all_set_aside()
        t.finish_round()
    assert t.match.over
    pawns = [fact.value for fact in t.display().facts if fact.name == "pawn"]
    for number in range(1, seats + 1):
        rows = sorted(pawn.partition(":")[2] for pawn in pawns if pawn[1:].startswith(f"{number}:"))
        assert rows == [str(row) for row in range(1, seats + 1)]


def test_of_a_single_round_the_rows_can_decide(table):
    t = table(4, SMALL | {"tie": "more_first_places"}, {"golden": 0})
    t.deal_hands(HANDS)
    t.all_set_aside(*ASIDE)
    t.say("6", "9", "pass", "flip+7", "pass", "pass", "pass", "9", "7", "pass", "pass", "7")
    assert (t.match.scores(), t.match.places()) == ([1, 1, 1, 1], [2, 3, 4, 1])


def test_positions_know_the_pack(table):
    t = table(4, SMALL, {"golden": 0, "hands": ["6 7 8 9", "?? ?? ?? ??", "?? ?? ?? ??", "9 9 9 ??"]})
    assert Counter(" ".join(t.hand(seat) for seat in range(4)).split()) == {value: 4 for value in DECK}
    within = {"golden": 0, "hands": ["6 7", "9", "8 8", "7"], "aside": ["8 9", "6 6", "7 9", "6 8"]}
    t = table(4, SMALL, within | {"current": "7", "owner": 1, "turn": 2, "played": ["", "7", "", "9"]})
    assert t.options_of(2) == ["pass", "8"]
    for wrong, why in (
        ({"hands": ["5 6 7 8", "?? ?? ?? ??", "?? ?? ?? ??", "?? ?? ?? ??"]}, "more often than the pack has them"),
        ({"hands": ["6 7 8", "?? ?? ?? ??", "?? ?? ?? ??", "?? ?? ?? ??"]}, "hand 0 must have 4 cards"),
        (within | {"hands": ["6 7 9", "9", "8 8", "7"]}, "hand 0 must have 1 to 2 cards"),
    ):
        with pytest.raises(NotationError, match=why):
            table(4, SMALL, {"golden": 0} | wrong)


@pytest.mark.parametrize("seats", SEATS)
def test_worlds_have_the_cards_of_the_pack(seats):
    match = Match(GAME, seats, {"pack": "small"}, shuffle=shuffler(5))
    rng = Random(5)
    draws = Rng(5)
    while not match.over:
        seat = rng.choice(match.state.owing())
        view = match.view(seat)
        world = GAME.sampler(view).draw(draws)
        assert world.view(seat) == view
        cards: Counter[int] = Counter()
        for other in range(seats):
            seen = world.view(other)
            now = read(seen)
            cards.update(number_of(now.cards[(other - now.number + 1) % seats]))
        assert cards == {int(value): seats for value in DECK}
        match.play(seat, rng.choice(match.legal(seat)))


def number_of(cards):
    """Return how often each value is there, from four bits for each."""
    return {value: cards >> 4 * value - 4 & 15 for value in range(1, 14) if cards >> 4 * value - 4 & 15}


@pytest.mark.parametrize("seats", SEATS)
def test_advice_plays_to_the_end(seats):
    state = advised_deal(GAME, seats, {"pack": "small"}, Rng(seats))
    assert len(state.score_lines()) == seats * seats
