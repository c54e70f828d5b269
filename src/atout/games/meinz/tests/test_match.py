"""Meinz: the gate refuses with the right error and the clause, and the notation is unique."""

from random import Random

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from atout.games.meinz import GAME
from atout.kernel.errors import NotationError, NotYourTurnError, SeveralChoicesError
from atout.match import DealStep, Match, PlayStep


def test_every_action_has_one_text():
    texts = [GAME.text(action) for action in range(GAME.actions)]
    assert len(set(texts)) == GAME.actions == 399
    assert [GAME.parse(text) for text in texts] == list(range(399))
    assert (texts[0], texts[35], texts[36], texts[71]) == ("x:R1", "x:Y9", "R1", "Y9")
    assert texts[72:76] == ["-", "meinz", "keep", "R1>R1"]
    assert (texts[76], texts[84], texts[-1]) == ("R1>R2", "R2>R1", "Y9>Y9")
    for action in (-1, 399):
        with pytest.raises(NotationError):
            GAME.text(action)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "R",
        "R0",
        "R10",
        "r1",
        "P1",
        "x:",
        "x:R0",
        "x:x:R1",
        "R1>",
        ">R1",
        "R1>B1",
        "R1>R2>R3",
        "Meinz",
        "--",
        "pass",
    ],
)
def test_text_that_names_nothing(text):
    with pytest.raises(NotationError):
        GAME.parse(text)


@pytest.mark.sweep
@pytest.mark.parametrize("seats", [3, 4])
def test_match_ends_within_the_promised_number_of_decisions(table, seats):
    t = table(seats, seed=1)
    while not t.match.over:
        if t.display().phase == "cry":
            t.say("-")  # nobody cries, so as many as possible are asked
        else:
            t.match.play(t.turn, t.match.legal(t.turn)[0])
    decisions = [step for step in t.match.steps if isinstance(step, PlayStep)]
    assert len(decisions) < GAME.max_decisions == 8 * (4 + 8 * (4 + 6 + 1)) + 1  # six answers in a trick at most
    assert len([step for step in t.match.steps if isinstance(step, DealStep)]) == 9


@pytest.mark.parametrize("seats", [3, 4])
def test_no_menu_is_wider_than_promised(table, before_trick, seats):
    width = table(seats).match.state.width()
    held = "R1 R2 R3 R4 R5 R6 G1 G2", "R7 B1 B2 B3 B4 B5 B6 B7", "R8 Y1 Y2 Y3 Y4 Y5 Y6 Y7", "R9 G3 G4 G5 G6 G7 G8 G9"
    t = table(4, start=before_trick([0, 0, 0, 0], *held))
    t.say("R6 meinz R7 R8 R9")
    assert len(t.legal()) == width == 21


def pick_actions(t, seat):
    """Return what the shortcut for play-outs offers a seat: it counts the choices and picks each by its number."""
    state = t.match.state
    scratch = vec[i64]([-1 for _ in range(state.width())])
    number = state.count(seat, scratch)
    assert (number > 0) == (seat in state.owing())
    assert number >= 0
    return [GAME.text(state.pick(seat, k, scratch)) for k in range(number)]


def test_count_and_pick_offer_what_the_rules_do(table, before_trick):
    hands = ["R1 R5 R9 B2 G4 Y1 Y2 Y3 Y4", "R6 R2 G1 G2 G3 B1 B3 B4 B5", "B7 B8 B9 Y5 Y6 G5 G6 G7 G8"]
    t = table(4, start={"dealer": 3, "hands": [*hands, "R8 R3 R4 R7 Y7 Y8 Y9 B6 G9"]})
    discards = [f"x:{card}" for card in ["R1", "R5", "R9", "B2", "G4", "Y1", "Y2", "Y3", "Y4"]]
    assert pick_actions(t, 0) == discards
    t.match.play(2, "x:G8")
    assert pick_actions(t, 2) == []  # has chosen
    assert pick_actions(t, 0) == discards  # the others still owe theirs
    assert pick_actions(t, 3) == [f"x:{card}" for card in ["R3", "R4", "R7", "R8", "B6", "G9", "Y7", "Y8", "Y9"]]
    t.say("x:Y4", "x:B1", "x:B6")
    assert pick_actions(t, 0) == ["R1", "R5", "R9", "B2", "G4", "Y1", "Y2", "Y3"]
    t.say("R5")
    assert pick_actions(t, 0) == ["-", "meinz"]
    t.say("meinz")
    assert pick_actions(t, 1) == ["R2", "R6", "B5"]  # red, and the five
    t.say("R6")
    assert pick_actions(t, 2) == ["B7", "B8", "B9", "G5", "G6", "G7", "Y5", "Y6"]  # no red
    t.say("B7 R8")
    assert pick_actions(t, 0) == ["keep", "R1>R5", "R1>R6", "R1>R8", "R9>R5", "R9>R6", "R9>R8", "B2>B7"]
    assert [pick_actions(t, seat) for seat in (1, 2, 3)] == [[], [], []]


def test_count_and_pick_without_anything_to_exchange(table, before_trick):
    t = table(4, start=before_trick([1, 2, 1, 1], "R4", "R6", "B4 Y1 Y2", "R7"))
    t.say("R4 - R6 - B4 - - R7")
    assert pick_actions(t, 2) == ["keep"]


@pytest.mark.parametrize("seats", [3, 4])
def test_count_and_pick_agree_with_the_naive_match(table, spec, seats):
    options = {"rounds": 4, "cry_limit": "one"}
    t = table(seats, options)
    truth = spec.naive(seats, GAME.settle(options).values)
    rng = Random(seats)
    phases = set()
    while not t.match.over:
        for seat in range(seats):
            assert sorted(pick_actions(t, seat)) == sorted(truth.legal(seat))
        if t.turn < 0:
            t.shuffle_beside(truth, rng)
        else:
            phases.add(truth.phase)
            truth.apply(*t.random_step(rng))
    assert phases == {"discard", "play", "cry", "exchange"}
    assert [pick_actions(t, seat) for seat in range(seats)] == [[]] * seats


@pytest.mark.parametrize("seats", [3, 4])
def test_who_owes_nothing_has_no_menu(table, seats):
    t = table(seats, {"rounds": 4})
    rng = Random(seats)
    out = vec[i64]([-1 for _ in range(t.match.state.width())])
    for _ in range(120):
        state = t.match.state
        for seat in range(seats):
            assert (state.menu(seat, out) > 0) == (seat in state.owing())
        t.go_on(rng)


@pytest.mark.sweep
def test_after_the_end_nothing_goes(table):
    t = table(3, {"rounds": 4}, seed=1)
    rng = Random(1)
    while not t.match.over:
        t.random_step(rng)
    t.expect_all_over("MEINZ-70", (0, 40, 72, 73, 74, 398, 399, -1))


def test_a_seat_that_is_not_there(table):
    t = table(3, seed=1)
    for seat in (-1, 3, 4):
        with pytest.raises(NotYourTurnError):
            t.match.play(seat, 0)


def test_nothing_is_ever_forced_for_all_to_see(table):
    """Whether a hand leaves a choice is for its holder to know."""
    t = table(4, {"rounds": 4}, seed=2)
    rng = Random(2)
    while not t.match.over:
        assert t.match.state.forced_action() == -1
        t.random_step(rng)


def test_several_actions_are_accepted_whole_or_refused_whole(table):
    t = table(4, seed=3)
    before = t.everything()
    with pytest.raises(SeveralChoicesError):
        t.match.play(0, " ".join(t.legal(0)[:2]))
    assert t.everything() == before


@pytest.mark.parametrize("seats", [3, 4])
def test_same_deals_and_actions_give_the_same_match(table, seats):
    t = table(seats, {"rounds": 4}, seed=1)
    rng = Random(seats)
    while not t.match.over:
        t.random_step(rng)
    again = Match(GAME, seats, {"rounds": 4})
    for step in t.match.steps:
        if isinstance(step, DealStep):
            again.deal(step.order)
        else:
            again.play(step.seat, step.action)
    assert again.scores() == t.match.scores()
    assert [again.view(observer).seen for observer in t.observers] == [
        t.match.view(observer).seen for observer in t.observers
    ]
