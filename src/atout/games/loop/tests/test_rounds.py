"""Loop: going out, the end of a round, and how pairs move (LOOP-42 to LOOP-47)."""

from random import Random

import pytest

from atout.games.loop.reading import OUT
from atout.kernel.errors import NotYourTurnError

SEATS = (4, 5, 6)


def test_loop_42_a_pawn_at_once(at):
    t = at(["3", "5 10", "7", "11 12"])
    t.say("3")
    assert (t.fact("place", 0), t.pawns()) == ("1", {(0, "A1:1")})
    t.expect_refusal(0, "pass", "LOOP-42", "you-are-out", NotYourTurnError)
    t.say("pass", "7")
    assert (t.fact("place", 2), t.pawns()) == ("2", {(0, "A1:1"), (2, "C1:2")})
    assert [(seen.seat, seen.open) for seen in t.match.view(1).seen if seen.kind == OUT] == [(0, 1), (2, 2)]


def test_loop_42_the_pawn_stands_on_the_board_in_front(at):
    places = ["1 2 3 4", "4 3 2 1"]
    t = at(["3", "5 10", "7", "11 12"], round=3, places=places)
    t.say("3")
    assert t.fact("board", 0) == "C"
    assert {value for seat, value in t.pawns() if seat == 0} == {"A1:1", "D2:4", "C3:1"}


def test_loop_43_the_last_combination_stays_current(at):
    t = at(["3", "5 10", "2 2", "11 12"])
    t.say("3")
    assert t.current() == (0, "3")
    assert t.options_of(1) == ["pass", "5", "10"]
    t.say("5")
    assert t.current() == (1, "5")


def test_loop_43_unless_it_contains_an_8(at):
    t = at(["8", "5 10", "2 2", "11 12"])
    t.say("8")
    assert (t.current(), t.turn) == (None, 1)


@pytest.mark.parametrize("seats", SEATS)
def test_loop_44_the_last_player_ends_the_round(table, seats):
    for seed in range(4):
        t = table(seats, {"rounds": 1}, seed=seed)
        t.all_set_aside()
        rng = Random(seed)
        t.finish_round(rng.choice)
        assert t.match.over
        assert sorted(int(value.split(":")[1]) for _, value in t.pawns()) == list(range(1, seats + 1))


def test_loop_44_whatever_lies_on_the_table(at):
    t = at(["4", "", "13 13", ""], current="3", owner=2, finished=[0, 2, 0, 1])
    t.say("4")  # seat 2 could beat it
    assert t.fact("round") == "2"
    assert t.pawns() == {(0, "A1:3"), (1, "B1:2"), (2, "C1:4"), (3, "D1:1")}


def test_loop_45_reveal_first_then_out_then_the_8(at):
    t = at(["8 9", "5 10", "2 2", "11 12"], ["8 1"], current="10,11", owner=3)
    t.say("flip+8,9")
    assert (t.fact("direction"), t.fact("place", 0), t.turn, t.current()) == ("down", "1", 1, None)


def test_loop_45_the_end_of_the_round_comes_before_the_8(at):
    t = at(["8 9", "", "", "11 12"], ["8 1"], current="10,11", owner=3, finished=[0, 1, 2, 0])
    t.say("flip+8,9")
    assert (t.fact("round"), t.display().phase) == ("2", "aside")
    seen = [(entry.kind, entry.seat, entry.open) for entry in t.match.view(1).seen if entry.kind == OUT]
    assert seen[-2:] == [(OUT, 0, 3), (OUT, 3, 4)]


@pytest.mark.parametrize("seats", SEATS)
def test_loop_46_thirteen_cards_go_to_the_left_neighbour(table, seats):
    t = table(seats, seed=46)
    rng = Random(46)
    for number in range(1, seats):
        hands = [t.hand(seat) for seat in range(seats)]
        t.all_set_aside()
        t.finish_round(rng.choice)
        assert t.fact("round") == str(number + 1)
        for seat in range(seats):
            assert t.hand((seat + 1) % seats) == hands[seat]  # sorted: nobody learns what was set aside
            assert t.aside(seat) == ""
        assert t.fact("direction") == "up"


@pytest.mark.parametrize("seats", SEATS)
def test_loop_47_where_boards_are_and_who_starts(table, seats):
    for golden in range(seats):
        for number in range(1, seats + 1):
            t = table(seats, start={"golden": golden, "round": number})
            t.match.deal(range(13 * seats))
            for board in range(seats):
                assert t.fact("board", (board + number - 1) % seats) == "ABCDEF"[board]
            starter = (golden + number - 1) % seats
            assert t.all_who("golden") == [starter]
            t.all_set_aside()
            assert t.turn == starter


@pytest.mark.parametrize("seats", SEATS)
def test_loop_47_everybody_starts_once(table, seats):
    t = table(seats, seed=47)
    starters = []
    for _ in range(seats):
        t.all_set_aside()
        starters.append(t.turn)
        t.finish_round()
    assert sorted(starters) == list(range(seats))


# Examples


def test_ex_loop_7_places(at):
    t = at(["3", "5 10", "7", "11"])
    t.say("3", "pass", "7", "11")
    assert t.fact("round") == "2"
    assert t.pawns() == {(0, "A1:1"), (2, "C1:2"), (3, "D1:3"), (1, "B1:4")}


def test_ex_loop_25_boards_move(table):
    t = table(6, start={"golden": 4})
    t.match.deal(range(78))
    dealt = t.hand(1)
    starters = []
    for number in range(1, 7):
        if number == 4:
            assert t.hand(4) == dealt
        t.all_set_aside()
        starters.append(t.turn)
        t.finish_round()
    assert starters == [4, 5, 0, 1, 2, 3]


def test_ex_loop_27_complete_round(table, ex_27_hands):
    t = table(4, start={"golden": 2, "hands": ex_27_hands})
    t.all_set_aside("4 11", "4 5", "3 8", "1 8")
    t.say("6,7,8,9")
    assert t.turn == 2
    t.say("11,12,13", "pass", "pass", "pass")
    assert t.turn == 2
    t.say("2,3", "5,6", "11,12", "12,13", "pass", "flip+9,10")
    assert t.fact("direction") == "down"
    t.say("4,5", "1,2", "flip+8,9")
    assert (t.fact("direction"), t.fact("place", 2), t.turn) == ("up", "1", 3)
    t.say("3,3", "pass", "10,10", "pass", "pass")
    assert t.turn == 1
    t.say("4,5,6,7", "pass", "pass")
    assert t.turn == 1
    t.say("10")
    assert t.fact("place", 1) == "2"
    t.say("12", "13", "pass")
    assert t.turn == 0
    t.say("1,1", "pass", "2,2", "pass", "7", "9")
    assert (t.hand(0), t.hand(3)) == ("11", "6 7 13")
    t.say("11")
    assert t.pawns() == {(2, "C1:1"), (1, "B1:2"), (0, "A1:3"), (3, "D1:4")}
    assert (t.fact("round"), t.all_who("golden")) == ("2", [3])
    assert t.hand(3) == " ".join(map(str, sorted(map(int, ex_27_hands[2].split()))))
    t.all_set_aside()
    assert t.turn == 3
