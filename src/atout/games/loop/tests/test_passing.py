"""Loop: passing, and how a trick ends (LOOP-23 to LOOP-28)."""

import pytest

from atout.kernel.log import ACTION, TRICK


def test_loop_23_one_may_always_pass_when_following(at):
    t = at(["3 9", "5 5", "1 2", "11 12"])
    t.say("3")
    assert t.options_of(1) == ["pass", "5"]
    t.say("pass")
    assert t.options_of(2) == ["pass"]
    t.say("pass")
    assert t.turn == 3


def test_loop_24_a_pass_does_not_bar(at):
    t = at(["3 9", "5 10", "7 2", "11 12"])
    t.say("3", "pass", "7", "pass")
    assert t.all_who("passed") == [3]
    t.say("9")
    assert t.all_who("passed") == []
    assert t.options_of(1) == ["pass", "10"]
    t.say("10")
    assert t.current() == (1, "10")


@pytest.mark.parametrize("seats", [4, 5, 6])
def test_loop_25_all_others_pass_in_a_row(at, seats):
    t = at(["3 9", *["1 10"] * (seats - 1)])
    t.say("3", *["pass"] * (seats - 2))
    assert t.current() == (0, "3")
    assert t.all_who("passed") == list(range(1, seats - 1))
    t.say("pass")
    assert (t.current(), t.turn) == (None, 0)


def test_loop_25_a_play_starts_the_count_anew(at):
    t = at(["3 9", "5 10", "7 2", "11 12"])
    t.say("3", "pass", "pass", "11", "pass", "pass")
    assert t.current() == (3, "11")
    t.say("pass")
    assert (t.current(), t.turn) == (None, 3)


def test_loop_25_of_an_owner_who_is_out_everybody_must_pass(at):
    t = at(["3", "5 10", "7 2", "11 12"])
    t.say("3")
    for seat in (1, 2, 3):
        assert (t.turn, t.current()) == (seat, (0, "3"))
        t.say("pass")
    assert (t.turn, t.current()) == (1, None)


def test_loop_26_the_table_is_cleared_and_the_direction_stays(at):
    t = at(["3 9 10", "5 10", "7 2", "11 12"], ["8 1"], direction="down", current="6", owner=3)
    t.say("3", "pass", "2", "pass", "pass", "pass")
    assert (t.turn, t.current(), t.fact("direction")) == (2, None, "down")
    for observer in t.observers:
        shown = [zone.name for zone in t.display(observer).zones]
        assert not {"current", "beaten", "discards"} & set(shown)


def test_loop_26_the_log_names_whose_trick_it_was(at):
    t = at(["3 9", "5 10", "7 2", "11 12"])
    t.say("3", "5", "pass", "pass", "pass")
    seen = t.match.view(2).seen
    assert [(entry.kind, entry.seat) for entry in seen[-2:]] == [(ACTION, 0), (TRICK, 1)]


def test_loop_27_who_played_last_leads(at):
    t = at(["3 9", "5 10", "7 2", "11 12"])
    t.say("3", "5", "7", "pass", "pass", "pass")
    assert t.turn == 2
    assert t.options_of(2) == ["2"]


@pytest.mark.parametrize(
    ("finished", "leader"),
    [
        ([0, 0, 0, 0, 0], 3),
        ([0, 0, 0, 1, 0], 4),
        ([0, 0, 0, 1, 2], 0),
        ([1, 0, 0, 3, 2, 0], 5),
        ([1, 0, 0, 0, 0, 2], 3),
    ],
)
def test_loop_28_the_nearest_active_player_to_the_left_leads(at, finished, leader):
    hands = ["1 2" if not place else "" for place in finished]
    hands[2] = "13"
    t = at(hands, turn=2, finished=finished)
    t.say("13", *["pass"] * (finished.count(0) - 1))
    assert (t.turn, t.current()) == (leader, None)


# Examples


def test_ex_loop_13_coming_back(at):
    t = at(["5 6 10", "9 11 12", "7 13 13", "1 2 3"])
    t.say("5", "pass", "7", "pass", "pass")
    assert (t.turn, t.options_of(1)) == (1, ["pass", "9", "11", "12"])
    t.say("9", "pass", "pass", "pass")
    assert (t.turn, t.current()) == (1, None)


def test_ex_loop_14_owner_out(at):
    hands = ["12 2", "3 4", "11", "5 6"]
    t = at(hands, turn=2)
    t.say("11", "pass", "pass", "pass")
    assert (t.turn, t.current()) == (3, None)
    t = at(hands, turn=2)
    t.say("11", "pass", "12", "pass", "pass")
    assert (t.turn, t.current()) == (0, None)


def test_ex_loop_15_out_neighbours_skipped(at):
    t = at(["12 2", "3 4", "13", "", ""], turn=2, finished=[0, 0, 0, 1, 2])
    t.say("13")
    assert t.turn == 0
    t.say("pass", "pass")
    assert (t.turn, t.current()) == (0, None)
