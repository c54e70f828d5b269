"""Njet!: teams and Monster (NJET-16 to NJET-23)."""

import pytest

from atout.games.njet import GAME
from atout.kernel.errors import NotationError, NotYourTurnError
from atout.kernel.start import Start


def settle(table, seats, start=1, cards="lay-2"):
    t = table(seats, seed=7)
    t.settle(f"start-c{start + 1}", cards)
    return t


def test_njet_16_the_start_player_forms_teams_before_cards_are_laid(table):
    t = settle(table, 4)
    assert t.display().phase == "teams"
    assert t.turn == 1
    for seat in (0, 2, 3):
        t.expect_refusal(seat, "team:BA", "NJET-16", "start-player-forms-teams", NotYourTurnError)
    card = t.hand(1).split()[0]
    t.expect_refusal(1, f"lay:{card}", "NJET-16", "teams-first")
    t.expect_refusal(1, card, "NJET-16", "teams-first")
    t.expect_refusal(1, "cover:lay-1", "NJET-13", "board-is-settled")
    t.say("team:BA")
    assert t.display().phase == "putting_away"


def test_njet_17_five_players_ten_splits(table):
    t = settle(table, 5, 3)
    splits = {frozenset(text.removeprefix("team:")) for text in t.options_of(3)}
    assert len(splits) == 10
    assert len([pair for pair in splits if "D" in pair]) == 4  # the start player in the team of two
    assert len([pair for pair in splits if "D" not in pair]) == 6  # or in the team of three
    t.expect_refusal(3, "alone:D", "NJET-17", "name-the-team-of-two")


def test_njet_18_four_players_pick_one_partner(table):
    t = settle(table, 4, 2)
    assert t.options_of(2) == ["team:CA", "team:CB", "team:CD"]
    for text in ("team:AC", "team:AB", "alone:C"):
        t.expect_refusal(2, text, "NJET-18", "name-your-partner")
    t.expect_refusal(2, "team:CE", "NJET-16", "no-such-seat")
    t.say("team:CA")
    assert t.teams() == ["1", "2", "1", "2"]


@pytest.mark.parametrize(("text", "teams"), [("alone:A", "122"), ("alone:B", "212"), ("alone:C", "221")])
def test_njet_19_three_players_alone_or_with_a_partner(table, text, teams):
    t = settle(table, 3, 1)
    assert t.options_of(1) == ["alone:A", "alone:B", "alone:C"]
    t.expect_refusal(1, "team:BA", "NJET-19", "name-who-is-alone")
    t.expect_refusal(1, "alone:D", "NJET-16", "no-such-seat")
    t.say(text)
    assert "".join(t.teams()) == teams


def test_njet_20_two_players_have_nothing_to_choose(table):
    t = settle(table, 2)
    assert t.display().phase == "putting_away"
    assert t.teams() == ["1", "2"]
    t.expect_refusal(0, "alone:A", "NJET-23", "teams-are-formed")


def test_njet_21_the_monster(table):
    t = settle(table, 5, 0)
    assert len(t.options_of(0)) == 20  # ten splits, and for each the Monster to one of two
    t.say("team:DB")
    assert t.teams() == ["2", "1", "2", "1", "2"]
    assert t.who("monster") == 3
    t = settle(table, 3, 0)
    t.say("alone:C")
    assert t.who("monster") == 2


@pytest.mark.parametrize("seats", [2, 4])
def test_njet_22_no_monster_with_two_or_four(table, seats):
    t = settle(table, seats, 0, "lay-none")
    if seats == 4:
        t.say("team:AB")
    assert t.display().phase == "tricks"
    assert t.who("monster") is None


def test_njet_23_nobody_refuses(table):
    t = settle(table, 5, 0, "lay-none")
    t.say("team:BC")
    assert t.turn == 0  # nobody is asked; the start player leads at once
    t.expect_refusal(0, "team:BD", "NJET-23", "teams-are-formed")
    for seat in range(1, 5):
        assert t.options_of(seat) == []


def test_njet_ex_01_the_board_and_its_teams(table):
    """C1, C4 and C5 against C2 and C3; the Monster goes to C3, who is named first."""
    t = table(5, seed=11)
    t.settle("start-c1", "lay-none", "trump-black", "super-blue", "points-2")
    assert t.open_spaces() == ["start-c1", "lay-none", "trump-black", "super-blue", "points-2"]
    assert t.who("start_player") == 0
    facts = [t.fact(name) for name in ("cards_before", "trump", "supertrump", "value")]
    assert facts == ["lay-none", "trump-black", "super-blue", "points-2"]
    t.say("team:CB")
    assert t.teams() == ["2", "1", "1", "2", "2"]
    assert t.who("monster") == 2
    assert t.display().phase == "tricks"
    assert all(len(t.hand(seat).split()) == 12 for seat in range(5))
    # "the Monster to C1" could only be said as team:AB or team:AC: other teams, in which C1 is one of the two
    t = table(5, seed=11)
    t.settle("start-c1", "lay-none")
    t.say("team:AC")
    assert (t.who("monster"), t.teams()) == (0, ["1", "2", "1", "2", "2"])
    # on a score sheet it can be written, and is refused
    deal = {"value": 2, "team": "BC", "monster": "A", "tricks": [12, 0, 0, 0, 0]}
    with pytest.raises(NotationError, match=r"monster must name a seat of the team of two \[NJET-21\]"):
        GAME.score_sheet(5, GAME.settle({}), Start({}), [Start(deal, "deal 1")])
