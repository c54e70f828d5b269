"""Loop: combinations, leading and following (LOOP-13 to LOOP-22)."""

from itertools import combinations_with_replacement

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from atout.games.loop import GAME
from atout.kernel.errors import NotationError
from atout.kernel.rng import Rng

RUNS = [list(range(low, low + length)) for length in (2, 3, 4) for low in range(1, 15 - length)]
SETS = [[value] * length for length in (1, 2, 3, 4) for value in range(1, 14)]


def write_combination(cards):
    return ",".join(map(str, cards))


def table_to_follow(at, current, hand, direction="up", aside="1 2"):
    """Return a table where seat 0 follows after seat 3 has played a combination."""
    return at([hand, "?? ??", "?? ??", "?? ??"], [aside], current=current, owner=3, direction=direction)


def plays(t):
    """Return what the seat on turn may play, without the pass."""
    return [text for text in t.options_of(t.turn) if text != "pass"]


def test_loop_13_every_combination_has_a_notation():
    texts = [GAME.text(action) for action in range(14, 99)]
    assert texts == [write_combination(cards) for cards in SETS + RUNS]
    assert [GAME.text(action) for action in range(99, 184)] == [f"flip+{text}" for text in texts]


@pytest.mark.parametrize("action", [184, 1000, -1])
def test_loop_13_other_numbers_are_no_combination(at, action):
    at(["3 4", "5 6", "7 7", "9 9"]).expect_refusal(0, action, "LOOP-13", "no-combination")


def test_loop_13_whatever_lies_in_the_hand_can_be_led(at):
    t = at(["3 3 3 3 4 5 6 9 9", "10 10", "11 11", "12 12"])
    singles_and_sets = ["3", "4", "5", "6", "9", "3,3", "9,9", "3,3,3", "3,3,3,3"]
    assert plays(t) == [*singles_and_sets, "3,4", "4,5", "5,6", "3,4,5", "4,5,6", "3,4,5,6"]


def test_loop_13_and_14_nothing_else_can_be_written():
    legal = {write_combination(cards) for cards in SETS + RUNS}
    for length in range(1, 5):
        for cards in combinations_with_replacement(range(1, 14), length):
            if write_combination(cards) not in legal:
                with pytest.raises(NotationError, match=r"LOOP-13"):
                    GAME.parse(write_combination(cards))


@pytest.mark.parametrize("text", ["13,1", "12,13,1", "7,7,7,7,7", "2,3,4,5,6", "8,8,8,8,8,8", "5,5,6", "5,6,6", "4,6"])
def test_loop_14_no_corner_and_never_more_than_four(text):
    with pytest.raises(NotationError):
        GAME.parse(text)
    with pytest.raises(NotationError):
        GAME.parse(f"flip+{text}")


def test_loop_14_five_and_six_equal_cards_are_led_four_at_most(at):
    t = at(["7 7 7 7 7 7", "1", "2", "3", "4", "5"])
    assert plays(t) == ["7", "7,7", "7,7,7", "7,7,7,7"]
    t.say("7,7,7,7", *["pass"] * 5)
    assert t.hand(0) == "7 7"
    t = at(["7 7 7 7 7", "1", "2", "3", "4"])
    assert plays(t) == ["7", "7,7", "7,7,7", "7,7,7,7"]


def test_loop_14_high_and_low_cards_are_no_neighbours(at):
    assert plays(at(["1 12 13", "5", "6", "7"])) == ["1", "12", "13", "12,13"]


@pytest.mark.parametrize(
    ("lead", "answers"),
    [
        ("4", ["5", "6", "7", "9"]),
        ("4,4", ["5,5", "7,7"]),
        ("4,4,4", ["5,5,5"]),
        ("3,4", ["4,5", "5,6", "6,7"]),
        ("3,4,5", ["4,5,6", "5,6,7"]),
        ("3,4,5,6", ["4,5,6,7"]),
    ],
)
def test_loop_15_a_lead_binds_kind_and_number(at, lead, answers):
    t = at(["3 4 4 4 5 6 1", "4 5 5 5 6 7 7 9", "10", "11"])
    t.say(lead)
    assert plays(t) == answers


def test_loop_15_only_what_is_held(at):
    t = at(["3 4 4", "5", "6", "7"])
    for text in ("5", "4,4,4", "3,4,5", "2,3"):
        t.expect_refusal(0, text, "LOOP-15", "cards-not-held")


def test_loop_16_a_leader_must_play(at):
    t = at(["3 4", "5 6", "7 7", "9 9"])
    t.expect_refusal(0, "pass", "LOOP-16", "leader-must-play")
    t.say("3", "pass", "pass", "pass")
    t.expect_refusal(0, "pass", "LOOP-16", "leader-must-play")


@pytest.mark.parametrize(
    ("why", "plays_over"),
    [
        ("wrong-number", ["4,4 3,3,3", "4 3,3", "4,4 3", "4,5 3", "5,6 3,4,5"]),
        ("wrong-kind", ["4,4 3,4", "4,5 3,3", "4,4,4 3,4,5"]),
    ],
)
def test_loop_17_bound_kind_and_number(at, why, plays_over):
    for play, current in map(str.split, plays_over):
        t = table_to_follow(at, current, "4 4 4 5 6")
        t.expect_refusal(0, play, "LOOP-17", why)
        assert "pass" in t.options_of(0)


def test_loop_18_the_last_combination_counts(at):
    t = at(["3 9", "5 5", "7 10", "8 12"])
    t.say("3", "5", "7")
    assert t.current() == (2, "7")
    t.expect_refusal(3, "12,12", "LOOP-15", "cards-not-held")
    assert plays(t) == ["8", "12"]
    t.say("pass")
    assert plays(t) == ["9"]  # their own 3 no longer counts


@pytest.mark.parametrize("kind", [[5], [5, 5], [5, 5, 5], [5, 6], [5, 6, 7], [4, 5, 6, 7]])
def test_loop_19_and_20_by_every_combination(at, kind):
    """Compare all combinations of one kind with one in the middle, in both directions, by highest and lowest value."""
    every = [cards for cards in SETS + RUNS if len(cards) == len(kind) and (cards in RUNS) == (kind in RUNS)]
    for direction in ("up", "down"):
        for cards in every:
            if cards == kind:
                continue
            t = table_to_follow(at, write_combination(kind), f"{' '.join(map(str, cards))} 10", direction)
            beats = max(cards) > max(kind) if direction == "up" else min(cards) < min(kind)
            assert (write_combination(cards) in plays(t)) == beats


def test_loop_19_up_needs_a_higher_card(at):
    table_to_follow(at, "10", "3 9").expect_refusal(0, "9", "LOOP-19", "must-be-higher")
    table_to_follow(at, "4,5,6", "3 4 5 9").expect_refusal(0, "3,4,5", "LOOP-19", "must-be-higher")


def test_loop_20_down_needs_a_lower_card(at):
    table_to_follow(at, "10", "3 11", "down").expect_refusal(0, "11", "LOOP-20", "must-be-lower")
    table_to_follow(at, "4,5,6", "5 6 7 9", "down").expect_refusal(0, "5,6,7", "LOOP-20", "must-be-lower")


@pytest.mark.parametrize("direction", ["up", "down"])
@pytest.mark.parametrize("current", ["6", "6,6", "5,6", "5,6,7"])
def test_loop_21_equal_combinations_never_beat_each_other(at, direction, current):
    t = table_to_follow(at, current, f"{current.replace(',', ' ')} 10 10", direction)
    t.expect_refusal(0, current, "LOOP-21", "equal-never-beats")


def test_loop_22_later_combinations_lie_on_top(at):
    t = at(["3 9", "5 5", "7 10", "11 12"])
    t.say("3", "5", "7", "11")
    for observer in t.observers:
        laid = [
            (z.name, z.seat, [c.text for c in z.cards])
            for z in t.display(observer).zones
            if z.name in ("current", "beaten")
        ]
        assert laid == [("current", 3, ["11"]), ("beaten", 2, ["7"]), ("beaten", 1, ["5"]), ("beaten", 0, ["3"])]
    t.say("pass", "pass", "pass")
    assert t.current() is None
    assert [zone for zone in t.display().zones if zone.name == "beaten"] == []


@pytest.mark.parametrize("seats", [4, 5, 6])
@pytest.mark.parametrize("flip_when_leading", ["off", "on"])
def test_choices_can_be_picked_without_a_menu(table, seats, flip_when_leading):
    t = table(seats, {"flip_when_leading": flip_when_leading, "rounds": 2}, seed=seats)
    state = t.match.state
    scratch = vec[i64]([0 for _ in range(state.width())])
    rng = Rng(seats)
    flips = 0
    while not t.match.over:
        for seat in range(seats):
            n = state.count(seat, scratch)
            picked = [state.pick(seat, k, scratch) for k in range(n)]
            assert picked == state.legal(seat)
            flips += any(action >= 99 for action in picked)
        legal = t.match.legal(t.turn)
        t.match.play(t.turn, legal[rng.below(len(legal))])
    assert flips > 0


# Examples


def test_ex_loop_1_kinds(at):
    t = at(["2 2 3 4 5 10", "6", "7", "9"])
    assert {"10", "2,2", "3,4,5"} <= set(plays(t))


def test_ex_loop_2_up(at):
    assert "13" in plays(table_to_follow(at, "10", "3 13"))


def test_ex_loop_3_up(at):
    assert plays(table_to_follow(at, "2,2", "7 7 10 10")) == ["7,7", "10,10"]


def test_ex_loop_4_down(at):
    hand = "4 5 6 8 9 10"
    assert {"4,5,6", "8,9,10"} <= set(plays(table_to_follow(at, "9,10,11", hand, "down")))
    assert plays(table_to_follow(at, "9,10,11", hand, "up")) == []


@pytest.mark.parametrize("direction", ["up", "down"])
def test_ex_loop_5_wrong_number(at, direction):
    table_to_follow(at, "3,3,3", "2 2 9", direction).expect_refusal(0, "2,2", "LOOP-17", "wrong-number")


@pytest.mark.parametrize("direction", ["up", "down"])
def test_ex_loop_6_wrong_kind(at, direction):
    table_to_follow(at, "3,4,5", "6 6 6 9", direction).expect_refusal(0, "6,6,6", "LOOP-17", "wrong-kind")


@pytest.mark.parametrize("text", ["12,13,1", "4,6", "5,5,6", "7,7,7,7,7", "2,3,4,5,6"])
def test_ex_loop_11_shape(text):
    with pytest.raises(NotationError, match="LOOP-13"):
        GAME.parse(text)


def test_ex_loop_12_overlap(at):
    up = plays(table_to_follow(at, "4,5,6", "3 4 5 6 7"))
    assert up == ["5,6,7"]
    down = plays(table_to_follow(at, "4,5,6", "3 4 5 6 7", "down"))
    assert down == ["3,4,5"]


def test_ex_loop_17_an_8_must_beat(at):
    table_to_follow(at, "9", "8 3").expect_refusal(0, "8", "LOOP-30", "eight-must-beat")
    t = table_to_follow(at, "6,7", "7 8 3")
    t.say("7,8")
    assert (t.current(), t.turn) == (None, 0)
    assert "8" in plays(table_to_follow(at, "9", "8 3", "down"))
