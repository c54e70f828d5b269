"""Luz at the checked gate: what `Match` refuses, with which error, and that nothing has changed then."""

from random import Random

import pytest

from atout.games.luz import GAME
from atout.kernel.errors import (
    IllegalActionError,
    MatchOverError,
    NotationError,
    NotYourTurnError,
    PlayError,
    SeveralChoicesError,
)
from atout.kernel.log import SPECTATOR
from atout.locale import load_locale
from atout.match import DealStep, Match, PlayStep, shuffler


@pytest.fixture
def ex_22(table, ex_22_hands):
    return table(3, start={"deal": 2, "marker": 0, "hands": ex_22_hands, "bets": ["2+S", "4", "3"]})


@pytest.mark.parametrize("seat", [3, 7, -1, -2, SPECTATOR])
def test_no_such_seat(ex_22, seat):
    ex_22.expect_no_such_seat(seat, "Y#1")


def test_refusals_say_what_and_why(ex_22):
    ex_22.say("Y#4")
    refusal = ex_22.expect_refusal(0, "R#1", "LUZ-29", "must-follow")
    sentence = load_locale(GAME).say("refusals", "must-follow")
    assert str(refusal) == f"R#1: {sentence} [LUZ-29]"
    refusal = ex_22.expect_refusal(1, "G#1", "LUZ-27", "not-your-turn", NotYourTurnError)
    assert str(refusal).startswith("G#1: ")
    refusal = ex_22.expect_refusal(0, 72, "LUZ-31", "no-such-card")
    assert str(refusal).startswith("72: ")


def test_refusals_are_play_errors():
    for kind in (NotYourTurnError, IllegalActionError, MatchOverError):
        assert issubclass(kind, PlayError)
    assert issubclass(PlayError, ValueError)
    assert issubclass(NotationError, ValueError)
    assert not issubclass(NotationError, PlayError)


@pytest.mark.parametrize(
    "text", ["", "  ", "Y", "Y#", "Y#0", "Y#11", "y#1", "Y1", "Y#01", "#1", "X#1", "Y#-1", "3+S?", "pass"]
)
def test_text_that_names_nothing(ex_22, text):
    before = ex_22.everything()
    with pytest.raises(NotationError):
        ex_22.match.play(2, text)
    assert ex_22.everything() == before


def test_several_actions_are_accepted_whole_or_refused_whole(ex_22):
    before = ex_22.everything()
    with pytest.raises(SeveralChoicesError):
        ex_22.match.play(2, "Y#4 Y#3")
    assert ex_22.everything() == before
    with pytest.raises(NotationError):
        ex_22.match.play(2, [])
    assert ex_22.everything() == before


def test_every_action_has_one_text():
    texts = [GAME.text(action) for action in range(GAME.actions)]
    assert len(set(texts)) == GAME.actions == 72
    assert [GAME.parse(text) for text in texts] == list(range(72))
    assert texts[:4] == ["0", "0+S", "1", "1+S"]
    assert texts[20:24] == ["10", "10+S", "R#1", "R#2"]
    assert texts[-1] == "P#10"
    for action in (-1, 72):
        with pytest.raises(NotationError):
            GAME.text(action)


def test_deal_is_refused_when_nothing_is_shuffled(ex_22):
    before = ex_22.everything()
    with pytest.raises(ValueError, match="nothing is shuffled"):
        ex_22.match.deal(range(40))
    assert ex_22.everything() == before


@pytest.mark.parametrize("order", [[], [0, 1], [0, 1, 1], [0, 1, 3], [0, 1, 2, 3]])
def test_deal_takes_only_permutations(table, order):
    t = table(3)
    before = t.everything()
    with pytest.raises(ValueError, match="not a permutation"):
        t.match.deal(order)
    assert t.everything() == before


def test_after_the_end_nothing_goes(table):
    t = table(3, {"deals": 2}, seed=1)
    while not t.match.over:
        t.match.play(t.turn, t.match.legal(t.turn)[0])
    t.expect_all_over("LUZ-42", (0, 21, 22, 71, 72, -1))


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_match_ends_within_the_promised_number_of_decisions(table, seats):
    t = table(seats, seed=1)
    t.finish_match(Random(seats))
    decisions = [step for step in t.match.steps if isinstance(step, PlayStep)]
    assert len(decisions) == 4 * seats * 11 < GAME.max_decisions
    assert len([step for step in t.match.steps if isinstance(step, DealStep)]) == 5


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_same_deals_and_actions_give_the_same_match(table, seats):
    t = table(seats, {"deals": 2}, seed=1)
    t.finish_match(Random(seats))
    again = table(seats, {"deals": 2})
    for step in t.match.steps:
        if isinstance(step, DealStep):
            again.match.deal(step.order)
        else:
            again.match.play(step.seat, step.action)
    assert again.everything() == t.everything()


def test_shuffler_without_a_seed_deals_a_real_permutation():
    orders = [tuple(shuffler()(40)) for _ in range(3)]
    assert all(sorted(order) == list(range(40)) for order in orders)
    assert len(set(orders)) > 1
    assert list(shuffler(5)(40)) == list(shuffler(5)(40)) != list(shuffler(6)(40))
    assert Match(GAME, 3, shuffle=shuffler()).turn >= 0


def test_a_record_gives_the_bets_and_every_trick_a_line_of_their_own(table):
    t = table(4, seed=8)
    lines = []
    while t.match.state.turn >= 0 and t.fact("deal") == "1":
        lines.append(t.match.state.line())
        t.match.play(t.turn, t.match.legal(t.turn)[0])
    assert lines == [0] * 4 + [trick for trick in range(1, 11) for _ in range(4)]
