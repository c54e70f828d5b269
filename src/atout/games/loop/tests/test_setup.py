"""Loop: setting up, and the start of a round (LOOP-01 to LOOP-12)."""

from collections import Counter
from random import Random

import pytest

from atout.games.loop import GAME
from atout.kernel.errors import NotYourTurnError
from atout.kernel.state import CHANCE
from atout.match import DealStep
from tests.kit.setup import expect_seats

SEATS = (4, 5, 6)


def test_loop_01_four_to_six_players():
    expect_seats(GAME, SEATS, "LOOP-01")


@pytest.mark.parametrize("seats", SEATS)
def test_loop_02_as_many_copies_of_each_value_as_players(table, seats):
    t = table(seats, start={"golden": 0})
    assert Counter(t.match.state.pack().names) == {str(value): seats for value in range(1, 14)}


@pytest.mark.parametrize("seats", SEATS)
def test_loop_03_thirteen_cards_each_and_none_is_left(table, seats):
    t = table(seats, seed=3)
    held = [t.hand(seat).split() for seat in range(seats)]
    assert [len(hand) for hand in held] == [13] * seats
    assert Counter(card for hand in held for card in hand) == {str(value): seats for value in range(1, 14)}


@pytest.mark.parametrize("seats", SEATS)
def test_loop_03_cards_are_dealt_once(table, seats):
    t = table(seats, seed=3)
    t.finish_match(Random(3))
    assert [len(step.order) for step in t.match.steps if isinstance(step, DealStep)] == [seats, 13 * seats]


def test_loop_03_nobody_acts_before_the_deal(table):
    t = table(4)
    for _ in range(2):
        assert t.turn == CHANCE
        t.expect_refusal(0, "7", "LOOP-03", "cards-first", NotYourTurnError)
        t.expect_refusal(3, "aside:7", "LOOP-03", "cards-first", NotYourTurnError)
        t.match.deal(range(len(t.match.state.pack())))
    assert t.turn == 0


@pytest.mark.parametrize("seats", SEATS)
def test_loop_04_the_golden_board_goes_to_anybody(table, seats):
    for golden in range(seats):
        t = table(seats)
        assert t.match.state.pack().kind == "seats"
        t.match.deal([golden, *(seat for seat in range(seats) if seat != golden)])
        t.match.deal(range(13 * seats))
        assert t.all_who("golden") == [golden]


@pytest.mark.parametrize("seats", SEATS)
def test_loop_04_board_and_cards_stay_together(table, seats):
    t = table(seats, seed=4)
    pairs = {t.fact("board", seat): t.hand(seat) for seat in range(seats)}
    assert sorted(pairs) == list("ABCDEF"[:seats])
    for _ in range(seats - 1):
        t.all_set_aside()
        t.finish_round()
        assert {t.fact("board", seat): t.hand(seat) for seat in range(seats)} == pairs


@pytest.mark.parametrize("seats", SEATS)
def test_loop_05_one_pawn_for_every_round(table, seats):
    t = table(seats, seed=5)
    for number in range(1, seats + 1):
        t.all_set_aside()
        t.finish_round()
        assert Counter(seat for seat, _ in t.pawns()) == dict.fromkeys(range(seats), number)


@pytest.mark.parametrize("seats", SEATS)
def test_loop_06_as_many_rounds_as_players(table, seats):
    t = table(seats, seed=6)
    for number in range(1, seats + 1):
        assert (t.fact("round"), t.fact("rounds"), t.match.over) == (str(number), str(seats), False)
        t.all_set_aside()
        t.finish_round()
    assert t.match.over


@pytest.mark.parametrize("action", ["pass", "aside:7", "7", "flip+7"])
def test_loop_06_nothing_can_be_done_afterwards(table, action):
    t = table(4, {"rounds": 1}, seed=6)
    t.all_set_aside()
    t.finish_round()
    with pytest.raises(ValueError, match=r"match is over.*\[LOOP-06\]"):
        t.match.play(0, action)


@pytest.mark.parametrize("seats", SEATS)
def test_loop_07_every_round_begins_with_up(table, seats):
    t = table(seats, seed=7)
    for _ in range(seats):
        assert t.fact("direction") == "up"
        t.all_set_aside()
        t.finish_round()


@pytest.mark.parametrize("seats", SEATS)
def test_loop_08_everybody_sees_the_pair_in_front(table, seats):
    t = table(seats, seed=8)
    for number in range(1, seats + 1):
        for observer in t.observers:
            for seat in range(seats):
                cards = t.hand(seat, observer).split()
                assert len(cards) == 13
                assert ("?" in cards) == (observer != seat)
        if number < seats:
            before = [t.hand(seat) for seat in range(seats)]
            t.all_set_aside()
            t.finish_round()
            assert [t.hand(seat) for seat in range(seats)] == [before[-1], *before[:-1]]


def test_loop_09_any_two_cards_can_be_set_aside(table, ex_27_hands):
    hand = sorted(map(int, ex_27_hands[0].split()))
    pairs = {(low, high) for k, low in enumerate(hand) for high in hand[k + 1 :]}
    found = set()
    t = table(4, start={"golden": 2, "hands": ex_27_hands})
    for low in t.match.legal(0):
        after = t.match.state.clone()
        after.apply(0, low)
        for high in after.legal(0):
            found.add((low, high))
    assert found == pairs


def test_loop_09_exactly_two(table, ex_27_hands):
    t = table(4, start={"golden": 2, "hands": ex_27_hands})
    t.say("aside:4")
    assert t.match.state.owing() == [0, 1, 2, 3]
    t.say("aside:11")
    assert t.match.state.owing() == [1, 2, 3]
    assert (t.hand(0), t.aside(0)) == ("1 1 2 2 4 5 7 11 11 12 13", "4 11")


def test_loop_09_refusals(table, ex_27_hands):
    t = table(4, start={"golden": 2, "hands": ex_27_hands})
    t.expect_refusal(0, "aside:3", "LOOP-09", "not-in-hand")
    t.expect_refusal(0, "aside:13", "LOOP-09", "second-card-needed")
    t.match.play(0, "aside:11")
    t.expect_refusal(0, "aside:7", "LOOP-09", "lower-card-first")
    t.expect_refusal(0, "aside:10", "LOOP-09", "not-in-hand")
    assert t.options_of(0) == ["aside:11", "aside:12", "aside:13"]


def test_loop_09_two_equal_highest_cards(table):
    hands = ["1 1 1 1 2 2 2 2 3 3 3 13 13", *["4 4 5 5 6 6 7 7 8 8 9 9 10"] * 2, "?? " * 13]
    t = table(4, start={"golden": 0, "hands": hands})
    assert "aside:13" in t.options_of(0)
    t.set_aside(0, "13 13")
    assert t.aside(0) == "13 13"


def test_loop_09_what_is_set_aside_cannot_be_played(at):
    t = at(["3 4 9", "5 6", "7 7", "10 11"], ["5 9"])
    assert t.options_of(0) == ["3", "4", "9", "3,4"]
    t.expect_refusal(0, "5", "LOOP-09", "set-aside-rests")
    t.expect_refusal(0, "3,4,5", "LOOP-09", "set-aside-rests")
    t.expect_refusal(0, "9,9", "LOOP-09", "set-aside-rests")
    t.expect_refusal(0, "6", "LOOP-15", "cards-not-held")


def test_loop_10_in_any_order(table, ex_27_hands):
    orders = [[0, 0, 1, 1, 2, 2, 3, 3], [3, 2, 1, 0, 0, 1, 2, 3], [2, 2, 0, 3, 0, 1, 3, 1]]
    cards = [["4", "11"], ["4", "5"], ["3", "8"], ["1", "8"]]
    ends = []
    for order in orders:
        t = table(4, start={"golden": 2, "hands": ex_27_hands})
        left = [list(two) for two in cards]
        for seat in order:
            assert t.display().phase == "aside"
            t.match.play(seat, f"aside:{left[seat].pop(0)}")
        assert (t.display().phase, t.turn) == ("play", 2)
        ends.append([(t.hand(seat), t.aside(seat)) for seat in range(4)])
    assert ends[0] == ends[1] == ends[2]


def test_loop_10_choices_are_secret(table, ex_27_hands):
    one, other = (table(4, start={"golden": 2, "hands": ex_27_hands}) for _ in range(2))
    one.set_aside(0, "4 11")
    other.set_aside(0, "1 2")
    for observer in one.observers[1:]:
        assert one.match.view(observer) == other.match.view(observer)
        assert one.aside(0, observer) == "? ?"
        assert len(one.hand(0, observer).split()) == 11
    assert one.all_who("ready") == [0]
    for t in (one, other):
        for seat, cards in [(1, "4 5"), (2, "3 8"), (3, "1 8")]:
            t.set_aside(seat, cards)
        assert t.all_who("ready") == []
    for observer in one.observers[1:]:
        assert one.match.view(observer) == other.match.view(observer)


def test_loop_10_half_a_choice_does_not_show(table, ex_27_hands):
    t = table(4, start={"golden": 2, "hands": ex_27_hands})
    t.match.play(0, "aside:4")
    assert t.all_who("ready") == []
    for observer in t.observers[1:]:
        assert (t.aside(0, observer), len(t.hand(0, observer).split())) == ("", 13)


def test_loop_10_a_choice_is_final_and_play_waits(table, ex_27_hands):
    t = table(4, start={"golden": 2, "hands": ex_27_hands})
    t.set_aside(2, "3 8")
    t.expect_refusal(2, "aside:6", "LOOP-10", "choice-is-final", NotYourTurnError)
    t.expect_refusal(2, "6", "LOOP-10", "set-aside-first", NotYourTurnError)
    t.expect_refusal(0, "7", "LOOP-10", "set-aside-first")
    t.expect_refusal(0, "pass", "LOOP-10", "set-aside-first")
    t.expect_refusal(0, -1, "LOOP-10", "set-aside-first")
    for seat in (0, 1, 3):
        t.set_aside(seat, " ".join(t.hand(seat).split()[:2]))
    t.expect_refusal(2, "aside:6", "LOOP-10", "set-aside-is-over")


@pytest.mark.parametrize("seats", SEATS)
def test_loop_11_the_golden_board_leads(table, seats):
    for seed in range(3):
        t = table(seats, seed=seed)
        for _ in range(seats):
            golden = t.all_who("golden")
            t.all_set_aside()
            assert [t.turn] == golden
            assert "pass" not in t.options_of(t.turn)
            t.finish_round()


@pytest.mark.sweep
@pytest.mark.parametrize("seats", SEATS)
def test_loop_12_turns_go_clockwise(table, seats):
    t = table(seats, seed=12)
    t.all_set_aside()
    first = t.turn
    t.say(next(text for text in t.options_of(first) if "8" not in text))
    for step in range(1, seats):
        assert t.turn == (first + step) % seats
        for other in range(seats):
            if other != t.turn:
                t.expect_refusal(other, "pass", "LOOP-12", "not-your-turn", NotYourTurnError)
        t.say("pass")


def test_loop_12_who_is_out_is_skipped(at):
    t = at(["2 3", "", "4 5", "", "6 7"], finished=[0, 1, 0, 2, 0])
    order = []
    for text in ("2", "4", "6", "pass"):
        order.append(t.turn)
        t.say(text)
    assert order == [0, 2, 4, 0]
    assert t.turn == 2
