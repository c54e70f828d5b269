"""Njet!: the first phase, tokens on the board (NJET-10 to NJET-15)."""

import pytest

from atout.games.njet import GAME
from atout.kernel.errors import NotYourTurnError

ALL_BUT_ROW_1 = [GAME.text(action) for action in range(5, 25)]


def test_njet_10_the_dealer_begins_and_it_goes_clockwise(table):
    t = table(4)
    t.draw(2)
    t.deal()
    placed = []
    for text in ("cover:trump-red", "cover:lay-1", "cover:points-1", "cover:super-red", "cover:trump-blue"):
        for seat in range(4):
            if seat != t.turn:
                t.expect_refusal(seat, text, "NJET-10", "not-your-token", NotYourTurnError)
        placed.append(t.turn)
        t.say(text)
    assert placed == [2, 3, 0, 1, 2]


def test_njet_10_only_spaces_can_be_covered(table):
    t = table(4, seed=1)
    for number in (-1, 130):
        t.expect_refusal(t.turn, number, "NJET-10", "cover-one-space")


def test_njet_11_a_covered_space_cannot_be_covered_again(table):
    t = table(4, seed=1)
    t.say("cover:trump-red")
    t.expect_refusal(t.turn, "cover:trump-red", "NJET-11", "space-already-covered")


def test_njet_11_last_open_space_of_a_row_stays_open(table):
    t = table(4, seed=1)
    t.say("cover:points-1", "cover:points-2", "cover:points-3", "cover:points-minus-2")
    t.expect_refusal(t.turn, "cover:points-4", "NJET-11", "last-open-space-stays")
    assert t.open_spaces().count("points-4") == 1


def test_njet_11_own_character_may_be_covered(table):
    t = table(4)
    t.draw(1)
    t.deal()
    t.say("cover:start-c2")
    assert "start-c2" not in t.open_spaces()


def test_njet_12_there_is_no_way_to_pass(table):
    t = table(3, seed=1)
    assert all(text.startswith("cover:") for text in t.options_of(t.turn))
    t.expect_refusal(t.turn, "R7", "NJET-13", "tokens-first")
    while t.display().phase == "tokens":
        assert len(t.options_of(t.turn)) >= 2
        t.say(t.options_of(t.turn)[-1])


@pytest.mark.parametrize(("seats", "tokens"), [(2, 17), (3, 18), (4, 19), (5, 20)])
def test_njet_13_the_phase_ends_with_one_open_space_in_each_row(table, seats, tokens):
    t = table(seats, seed=seats)
    covered: list[str] = []
    while t.display().phase == "tokens":
        text = t.options_of(t.turn)[len(covered) % 3 % len(t.options_of(t.turn))]
        t.say(text)
        covered.append(text.removeprefix("cover:"))
        assert not set(covered) & set(t.open_spaces())  # no token is ever moved
    assert len(covered) == tokens
    assert len(t.open_spaces()) == 5
    assert [space.split("-")[0] for space in t.open_spaces()][0::2] == ["start", "trump", "points"]
    t.expect_refusal(t.turn, f"cover:{covered[0]}", "NJET-13", "board-is-settled")


@pytest.mark.parametrize(("seats", "tokens"), [(2, 1), (3, 2), (4, 3), (5, 4)])
def test_njet_14_row_1_has_one_space_for_each_player(table, seats, tokens):
    t = table(seats, seed=1)
    for _ in range(tokens):
        start = [text for text in t.options_of(t.turn) if text.startswith("cover:start-")]
        assert len(start) >= 2
        t.say(start[0])
    assert not [text for text in t.options_of(t.turn) if text.startswith("cover:start-")]
    assert len([space for space in t.open_spaces() if space.startswith("start-")]) == 1


@pytest.mark.parametrize("seat", range(5))
def test_njet_15_the_open_character_starts(table, seat):
    t = table(5, seed=3)
    t.settle(f"start-c{seat + 1}", "lay-none")
    assert t.who("start_player") == seat
    assert t.turn == seat  # forms the teams
    t.say("team:AB")
    assert t.turn == seat  # and leads


def test_njet_ex_02_a_token_strikes_out_one_option_only(table):
    t = table(4, seed=1)
    t.say("cover:trump-blue")
    assert "trump-blue" not in t.open_spaces()
    assert "super-blue" in t.open_spaces()
    t.settle("super-blue")
    assert t.fact("trump") != "trump-blue"
    assert t.fact("supertrump") == "super-blue"


def test_njet_ex_07_legal_token_spaces(table):
    t = table(3, start={"characters": [1, 2, 4], "dealer": 0})
    t.deal()
    assert t.options_of(0) == ["cover:start-c1", "cover:start-c2", "cover:start-c4", *ALL_BUT_ROW_1]
    assert len(t.options_of(0)) == 23
    t.say("cover:start-c1", "cover:start-c4")
    assert t.options_of(2) == ALL_BUT_ROW_1
    t.expect_refusal(2, "cover:start-c2", "NJET-11", "last-open-space-stays")
    t.settle()
    assert t.who("start_player") == 1


def test_njet_ex_08_token_count_with_two_players(table):
    t = table(2)
    t.draw(1)
    t.deal()
    placed = []
    while t.display().phase == "tokens":
        placed.append(t.turn)
        t.say(t.options_of(t.turn)[0])
    assert placed == [1, 0] * 8 + [1]
    assert (len(placed), placed.count(1)) == (17, 9)
