"""Loop: the 8 in a combination and the set-aside 8 (LOOP-29 to LOOP-41)."""

import pytest

from atout.kernel.log import SPECTATOR


@pytest.mark.parametrize("play", ["8", "8,8", "8,8,8", "8,8,8,8", "7,8", "8,9", "7,8,9", "5,6,7,8"])
def test_loop_29_an_8_ends_the_trick_at_once(at, play):
    t = at(["3", "5 6 7 8 8 8 8 9 10", "1 1", "2 2"], turn=1)
    t.say(play)
    assert (t.turn, t.current()) == (1, None)
    assert "pass" not in t.options_of(1)


def test_loop_29_also_over_another_combination(at):
    t = at(["3 4", "8 10", "1 13", "2 2"])
    t.say("3", "8")
    assert (t.turn, t.current()) == (1, None)
    t.say("10", "13")
    assert t.current() == (2, "13")


@pytest.mark.parametrize(
    ("current", "play", "direction"),
    [("9", "8", "up"), ("9,10", "8,9", "up"), ("10,10", "8,8", "up"), ("7", "8", "down"), ("5,6,7", "6,7,8", "down")],
)
def test_loop_30_an_8_must_beat_like_any_other(at, current, play, direction):
    t = at([f"{play.replace(',', ' ')} 12", "1 1", "2 2", "3 3"], current=current, owner=3, direction=direction)
    t.expect_refusal(0, play, "LOOP-30", "eight-must-beat")


def test_loop_31_several_8s_can_be_led_in_a_row(at):
    t = at(["8 8 8 9 3", "10 11", "12 12", "13 13"])
    for text in ("8", "8", "8,9"):
        t.say(text)
        assert (t.turn, t.current()) == (0, None)
    t.say("3")
    assert t.turn == 1


def test_loop_32_the_others_may_play_in_the_next_trick(at):
    t = at(["8 3 5", "10 11", "12 12", "13 13"])
    t.say("8", "3")
    assert t.options_of(1) == ["pass", "10", "11"]
    t.say("10")
    assert t.options_of(2) == ["pass", "12"]


def test_loop_33_out_with_an_8(at):
    t = at(["3 4", "8", "12 12", "13 13"], turn=1)
    t.say("8")
    assert (t.fact("place", 1), t.turn, t.current()) == ("1", 2, None)
    t = at(["3 4", "8", "", "13 13"], turn=1, finished=[0, 0, 1, 0])
    t.say("8")
    assert (t.fact("place", 1), t.turn, t.current()) == ("2", 3, None)


def table_to_reveal(at, hand, aside, current, direction="up", **more):
    return at([hand, "1 1", "2 2", "3 3"], [aside], current=current, owner=3, direction=direction, **more)


def test_loop_34_reveal_and_play_in_one_turn(at):
    t = table_to_reveal(at, "5 12 13", "8 9", "10")
    assert t.options_of(0) == ["pass", "12", "13", "flip+5"]
    t.say("flip+5")
    assert (t.fact("direction"), t.current(), t.turn) == ("down", (0, "5"), 1)


@pytest.mark.parametrize("aside", ["7 9", "1 13"])
def test_loop_34_without_a_hidden_8_no_reveal(at, aside):
    t = table_to_reveal(at, "5 8 13", aside, "10")
    assert t.options_of(0) == ["pass", "13"]
    t.expect_refusal(0, "flip+5", "LOOP-34", "no-hidden-eight")


@pytest.mark.parametrize(
    ("play", "direction"), [("flip+12", "up"), ("flip+10", "up"), ("flip+5", "down"), ("flip+10", "down")]
)
def test_loop_35_the_play_must_benefit(at, play, direction):
    t = table_to_reveal(at, "5 10 12", "8 9", "10", direction)
    t.expect_refusal(0, play, "LOOP-35", "flip-must-benefit")


def test_loop_35_kind_and_number_stay_bound(at):
    t = table_to_reveal(at, "5 5 6 12", "8 9", "10")
    t.expect_refusal(0, "flip+5,5", "LOOP-17", "wrong-number")
    t = table_to_reveal(at, "5 5 6 12", "8 9", "10,11")
    t.expect_refusal(0, "flip+5,5", "LOOP-17", "wrong-kind")
    t.expect_refusal(0, "flip+6,7", "LOOP-15", "cards-not-held")
    assert t.options_of(0) == ["pass", "flip+5,6"]


def test_loop_36_no_reveal_when_leading(at):
    t = at(["5 12 13", "1 1", "2 2", "3 3"], ["8 9"])
    assert all("flip" not in text for text in t.options_of(0))
    t.expect_refusal(0, "flip+5", "LOOP-36", "no-flip-when-leading")


def test_loop_37_one_reveal_per_turn_the_second_later(at):
    t = at(["3 6 12 13", "1 5 5", "2 4 9", "7 7 11"], ["8 8"], current="12", owner=3)
    assert t.options_of(0) == ["pass", "13", "flip+3", "flip+6"]
    t.say("flip+3")
    assert (t.fact("direction"), t.aside(0)) == ("down", "8 8")
    t.say("1", "pass", "pass")
    assert t.options_of(0) == ["pass", "flip+6", "flip+12", "flip+13"]
    t.say("flip+6")
    assert t.fact("direction") == "up"
    t.say("pass", "9", "11")
    t.expect_refusal(0, "flip+12", "LOOP-39", "eight-already-revealed")


def test_loop_38_the_new_direction_lasts(at):
    t = table_to_reveal(at, "5 6 12 13", "8 9", "10")
    t.say("flip+5", "pass", "pass", "pass")
    assert t.fact("direction") == "down"
    t.say("13", "1")
    assert (t.fact("direction"), t.current()) == ("down", (1, "1"))


def test_loop_38_until_the_next_reveal_or_the_end_of_the_round(at):
    t = at(["5 12", "10 11", "2 2", "9 9"], ["8 9", "8 13"], current="10", owner=3)
    t.say("flip+5", "flip+10")
    assert t.fact("direction") == "up"
    t = at(["5", "", "", "9 9"], ["8 9"], current="10", owner=3, finished=[0, 1, 2, 0], round=1)
    t.say("flip+5")
    assert (t.fact("round"), t.fact("direction")) == ("2", "up")


def test_loop_39_the_revealed_8_stays_and_is_not_played(at):
    t = table_to_reveal(at, "5 6 12", "8 9", "10")
    t.say("flip+5")
    assert t.turn == 1  # the revealed 8 ends no trick
    for observer in t.observers:
        zone = next(z for z in t.display(observer).zones if z.name == "set_aside" and z.seat == 0)
        assert [(card.text, card.mark) for card in zone.cards] == [
            ("8", "revealed"),
            ("9" if observer == 0 else "?", ""),
        ]
    t.say("pass", "2", "pass")
    assert t.hand(0) == "6 12"
    t.expect_refusal(0, "flip+6", "LOOP-39", "eight-already-revealed")
    t.expect_refusal(0, "8", "LOOP-15", "cards-not-held")


def test_loop_40_a_reveal_with_an_8_from_the_hand(at):
    t = table_to_reveal(at, "3 8 9", "8 13", "10,11")
    t.say("flip+8,9")
    assert (t.fact("direction"), t.turn, t.current()) == ("down", 0, None)


def test_loop_41_nobody_has_to_reveal(at):
    t = table_to_reveal(at, "5 6 9", "8 9", "10")
    assert t.options_of(0) == ["pass", "flip+5", "flip+6", "flip+9"]
    t.say("pass")
    assert (t.fact("direction"), t.aside(0, SPECTATOR)) == ("up", "? ?")


# Examples


def test_ex_loop_8_reveal(at):
    t = at(["6 6 9", "3 10", "4 5 12", "2 7"], ["8 13"], current="1,1", owner=3, direction="down")
    t.expect_refusal(0, "6,6", "LOOP-20", "must-be-lower")
    assert t.options_of(0) == ["pass", "flip+6,6"]
    t.say("flip+6,6")
    assert (t.fact("direction"), t.current()) == ("up", (0, "6,6"))


def test_ex_loop_16_8_leads(at):
    t = at(["5 6", "2 2 7 8 8 9 13", "3 3", "10 10"], turn=1)
    t.say("7,8,9")
    assert (t.turn, t.current()) == (1, None)
    t.say("8")
    assert (t.turn, t.current()) == (1, None)
    t.say("2,2")
    assert t.options_of(2) == ["pass", "3,3"]


def test_ex_loop_18_out_with_an_8(at):
    t = at(["5 6", "2 2", "3 4", "8 8"], turn=3, current="5,5", owner=2)
    t.say("8,8")
    assert (t.fact("place", 3), t.turn, t.current()) == ("1", 0, None)
    assert t.pawns() == {(3, "D1:1")}


def test_ex_loop_19_out_with_an_8_end_of_round(at):
    t = at(["", "8", "", "9 9"], turn=1, current="5", owner=3, finished=[1, 0, 2, 0])
    t.say("8")
    assert t.fact("round") == "2"
    assert t.pawns() == {(0, "A1:1"), (1, "B1:3"), (2, "C1:2"), (3, "D1:4")}
    assert t.display().phase == "aside"


def test_ex_loop_20_reveal_rules(at):
    t = at(["3 12 13", "1 5", "2 4", "7 11"], ["8 8"], current="12", owner=3)
    assert t.options_of(0) == ["pass", "13", "flip+3"]
    t.expect_refusal(0, "flip+13", "LOOP-35", "flip-must-benefit")
    t.expect_refusal(0, "flip+12", "LOOP-35", "flip-must-benefit")
    t.say("flip+3")
    assert t.fact("direction") == "down"
    assert (t.aside(0), t.aside(0, 1)) == ("8 8", "8 ?")
    t.say("1", "pass", "pass")
    assert t.options_of(0) == ["pass", "flip+12", "flip+13"]


def test_ex_loop_21_reveal_when_leading(at):
    t = at(["3 12 13", "1 5", "2 4", "7 11"], ["8 9"])
    assert t.options_of(0) == ["3", "12", "13", "12,13"]


def test_ex_loop_22_reveal_with_an_8(at):
    t = at(["3 8 9", "1 5", "2 4", "7 11"], ["8 13"], current="10,11", owner=3)
    assert "flip+8,9" in t.options_of(0)
    t.say("flip+8,9")
    assert (t.fact("direction"), t.turn, t.current()) == ("down", 0, None)
    t.say("3", "1")
    assert (t.fact("direction"), t.current()) == ("down", (1, "1"))


def test_ex_loop_23_lasting(at):
    t = at(["5", "", "", "9 9"], ["1 2"], current="10", owner=3, finished=[0, 1, 2, 0], direction="down")
    assert t.fact("direction") == "down"
    t.say("5")
    assert (t.fact("round"), t.fact("direction")) == ("2", "up")
